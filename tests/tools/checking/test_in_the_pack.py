"""Cards that are written otherwise are mended unasked where the pack leaves no doubt, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec_tools.main import main

_RECORD = """cal 1
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal A: 10b 3b
end
"""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    Path("a.cal").write_text(_RECORD, encoding="utf-8")


_ODD = """ruleset: odd
version: 1.0.0
extends: pagat
title: A pack with other honours
set:
  pack.ranks: 32AZXF7654
  pack.aliases: {}
  pack.points: {"3": 1, "2": 1, A: 3, Z: 1, X: 1, F: 1}
"""


def test_without_tens_nothing_is_mended_and_the_king_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """If every king is written 10, `T` would be wrong everywhere."""
    assert main(["check", "--fix", "--rules", "pagat", "a.cal"]) == 1
    said = capsys.readouterr().out
    assert Path("a.cal").read_text(encoding="utf-8") == _RECORD
    assert "there is no ten in this pack" in said
    assert "write `Rb`" in said
    assert "(safe)" not in said


def test_with_tens_the_mending_is_safe() -> None:
    """`american-1900` is played with tens."""
    main(["check", "--fix", "--rules", "american-1900", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == _RECORD.replace("10b", "Tb")


def test_without_a_ruleset_nothing_is_safe(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a ruleset the pack is unknown, so no fix is safe."""
    main(["check", "--fix", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == _RECORD
    assert "if the pack has tens; if the king is meant" in capsys.readouterr().out


def test_a_pack_without_tens_and_kings_offers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Then the ranks are listed, in Italian too."""
    Path("odd.yaml").write_text(_ODD, encoding="utf-8")
    main(["check", "--lang", "it", "--rules", "odd.yaml", "a.cal"])
    said = " ".join(capsys.readouterr().out.split())
    assert "i valori di questo mazzo sono 3 2 A Z X F 7 6 5 4" in said
    assert "rimedio" not in said


@pytest.mark.parametrize(
    ("written", "meant"),
    [("AB", "Ab"), ("CC", "Cc"), ("BA", "Ab"), ("ab", "Ab"), ("ba", "Ab"), ("bA", "Ab"), ("KD", "Kd"), ("sF", "Fs")],
)
def test_two_letters_that_make_one_card_are_mended(written: str, meant: str) -> None:
    """Large or small, this way or that: the pack has only one such card."""
    text = _RECORD.replace("10b", written)
    Path("a.cal").write_text(text, encoding="utf-8")
    main(["check", "--fix", "--rules", "pagat", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == text.replace(f": {written} ", f": {meant} ")


_TWOFOLD = """ruleset: twofold
version: 1.0.0
extends: pagat
title: A pack in which letters mean two things
set:
  pack.suits: bacd
  pack.ranks: 32ABCF7654
  pack.aliases: {}
  pack.points: {"3": 1, "2": 1, A: 3, B: 1, C: 1, F: 1}
"""


@pytest.mark.parametrize("written", ["AB", "ab", "bA", "XY"])
def test_two_letters_that_make_two_cards_or_none_are_left(written: str) -> None:
    """Here `AB` may be `Ab` or `Ba`; only the writer knows."""
    Path("twofold.yaml").write_text(_TWOFOLD, encoding="utf-8")
    text = _RECORD.replace("10b", written)
    Path("a.cal").write_text(text, encoding="utf-8")
    main(["check", "--fix", "--rules", "twofold.yaml", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("bid B: chiamo, C: passo", "bid B: chiamo C: passo"),
        ("bid B: chiamo,C: passo", "bid B: chiamo C: passo"),
        ("bid B: chiamo , C: passo,", "bid B: chiamo C: passo"),
        ("score B: +2, A: -1, C: -1", "score B: +2 A: -1 C: -1"),
        ("result B: won,", "result B: won"),
    ],
)
def test_commas_are_left_out(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Lists elsewhere have them; the advice names them, and a fix removes them."""
    text = _RECORD.replace("deal A: 10b 3b", line)
    Path("a.cal").write_text(text, encoding="utf-8")
    main(["check", "--rules", "pagat", "a.cal"])
    said = capsys.readouterr().out
    assert "CAL120" in said
    assert "leave out the comma" in said
    main(["check", "--fix", "--rules", "pagat", "a.cal"])
    mended = Path("a.cal").read_text(encoding="utf-8")
    assert [row.split() for row in mended.split("\n")] == [row.split() for row in text.replace(line, meant).split("\n")]
