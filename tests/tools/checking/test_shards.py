"""However a file is cut, the same findings come in the same order."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
import zstandard

from calarec_tools.archive.runs.driver import process_pool
from calarec_tools.archive.runs.running import Part, check_files
from calarec_tools.archive.runs.shard import check_whole
from calarec_tools.archive.runs.shards import shards
from calarec_tools.archive.runs.summing import Sum
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from calarec.core.wording.findings import Finding

pytestmark = pytest.mark.slow

HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n"
WON = """
hand {name}
dealer {dealer}
{more}bid {who}: solo {next}: passo {dealer}: passo
result {who}: won
{last}end
"""


def of_scores(more: dict[int, str] | None = None, last: dict[int, str] | None = None, hands: int = 8) -> str:
    """Plain hands without cards; some have lines after the dealer or before the end."""
    return "".join(
        WON.format(
            name=n, dealer="ABC"[n % 3], who="BCA"[n % 3], next="CAB"[n % 3], more=(more or {}).get(n, ""),
            last=(last or {}).get(n, ""),
        )
        for n in range(1, hands + 1)
    )  # fmt: skip


OWN = "rules no-stramazzo\n"
EVENINGS = {
    "another version in a hand": HEAD + of_scores(last={3: "cal 2\n"}),
    "another version between hands": HEAD + of_scores() + "\ncal 2\n" + of_scores() + "\n" + HEAD + of_scores(),
    "a cal line that cannot be read": HEAD + of_scores(last={3: "cal x\n"}) + "\ncal x\n" + of_scores(),
    "an evening begun by such a line": HEAD + of_scores() + "\ncal 1x\n" + HEAD[6:] + of_scores(),
    "rules of their own": HEAD + of_scores({1: OWN, 4: OWN, 5: OWN, 8: OWN}) + "\n" + HEAD + of_scores({2: OWN}),
    "rules named anew": HEAD + of_scores({8: OWN}) + "\nrules pagat\n" + of_scores() + "\n" + OWN + of_scores({1: OWN}),
    "sums of a hand without an end": "rules pagat\nend\nhand 9\ntotal A: -2 B: -3 C: -3\n",
    "slips": with_slips("pagat", 40),
    "carried on": with_slips("treccani", 40, 3),
    "carried silently": "\n".join(
        line for line in evening("treccani", 40, 3).split("\n") if not line.startswith("carry ")
    ),
    "matches": with_slips("tretre", 40),
    "two evenings": evening("pagat", 6) + "\n" + with_slips("pagat", 20, 9),
    "several rulesets": evening("pagat", 6) + "\n" + evening("treccani", 6) + "\n" + evening("pagat", 4, 5),
    "no totals at first": evening("pagat", 30).replace("\ntotal ", "\n; total ", 9),
    "opening balance": evening("pagat", 30).partition("\nhand 12\n")[0].partition("\n\n")[0]
    + "\n\nhand 12\n"
    + evening("pagat", 30).partition("\nhand 12\n")[2],
    "odd": evening("pagat", 8).replace("\nhand 3", "\n\thand 3\r").replace("\nend\n\nhand 6", "\n\nhand 6"),
    "unended": evening("pagat", 5).rstrip("\n"),
    "nothing": "",
    "remarks": "; nothing but this\n",
}


@pytest.fixture(params=EVENINGS, ids=str)
def text(request: pytest.FixtureRequest) -> str:
    """One evening after the other."""
    return EVENINGS[request.param]


def all_of(parts: Iterator[Part]) -> tuple[list[Finding], dict[str, int]]:
    """The findings and the verdicts of all parts."""
    findings: list[Finding] = []
    verdicts: dict[str, int] = {}
    for part in parts:
        findings += part.findings
        for verdict, count in part.report.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + count
    return findings, verdicts


@pytest.mark.parametrize("size", [1, 700, 4000])
def test_shards_hold_every_line_once(tmp_path: Path, text: str, size: int) -> None:
    """The shards of a file are the file, and know which line they begin with."""
    file = tmp_path / "evening.cal"
    file.write_bytes(text.encode())
    line, whole = 1, ""
    for shard in shards(str(file), size=size):
        rest = shard.shard_text()
        assert shard.line == line
        line += rest.count("\n")
        whole += rest
    assert whole == text


@pytest.mark.mass
@pytest.mark.parametrize("size", [1, 700, 4000])
def test_what_is_found_does_not_depend_on_the_cuts(tmp_path: Path, text: str, size: int) -> None:
    """Cut as finely as may be, a file has the findings of the whole: codes, places, words, fixes, counts."""
    file = tmp_path / "evening.cal"
    file.write_bytes(text.encode())
    whole = all_of(check_files([str(file)]))
    assert all_of(check_files([str(file)], size=size)) == whole


def hands_found(tmp_path: Path, text: str) -> tuple[int, list[str]]:
    """Return the number of hands, and the codes found."""
    file = tmp_path / "evening.cal"
    file.write_text(text, encoding="utf-8")
    found, verdicts = all_of(check_files([str(file)]))
    return sum(verdicts.values()), [each.code for each in found if each.severity == "error"]


def test_of_another_version_nothing_is_read_and_nothing_counted(tmp_path: Path) -> None:
    """Any lines there, plain or wrong, up to the next `cal` line."""
    wrong = of_scores().replace("won", "wom")
    for text in (EVENINGS["another version in a hand"], HEAD + of_scores(hands=3) + "\ncal 2\n" + wrong):
        assert hands_found(tmp_path, text) == (3, ["CAL013"])
    assert hands_found(tmp_path, EVENINGS["another version between hands"]) == (16, ["CAL013"])


def test_a_cal_line_that_cannot_be_read_spoils_no_other_line(tmp_path: Path) -> None:
    """Unless rules and players come after it: then it begins a new evening."""
    found = hands_found(tmp_path, HEAD + of_scores(hands=3) + "\ncal x\n" + of_scores())
    assert found == (11, ["CAL102"])
    others = of_scores().translate(str.maketrans("ABC", "DEF"))
    begun = "\ncal x\nrules pagat\nseat D\nseat E\nseat F\n"
    assert hands_found(tmp_path, HEAD + of_scores(hands=3) + begun + others) == (11, ["CAL102"])


def test_other_rules_are_told_where_they_begin_to_hold(tmp_path: Path) -> None:
    """A change of rules is reported once, where it takes effect.

    A hand with its own rules is named; the evening only if its line names other rules.
    """
    file = tmp_path / "evening.cal"
    for text, said in (
        (EVENINGS["rules of their own"], [("hand", 9), ("hand", 28), ("hand", 35), ("hand", 54), ("hand", 73)]),
        (EVENINGS["rules named anew"], [("hand", 51), ("", 106)]),
    ):
        file.write_text(text, encoding="utf-8")
        found, _ = all_of(check_files([str(file)]))
        assert [(each.wording, each.span.line) for each in found if each.code == "CAL804"] == said


@pytest.mark.mass
@pytest.mark.parametrize("size", [1, 700, 4000])
def test_who_goes_through_all_shards_finds_the_same(tmp_path: Path, text: str, size: int) -> None:
    """One after the other, each after the one before: no finding is lost or repeated."""
    file = tmp_path / "evening.cal"
    file.write_bytes(text.encode())
    whole = all_of(check_files([str(file)]))
    found = list(check_whole(str(file), shards(str(file), size=size, alone=True)))
    assert [each.text for each, _ in found] == [each.text for each in shards(str(file), size=size)]
    assert [each.last for each, _ in found] == [False] * (len(found) - 1) + [True]
    assert all_of(Part(shard, tuple(report.findings), report) for shard, report in found) == whole


@pytest.mark.parametrize(("ending", "compress"), [("gz", gzip.compress), ("zst", zstandard.compress)])
def test_packed_files_are_cut_too(tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]) -> None:
    """Files that can only be read from their start have the same findings."""
    text = with_slips("pagat", 40)
    plain, packed = tmp_path / "a.cal", tmp_path / f"a.cal.{ending}"
    plain.write_bytes(text.encode())
    packed.write_bytes(compress(text.encode()))
    found = [(each.code, each.span[1:]) for each in all_of(check_files([str(plain)], size=900))[0]]
    assert [(each.code, each.span[1:]) for each in all_of(check_files([str(packed)], size=900))[0]] == found
    assert found


def test_the_order_is_that_of_the_input_whoever_works(tmp_path: Path) -> None:
    """One process, two, or any executor: the same parts in the same order."""
    files = []
    for number, seed in enumerate((3, 1, 2)):
        file = tmp_path / f"{number}.cal"
        file.write_text(with_slips("pagat", 12, seed), encoding="utf-8")
        files.append(str(file))
    alone = all_of(check_files(files, size=2000))
    with ThreadPoolExecutor(3) as threads:
        assert all_of(check_files(files, size=2000, executor=threads, workers=3)) == alone
    with process_pool(2) as processes:
        assert processes is not None
        assert all_of(check_files(files, size=2000, executor=processes, workers=2)) == alone
    assert [each.span.file for each in alone[0]] == sorted(each.span.file for each in alone[0])


def test_a_slip_in_the_running_score_is_told_once(tmp_path: Path) -> None:
    """Totals that only carry a slip on are silent, in whatever shard they are."""
    file = tmp_path / "evening.cal"
    blocks = evening("pagat", 30).split("\ntotal ")
    file.write_text(
        "\ntotal ".join([blocks[0], *(_more(block, 4) if n > 10 else block for n, block in enumerate(blocks[1:]))]),
        encoding="utf-8",
    )
    for size in (1, 3000, 1 << 20):
        found, _ = all_of(check_files([str(file)], size=size))
        assert [each.code for each in found] == ["CAL612"]
        assert found[0].args["found"] == int(str(found[0].args["due"])) + 4


def _more(block: str, amount: int) -> str:
    first, _, rest = block.partition("\n")
    words = first.split()
    words[1] = str(int(words[1]) + amount)
    return f"{' '.join(words)}\n{rest}"


class _Counted(tuple[Any, ...]):
    """Findings that count how often they are iterated over."""

    __slots__ = ()
    times: ClassVar[list[int]] = []

    def __iter__(self) -> Iterator[Any]:
        self.times.append(1)
        return super().__iter__()


def test_a_summary_goes_through_the_findings_of_a_shard_once(tmp_path: Path) -> None:
    """Once for what they are and once for whether it could be read, however many there are: not once for each."""
    file = tmp_path / "a.cal"
    file.write_text(EVENINGS["slips"], "utf-8")
    (part,) = check_files([str(file)])
    added = Sum()
    added.add_part(part._replace(findings=_Counted(part.findings * 50)))
    assert added.total_findings == 50 * len(part.findings) > 0
    assert len(_Counted.times) == 2
