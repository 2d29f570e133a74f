"""The moves between two stops in sentences, as some eyes saw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.events import EVERYTHING
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words, text_in
from calarec_tools.output.report.event_sentences import EventSentences
from calarec_tools.output.report.page import Page, spans_text
from calarec_tools.output.report.people import People

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.events import Eyes
    from calarec.core.judge.judgement import Happened
    from calarec_tools.output.report.page import Spans

_DEALT: Final = Words("The cards are dealt.")
_SAYS: Final = Words("{who}: {word}")
_PLAYS: Final = Words("{who} plays {card}.")
_LEADS: Final = Words("{who} leads {card}.")
_UNKNOWN: Final = Words("{who} plays a card; which one is not recorded.")
_TAKES: Final = Words("{who} takes the trick.")
_TAKES_POINTS: Final = Words("{who} takes the trick: {points}.")
_OVER: Final = Words("The hand is over.")


class _Aloud(People):
    """People with cards in words: letters cannot be understood when read aloud."""

    def cards_spans(self, mask: int, order: Sequence[int] = ()) -> Spans:
        numbers = order or [self.game.cards.numbers[name] for name in self.game.cards.list(mask)]
        return [(text_in(Listing(tuple(map(self.card_in_words, numbers))), self.lang), "")] if numbers else []


class Sayings:
    """Puts the events of one hand into words, in order, in one language."""

    def __init__(self, people: People, eyes: Eyes = EVERYTHING, told: dict[int, str] | None = None) -> None:
        """`told` has sentences by the `id` of what happened.

        All eyes that follow the same list in the same order have it in common.
        """
        self.told = told
        self.people = _Aloud(people.replay, people.setting, people.lang)
        self.eyes = eyes
        self.sentences = EventSentences(Page(people.lang, width=0, colour=False), self.people)
        self.played = 0

    def saying_of(self, happened: Sequence[Happened]) -> str:
        """Describe these happenings in sentences."""
        found: dict[str, None] = {}
        for each in happened:
            found |= dict.fromkeys(text for text in [self._saying_of_event(each)] if text)
        return " ".join(found)

    def _saying_of_event(self, happened: Happened) -> str:
        found = None if self.told is None else self.told.get(id(happened))
        if found is None:
            found = self._open_saying(happened.event)
            if found is None:
                return spans_text(self.sentences.event_sentence(happened, self.eyes) or ())
            if self.told is not None:
                self.told[id(happened)] = found
        return found

    def _open_saying(self, event: ev.Event) -> str | None:
        """The sentence of an event that all eyes see alike; None if it is another event."""
        lang = self.people.lang
        match event:
            case ev.Dealt() | ev.Laid():
                return text_in(_DEALT, lang)
            case ev.Said(kind="bid" | "pass", seat=seat):
                word = self.people.ruleset.name("contracts" if event.kind == "bid" else "words", event.word)
                return text_in(
                    _SAYS.with_values(who=self.people.names_by_seat[seat], word=visible(text_in(word, lang))), lang
                )
            case ev.Played():
                return self._saying_of_card(event)
            case ev.TrickWon():
                return self._saying_of_trick(event)
            case ev.Ended():
                return text_in(_OVER, lang)
        return None

    def _saying_of_card(self, event: ev.Played) -> str:
        leads, self.played = not self.played, self.played + 1
        who = self.people.names_by_seat[event.seat]
        if event.card < 0:
            return text_in(_UNKNOWN.with_values(who=who), self.people.lang)
        return text_in(
            (_LEADS if leads else _PLAYS).with_values(who=who, card=self.people.card_in_words(event.card)),
            self.people.lang,
        )

    def _saying_of_trick(self, event: ev.TrickWon) -> str:
        self.played = 0
        if event.winner < 0:
            return ""
        people, who = self.people, self.people.names_by_seat[event.winner]
        if -1 in event.cards:
            return text_in(_TAKES.with_values(who=who), people.lang)
        points = people.points_text(sum(people.game.cards.points[card] for card in event.cards))
        return text_in(_TAKES_POINTS.with_values(who=who, points=points), people.lang)
