"""The second ruling on hands without an auction, in sides or each for himself.

The play is that of the Tressette; sides, first leaders and payers are in `RULES`.
Points are counted in thirds, 35 of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referees import defaults
from tests.referees.shape import Answer, Hand, answer, guarded, need, settled_claim
from tests.referees.tricks import dealt, play, seated

ORDER = "32ARCF7654"
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]


class Game(NamedTuple):
    """The facts that distinguish these games."""

    seats: int
    cards: int
    sides: list[str]
    """The letters of each side."""
    monte: int = 0
    dealer_leads: bool = False
    whole: int = 3
    """The number of thirds of which a remainder is dropped; 1: none is."""
    pays: str = ""
    """The sides that pay: most, fewest, or none."""
    stake: int = 0
    ties_pay: bool = True
    dealer_pays: int = 1
    revoke: int = 0


RULES = {
    "tressette": Game(4, 10, ["AC", "BD"]),
    "tressette-31": Game(4, 10, ["AC", "BD"]),
    "ciapano": Game(4, 10, ["A", "B", "C", "D"]),
    "rovescino": Game(4, 10, ["A", "B", "C", "D"]),
    "fixed-sides": Game(4, 10, ["AC", "BD"]),
    "sides-pay": Game(
        4, 10, ["AC", "BD"], dealer_leads=True, pays="fewest", stake=2, ties_pay=False, dealer_pays=2, revoke=6
    ),
    "three-sides": Game(6, 6, ["AD", "BE", "CF"], monte=4, pays="most", stake=1),
    "leftover": Game(4, 10, ["A", "B", "C", "D"]),
    "eight": Game(8, 5, ["A", "B", "C", "D", "E", "F", "G", "H"]),
    "alone": Game(5, 8, ["A", "B", "C", "D", "E"], whole=1),
}


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, RULES[ruleset]), hand)


def judge(hand: Hand, game: Game) -> Answer:
    """Rule a hand; stop at the first illegal move."""
    need(not hand["auction"], "nobody bids")
    order = seated(hand, (game.seats,))
    hands = dealt(hand, order, game.cards, game.monte, PACK)
    table = list(hand["monte"] or [])
    done = play(hand, order, hands, order[-1] if game.dealer_leads else order[0], ORDER)
    sides = [list(side) for side in game.sides]
    defaults.not_by_own_side(hand, sides)
    tricks = [sum(who in side for who, _ in done) for side in sides]
    in_tricks = [sum(VALUE[card[0]] for who, cards in done if who in side for card in cards) for side in sides]
    points = list(in_tricks)
    agreed = None
    if settled_claim(hand) is not None and any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(done), 3)
        tricks[last] += game.cards - len(done)
        in_tricks[last] += 32 - sum(in_tricks) - sum(VALUE[card[0]] for card in table)
        points[last] = 35 - sum(points) + points[last]
        if agreed is not None:
            points[last], points[1 - last] = agreed, 35 - agreed
    else:
        last = next(number for number, side in enumerate(sides) if done[-1][0] in side)
        points[last] += 3 + sum(VALUE[card[0]] for card in table)
    if len(sides) == 2:
        for fault in defaults.faults(hand, "revoke"):
            own = 0 if fault["seat"] in sides[0] else 1
            points[own], points[1 - own] = points[own] - game.revoke, points[1 - own] + game.revoke
    counted = [each // game.whole * game.whole for each in points]
    payers, bonus, payments = _paid(hand, game, sides, counted, tricks, in_tricks, agreed=agreed is not None)
    return answer(
        outcome="played", winners=[who for who, _ in done], bonus=bonus, payments=payments,
        sides=[
            {"seats": side, "points": points[number], "wins": None if not payers else number not in payers}
            for number, side in enumerate(sides)
        ],
    )  # fmt: skip


def _paid(
    hand: Hand,
    game: Game,
    sides: list[list[str]],
    counted: list[int],
    tricks: list[int],
    in_tricks: list[int],
    *,
    agreed: bool,
) -> tuple[list[int], str | None, dict[str, int]]:
    """The sides that pay, the bonus, and each player's payment, seat by seat."""
    payments: dict[str, Any] = dict.fromkeys(hand["seats"], 0)
    if not game.pays:
        return [], None, payments
    worst = max(counted) if game.pays == "most" else min(counted)
    payers = [number for number, points in enumerate(counted) if points == worst]
    others = [number for number in range(len(sides)) if number not in payers]
    if not others or (len(payers) > 1 and not game.ties_pay):
        return payers, None, payments
    amount, bonus = game.stake, None
    lost = [sum(of[number] for number in payers) for of in (tricks, in_tricks)]
    if game.pays == "fewest" and not agreed:
        if lost[0] == 0:
            amount, bonus = amount * 2, "cappotto"
        elif lost[1] < 3:
            amount, bonus = amount * 3, "stramazzo"
    elif game.pays == "most" and not agreed and sum(tricks[number] for number in others) == 0:
        amount, bonus = amount * 4, "all-others"
    for payer in payers:
        for other in others:
            for one, another in zip(sides[payer], sides[other], strict=True):
                due = amount * (game.dealer_pays if one == hand["dealer"] else 1)
                payments[one] -= due
                payments[another] += due
    return payers, bonus, payments
