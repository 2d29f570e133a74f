"""The Traversone of three to eight, ruled once more: packs by table, points, and what a cappotto charges.

OAS is the page of the Oasi, CAV that of Cavallore, MOK that of Digitalmoka; see docs/sources.md. Points are counted in
thirds, 35 of them.
"""

from __future__ import annotations

from tests.referees import defaults
from tests.referees.shape import Answer, Hand, answer, guarded, need, settled_claim
from tests.referees.tricks import dealt, play, seated

ORDER = "32ARCF7654"
THIRDS = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
WHOLE_PACK = [rank + suit for suit in "bscd" for rank in ORDER]
FOURS = {"4b", "4s", "4c", "4d"}
TAKEN_OUT = {3: {"4d"}, 6: FOURS, 7: {*FOURS, "5d"}}
"""OAS: removed are a four for three players, all fours for six, a five for seven.

The suits are the project's choice. For seven, the five is removed besides the fours.
"""
TARGET = 41
RULESETS = ("traversone",)


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand, with each player's addition to the total as `gains`."""
    need(ruleset in RULESETS, "another game")
    return guarded(lambda: _judge(hand), hand)


def _judge(hand: Hand) -> Answer:
    need(not hand["auction"], "nobody bids")
    order = seated(hand, (3, 4, 5, 6, 7, 8))
    pack = [card for card in WHOLE_PACK if card not in TAKEN_OUT.get(len(order), ())]
    # OAS: all have as many cards, and nothing is left.
    each = len(pack) // len(order)
    hands = dealt(hand, order, each, 0, pack)
    done = play(hand, order, hands, order[0], ORDER)
    seats = list(hand["seats"])
    sides = [[seat] for seat in seats]
    defaults.not_by_own_side(hand, sides)
    points = {seat: sum(THIRDS[card[0]] for who, cards in done if who == seat for card in cards) for seat in seats}
    if settled_claim(hand) is not None and any(hands.values()):
        last, _ = defaults.claimed(hand, sides, len(done), 3)
        winner = seats[last]
        points[winner] += 35 - sum(points.values())
    else:
        winner = done[-1][0]
        points[winner] += 3
    return {
        **answer(
            outcome="played", winners=[who for who, _ in done],
            sides=[{"seats": [seat], "points": points[seat], "wins": None} for seat in seats],
            payments=dict.fromkeys(seats, 0),
        ),
        "gains": _charge(points, winner),
    }  # fmt: skip


def _charge(points: dict[str, int], winner: str) -> dict[str, int]:
    """OAS: the winner of the last trick is charged what the others leave of eleven; all eleven, and they are theirs."""
    charged = {seat: thirds // 3 for seat, thirds in points.items() if seat != winner}
    charged[winner] = 11 - sum(charged.values())
    if charged[winner] == 11:
        return {seat: 0 if seat == winner else 11 for seat in charged}
    return charged


def match(hands: list[Hand], ruleset: str) -> Answer:
    """The state of the match after these hands: MOK, the lowest total wins."""
    totals = dict.fromkeys(hands[0]["seats"], 0)
    for hand in hands:
        for seat, gain in referee(hand, ruleset)["gains"].items():
            totals[seat] += gain
    lowest = [seat for seat, total in totals.items() if total == min(totals.values())]
    over = max(totals.values()) >= TARGET and len(lowest) == 1
    return {"totals": totals, "over": over, "winners": lowest if over else []}
