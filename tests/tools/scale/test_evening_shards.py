"""Files cut before evenings: every shard has the findings of the whole file."""

from __future__ import annotations

import gzip
from functools import partial
from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.candidates import identify_evenings
from calarec_tools.archive.covering import Coverage, counts_of
from calarec_tools.archive.runs.shards import evening_shards, records_of
from calarec_tools.cli import over_files
from calarec_tools.main import main
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def season(tmp_path: Path) -> str:
    """Seven evenings in one file, with blank lines, comments, a hand without its end, and an indented `cal`."""
    texts = [evening("pagat", 3 + seed, seed) for seed in range(7)]
    texts[1] = texts[1].removesuffix("end\n")
    texts[3] = "; a remark\n\n" + texts[3]
    texts[4] = texts[4].replace("cal 1", "  cal 1", 1) + "\n\n"
    file = tmp_path / "season.cal"
    file.write_text("".join(texts), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("size", [1, 900, 5000, 20_000])
def test_no_line_is_lost_and_none_has_another_number(season: str, size: int) -> None:
    """The hands of all shards are those of the file, line by line, finding by finding."""
    cut = list(evening_shards(season, size=size))
    with open(season, encoding="utf-8") as stream:  # noqa: PTH123
        assert (
            "".join(each.shard_text() for each in cut) == stream.read()
            if len(cut) > 1
            else cut[0].shard_source == season
        )
    hands = [hand for each in cut for hand in records_of(each)]
    whole = list(records_of(season))
    assert [(each.name, each.line, each.lines, each.new_evening) for each in hands] == [
        (each.name, each.line, each.lines, each.new_evening) for each in whole
    ]
    assert [[(f.code, f.span) for f in each.findings] for each in hands] == [
        [(f.code, f.span) for f in each.findings] for each in whole
    ]
    assert len(cut) == (1 if size > 15_000 else len(cut))
    assert len(cut) > (3 if size < 5000 else 0)
    assert [each.first for each in cut] == [True, *[False] * (len(cut) - 1)]
    assert [each.last for each in cut] == [*[False] * (len(cut) - 1), True]


def test_answers_are_those_of_the_file(season: str) -> None:
    """Shards have the identifications and the coverage of the file."""
    rulesets = [load_ruleset(each) for each in ("pagat", "tretre", "quintiglio")]
    whole = [(each.line, each.hands, each.best_candidate.ruleset.id) for each in identify_evenings(season, rulesets)]
    cut = list(evening_shards(season, size=2000))
    assert [
        (each.line, each.hands, each.best_candidate.ruleset.id)
        for shard in cut
        for each in identify_evenings(shard, rulesets)
    ] == whole
    added, alone = Coverage(rulesets[0]), Coverage(rulesets[0])
    for shard in cut:
        for counts in counts_of(shard, asked=rulesets[0]):
            added.add_coverage(counts)
    for counts in counts_of(next(evening_shards(season, size=1 << 30)), asked=rulesets[0]):
        alone.add_coverage(counts)
    assert added.coverage_counts._replace(ruleset=rulesets[0]) == alone.coverage_counts._replace(ruleset=rulesets[0])
    assert added.hands > 20


def test_what_is_packed_is_one_shard(season: str, tmp_path: Path) -> None:
    """It can only be read from its start, by one worker."""
    packed = tmp_path / "season.cal.gz"
    with open(season, "rb") as stream:  # noqa: PTH123
        packed.write_bytes(gzip.compress(stream.read()))
    (shard,) = evening_shards(str(packed), size=1)
    assert shard.shard_source == str(packed)
    assert [each.line for each in records_of(shard)] == [each.line for each in records_of(season)]


@pytest.mark.mass
@pytest.mark.parametrize(
    "words", [["identify", "--json"], ["rescore", "--rules", "tretre"], ["coverage"], ["coverage", "--json"]]
)
def test_processes_and_parts_change_nothing(
    words: list[str],
    season: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One process, two, from the parts of the one before: byte for byte."""
    monkeypatch.setattr(over_files, "evening_shards", partial(evening_shards, size=2000))
    rules = ["--rules", "pagat"] if words[0] != "coverage" else []
    said = []
    for more in (["--jobs", "1"], ["--jobs", "2"], ["--parts", str(tmp_path / "p")], ["--parts", str(tmp_path / "p")]):
        status = main([words[0], season, *words[1:], *rules, *more])
        told = capsys.readouterr()
        said.append((status, told.out, told.err))
    assert said[0] == said[1] == said[2] == said[3]
    assert said[0][1]
    assert list((tmp_path / "p").glob("*.part"))


def test_a_folder_is_converted_by_several_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File by file, or into one: the same bytes and words; of a file that is refused nothing, and no one file."""
    source = tmp_path / "in"
    source.mkdir()
    for number in range(4):
        (source / f"{number}.cal").write_text(evening("pagat", 3, number), encoding="utf-8")
    (source / "2.cal").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    said = []
    for jobs in ("1", "2"):
        for target in ("out", "one.csv"):
            to = ["--to", "jsonl"] if target == "out" else ["--settled"]
            status = main(["convert", str(source), str(tmp_path / f"{jobs}{target}"), *to, "--jobs", jobs])
            said.append((status, capsys.readouterr().err.replace(f"{jobs}{target}", target)))
    assert said[:2] == said[2:]
    assert [status for status, _ in said] == [2] * 4
    files = [sorted((tmp_path / f"{jobs}out").iterdir()) for jobs in "12"]
    assert [each.name for each in files[0]] == ["0.jsonl", "1.jsonl", "3.jsonl"]
    assert [each.read_bytes() for each in files[0]] == [each.read_bytes() for each in files[1]]
    assert not [*tmp_path.glob("*one.csv")]
    (source / "2.cal").unlink()
    for jobs in ("1", "2"):
        assert main(["convert", str(source), str(tmp_path / f"{jobs}one.csv"), "--settled", "--jobs", jobs]) == 0
    assert (tmp_path / "1one.csv").read_bytes() == (tmp_path / "2one.csv").read_bytes()
