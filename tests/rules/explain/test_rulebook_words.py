"""Numbers, points and articles as they are said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calarec.language import Both
from calarec.rulesets.explain import grammar


@pytest.mark.parametrize(
    ("count", "unit", "said"),
    [
        (0, "1/3", Both("0 points", "0 punti")),
        (1, "1/3", Both("a third of a point", "un terzo di punto")),
        (2, "1/3", Both("two thirds of a point", "due terzi di punto")),
        (3, "1/3", Both("1 point", "1 punto")),
        (4, "1/3", Both("1 point and a third", "1 punto e un terzo")),
        (35, "1/3", Both("11 points and two thirds", "11 punti e due terzi")),
        (1, "1/2", Both("half a point", "mezzo punto")),
        (3, "1/2", Both("1 point and a half", "1 punto e mezzo")),
        (7, "1/8", Both("seven eighths of a point", "sette ottavi di punto")),
        (18, "1", Both("18 points", "18 punti")),
    ],
)
def test_points(count: int, unit: str, said: Both) -> None:
    """Whole points and the parts of one, by the unit of the file."""
    assert grammar.points(count, unit) == said


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from(["1", "1/2", "1/3", "1/7"]))
def test_points_are_told_apart(one: int, other: int, unit: str) -> None:
    """Two numbers of points are never said alike, in either language."""
    left, right = grammar.points(one, unit), grammar.points(other, unit)
    assert (one == other) == (left.en == right.en) == (left.it == right.it)


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
    forms = grammar.thing(Both(name, name), "it")
    assert (forms["it"].it, forms["of_it"].it) == (the, of)
    assert grammar.indefinite(Both(name, name)).it == a


@given(st.integers(0, 60), st.integers(0, 60))
def test_counts_are_told_apart(one: int, other: int) -> None:
    """Two numbers of cards are never said alike."""
    assert (one == other) == (grammar.cards(one).it == grammar.cards(other).it)
    assert (one == other) == (grammar.ordinal(one).en == grammar.ordinal(other).en)
