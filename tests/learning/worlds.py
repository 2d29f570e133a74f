"""Two worlds that one seat cannot distinguish: unseen cards are elsewhere."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import project
from calarec.core.engine.moves import start
from calarec.learning.layout import FIELDS
from calarec.learning.stepped_hand import SteppedHand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.learning.tables import LearningTable


def other_deal(hand: SteppedHand, seat: int, rng: Random) -> SteppedHand | None:
    """A hand just dealt with some cards exchanged that a seat has not seen; None if there are none."""
    begun = hand.begun
    setting = begun.state.setting
    hands, piles = [0] * len(setting.labels), [0] * len(hand.game.piles)
    for event in begun.events:
        if isinstance(event, ev.Dealt):
            hands[event.seat] = event.cards
        elif isinstance(event, ev.Laid):
            piles[event.pile] = event.cards
    places = [(hands, other) for other in setting.active if other != seat and hands[other]]
    places += [(piles, number) for number, cards in enumerate(piles) if cards]
    if len(places) < 2:
        return None
    for _ in range(rng.choice((1, 2, 20))):
        (one, here), (other, there) = rng.sample(places, 2)
        mine, yours = (1 << rng.choice(list(bits(rows[place]))) for rows, place in ((one, here), (other, there)))
        one[here] ^= mine | yours
        other[there] ^= mine | yours
    opening = start(hand.game, setting, hands, piles)
    return SteppedHand(hand.slots, replace(begun, state=opening.state, events=opening.events), Random(5))


def find_differences(table: LearningTable, rng: Random) -> Iterator[str]:
    """Yield differences that a seat can observe between two worlds alike to it."""
    dealt = table.deal_hand()
    one = SteppedHand(dealt.slots, dealt.begun, Random(5))
    seat = rng.randrange(len(table.labels))
    other = other_deal(one, seat, rng)
    while other is not None and project(one.events, 1 << seat) == project(other.events, 1 << seat):
        if (one.seat == seat) != (other.seat == seat):
            return  # a seat is asked about a declaration that it can make, and in the other world nobody is
        yield from _compare_seen(one, other, seat)
        both = [slot for slot in one.list_slots() if other.mask[slot]]
        if one.is_over or other.is_over or one.seat != other.seat or not both:
            return
        slot = rng.choice(both)
        one.apply_slot(slot)
        other.apply_slot(slot)


def _compare_seen(one: SteppedHand, other: SteppedHand, seat: int) -> Iterator[str]:
    seen, again = one.observation(seat), other.observation(seat)
    for field in FIELDS.values():
        if seen[field.first : field.end] != again[field.first : field.end]:
            yield field.name
    if one.observation_text(seat) != other.observation_text(seat):
        yield "text"
    if one.seat == seat and one.mask != other.mask:
        yield "mask"
