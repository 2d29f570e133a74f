"""A sentence agrees with the number in it, in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.language import LANGUAGES, Listing, Phrase, Words, fill_words, load_sentences, text_in
from calarec.core.wording.messages import all_codes, find_section
from calarec_tools.output.report.page import Page, spans_text
from tests.wording.sentences_of_code import sentences_of_code

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

FIX: Final = Words("fix|fixes")

_COUNTED: Final = re.compile(
    r"(?<![`{])\{(?!its|label|name|seat|who)\w+\} (?:more |other |new )?"
    r"(?:bonuses|cards|contracts|deals|errors|files|findings|fixes|hands|lines|minutes|points|rules|shards|totals|tricks)\b"
)
_NEVER_ONE: Final = {
    "{chosen} of {count} cards are chosen": "the page: one card is chosen by its first tap",
    "{count} bonuses add": "a limit above one",
    "{deals} deals are whole rounds": "as many as sit at a table, or more",
    "{count} cards in {suits}": "a pack",
    "{count} files, {size} MB": "the files of the page",
    "{count} findings in this file are enough": "a limit above one",
    "{count} hands here": "only said of several",
    "{dealt} cards to draw from": "a sum of several hands",
    "{dealt} cards do not make packets": "some packets of several hands",
    "even among {hands} hands": "a table",
    "for {hands} hands, {tops}": "a table",
    "{hands} hands no player": "a table",
    "{hands} hands of {hand}": "a table",
    "{hands} hands there is": "a table",
    "{hands} more hands": "only said of several",
    "{hands} cards in the hand": "a hand",
    "{limit} findings": "a limit above one",
    "{limit} files": "a limit above one",
    "{limit} lines": "a limit above one",
    "{made} points of a hundred": "with decimals",
    "with {most} points": "more than a deal has",
    "{needed} hands": "a table",
    "{number} cards of one": "several by its nature",
    "{points} points: each plays alone": "a claim",
    "{of} rules are": "all rules of a ruleset",
    "a trick has {cards} cards": "a table",
    "all {number} cards": "a pack",
    "it has {tricks} tricks": "a hand",
    "make {sum} cards": "a sum of several hands",
    "of the {total} cards": "a deal",
    "{usual} cards": "a table",
}
"""Counts that are always above one, with the reason."""


def _messages(lang: Language) -> list[str]:
    wordings = [words for code in all_codes() for words in find_section(code, lang).messages.values()]
    return [text for words in wordings for text in words if text]


def _english() -> list[str]:
    return [*(template for _, template in sentences_of_code()), *_messages("en")]


@pytest.mark.parametrize(
    ("count", "english", "italian"),
    [
        (0, "0 cards are left", "restano 0 carte"),
        (1, "1 card is left", "resta 1 carta"),
        (2, "2 cards are left", "restano 2 carte"),
        (1_000, "1000 cards are left", "restano 1000 carte"),
    ],
)
def test_words_agree_with_a_number(count: int, english: str, italian: str) -> None:
    """`#` in a form is the number itself; a number in figures counts like one."""
    templates = {"en": "{n:# card is|# cards are} left", "it": "{n:resta # carta|restano # carte}"}
    for lang, expected in (("en", english), ("it", italian)):
        for value in (count, str(count)):
            assert fill_words(templates[lang], lang, {"n": value}) == expected


def test_words_agree_with_a_phrase_that_counts() -> None:
    """The count of a phrase is its first part; other values stay as they are."""
    template = "{count} left, {count:it|they} and {who}"
    for number, expected in ((1, "1 fix left, it and a or b"), (3, "3 fixes left, they and a or b")):
        values = {"count": Phrase("figures", number, FIX), "who": Listing(("a", "b"), either=True)}
        assert fill_words(template, "en", values) == expected
    assert text_in(Words("{n:a|#}{m}", n=2, m="{x|y}"), "en") == "2{x|y}"


def test_a_page_makes_words_agree_too() -> None:
    """Spans keep their styles beside a form that agrees."""
    page = Page("en", width=80, colour=False)
    for count, expected in ((1, "1 trick of A"), (2, "2 tricks of A")):
        spans = page.filled_spans(Words("{n:# trick|# tricks} of {who}"), n=count, who=[("A", "strong")])
        assert spans_text(spans) == expected
        assert spans[-1] == ("A", "strong")


def test_no_sentence_has_a_plural_that_one_would_not_fit() -> None:
    """A number before a plural noun agrees with it, unless it is never one."""
    wrong = [
        f"{template}: {found[0]}"
        for template in _english()
        for found in _COUNTED.finditer(template)
        if not any(found[0] in known and known in template for known in _NEVER_ONE)
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forms_are_two(lang: str) -> None:
    """Each count in a template has a form for one and a form for several."""
    known = [words for table in load_sentences(lang).values() for words in table.values()] if lang != "en" else []
    for text in _english() if lang == "en" else [*known, *_messages(lang)]:
        for forms in re.findall(r"(?<!\{)\{\w+:([^{}]*)\}", text):
            assert forms.count("|") == 1, text
