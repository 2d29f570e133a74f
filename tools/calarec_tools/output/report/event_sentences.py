"""Sentences for events, one for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine import events as ev
from calarec.core.engine.events import glimpse, has_seen
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.events import Eyes
    from calarec.core.judge.judgement import Happened
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

_OPEN: Final = Words("face up")
_CLOSED: Final = Words("face down")
_OPENS: Final = Words("face up", sense="cards")
_CLOSEDS: Final = Words("face down", sense="cards")
_CALLED: Final = Words("{who} calls {card}, {short}")
_CALLED_BLANK: Final = Words("{who} calls a card; which one is not recorded.")
_FOUND: Final = {
    "seat": Words("{call}: {holder} has it."),
    "pile": Words("{call}: it is in the {pile}."),
    "hand": Words("{call}: it is in the declarer's own hand."),
    "": Words("{call}."),
}
_GIVEN: Final = Words("{who} gives {to} {cards} ({how}).")
_TABLED: Final = Words("{who} lays {cards} on the table ({how}).")
_TAKEN: Final = Words("{who} takes {cards} ({pile}, {how}).")
_DISCARDED: Final = Words("{who} discards {cards} ({pile}, {how}).")
_NOTHING: Final = {
    ev.Taken: Words("{who} takes nothing ({pile})."),
    ev.Discarded: Words("{who} discards nothing ({pile})."),
}
_TURNED: Final = {
    "all": Words("The {pile} is turned up for all: {cards}."),
    "one": Words("{who} looks at the {pile}: {cards}."),
    "some": Words("{who} look at the {pile}: {cards}."),
}
_OPENED: Final = {
    "all": Words("{whose} hand is opened to all: {cards}."),
    "one": Words("{who} sees the hand of {whose}: {cards}."),
    "some": Words("{who} see the hand of {whose}: {cards}."),
}
_SHOWN: Final = {
    "all": Words("{whose} shows all {cards}."),
    "some": Words("{whose} shows {who} {cards}."),
    "": Words("{whose} shows {cards}."),
}
_DECLARED: Final = {
    False: Words("{who} declares {word}."),
    True: Words("{who} declares {word}: {cards}."),
}
_UNRECORDED: Final = Words("The exchange here is not recorded.")
_SETTLED: Final = Words("{who} plays {contract}.")
_RAISED: Final = Words("{who} raises to {contract}.")
_DOUBLED: Final = Words("{who} says {word}: more is played for.")
_ALL_PASS: Final = Words("All have passed.")
_PARTNER: Final = Words("All now know that {who} is {declarer}'s partner.")
_ALONE: Final = Words("{who} says “{word}”.")
_CLAIMED: Final = {
    ("rest", False): Words("{who} claims the rest{answer}."),
    ("points", False): Words("{who} claims {points}{answer}."),
    ("rest", True): Words("{who} concedes the rest{answer}."),
    ("points", True): Words("{who} concedes {points}{answer}."),
}
_ANSWERS: Final = {
    True: Words(": accepted"),
    False: Words(": refused, and play goes on"),
    None: Words(""),
}
_TRUMP_NAMED: Final = Words("{who} names the trump suit: {suit}.")
_TRUMP_CALLED: Final = Words("The called card makes {suit} trumps.")
_TRUMP_TURNED: Final = Words("{who} turns up {card}: {suit} are trumps.")
_FAULT: Final = Words("Irregularity of {who}: {word}{trick}{by}.")
_IN_TRICK: Final = Words(" in trick {number}")
_BY: Final = Words(", claimed by {who}")
_SUPPLIED: Final = Words(" Not recorded; there was no choice.")
_UNSAID: Final = Words(" Nothing is recorded.")


_MOVES: Final = (ev.Given, ev.Tabled, ev.Taken, ev.Discarded)


class EventSentences:
    """Puts the events of one hand into words on one page."""

    def __init__(self, page: Page, people: People) -> None:
        self.page = page
        self.people = people
        self.declarer = -1
        self.contract = ""
        self.blanks = 0

    def print_event(self, happened: Happened, eyes: Eyes) -> None:
        """Print what happened, as the eyes saw it."""
        spans = self.event_sentence(happened, eyes)
        if spans is not None:
            self.page.print_spans(spans, self.people.name_rule(happened.event.rule))

    def event_sentence(self, happened: Happened, eyes: Eyes) -> Spans | None:
        """Return the sentence, its cards in written order; None if it is elsewhere."""
        event, hidden, self.blanks = glimpsed_event(happened.event, eyes)
        order = [] if self.blanks else self.people.written_order(happened)
        spans = self._make_sentence(event, hidden, order)
        if spans is not None and happened.supplied and isinstance(event, _MOVES):
            nothing = not (event.cards or hidden or self.blanks)
            spans += [(self.page.localized_text(_UNSAID if nothing else _SUPPLIED), "faint")]
        return spans

    def _make_sentence(self, event: ev.Event, hidden: int, order: Sequence[int]) -> Spans | None:
        people, fill = self.people, self.page.filled_spans
        match event:
            case ev.Called():
                return self._called_spans(event)
            case ev.TrumpMade():
                suit = people.game.ruleset.name("suits", people.game.cards.names[event.suit.bit_length() - 1][1])
                if people.game.rules.play.is_trump_called:
                    return fill(_TRUMP_CALLED, suit=suit)
                if event.card < 0:
                    return fill(_TRUMP_NAMED, who=people.who(event.seat), suit=suit)
                return fill(_TRUMP_TURNED, who=people.who(event.seat), card=people.card_spans(event.card), suit=suit)
            case ev.Given():
                cards = people.seen_cards(event.cards, hidden, order, self.blanks)
                how = self._words_for_showing(event.cards, hidden, open_=event.open)
                return fill(_GIVEN, who=people.who(event.seat), to=people.recipient(event.to), cards=cards, how=how)
            case ev.Taken() | ev.Discarded() if not (event.cards or hidden or self.blanks):
                return fill(_NOTHING[type(event)], who=people.who(event.seat), pile=people.pile_name(event.pile))
            case ev.Tabled() | ev.Taken() | ev.Discarded():
                text = {ev.Tabled: _TABLED, ev.Taken: _TAKEN, ev.Discarded: _DISCARDED}[type(event)]
                return fill(
                    text,
                    who=people.who(event.seat),
                    cards=people.seen_cards(event.cards, hidden, order, self.blanks),
                    pile=people.pile_name(event.pile),
                    how=self._words_for_showing(event.cards, hidden, open_=event.open),
                )
            case ev.Declared():
                number = event.cards.bit_count() + hidden + self.blanks
                named = people.seen_cards(event.cards, hidden, order, self.blanks) if number else ""
                word = people.ruleset.name("standing", event.word)
                return fill(_DECLARED[bool(number)], who=people.who(event.seat), word=word, cards=named)
            case ev.Turned() | ev.HandOpened() | ev.Shown():
                return self._uncovered_spans(event, hidden)
        return self._spans_of_words(event)

    def _called_spans(self, event: ev.Called) -> Spans:
        people, fill = self.people, self.page.filled_spans
        who = people.who(event.seat)
        if self.blanks:
            return fill(_CALLED_BLANK, who=who)
        call = fill(_CALLED, who=who, card=people.card_in_words(event.card), short=people.card_spans(event.card))
        if event.found >= 0:
            return fill(_FOUND["seat"], call=call, holder=people.who(event.found))
        where = {-1: "pile", -2: "hand"}.get(event.found, "")
        pile = next((number for number, pile in enumerate(people.game.rules.piles.values()) if pile.dealt), 0)
        return fill(_FOUND[where], call=call, pile=people.pile_name(pile) if where == "pile" else "")

    def _words_for_showing(self, cards: int, hidden: int, *, open_: bool) -> Words:
        one = (hidden or cards.bit_count() + self.blanks) == 1
        if open_:
            return _OPEN if one else _OPENS
        return _CLOSED if one else _CLOSEDS

    def _uncovered_spans(self, event: ev.Turned | ev.HandOpened | ev.Shown, hidden: int) -> Spans:
        people = self.people
        seats = [seat for seat in range(len(people.setting.labels)) if event.seen >> seat & 1]
        if isinstance(event, ev.Shown | ev.HandOpened):
            seats = [seat for seat in seats if seat != event.seat]
        to = "all" if event.seen == people.setting.all else "one" if len(seats) == 1 else "some"
        values: dict[str, object] = {
            "who": people.joined_names(seats),
            "cards": people.seen_cards(event.cards, hidden, (), self.blanks),
        }
        if isinstance(event, ev.Turned):
            return self.page.filled_spans(_TURNED[to], pile=people.pile_name(event.pile), **values)
        values["whose"] = self._whose(event.seat) if isinstance(event, ev.HandOpened) else people.who(event.seat)
        if isinstance(event, ev.Shown):
            return self.page.filled_spans(_SHOWN["all" if to == "all" else "some" if seats else ""], **values)
        return self.page.filled_spans(_OPENED[to], **values)

    def _whose(self, seat: int) -> Words:
        return Words("{name}'s", name=self.people.names_by_seat[seat])

    def _spans_of_words(self, event: ev.Event) -> Spans | None:
        """Events that are words."""
        people, fill = self.people, self.page.filled_spans
        match event:
            case ev.Settled():
                self.declarer, self.contract = event.declarer, event.contract
                return fill(_SETTLED, who=people.who(event.declarer), contract=people.contract_spans(event.contract))
            case ev.Said(kind="raise"):
                return fill(_RAISED, who=people.who(event.seat), contract=people.contract_spans(event.word))
            case ev.Said(kind="double"):
                called = people.ruleset.name("words", event.word)
                return fill(_DOUBLED, who=people.who(event.seat), word=visible(text_in(called, self.page.lang)))
            case ev.AllPassed():
                return fill(_ALL_PASS)
            case ev.Unrecorded():
                return fill(_UNRECORDED)
            case ev.PartnerKnown() if self.declarer >= 0:
                return fill(_PARTNER, who=people.who(event.seat), declarer=people.who(self.declarer))
            case ev.Signalled():
                return fill(_ALONE, who=people.who(event.seat), word=visible(event.word))
            case ev.Claimed():
                text = _CLAIMED["rest" if event.points is None else "points", event.concede]
                points = "" if event.points is None else people.points_text(event.points)
                return fill(text, who=people.who(event.seat), points=points, answer=_ANSWERS[event.accepted])
            case ev.Faulted():
                return self._fault_spans(event)
        return None

    def _fault_spans(self, event: ev.Faulted) -> Spans:
        people, fill = self.people, self.page.filled_spans
        trick = fill(_IN_TRICK, number=event.trick) if event.trick else []
        by = fill(_BY, who=people.who(event.by)) if event.by >= 0 else []
        word = people.ruleset.name("faults", event.word)
        return fill(_FAULT, who=people.who(event.seat), word=word, trick=trick, by=by)


def glimpsed_event(event: ev.Event, eyes: Eyes) -> tuple[Any, int, int]:
    """Return an event as seen, and its numbers of hidden and of unrecorded cards."""
    seen = glimpse(event, eyes)
    blank = isinstance(event, ev.Called) or has_seen(eyes, event)
    return (seen.event, 0, seen.hidden) if blank else (seen.event, seen.hidden, 0)
