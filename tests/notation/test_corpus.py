"""The corpora: the content of each file, or its error and the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation import Text, parse_records, read_records
from calarec.core.wording.severities import Severity
from tests.notation import corpus
from tests.notation.events import events, findings

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.findings import Edit


@pytest.mark.parametrize("path", corpus.VALID, ids=corpus.name)
def test_a_valid_file_says_what_stands_beside_it(path: Path) -> None:
    """Every statement, with its line; the evening in force; every note."""
    assert events(corpus.text(path), path.name) == corpus.expected(path)


@pytest.mark.parametrize("path", corpus.VALID, ids=corpus.name)
def test_a_valid_file_has_no_error(path: Path) -> None:
    """A valid file is read whole."""
    records = read_records(Text(corpus.text(path)))
    hands = list(records)
    assert not any(hand.broken for hand in hands)
    assert not any(one.severity is Severity.ERROR for one in records.findings)


@pytest.mark.parametrize("path", corpus.INVALID, ids=corpus.name)
def test_an_invalid_file_has_the_findings_beside_it(path: Path) -> None:
    """Every code at its line and column, and nothing else; the other hands are whole."""
    assert findings(corpus.text(path), path.name) == corpus.expected(path)


@pytest.mark.parametrize("path", corpus.INVALID, ids=corpus.name)
def test_what_is_shown_of_a_finding_ends_with_its_line(path: Path) -> None:
    """The excerpt is the text of the file there, wherever the hand begins."""
    lines = corpus.text(path).split("\n")
    records = read_records(Text(corpus.text(path)))
    found = [one for hand in records for one in hand.findings] + records.findings
    for one in found:
        if one.excerpt is not None:
            first = one.excerpt.first_line
            assert first + len(one.excerpt.lines) - 1 == one.span.line
            assert [_legible(line) for line in lines[first - 1 : one.span.line]] == [*map(_legible, one.excerpt.lines)]
    in_hands = [one for hand in parse_records(corpus.text(path)) for one in hand.findings if one.span.line >= hand.line]
    assert all(one.excerpt is not None for one in in_hands)


def _legible(line: str) -> str:
    """As it is shown: what is no letter of UTF-8 as a mark, and no carriage return."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in line).rstrip("\r")


def test_there_are_enough_files() -> None:
    """A hundred and fifty at least, none without its answer, no answer without its file."""
    assert len(corpus.ALL) >= 150
    answers = {path for folder in ("valid", "invalid") for path in (corpus.HERE / folder).glob("*.json")}
    assert answers == {path.with_suffix(".json") for path in corpus.ALL}


def test_a_broken_hand_has_no_statements() -> None:
    """No silent half-hand: what could not be read whole is not read at all, and its text is kept."""
    for path in corpus.INVALID:
        for hand in parse_records(corpus.text(path)):
            assert not (hand.broken and hand.statements)
            assert hand.lines


def test_every_word_of_a_finding_exists_in_both_languages() -> None:
    """Each finding of the corpora has English and Italian words, and the two differ."""
    for path in corpus.ALL:
        records = read_records(Text(corpus.text(path)))
        found = [one for hand in records for one in hand.findings]
        for one in [*found, *records.findings]:
            assert one.message("en") != one.message("it")
            assert one.help("en") == "" or one.help("it")


@pytest.mark.parametrize("path", corpus.INVALID, ids=corpus.name)
def test_a_file_is_mended_by_its_own_fixes(path: Path) -> None:
    """If every error and warning has an edit, all edits together leave neither."""
    text = corpus.text(path)
    records = read_records(Text(text))
    found = [one for hand in records for one in hand.findings] + records.findings
    bad = [one for one in found if one.severity is not Severity.NOTE]
    edits = [edit for one in bad if one.fix for edit in one.fix.edits]
    if len(edits) < len(bad):
        return
    again = read_records(Text(_applied(text, edits)))
    left = [one for hand in again for one in hand.findings] + again.findings
    # What was hidden by the error may come to light, but nothing may be wrong with the mended words.
    assert not {one.code for one in left if one.severity is Severity.ERROR} & {one.code for one in bad}


def _applied(text: str, edits: list[Edit]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one.span.line, one.span.column), reverse=True):
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)
