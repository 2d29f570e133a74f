"""Parts: nothing that is read can run anything, and only what was worked out from the same input is taken."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import Phrase, Words
from calarec.rule_files.cache import sha256
from calarec_tools.archive.runs import running
from calarec_tools.archive.runs.part_values import NoPartError, from_text, to_text
from calarec_tools.archive.runs.parts import NOT_KEPT, read_part, write_part
from calarec_tools.archive.runs.shard import check_shard
from calarec_tools.archive.runs.shards import shards
from calarec_tools.main import main
from tests.tools.evenings import evening, with_slips
from tests.tools.scale.bomb import Bomb

if TYPE_CHECKING:
    from pathlib import Path

STAMP = "ab" * 32


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A folder of parts."""
    folder = tmp_path / "parts"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize("text", [evening("pagat", 12), with_slips("pagat", 24), "cal 1\nnonsense\nhand 1\n"])
def test_reports_come_back_equal(text: str, tmp_path: Path) -> None:
    """Plain hands in a row, findings with their fixes, hands that cannot be read."""
    file = tmp_path / "a.cal"
    file.write_text(text, encoding="utf-8")
    reports = [check_shard(shard) for shard in shards(str(file), size=1500)]
    assert [from_text(to_text(report)) for report in reports] == reports


def test_values_come_back_equal() -> None:
    """Values of every kind come back, nested, with invalid bytes."""
    value = (
        1,
        None,
        True,
        [1.5, ("a\udcff",)],
        {("a", 1): {2, 3}},
        b"\0\xff",
        Fraction(1, 3),
        Words("{n} x", n=Phrase("figures", 2)),
    )
    assert from_text(to_text(value)) == value


def test_pickles_are_not_read(parts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither in the place of a part nor with the checksum of one: the work is done again, with the same answer."""
    file, note = tmp_path / "a.cal", tmp_path / "note"
    file.write_text(with_slips("pagat", 12), encoding="utf-8")
    words = ["check", str(file), "--format", "concise", "--parts", str(parts)]
    assert main(words) == 1
    said = capsys.readouterr().out
    kept = list(parts.iterdir())
    assert kept
    for part in kept:
        part.write_bytes(pickle.dumps(Bomb(note)))
    assert main(words) == 1
    assert capsys.readouterr().out == said
    assert not note.exists()


def test_a_part_of_another_input_is_not_taken(parts: Path) -> None:
    """Renamed, changed, cut off, or not the user's alone."""
    write_part(parts.as_posix(), STAMP, ("kept",))
    (file,) = parts.iterdir()
    assert read_part(str(parts), STAMP) == ("kept",)
    other = "cd" * 32
    file.rename(parts / f"{other[:40]}.part")
    assert read_part(str(parts), other) is NOT_KEPT
    write_part(str(parts), STAMP, ("kept",))
    raw = file.read_bytes()
    for changed in (raw.replace(b"kept", b"made"), raw[:-3], b"", raw[:64]):
        file.write_bytes(changed)
        assert read_part(str(parts), STAMP) is NOT_KEPT
    file.write_bytes(raw)
    file.chmod(0o666)
    assert read_part(str(parts), STAMP) is NOT_KEPT


@pytest.mark.parametrize(
    "text",
    [
        '{"Bomb":["x"]}',
        '{"system":["id"]}',
        '{"Phrase":["__import__",["os"]]}',
        '{"Phrase":["import_module",["os"]]}',
        '{"Words":["{x.__class__}","",[["x",1]]]}',
        '{"Words":["{x:>999999999}","",[["x",1]]]}',
        '{"Words":["{x:{y}|a}","",[["x",1],["y",1]]]}',
        '{"Span":["a","1",1,1,1]}',
        '{"Span":["a",1]}',
        '{"ShardReport":[[],{},[],""]}',
        '{"Finding":["CAL014",1,{"dict":[]},"",[],null,null,null,false]}',
        '{"Fraction":[1,0]}',
        '{"Ruleset":"{}"}',
        '{"list":1,"set":2}',
        "[" * 100_000,
        "nonsense",
    ],
)
def test_what_no_result_is_is_refused(text: str) -> None:
    """Other classes, functions, templates that look into values, fields of another kind."""
    with pytest.raises(NoPartError):
        from_text(text)


def test_a_forged_part_is_refused_in_words(parts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its checksum is right and its fields fit, but no check gives such a result: a code without words, no report."""
    file = tmp_path / "a.cal"
    file.write_text(with_slips("pagat", 12), encoding="utf-8")
    words = ["check", str(file), "--parts", str(parts)]
    assert main(words) == 1
    said = capsys.readouterr().out
    (part,) = parts.iterdir()
    stamp, report = json.loads(part.read_bytes().partition(b"\n")[2])
    assert "CAL" in json.dumps(report)
    for forged in (json.loads(re.sub("CAL[0-9]{3}", "CAL999", json.dumps(report))), None, [1, 2]):
        text = json.dumps([stamp, forged]).encode()
        part.write_bytes(sha256(text).encode() + b"\n" + text)
        for lang, told in (("en", "contradict the records"), ("it", "contraddice le registrazioni")):
            assert main([*words, "--lang", lang]) == 2
            err = capsys.readouterr().err
            assert told in err
            assert err.count("\n") == 1
    part.unlink()
    assert main(words) == 1
    assert capsys.readouterr().out == said


def test_a_mistake_of_calarec_is_not_blamed_on_parts(parts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    """In a folder that had no part nothing can contradict anything."""
    file = tmp_path / "a.cal"
    file.write_text(with_slips("pagat", 4), encoding="utf-8")
    monkeypatch.delenv("CALAREC_DEBUG", raising=False)
    monkeypatch.setattr(running._File, "take_shard", lambda *_: 1 / 0)
    assert main(["check", str(file), "--parts", str(parts)]) == 2
    assert "a mistake in calarec itself (ZeroDivisionError" in capsys.readouterr().err
