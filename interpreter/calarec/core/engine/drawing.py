"""Drawing from the stock after each trick, winner first, until it is used up.

Or the stock is in packets before the seats: a top card that is played gives way to the card below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.actions import TakeAction
from calarec.core.engine.cards import bits
from calarec.core.engine.state import Packet
from calarec.core.engine.terms import Offer, Outcome, Refusal, wrong_number, wrong_seat
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import StepContext

NO_CARD: Final = -1


def lay_packets(game: Game, state: State, leader: int) -> State:
    """Lay a stock in packets before the seats, each of which has tops to turn up."""
    tops, seats = game.rules.play.draw.tops if game.rules.play.draw is not None else None, state.setting.active
    if tops is None or state.packets or state.has_started:
        return state
    size = state.piles[game.stock].bit_count() // (tops * len(seats))
    order = (leader, *state.setting.others(leader))
    packets = tuple([Packet(seat, NO_CARD, size) for seat in order for _ in range(tops)])
    return state._replace(packets=packets, drawing=order if size else ())


def begin_drawing(game: Game, state: State, winner: int, trick: Collection[int]) -> State:
    """Find who draws after a trick; of packets, those whose top was played."""
    order = (winner, *state.setting.others(winner))
    if game.rules.play.draw is None or game.rules.play.draw.tops is None:
        return state._replace(drawing=order)
    on = state._replace(packets=clear_tops(state.packets, trick))
    return on._replace(drawing=tuple([seat for seat in order if count_due(on, seat)]))


def count_due(state: State, seat: int) -> int:
    """Count the cards that a seat draws: one, or one from each packet without a top."""
    if not state.packets:
        return 1
    return sum(packet.seat == seat and packet.top == NO_CARD and packet.below > 0 for packet in state.packets)


def clear_tops(packets: Sequence[Packet], cards: Collection[int]) -> tuple[Packet, ...]:
    """Take these cards from the tops of packets."""
    return tuple([packet._replace(top=NO_CARD) if packet.top in cards else packet for packet in packets])


def turn_up(packets: Sequence[Packet], seat: int, cards: int) -> tuple[Packet, ...]:
    """Turn up these cards, each on a packet of its own."""
    new, turned = bits(cards), []
    for packet in packets:
        is_due = packet.seat == seat and packet.top == NO_CARD and packet.below
        top = next(new, NO_CARD) if is_due else NO_CARD
        turned.append(packet if top == NO_CARD else Packet(seat, top, packet.below - 1))
    return tuple(turned)


class Drawing:
    """Drawing: each seat takes the next card of the stock; no seat chooses."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Go on with the play when the stock is used up."""
        return None if at.state.piles[at.game.stock] else Outcome(at.state._replace(drawing=()))

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Any card of the stock, for the seat whose turn it is: it may be any of them."""
        path, stock, cards = at.path, at.game.stock, self._open(at)
        due = [(seat, count_due(at.state, seat)) for seat in _next_to_draw(at.state)]
        return tuple([Offer("take", seat, path, cards=cards, most=size, to=stock) for seat, size in due])

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Take the card, or refuse it with the reason."""
        if not isinstance(action, TakeAction):
            return None
        state = at.state
        stock, due = self._open(at), _next_to_draw(state)
        outcome = self._draw_cards(at, action)
        if action.seat not in due:
            return wrong_seat(at, action.seat, due[0], anyway=outcome if action.seat in state.drawing else None)
        missing = action.cards & ~stock
        if missing:
            first = (missing & -missing).bit_length() - 1
            args: dict[str, object] = {
                "seat": at.label(action.seat),
                "pile": at.game.ruleset.name("piles", at.params.pile),
                "card": at.game.cards.names[first],
                "held": Listing(at.names(stock)),
            }
            return Refusal("CAL435", at.path, args, point=("card", first), cards=stock, anyway=outcome)
        number, most = action.cards.bit_count(), count_due(state, action.seat)
        return outcome if 1 <= number <= most else wrong_number(at, action.seat, number, 1, most, anyway=outcome)

    def _draw_cards(self, at: StepContext, action: TakeAction) -> Outcome:
        state, pile = at.state, at.game.stock
        open_ = at.params.shown == "everyone"
        seen = at.all if open_ else 1 << action.seat
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, moved.hands[action.seat] | action.cards)
        moved = moved._replace(packets=turn_up(state.packets, action.seat, action.cards))
        is_drawn = not moved.packets or not count_due(moved, action.seat)
        left = tuple(seat for seat in state.drawing if seat != action.seat or not is_drawn)
        return Outcome(moved._replace(drawing=left), (event,))

    def _open(self, at: StepContext) -> int:
        """The cards of which the next one is drawn: the one that was turned up comes last."""
        stock = at.state.piles[at.game.stock]
        return stock & ~at.state.turned_up or stock


def _next_to_draw(state: State) -> tuple[int, ...]:
    """List the seats that may draw now: tops are turned up in no order."""
    return state.drawing if state.packets else state.drawing[:1]
