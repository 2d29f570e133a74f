"""Questions to the players, whose answers would settle half-remembered hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words
from calarec_tools.output.report.people import People

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import MemorableFact
    from calarec.core.wording.language import Language

MAX_QUESTIONS: Final = 5
"""More questions than this are not asked at once."""
_MAX_OPEN: Final = 10
"""The maximum number of open hands examined, each for a second at most."""
_ASKED: Final = Words("hand {name}: {questions}?")
_QUESTIONS: Final = {
    "played": Words("which player played {card}, and in which trick"),
    "dealt": Words("who was dealt {card}"),
}


class OpenHands:
    """Sees the hands of an evening, and asks what would settle those that are open."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang
        self.questions: list[Words] = []
        """A question, or two together, for a hand."""
        self.seen = 0
        """The number of open hands examined."""

    @property
    def is_done(self) -> bool:
        """True if no question is asked about further hands."""
        return self.seen == _MAX_OPEN or len(self.questions) == MAX_QUESTIONS

    def see_hand(self, judged: Judgement, /) -> None:
        """Ask about a hand, if it is open and something is known that would settle it."""
        if self.is_done or judged.account is not None:
            return
        self.seen += 1
        ends, setting = judged.possible, judged.setting
        if ends is not None and setting is not None and ends.deciding:
            people = People(judged, setting, self.lang)
            asked = dict.fromkeys(_question_of(people, fact) for fact in ends.deciding[0].facts)
            self.questions.append(_ASKED.with_values(name=visible(judged.hand.name), questions=Listing(tuple(asked))))


def _question_of(people: People, fact: MemorableFact) -> Words:
    """The question that a fact answers."""
    return _QUESTIONS[fact.kind].with_values(card=people.card_in_words(fact.card))
