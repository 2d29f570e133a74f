"""A line with any number of errors is read or refused: none is lost silently."""

from __future__ import annotations

from difflib import get_close_matches

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.notation import Text, fmt, read_records
from calarec.core.notation.keywords import VERBS, closest_word
from calarec.core.wording.severities import Severity

HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n"


@pytest.mark.parametrize("many", [3, 12, 13, 59])
def test_many_harmless_slips_are_read(many: int) -> None:
    """Each gives a note, and nothing is left out."""
    (hand,) = read_records(Text(f"{HEAD}bid{' A:passo' * many}\nend\n"))
    assert sum(type(each).__name__ == "Bid" for each in hand.statements) == many
    assert not hand.broken
    assert {each.severity for each in hand.findings} == {Severity.NOTE}
    assert fmt(f"{HEAD}bid{' A:passo' * many}\nend\n").count("A: passo") == many


@pytest.mark.parametrize("many", [61, 150, 1240])
def test_too_many_harmless_slips_break_the_line(many: int) -> None:
    """That is an error, and formatting leaves the line as it is."""
    text = f"{HEAD}bid{' A:passo' * many}\nend\n"
    (hand,) = read_records(Text(text))
    assert hand.broken
    assert any(each.severity is Severity.ERROR for each in hand.findings)
    assert fmt(text) == text


@pytest.mark.parametrize(
    ("said", "helped"),
    [
        ("5 1/3", "in thirds, `5 1/3` is `16`"),
        ("6 1/2", "in halves, `6 1/2` is `13`"),
        ("won stramazzo", "reads it from the `score` line"),
        ("24 stramazzo", "reads it from the `score` line"),
        ("5 1/0", ""),
        ("5 4/3", ""),
    ],
)
def test_what_is_written_for_a_fraction_or_a_bonus_in_a_result(said: str, helped: str) -> None:
    """The line stays unread; the help has what is to be written."""
    (hand,) = read_records(Text(f"{HEAD}bid C: solo\nresult C: {said}\nend\n"))
    assert hand.broken
    (finding,) = hand.findings
    assert finding.code == "CAL102"
    assert helped in (finding.help("en") or "")
    assert bool(finding.help("en")) == bool(helped)


@given(word=st.one_of(st.text("abcdehilmnoprst-", max_size=14), st.sampled_from(VERBS)), gone=st.integers(0, 9))
@settings(deadline=None)
def test_the_nearest_verb_is_that_of_difflib(word: str, gone: int) -> None:
    """Words that cannot be near are passed over before they are compared; the answer is the same."""
    word = word[:gone] + word[gone + 1 :]
    found = get_close_matches(word, VERBS, n=1, cutoff=0.6 if len(word) > 3 else 0.65)
    assert closest_word(word, VERBS) == (found[0] if found else "")
