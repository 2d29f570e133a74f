"""Observations hold what a seat knows, all of it and nothing else, under shipped rules and house rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.learning.layout import CARDS, FIELDS, OBSERVATION_BYTES
from tests.learning.tables import IS_THOROUGH, RULES, name_of_rules, play_by_chance, read_field, tables
from tests.learning.worlds import find_differences

if TYPE_CHECKING:
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.playing.seat_view import SeatView

pytestmark = pytest.mark.slow

PAIRS = 200 if IS_THOROUGH else 8
every_rules = pytest.mark.parametrize("rules", RULES, ids=name_of_rules)


@pytest.mark.mass
@every_rules
def test_worlds_that_look_the_same_are_observed_alike(rules: str) -> None:
    """Arrays, text and legal actions of one seat, with unseen cards elsewhere."""
    rng = Random(name_of_rules(rules))
    for table in tables(rules, 1):
        for _ in range(PAIRS):
            assert list(find_differences(table, rng)) == []


@pytest.mark.mass
@every_rules
def test_arrays_agree_with_views(rules: str) -> None:
    """Cards, sizes, the contract and the tricks are those that `view` shows to the same seat."""
    rng = Random(name_of_rules(rules))
    for table in tables(rules, 2):
        for hand in play_by_chance(table.deal_hand(), rng):
            seat = rng.randrange(len(table.labels))
            _hold_as_viewed(hand, seat, hand.to_hand().view(table.labels[seat]))


def _hold_as_viewed(hand: SteppedHand, seat: int, view: SeatView) -> None:
    seen, setting = hand.observation(seat), hand.state.setting
    assert len(seen) == OBSERVATION_BYTES
    first = setting.active.index(seat) if seat in setting.active else 0
    order = [setting.labels[each] for each in (*setting.active[first:], *setting.active[:first])]
    for place, label in enumerate(order):
        assert _named_cards(hand, read_field(seen, "known", place)) == {*view.hands[label].cards}
        assert read_field(seen, "hand_sizes")[place] == view.hands[label].size
        played = [card for trick in hand.state.tricks for card in _card_of(trick.leader, trick.cards, label, hand)]
        played += [card for who, card in view.trick if who == label]
        assert _named_cards(hand, read_field(seen, "played", place)) == {*played}
        won = {card for trick in view.tricks if trick.winner == label for card in trick.cards}
        assert _named_cards(hand, read_field(seen, "won", place)) == won
        assert _named_cards(hand, read_field(seen, "trick", place)) == {
            card for who, card in view.trick if who == label
        }
        assert read_field(seen, "declarer")[place] == (view.declarer == label)
    for number, pile in enumerate(view.piles.values()):
        assert _named_cards(hand, read_field(seen, "piles", number)) == {*pile.cards}
        assert read_field(seen, "pile_sizes")[number] == pile.size
    contract = read_field(seen, "contract")
    assert [hand.slots.contracts[place] for place, is_it in enumerate(contract) if is_it] == [view.contract] * bool(
        view.contract
    )
    said = sum(1 for row in range(len(order)) for order_number in read_field(seen, "said", row) if order_number)
    assert said <= len(view.said) + len(hand.state.declared) + _count_signals(hand)
    assert read_field(seen, "in_play") == [1] * len(order) + [0] * (8 - len(order))
    assert FIELDS["figures"].end == len(seen)


def _card_of(leader: int, cards: tuple[int, ...], label: str, hand: SteppedHand) -> list[str]:
    """The card of a seat in a trick."""
    active, labels = hand.state.setting.active, hand.state.setting.labels
    place = (active.index(labels.index(label)) - active.index(leader)) % len(active)
    return [hand.game.cards.names[cards[place]]]


def _count_signals(hand: SteppedHand) -> int:
    return sum(1 for event in hand.events if type(event).__name__ == "Signalled")


def _named_cards(hand: SteppedHand, row: list[int]) -> set[str]:
    assert len(row) == CARDS
    return {hand.slots.name_slot(slot) for slot, value in enumerate(row) if value}
