"""Questions to those who played: the answers would settle hands of an evening whose cards are half remembered."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words
from calarec_tools.output.report.people import People

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import MemorableFact
    from calarec.core.wording.language import Language

MAX_QUESTIONS: Final = 5
"""More questions than this are not asked at once."""
_MAX_OPEN: Final = 10
"""Open hands that are looked at, each for a second at most; behind them nothing is asked."""
_ASKED: Final = Words("hand {name}: {questions}?")
_QUESTIONS: Final = {
    "played": Words("who played {card}, and in which trick"),
    "dealt": Words("who was dealt {card}"),
}


def find_questions(judged: Iterable[Judgement], lang: Language) -> list[Words]:
    """The questions about the first hands that they would settle, a hand each."""
    found: list[Words] = []
    open_hands = (judgement for judgement in judged if judgement.account is None)
    for judgement in islice(open_hands, _MAX_OPEN):
        ends, setting = judgement.possible, judgement.setting
        if ends is not None and setting is not None and ends.deciding:
            people = People(judgement, setting, lang)
            asked = dict.fromkeys(_question_of(people, fact) for fact in ends.deciding[0].facts)
            found.append(_ASKED.with_values(name=visible(judgement.hand.name), questions=Listing(tuple(asked))))
        if len(found) == MAX_QUESTIONS:
            break
    return found


def _question_of(people: People, fact: MemorableFact) -> Words:
    """The question that a fact answers."""
    return _QUESTIONS[fact.kind].with_values(card=people.card_in_words(fact.card))
