"""The knowledge of a seat, as bytes in the layout and as text.

The public part is kept once for a hand, by seats in order of play. The rest is folded by the watcher that `view` uses,
one for each seat. Both take in events only when they are asked. The play is most of a hand, and everyone sees it: the
watchers skip it, and the cards played are taken out of what they know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import NOT_KNOWN, project
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import Watcher
from calarec.core.records import model as rec
from calarec.learning.layout import CARDS, FIELDS, KINDS, MAX_SEATS, OBSERVATION_BYTES, WORDS
from calarec.playing.moves import UNSEEN
from calarec.playing.writing import event_statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.views import Known
    from calarec.learning.decisions import ChoiceSoFar
    from calarec.learning.rule_slots import RuleSlots

_BYTE: Final = 255
_PLACE_OF_KIND: Final = {kind: place for place, kind in enumerate(KINDS)}
(
    _KNOWN, _PILES, _CHOSEN, _PLAYED, _WON, _TRICK, _CALLED, _TRUMP, _SAID, _HAND_SIZES, _PILE_SIZES, _TRICKS_WON,
    _DECLARER, _PARTNERS, _TURN, _LEADER, _ACTING_FOR, _TASK, _NUMBERS, _MOMENT,
) = (
    FIELDS[name].first
    for name in (
        "known", "piles", "chosen", "played", "won", "trick", "called", "trump", "said", "hand_sizes", "pile_sizes",
        "tricks_won", "declarer", "partners", "turn", "leader", "acting_for", "task", "numbers", "moment",
    )
)  # fmt: skip
"""The first bytes of fields that are written for each observation."""


class PublicBytes:
    """The public part of a hand, by seats in order of play from the eldest."""

    def __init__(self, slots: RuleSlots, setting: Seating) -> None:
        seats = len(setting.active)
        self.slots = slots
        self.order: tuple[int, ...] = setting.active
        self.places: dict[int, int] = {seat: place for place, seat in enumerate(setting.active)}
        self.played: bytearray = bytearray(CARDS * seats)
        self.won: bytearray = bytearray(CARDS * seats)
        self.said: bytearray = bytearray(WORDS * seats)
        self.tricks_won: bytearray = bytearray(seats)
        self.called: int = 0
        self.tricks: int = 0
        self.gone: int = 0
        """The cards that were played."""
        self._words = self._watched = 0

    def watch(self, events: Sequence[ev.Event]) -> None:
        """Add the new events; `events` are all of the hand."""
        if self._watched == len(events):
            return
        slot_of_card = self.slots.slot_of_card
        for event in events[self._watched :] if self._watched else events:
            if isinstance(event, ev.Played):
                slot = CARDS * self.places[event.seat] + slot_of_card[event.card]
                self.played[slot] = self.tricks + 1
                self.gone |= 1 << event.card
            elif isinstance(event, ev.TrickWon):
                place = self.places[event.winner]
                self.tricks = event.number
                self.tricks_won[place] += 1
                for card in event.cards:
                    self.won[CARDS * place + slot_of_card[card]] = event.number
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
    """The knowledge of one seat."""

    def __init__(self, slots: RuleSlots, setting: Seating, seat: int) -> None:
        self.slots: RuleSlots = slots
        self.setting: Seating = setting
        self.seat: int = seat
        # A seat that sits out looks from the eldest's place, and knows no cards.
        self.base: int = setting.active.index(seat) if seat in setting.active else 0
        self.order: tuple[int, ...] = (*setting.active[self.base :], *setting.active[: self.base])
        self.place_of: dict[int, int] = {player: place for place, player in enumerate(self.order)}
        self._watcher = Watcher(slots.game, len(setting.labels), 1 << seat)
        self._watched = 0
        self._templates: dict[str, bytearray] = {}

    def watch(self, events: Sequence[ev.Event]) -> None:
        """Add the new events; `events` are all of the hand."""
        if self._watched < len(events):
            new = [event for event in events[self._watched :] if not isinstance(event, ev.Played | ev.TrickWon)]
            if new:
                self._watcher.watch_events(new)
            self._watched = len(events)

    @property
    def piles(self) -> Sequence[Known]:
        """The cards of each pile, as the seat knows them."""
        return self._watcher.piles

    # ------------------------------------------------------------------ bytes

    def write(self, public: PublicBytes, state: State, waiting: Sequence[int], choice: ChoiceSoFar | None) -> bytearray:
        """The observation, by the layout; the watchers have seen all events."""
        template = self._templates.get(state.contract)
        if template is None:
            template = self._templates[state.contract] = self.make_template(state.contract)
        out, watcher = template[:], self._watcher
        card_bytes, hands = self.slots.card_bytes, watcher.hands
        still_held = ~public.gone
        for place, seat in enumerate(self.order):
            out[_HAND_SIZES + place] = state.hands[seat].bit_count()
            cards = hands[seat].cards & still_held
            if cards:
                start = _KNOWN + CARDS * place
                out[start : start + CARDS] = card_bytes(cards)
        for number, pile in enumerate(state.piles):
            out[_PILE_SIZES + number] = pile.bit_count()
            cards = watcher.piles[number].cards
            if cards:
                start = _PILES + CARDS * number
                out[start : start + CARDS] = card_bytes(cards)
        self._turn_rows(out, _PLAYED, public.played, CARDS)
        self._turn_rows(out, _WON, public.won, CARDS)
        self._turn_rows(out, _SAID, public.said, WORDS)
        self._turn_rows(out, _TRICKS_WON, public.tricks_won, 1)
        self._write_turn(out, public, state, waiting)
        if state.trump:
            out[_TRUMP : _TRUMP + CARDS] = card_bytes(state.trump)
        if public.called:
            self._write_called(out, public.called)
        if choice is not None:
            self._write_choice(out, choice)
        out[_MOMENT] = public.tricks
        out[_MOMENT + 2] = bool(state.outcome)
        return out

    def _write_turn(self, out: bytearray, public: PublicBytes, state: State, waiting: Sequence[int]) -> None:
        """The trick on the table, whose turn it is, and the declarer."""
        place_of = self.place_of
        for place, card in enumerate(state.trick):
            seat = public.order[(public.places[state.leader] + place) % len(public.order)]
            out[_TRICK + CARDS * place_of[seat] + self.slots.slot_of_card[card]] = 1
        for seat in waiting:
            out[_TURN + place_of[seat]] = 1
        if state.leader != NOBODY and self.slots.is_leader_known(state):
            out[_LEADER + place_of[state.leader]] = 1
        if state.declarer != NOBODY:
            self._write_contract(out, state)

    def make_template(self, contract: str) -> bytearray:
        """Make the bytes that do not change in a hand, or change only with the contract."""
        out, setting = bytearray(OBSERVATION_BYTES), self.setting
        for seat in setting.active:
            out[FIELDS["in_play"].first + self.place_of[seat]] = 1
        for seat in setting.dummies:
            out[FIELDS["dummy"].first + self.place_of[seat]] = 1
        if self.seat in setting.active:
            for seat in setting.partners(self.seat):
                out[FIELDS["side"].first + self.place_of[seat]] = 1
        else:
            out[_MOMENT + 1] = 1
        if setting.dealer in self.place_of:
            out[FIELDS["dealer"].first + self.place_of[setting.dealer]] = 1
        if contract:
            out[FIELDS["contract"].first + self.slots.place_of_contract[contract]] = 1
        out[FIELDS["card_points"].first :] = self.slots.rule_bytes(len(self.order), contract)
        return out

    def _turn_rows(self, out: bytearray, start: int, rows: bytearray, width: int) -> None:
        """Write rows of seats in order of play, from the observing seat on."""
        here, size = width * self.base, len(rows)
        out[start : start + size - here] = rows[here:]
        if here:
            out[start + size - here : start + size] = rows[:here]

    def _write_contract(self, out: bytearray, state: State) -> None:
        out[_DECLARER + self.place_of[state.declarer]] = 1
        for seat in bits(self._watcher.find_partners(state)):
            out[_PARTNERS + self.place_of[seat]] = 1

    def _write_called(self, out: bytearray, called: int) -> None:
        """Write the called cards, and the place of the last one as far as it is known."""
        out[_CALLED : _CALLED + CARDS] = self.slots.card_bytes(called)
        found = self._watcher.called_place
        if found != NOT_KNOWN:
            out[FIELDS["called_from"].first + (self.place_of[found] if found >= 0 else MAX_SEATS - 1 - found)] = 1

    def _write_choice(self, out: bytearray, choice: ChoiceSoFar) -> None:
        """Write the decision of the seat."""
        offer = choice.decision.offer
        out[_ACTING_FOR + self.place_of[offer.seat]] = 1
        out[_TASK + _PLACE_OF_KIND[offer.do]] = 1
        out[_NUMBERS : _NUMBERS + 4] = bytes(
            (offer.least, offer.most, choice.cards.bit_count() + choice.unseen, choice.unseen)
        )
        if choice.cards:
            out[_CHOSEN : _CHOSEN + CARDS] = self.slots.card_bytes(choice.cards)
        if offer.do == "give":
            out[FIELDS["receiver"].first + self.place_of[offer.to]] = 1
        elif offer.do in ("take", "discard"):
            out[FIELDS["pile"].first + offer.to] = 1

    # ------------------------------------------------------------------ text

    def list_statements(self, events: Sequence[ev.Event], choice: ChoiceSoFar | None) -> list[rec.Statement]:
        """The record of the hand as the seat knows it, with a choice that it has begun."""
        log, names = project(events, 1 << self.seat), self.slots.game.cards.list
        notes = [
            (place, rec.Note(text)) for place, seen in enumerate(log) for text in self._note_on(seen.event, seen.hidden)
        ]
        told = [_with_unknown_cards(seen.event, seen.hidden) for seen in log]
        said = event_statements(self.slots.game, self.setting, told, beside=notes, all_said=True)
        if choice is not None:
            chosen = [*names(choice.cards), *[UNSEEN] * choice.unseen]
            said.append(rec.Note(f"chosen: {' '.join(chosen)}"))
        return said

    def _note_on(self, event: ev.Event, hidden: int) -> Iterator[str]:
        """Name what the seat has seen and a record has no line for."""
        names, label = self.slots.game.cards.list, self.setting.labels
        match event:
            case ev.Received(seat=seat, cards=cards) | ev.HandOpened(seat=seat, cards=cards) if not hidden:
                yield f"hand of {label[seat]}: {' '.join(names(cards))}"
            case ev.Turned(pile=pile, cards=cards) if not hidden:
                yield f"{self.slots.game.piles[pile]}: {' '.join(names(cards))}"
            case ev.PartnerKnown(seat=seat):
                yield f"partner: {label[seat]}"


def _with_unknown_cards(event: ev.Event, hidden: int) -> ev.Event:
    """An event with the cards that were not seen as unknown cards."""
    if isinstance(event, ev.Dealt | ev.Laid | ev.Given | ev.Tabled | ev.Taken | ev.Discarded | ev.Shown | ev.Declared):
        return event._replace(unknown=hidden)
    return event
