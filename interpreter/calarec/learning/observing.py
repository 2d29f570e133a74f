"""What a seat knows, as bytes in the layout and as text.

What everyone knows is kept once for a hand, by seats in order of play; what a seat alone knows is folded by the same
watcher as `view` uses. Both take in events only when somebody looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import NOT_KNOWN
from calarec.core.engine.moves import legal
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import Watcher
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.learning.layout import BIDS, CARDS, KINDS, MAX_PILES, MAX_SEATS, WORDS
from calarec.learning.rule_slots import NO_CARDS
from calarec.playing.writing import event_statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.state import Seating
    from calarec.core.engine.views import Known
    from calarec.learning.rule_slots import RuleSlots
    from calarec.learning.stepped_hand import SteppedHand

_BYTE: Final = 255
_ONE_OF: Final = {
    size: [bytes(int(at == place) for at in range(size)) for place in range(size)] + [bytes(size)]
    for size in (MAX_PILES, MAX_SEATS, MAX_SEATS + 2, BIDS, len(KINDS))
}
"""Rows with a single 1, by size and place; the last, also by -1, is all zero."""
_NO_TASK: Final = bytes(MAX_SEATS + len(KINDS) + MAX_SEATS + MAX_PILES + 4)


class PublicBytes:
    """What everyone knows of a hand, by seats in order of play from the eldest."""

    def __init__(self, slots: RuleSlots, setting: Seating) -> None:
        seats = len(setting.active)
        self.slots = slots
        self.places = {seat: place for place, seat in enumerate(setting.active)}
        self.played = bytearray(CARDS * seats)
        self.won = bytearray(CARDS * seats)
        self.trick = bytearray(CARDS * seats)
        self.said = bytearray(WORDS * seats)
        self.tricks_won = bytearray(seats)
        self.called = self.tricks = 0
        self._words = self._watched = 0

    def watch(self, events: Sequence[ev.Event]) -> None:
        """Takes in what has happened since; `events` are all of the hand."""
        if self._watched == len(events):
            return
        slot_of_card = self.slots.slot_of_card
        for event in events[self._watched :] if self._watched else events:
            if isinstance(event, ev.Played):
                slot = CARDS * self.places[event.seat] + slot_of_card[event.card]
                self.played[slot] = self.tricks + 1
                self.trick[slot] = 1
            elif isinstance(event, ev.TrickWon):
                place = self.places[event.winner]
                self.tricks = event.number
                self.tricks_won[place] += 1
                for card in event.cards:
                    self.won[CARDS * place + slot_of_card[card]] = event.number
                self.trick = bytearray(len(self.trick))
            elif isinstance(event, ev.Said | ev.Declared | ev.Signalled):
                self._note_word(event)
            elif isinstance(event, ev.Called):
                self.called |= 1 << event.card
        self._watched = len(events)

    def _note_word(self, event: ev.Said | ev.Declared | ev.Signalled) -> None:
        kind = "signal" if isinstance(event, ev.Signalled) else "declare" if isinstance(event, ev.Declared) else "bid"
        words = self.slots.slot_of_word["double" if getattr(event, "kind", "") == "double" else kind]
        self._words += 1
        self.said[WORDS * self.places[event.seat] + words[event.word] - CARDS] = min(self._words, _BYTE)


class SeatObserver:
    """What one seat knows of a hand."""

    def __init__(self, slots: RuleSlots, setting: Seating, seat: int) -> None:
        self.slots, self.setting, self.seat = slots, setting, seat
        seats = len(setting.active)
        # A seat that sits out looks from the eldest's place, and knows nobody's cards.
        self.base = setting.active.index(seat) if seat in setting.active else 0
        self.order = (*setting.active[self.base :], *setting.active[: self.base])
        self.place_of = {each: place for place, each in enumerate(self.order)}
        self._watcher = Watcher(slots.game, len(setting.labels), 1 << seat)
        self._watched = 0
        self._missing = MAX_SEATS - seats
        self._no_rows = bytes(CARDS * self._missing)
        self._no_words = bytes(WORDS * self._missing)
        self._no_numbers = bytes(self._missing)
        self._table = self._seat_row(setting.active) + self._seat_row(setting.dummies)
        self._dealer = _ONE_OF[MAX_SEATS][self.place_of.get(setting.dealer, -1)]
        self._side = self._seat_row(setting.partners(seat) if seat in setting.active else ())

    def watch(self, events: Sequence[ev.Event]) -> None:
        """Takes in what has happened since; `events` are all of the hand."""
        if self._watched < len(events):
            self._watcher.watch_events(events[self._watched :])
            self._watched = len(events)

    @property
    def piles(self) -> Sequence[Known]:
        """What the seat knows of each pile."""
        return self._watcher.piles

    def _seat_row(self, seats: Sequence[int]) -> bytes:
        places = [self.place_of[seat] for seat in seats]
        return bytes(int(place in places) for place in range(MAX_SEATS))

    def _turned(self, rows: bytearray, width: int) -> bytearray:
        """Rows of seats in order of play, from the seat that looks on."""
        here = width * self.base
        return rows[here:] + rows[:here]

    # ------------------------------------------------------------------ bytes

    def write(self, hand: SteppedHand) -> bytes:
        """The observation; the watchers have seen all events."""
        state, public, watcher = hand.state, hand.public, self._watcher
        card_bytes, one_of_seats, place_of = self.slots.card_bytes, _ONE_OF[MAX_SEATS], self.place_of
        hands, piles = watcher.hands, watcher.piles
        decides = hand.decision is not None and hand.decision.seat == self.seat
        parts: list[bytes | bytearray] = [card_bytes(hands[seat].cards) for seat in self.order]
        parts.append(self._no_rows)
        parts += [card_bytes(pile.cards) for pile in piles]
        parts.append(bytes(CARDS * (MAX_PILES - len(piles))))
        parts.append(card_bytes(hand.chosen) if decides else NO_CARDS)
        for rows in (public.played, public.won, public.trick):
            parts += self._turned(rows, CARDS), self._no_rows
        parts += card_bytes(public.called), card_bytes(state.trump)
        parts += self._turned(public.said, WORDS), self._no_words
        parts += bytes([hands[seat].size for seat in self.order]), self._no_numbers
        parts.append(bytes([*[pile.size for pile in piles], *(0,) * (MAX_PILES - len(piles))]))
        parts += self._turned(public.tricks_won, 1), self._no_numbers
        parts.append(_ONE_OF[BIDS][self.slots.place_of_contract[state.contract]])
        parts.append(one_of_seats[place_of[state.declarer] if state.declarer != NOBODY else -1])
        partners = watcher.find_partners(state)
        parts.append(self._seat_row(tuple(bits(partners))) if partners else one_of_seats[-1])
        parts += self._side, self._called_from(), self._dealer, self._table
        parts.append(self._seat_row(_find_waiting_seats(hand)))
        parts.append(one_of_seats[place_of[state.leader] if state.leader != NOBODY else -1])
        parts.append(self._task(hand) if decides else _NO_TASK)
        parts.append(bytes((public.tricks, self.seat not in place_of, bool(state.outcome))))
        parts.append(self.slots.rule_bytes(len(self.order), state.contract))
        return b"".join(parts)

    def _called_from(self) -> bytes:
        """Where the card called last was: a seat, a pile, the caller's hand, or not known."""
        found = self._watcher.found
        row = _ONE_OF[MAX_SEATS + 2]
        if found == NOT_KNOWN:
            return row[-1]
        return row[self.place_of[found] if found >= 0 else MAX_SEATS - 1 - found]

    def _task(self, hand: SteppedHand) -> bytes:
        """What the seat has to decide."""
        decision = hand.decision
        assert decision is not None
        offer, kinds = decision.offer, _ONE_OF[len(KINDS)]
        to = self.place_of[offer.to] if offer.do == "give" else -1
        pile = offer.to if offer.do in ("take", "discard") else -1
        count = hand.chosen.bit_count() + hand.blind
        numbers = bytes((offer.least, offer.most, count, hand.blind))
        return b"".join(
            (
                _ONE_OF[MAX_SEATS][self.place_of[offer.seat]], kinds[KINDS.index(offer.do)], _ONE_OF[MAX_SEATS][to],
                _ONE_OF[MAX_PILES][pile], numbers,
            )
        )  # fmt: skip

    # ------------------------------------------------------------------ text

    def write_text(self, hand: SteppedHand) -> str:
        """The record of the hand as the seat knows it; cards that it has not seen are `__`."""
        log = self._watcher.log
        notes = [
            (place, rec.Note(text)) for place, seen in enumerate(log) for text in self._note_on(seen.event, seen.hidden)
        ]
        told = [_with_unknown_cards(seen.event, seen.hidden) for seen in log]
        said = event_statements(self.slots.game, self.setting, told, beside=notes, all_said=True)
        if hand.decision is not None and hand.decision.seat == self.seat and (hand.chosen or hand.blind):
            names = [*self.slots.game.cards.list(hand.chosen), *["__"] * hand.blind]
            said.append(rec.Note(f"chosen: {' '.join(names)}"))
        return write([rec.Hand(name=hand.begun.name, statements=tuple(said), session=hand.begun.session)])

    def _note_on(self, event: ev.Event, hidden: int) -> Iterator[str]:
        """What a record has no line for, and the seat has seen."""
        names, label = self.slots.game.cards.list, self.setting.labels
        match event:
            case ev.Received(seat=seat, cards=cards) | ev.HandOpened(seat=seat, cards=cards) if not hidden:
                yield f"hand of {label[seat]}: {' '.join(names(cards))}"
            case ev.Turned(pile=pile, cards=cards) if not hidden:
                yield f"{self.slots.game.piles[pile]}: {' '.join(names(cards))}"
            case ev.PartnerKnown(seat=seat):
                yield f"partner: {label[seat]}"


def _with_unknown_cards(event: ev.Event, hidden: int) -> ev.Event:
    """An event with the cards that were not seen as cards that nobody wrote down."""
    return event._replace(unknown=hidden) if hidden and hasattr(event, "unknown") else event


def _find_waiting_seats(hand: SteppedHand) -> tuple[int, ...]:
    """The seats for which the hand waits, as everyone at the table knows."""
    if hand.decision is not None and hand.decision.offer.do == "play":
        return (hand.decision.offer.seat,)
    offers = legal(hand.game, hand.state)
    return tuple(dict.fromkeys(offer.seat for offer in offers if not offer.is_optional))
