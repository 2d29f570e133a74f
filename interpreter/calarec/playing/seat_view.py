"""The view of one seat with its legal moves, by names; or of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.displays import Drawable
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine import events as ev
from calarec.core.engine.events import EVERYTHING
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import view
from calarec.playing.moves import UNSEEN, LegalMoves, name_offer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.views import Known


class InSight(NamedTuple):
    """The known cards of a hand or a pile, and the number of all its cards."""

    cards: tuple[str, ...]
    size: int


class SeenTrick(NamedTuple):
    """A trick that was won, its cards in the order played."""

    leader: str
    cards: tuple[str, ...]
    winner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView(Drawable):
    """The knowledge of a seat at one moment.

    Seats are letters, an empty text is not a seat.
    """

    seat: str
    """The seat with these eyes; empty: they see everything."""
    seats: tuple[str, ...]
    """The seats in order of play from the eldest."""
    dealer: str
    hands: Mapping[str, InSight]
    piles: Mapping[str, InSight]
    said: tuple[tuple[str, str], ...]
    """Bids and raises: pairs of seat and word."""
    contract: str
    declarer: str
    partner: str
    """The declarer's partner, if these eyes know of one; of several the first seat."""
    called: str
    found: str
    """The known place of the called card: a seat, `monte`, or `hand`.

    `hand` is the caller's own.
    """
    trick: tuple[tuple[str, str], ...]
    """The trick on the table: pairs of seat and card."""
    tricks: tuple[SeenTrick, ...]
    trump: str
    """The letter of the suit that is trump; empty: none is."""
    legal: tuple[LegalMoves, ...]
    """The legal moves of this seat; for eyes that see everything, of all seats."""
    game: Game
    """The rules that it is played by."""

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards; none for a seat that sits out."""
        return self.hands[self.seat].cards if self.seat in self.hands else ()

    def __repr__(self) -> str:
        moves = " or ".join(dict.fromkeys(offer.do for offer in self.legal))
        cards = f"{len(self.hand)} cards, " if self.seat else ""
        turn = f"may {moves}" if moves else "waits"
        return f"<SeatView of {self.seat or 'all seats'} by {self.game.ruleset.id}: {cards}{turn}>"

    def as_json(self) -> dict[str, Any]:
        """The same as plain data; a card that is not known is `__`."""

        def listed_cards(known: InSight) -> list[str]:
            return [*known.cards, *[UNSEEN] * (known.size - len(known.cards))]

        return {
            "seat": self.seat or None,
            "seats": list(self.seats),
            "dealer": self.dealer,
            "hands": {label: listed_cards(known) for label, known in self.hands.items()},
            "piles": {name: listed_cards(known) for name, known in self.piles.items()},
            "said": [{"seat": seat, "word": word} for seat, word in self.said],
            **{name: getattr(self, name) or None for name in ("contract", "declarer", "partner", "called", "found")},
            **({"trump": self.trump} if self.trump else {}),
            "trick": [{"seat": seat, "card": card} for seat, card in self.trick],
            "tricks": [
                {"leader": trick.leader, "cards": list(trick.cards), "winner": trick.winner} for trick in self.tricks
            ],
            "legal": [each.as_json() for each in self.legal],
        }


def seat_view(game: Game, state: State, events: Iterable[ev.Event], seat: int = NOBODY) -> SeatView:
    """The view of a seat on a hand in `state` after these events; without one, all."""
    setting, cards = state.setting, game.cards
    label = (*setting.labels, "")
    happened = tuple(events)
    seen = view(game, state, happened, EVERYTHING if seat == NOBODY else 1 << seat)

    def cards_in_sight(each: Known) -> InSight:
        return InSight(cards.list(each.cards), each.size)

    return SeatView(
        game=game,
        seat=label[seat],
        seats=tuple(label[each] for each in setting.active),
        dealer=label[setting.dealer],
        hands={label[each]: cards_in_sight(seen.hands[each]) for each in sorted(setting.active)},
        piles={name: cards_in_sight(pile) for name, pile in zip(game.piles, seen.piles, strict=True)},
        said=tuple((label[event.seat], event.word) for event in happened if isinstance(event, ev.Said)),
        contract=seen.contract,
        declarer=label[seen.declarer],
        partner=label[seen.partners[0]] if seen.partners else "",
        called=cards.names[seen.called] if seen.called >= 0 else "",
        found={-1: "monte", -2: "hand", -3: ""}.get(seen.found) or (label[seen.found] if seen.found >= 0 else ""),
        trick=tuple((label[who], cards.names[card]) for who, card in seen.trick),
        tricks=tuple(
            SeenTrick(label[trick.leader], tuple(cards.names[card] for card in trick.cards), label[trick.winner])
            for trick in state.tricks
        ),
        trump=cards.names[seen.trump.bit_length() - 1][1] if seen.trump else "",
        legal=tuple(
            name_offer(game, state, choice.offer, choice.unseen)
            for choice in seen.choices
            if choice.offer.size or choice.unseen
        ),
    )
