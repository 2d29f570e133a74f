"""Numbers, points and articles in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calarec.core.wording import phrases
from calarec.core.wording.language import LANGUAGES, Phrase, Translated, text_in


@pytest.mark.parametrize(
    ("count", "unit", "said"),
    [
        (0, "1/3", Translated.from_texts({"en": "0 points", "it": "0 punti"})),
        (1, "1/3", Translated.from_texts({"en": "a third of a point", "it": "un terzo di punto"})),
        (2, "1/3", Translated.from_texts({"en": "two thirds of a point", "it": "due terzi di punto"})),
        (3, "1/3", Translated.from_texts({"en": "1 point", "it": "1 punto"})),
        (4, "1/3", Translated.from_texts({"en": "1 point and a third", "it": "1 punto e un terzo"})),
        (35, "1/3", Translated.from_texts({"en": "11 points and two thirds", "it": "11 punti e due terzi"})),
        (1, "1/2", Translated.from_texts({"en": "half a point", "it": "mezzo punto"})),
        (3, "1/2", Translated.from_texts({"en": "1 point and a half", "it": "1 punto e mezzo"})),
        (7, "1/8", Translated.from_texts({"en": "seven eighths of a point", "it": "sette ottavi di punto"})),
        (18, "1", Translated.from_texts({"en": "18 points", "it": "18 punti"})),
    ],
)
def test_points(count: int, unit: str, said: Translated) -> None:
    """Whole points and the parts of one, by the unit of the file."""
    assert [text_in(phrases.points_phrase(count, unit), lang) for lang in LANGUAGES] == [
        text_in(said, lang) for lang in LANGUAGES
    ]


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from(["1", "1/2", "1/3", "1/7"]))
def test_points_are_told_apart(one: int, other: int, unit: str) -> None:
    """Two numbers of points never have the same words, in either language."""
    left, right = phrases.points_phrase(one, unit), phrases.points_phrase(other, unit)
    for lang in LANGUAGES:
        assert (one == other) == (text_in(left, lang) == text_in(right, lang))


@pytest.mark.parametrize(
    ("name", "the", "of", "a"),
    [
        ("monte", "il monte", "del monte", "un monte"),
        ("asso", "l'asso", "dell'asso", "un asso"),
        ("otto", "l'otto", "dell'otto", "un otto"),
        ("donna", "la donna", "della donna", "una donna"),
        ("oca", "l'oca", "dell'oca", "un'oca"),
        ("scarto", "lo scarto", "dello scarto", "uno scarto"),
        ("gli scarti", "gli scarti", "degli scarti", "un scarti"),
        ("re", "il re", "del re", "un re"),
    ],
)
def test_italian_articles(name: str, the: str, of: str, a: str) -> None:
    """The article fits the noun and joins its preposition."""
    forms = phrases.thing(Translated.from_texts(name), "it")
    assert (text_in(forms["it"], "it"), text_in(forms["of_it"], "it")) == (the, of)
    assert text_in(Phrase("indefinite", name), "it") == a


@given(st.integers(0, 60), st.integers(0, 60))
def test_counts_are_told_apart(one: int, other: int) -> None:
    """Two numbers of cards never have the same words."""
    assert (one == other) == (text_in(phrases.cards_phrase(one), "it") == text_in(phrases.cards_phrase(other), "it"))
    assert (one == other) == (
        text_in(phrases.ordinal_phrase(one), "en") == text_in(phrases.ordinal_phrase(other), "en")
    )
