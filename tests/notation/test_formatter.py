"""One canonical form; nothing but layout changes; a file is replaced whole or not at all."""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.notation import Text, parse_records
from calarec.core.notation.blocks import MAX_LINE_CHARACTERS
from calarec.core.notation.formatter import fmt, format_diff, format_source
from calarec.core.notation.source import to_presentable
from calarec.core.records import model as m
from calarec_tools.output.files.line_filling import Computed, fill_record
from calarec_tools.output.files.replacing import replace_file
from tests.notation import corpus
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODEST = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
TEXTS = [corpus.text(path) for path in corpus.ALL if path.stem != "not-utf8"]


def said(text: str) -> list[object]:
    """All content of a record, wherever it is."""
    found: list[object] = []
    for hand in parse_records(text):
        found += [hand.name, hand.broken, hand.session.people, *(one._replace(line=0) for one in hand.statements)]
    return found


def comments(text: str) -> list[str]:
    """The comments of lines without strings."""
    return [line[line.index(";") :].rstrip() for line in text.split("\n") if ";" in line and '"' not in line]


@pytest.mark.parametrize("path", corpus.ALL, ids=corpus.name)
def test_formatting_twice_is_formatting_once(path: Path) -> None:
    """The canonical form of the canonical form is itself, for broken records too."""
    once = fmt(corpus.text(path))
    assert fmt(once) == once


@pytest.mark.parametrize("path", corpus.ALL, ids=corpus.name)
def test_formatting_changes_nothing_that_is_said(path: Path) -> None:
    """Statements, names, comments and broken lines are the same afterwards."""
    text = corpus.text(path)
    done = fmt(text)
    assert said(done) == said(text)
    assert comments(done) == comments(text.replace("\r", ""))
    for hand in parse_records(text):
        if hand.broken:
            for line in hand.lines:
                assert line.rstrip("\r ") in to_presentable(done)


@MODEST
@given(st.sampled_from(TEXTS), st.data())
def test_damaged_records_are_formatted_all_the_same(text: str, data: st.DataObject) -> None:
    """With a stretch cut out and something put in: no exception, and formatting is still idempotent."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    new = data.draw(st.sampled_from(["", "\n", " ", ";", '"', "\t", "end\n", "hand 9\n", "3b", "\r"]))
    once = fmt(text[:start] + new + text[end:])
    assert fmt(once) == once


GOLDEN = [
    ("cal 1\nhand 1\ndealer A\nend", "cal 1\n\nhand 1\ndealer A\nend\n"),
    ("\n\ncal 1\n\n\n\nhand  1\nend\n\n\n", "cal 1\n\nhand 1\nend\n"),
    ("cal 1\n; about it\nhand 1\nend\n", "cal 1\n\n; about it\nhand 1\nend\n"),
    ("hand 1\n1 B: 3s  2s > B;x\n2 B: 4s 5s ;  y  \nend\n", "hand 1\n 1 B: 3s 2s > B  ;x\n 2 B: 4s 5s  ;  y\nend\n"),
    ("hand 1\nscore A: 2 B: +0 C: -2\nend\n", "hand 1\nscore A: +2 B: 0 C: -2\nend\n"),
    ('hand 1\nnote "\\u00e8\\/"\nend\n', 'hand 1\nnote "è/"\nend\n'),
    ("hand 1\nbid B: sto bene C:passo\nend\n", "hand 1\nbid B: sto-bene C: passo\nend\n"),
    ("hand 1\n  dealer   A\n zog\nend\n", "hand 1\n  dealer   A\n zog\nend\n"),
]


@pytest.mark.parametrize(("text", "canonical"), GOLDEN)
def test_the_canonical_form(text: str, canonical: str) -> None:
    """Single blanks, one blank line before a hand, two before a comment, signs on scores, broken hands as they are."""
    assert fmt(text) == canonical


def test_a_diff_shows_what_changes_and_nothing_else() -> None:
    """As `diff -u` does; empty where nothing changes."""
    shown = format_diff("hand 1\nend\n", "hand 1\nend\n", "a.cal")
    assert shown == ""
    shown = format_diff("hand  1\nend\n", fmt("hand  1\nend\n"), "a.cal")
    assert "-hand  1" in shown
    assert "+hand 1" in shown


def test_formatting_is_lazy() -> None:
    """The first hands come out before the last have been read."""
    text = "cal 1\n" + "\nhand 1\ndealer A\nend\n" * 50
    assert "".join(format_source(Text(text))) == fmt(text)
    assert next(iter(format_source(Text(text)))) == "cal 1\n\nhand 1\ndealer A\nend\n"


def test_filling_writes_what_is_missing_and_keeps_what_stands() -> None:
    """Winners on their tricks, result, score and total in their order, comments where they were."""
    text = "cal 1\n\nhand 1\n 1 B: 3s 2s  ; x\n 2 B: 4s 5s > A\nscore A: +1\nend\n\nhand 2\nbid B\nend\n"
    asked: list[str] = []

    def compute(hand: m.Hand) -> Computed:
        asked.append(hand.name)
        result = m.Result((m.Stated(("A",), 3),))
        return Computed({1: "B", 2: "B"}, result, m.Score((("A", 9),)), m.Total((("A", 5),)))

    done = "".join(fill_record(Text(text), compute))
    assert asked == ["1", "2"]
    assert done == (
        "cal 1\n\nhand 1\n 1 B: 3s 2s > B  ; x\n 2 B: 4s 5s > A\nresult A: 3\nscore A: +1\ntotal A: 5\nend\n\n"
        "hand 2\nbid B\nend\n"
    )


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """Its permissions stay, and nothing is left beside it."""
    path = tmp_path / "a.cal"
    path.write_text("old\n")
    path.chmod(0o640)
    replace_file(path, ["new", "\n"])
    assert path.read_text() == "new\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_not_replaced_if_anything_goes_wrong(tmp_path: Path) -> None:
    """Ctrl-C in the middle leaves the old file, and no other."""
    path = tmp_path / "a.cal"
    path.write_text("old\n")

    def broken_off() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_file(path, broken_off())
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The file that a link points to is replaced, and the link stays."""
    path = tmp_path / "a.cal"
    path.write_text("old\n")
    link = tmp_path / "b.cal"
    link.symlink_to(path)
    replace_file(link, ["new\n"])
    assert link.is_symlink()
    assert path.read_text() == "new\n"


def test_no_canonical_line_ends_with_a_blank() -> None:
    """Nor has one a tab outside its strings and comments."""
    for text in TEXTS:
        if not any(hand.broken for hand in parse_records(text)):
            assert not re.search(r"[ \t]$", fmt(text), re.MULTILINE)


def test_a_line_that_is_too_long_stays_as_it_is() -> None:
    """It has nothing to put in order, and it is not lost either."""
    comment, word = "x" * 2 * MAX_LINE_CHARACTERS, "y" * MAX_LINE_CHARACTERS
    text = f"cal 1\n\nhand 1\nend\n\n; {comment}\nbid  A: {word} ; z\n\nhand 2\nend\n"
    assert fmt(text) == text


def test_a_mark_of_byte_order_belongs_at_the_beginning() -> None:
    """There it is taken away; a line further on that begins with one cannot be read and stays as it is."""
    hand = "hand 1\ndealer A\n{}bid A: chiamo\nend\n"
    assert fmt("\ufeffcal 1\n\n" + hand.format("")) == "cal 1\n\n" + hand.format("")
    assert fmt("cal 1\n\n" + hand.format("\ufeff")) == "cal 1\n\n" + hand.format("\ufeff")
    assert fmt("cal 1\n\ufeffseat A\n") == "cal 1\n\ufeffseat A\n"
    assert fmt("\n\n\ufeffseat A\n") == "\n\ufeffseat A\n"
    assert fmt("\ufeffseat\n") == "\ufeffseat\n"
