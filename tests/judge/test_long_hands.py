"""The cost of judging, in steps; hands longer than any real one are refused."""

from __future__ import annotations

import gzip
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.notation import blocks
from calarec.core.notation.reader import Records, parse_records
from calarec_tools.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAD: Final = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer A\n'
CHIAMO: Final = "bid B: chiamo C: passo A: passo\n"
PAID: Final = CHIAMO + "result B: won\nscore A: -1 B: +2 C: -1\n"
LONG: Final[dict[str, Callable[[int], str]]] = {
    "bids in a line": lambda count: "bid" + " B: passo" * count + "\n",
    "lines of bids": lambda count: "bid B: passo\n" * count,
    "faults": lambda count: PAID + "fault A: revoke\n" * count,
    "claims": lambda count: CHIAMO + "claim A: rest\n" * count,
    "tricks": lambda count: CHIAMO + "".join(f" {number + 1} B: 3b 2b Fb\n" for number in range(count)),
    "gifts": lambda count: CHIAMO + "give A: 3b to C\n" * count,
    "totals": lambda count: PAID + "total A: -1 B: +2 C: -1\n" * count,
}
COMMANDS: Final = (
    "check --jobs 1", "replay", "repair", "sheet", "view -o out.html", "annotate", "coverage", "stats -q winners",
    "identify -r pagat", "rescore -r twenty-one", "fmt --diff", "fmt --fill --diff", "pin", "dedup",
    "convert --to json -",
)  # fmt: skip
MOST_STEPS: Final = 12_000_000
"""Calls of functions: some seconds; without limits, 400 bids take 30 times that."""


def steps(words: list[str]) -> int:
    """Count the functions that a command calls, the same on every machine."""
    called = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal called
        called += event == "call"

    sys.setprofile(count)
    try:
        assert main(words) in (0, 1, 2)
    finally:
        sys.setprofile(None)
    return called


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)


@pytest.mark.mass
@pytest.mark.parametrize("count", [290, 400, 1_000])
@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_takes_more_steps(
    command: str, kind: str, count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With any repetition in a hand, below the limit and beyond it."""
    (tmp_path / "a.cal").write_text(HEAD + LONG[kind](count) + "end\n", encoding="utf-8")
    words = command.split()
    place = words.index("-") if "-" in words else len(words)
    assert steps([*words[:place], "a.cal", *words[place:]]) < MOST_STEPS
    assert "a mistake in calarec" not in capsys.readouterr().err


@pytest.mark.parametrize("kind", LONG)
def test_a_hand_beyond_the_limit_says_so(kind: str) -> None:
    """Once; its read lines are kept, and the next hand is judged."""
    text = (
        HEAD + LONG[kind](blocks.MAX_HAND_STATEMENTS) + "end\n\nhand 2\ndealer B\nbid C: passo A: passo B: passo\nend\n"
    )
    one, other = parse_records(text)
    assert [(each.code, each.wording) for each in one.findings if each.code == "CAL009"] == [("CAL009", "statements")]
    assert one.broken
    assert len(one.readable) == blocks.MAX_HAND_STATEMENTS
    assert not other.broken


def test_notes_cost_nothing() -> None:
    """They are not part of the game."""
    (hand,) = parse_records(HEAD + PAID + 'note "x"\nx-camera 1\n' * blocks.MAX_HAND_STATEMENTS + "end\n")
    assert not hand.broken


def test_repair_of_a_hand_beyond_the_limit_gives_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It reports that it did."""
    (tmp_path / "a.cal").write_text(HEAD + LONG["bids in a line"](400) + "end\n", encoding="utf-8")
    assert main(["repair", "a.cal"]) == 1
    said = capsys.readouterr().out
    assert "CAL009 more than 300 statements in this hand" in said
    assert "Not everything was tried" in said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_packed_file_is_unpacked_as_far_as_hands_need(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few bytes can hold very many comments; a file of many hands has no limit."""
    monkeypatch.setattr("calarec.core.notation.source.MAX_UNPACKED_BYTES", 1 << 20)
    file = tmp_path / "a.cal.gz"
    passed = "\nhand 1\ndealer A\nbid B: passo C: passo A: passo\nend\n"
    file.write_bytes(
        gzip.compress((HEAD[: HEAD.index("hand")] + passed + "; so it was\n" * 400_000 + passed).encode(encoding))
    )
    records = Records(str(file), encoding=encoding)
    assert len(list(records)) == 1
    assert [(each.code, each.wording) for each in records.findings] == [("CAL009", "packed")]
    file.write_bytes(gzip.compress((HEAD[: HEAD.index("hand")] + passed * 25_000).encode(encoding)))
    records = Records(str(file), encoding=encoding)
    assert sum(1 for _ in records) == 25_000
    assert not records.findings
