"""Hovers on keywords and fixed words, for all of the notation, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.by_grammar import accept_line
from calarec.core.notation.expectations import fixed_words
from calarec.core.notation.keywords import VERBS
from calarec.core.notation.single_lines import verb_meant
from calarec.core.records.rows import ROWS
from calarec.core.wording.language import LANGUAGES
from calarec_tools.desk.editor import record_hovers, record_offers
from calarec_tools.desk.editor.edited_record import EditedRecord
from calarec_tools.desk.editor.line_hovers import describe_keyword
from tests.judge.damage.written_hand import HAND

if TYPE_CHECKING:
    from calarec_tools.desk.editor.record_hovers import ToldPlace


def _told(text: str, column: int, *, verb: str = "", lang: str = "en") -> ToldPlace | None:
    """Return the hover of a place in the first line with this keyword."""
    record = EditedRecord("evening.cal", text)
    record.judge_hands()
    at, raw = next((number, line) for number, line in enumerate(text.split("\n"), 1) if line.startswith(verb))
    edited = record.hand_at(at)
    known = next(each for each in LANGUAGES if each == lang)
    return (
        record_hovers.describe_line_place(raw, column, known)
        if edited is None
        else record_hovers.describe_place(edited, at, column, known)
    )


def test_every_verb_is_told_and_no_other() -> None:
    """Every keyword of the notation has a hover; tricks and custom lines too."""
    assert [verb for verb in (*VERBS, "trick", "x-") if not describe_keyword(verb, "en")] == []
    assert describe_keyword("shuffle", "en") == ""


@pytest.mark.parametrize("verb", ROWS)
def test_the_example_is_a_line_of_its_verb(verb: str) -> None:
    """As the grammar knows it."""
    line = ROWS[verb].example
    assert verb_meant(line) == verb
    assert accept_line(line, 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_is_told_in_words_of_its_own(lang: str) -> None:
    """No two verbs have the same meaning, and none is in another language."""
    said = [describe_keyword(verb, lang) for verb in ROWS]  # type: ignore[arg-type]
    assert len(set(said)) == len(said)
    if lang != "en":
        english = [describe_keyword(verb, "en") for verb in ROWS]
        assert not {*said} & {*english}


def test_the_verb_of_a_line_is_told_wherever_it_stands() -> None:
    """Outside of hands, in a hand, of a trick its number; in Italian too."""
    for verb, column, part in (
        ("seat", 2, "A person at a seat"), ("deal ", 4, "was dealt"), ("bid", 1, "words of the auction"),
        (" 4 B", 2, "the seat that leads"), ("end", 1, "The hand ends"),
    ):  # fmt: skip
        place = _told(HAND, column, verb=verb)
        assert place is not None
        assert part in place.text
        assert HAND.split("\n")[0] != place.text
    italian = _told(HAND, 2, verb="discard", lang="it")
    assert italian is not None
    assert "Chi scarta quali carte" in italian.text


def test_of_a_line_of_sums_the_account_is_told_too() -> None:
    """First what it states, then how it came about."""
    place = _told(HAND, 2, verb="score")
    assert place is not None
    assert place.text.index("The payments of the hand") < place.text.index("````text")
    amount = _told(HAND, 10, verb="score")
    assert amount is not None
    assert "The payments of the hand" not in amount.text


@pytest.mark.parametrize(
    ("line", "word", "part"),
    [
        ("call B: 3b with C", "with", "has the card"),
        ("give C: open 3b to B", "to", "who gets the cards"),
        ("give C: open 3b to B", "open", "all see the cards"),
        ("discard B: closed 6b 5c 6d 5s", "closed", "do not see"),
    ],
)
def test_a_fixed_word_is_told(line: str, word: str, part: str) -> None:
    """The hover of a fixed word has its meaning in a line."""
    assert line in HAND
    place = _told(HAND, line.index(f" {word} ") + 2, verb=line)
    assert place is not None
    assert part in place.text
    assert (place.column, place.width) == (line.index(f" {word} ") + 2, len(word))


def test_a_word_of_the_rules_is_told_as_a_rule() -> None:
    """Not as a fixed word, and not with its line."""
    place = _told(HAND, 9, verb="bid")
    assert place is not None
    assert place.text.startswith("`contracts.chiamo`")


def test_every_fixed_word_of_the_grammar_is_told() -> None:
    """All fixed words of the grammar have hovers, except the names of piles."""
    from calarec_tools.desk.editor.line_hovers import _BY, _WORDS

    assert {*fixed_words(), ">"} - {"monte", "hand"} == {*_WORDS, "by"}
    assert set(_BY) == {"dummy", "fault", "claim"}


def test_no_verb_is_offered_beside_its_line() -> None:
    """`seat A` and `seat`, `hand 1` and `hand`: the line that is due is offered, with what it states."""
    for text in ("cal 1\nrules pagat\n", "cal 1\nrules pagat\nseat A\nseat B\nseat C\n", HAND.split("call ")[0]):
        record = EditedRecord("evening.cal", text)
        found = record_offers.list_record_offers(record, text.count("\n") + 1, 1, "en")
        verbs = [verb_meant(each.text) for each in found]
        assert len(set(verbs)) == len(verbs)
        assert all(describe_keyword(verb, "en") in each.about for verb, each in zip(verbs, found, strict=True))
