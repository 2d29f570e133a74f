"""Bounds of a party's cards, against every division of a small pack."""

from __future__ import annotations

from itertools import combinations

import pytest

from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.joint_outcomes import CardBounds, SideOutcome
from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import small

FIGURES = [
    CardFigure(ranks, suits, "won")
    for ranks, suits in (("3", None), (None, "d"), ("A", "b"), ("3A", None), ("54", None), ("54", "b"))
]


@pytest.mark.parametrize("figure", FIGURES)
def test_of_what_was_won_nothing_possible_is_left_out(figure: CardFigure) -> None:
    """Every choice of the cards of a side's tricks and of the monte."""
    rules = small()
    bounds = CardBounds(rules)
    for tricks in range(3):
        for cards in combinations(bounds.cards, 3 * tricks):
            rest = [card for card in bounds.cards if card not in cards]
            for monte in combinations(rest, 2):
                for last in {tricks > 0, tricks == 2}:
                    won = (*cards, *monte) if last else cards
                    in_tricks = sum(bounds.worth[card] for card in cards)
                    worth = sum(bounds.worth[card] for card in won)
                    side = SideOutcome(tricks, in_tricks, worth, worth + 2 * last, last)
                    low, high = bounds.won_card_range(figure, side, 3)
                    assert low <= sum(map(figure.has_card, won)) <= high


@pytest.mark.parametrize("hands", [(1, 1), (1, 2), (2, 3)])
@pytest.mark.parametrize("figure", FIGURES)
def test_of_hands_exactly_what_is_possible(figure: CardFigure, hands: tuple[int, int]) -> None:
    bounds = CardBounds(small())
    counts = {
        sum(map(figure.has_card, cards))
        for number in range(hands[0], hands[1] + 1)
        for cards in combinations(bounds.cards, 2 * number)
    }
    assert bounds.in_hands(figure, hands) == (min(counts), max(counts))


def test_no_trick_no_card() -> None:
    """A party without tricks has no pile either, if it goes with the last trick."""
    bounds = CardBounds(small())
    assert bounds.won_card_range(CardFigure("3", None, "won"), SideOutcome(0, 0, 0, 0), 3) == (0, 0)
    assert bounds.won_card_range(CardFigure("3", None, "won"), SideOutcome(2, 8, 8, 10, last=True), 3) == (2, 2)


@pytest.mark.parametrize(("at_most", "told"), [(5, "never_number"), (6, ""), (9, ""), (10, "always_number")])
def test_how_many_of_its_cards_a_poor_hand_has(at_most: int, told: str) -> None:
    """A hand of ten has at least six of 36 counted cards in forty."""
    added = f"{{do: declare, hand: {{ranks: 32ARCF765, at_most: {at_most}}}, begins: deal, until_trick: 0, deal: void}}"
    text = f"ruleset: house\nversion: 1.0.0\nextends: tressette\nadd:\n  standing.said: {added}\n"
    found = check_rules("house.yaml", raw=text.encode()).findings
    assert [(each.code, each.wording) for each in found] == [("RUL624", told)] * bool(told)
