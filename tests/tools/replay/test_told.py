"""Output of `replay`, compared with reviewed files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.cells import cells
from tests.tools.replay.told import HERE, SAMPLES, Sample, run, told

if TYPE_CHECKING:
    from pathlib import Path

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_telling_is_as_it_was_read(sample: Sample) -> None:
    """The output of each sample is its golden file; `regenerate` writes them anew."""
    assert told(sample) == sample.golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_lines_keep_to_the_width(sample: Sample) -> None:
    """No line is wider than the terminal; but a path is never broken."""
    if sample.width:
        lines = _COLOUR.sub("", sample.golden.read_text(encoding="utf-8")).splitlines()
        wide = [line for line in lines if cells(line) > sample.width and "/" not in line and "|" not in line]
        assert wide == []


def test_colour_adds_nothing_but_colour() -> None:
    """Without its escapes coloured output is the plain one: suits have letters too."""
    coloured, plain = ((HERE / "told" / f"{name}.txt").read_text() for name in ("plain-80-colour", "plain-80"))
    assert "\x1b[32m3b\x1b[0m" in coloured
    assert _COLOUR.sub("", coloured) == plain


def test_no_color_wins() -> None:
    """NO_COLOR is heeded, and a pipe gets no colour."""
    assert "\x1b" not in run("replay", "tests/tools/replay/plain.cal").out


def test_both_languages_tell_the_same() -> None:
    """The same lines about the same things: only words differ, no figure, no card, no place."""
    english, italian = ((HERE / "told" / f"{name}.txt").read_text() for name in ("plain-80", "plain-80-it"))
    figures = [re.findall(r"\d+", re.sub(r"\bseen\b.*|\bconsultato\b.*", "", text)) for text in (english, italian)]
    assert sorted(figures[0]) == sorted(figures[1])


def test_strangers_text_is_shown_not_obeyed(tmp_path: Path) -> None:
    """Names and reasons from a record reach no terminal as commands."""
    record = tmp_path / "game.cal"
    record.write_text((HERE / "plain.cal").read_text().replace('"Bruno"', '"Br\\u001b[2Juno"'), encoding="utf-8")
    out = run("replay", str(record)).out
    assert "\x1b" not in out
    assert r"Br\x1b[2Juno wins" in out


def test_a_part_of_the_hand_has_one_heading(tmp_path: Path) -> None:
    """A call that was made before the other bids does not begin the auction again."""
    record = tmp_path / "game.cal"
    record.write_text(
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\nhand 1\ndealer B\ndeal C: 2b 6b Rs Cs 3c 2c __ __ __ 3d Ad __\n"
        "bid C: chiamo A: passo B: passo\ncall C: 3b with A\ntake C: Rb 6s 4s 2d\n1 C: 3b 5b 4b\nend\n",
        encoding="utf-8",
    )
    for file in (str(record), "records/gelli-terziglio/partial.cal"):
        for hand in run("replay", file).out.split("\nHand "):
            assert hand.count("\nThe auction") == 1
