"""The second ruling on two fixed partnerships with an auction: `sides-bid`."""

from __future__ import annotations

from tests.referees import defaults
from tests.referees.shape import Answer, Hand, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.tricks import dealt, play, seated

ORDER = "32ARCF7654"
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]
BIDS = {"gioco": (1, 6), "grande": (3, 8)}
"""The payment of each opponent, and the whole points needed."""


def referee(hand: Hand) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: _judge(hand), hand)


def _judge(hand: Hand) -> Answer:
    order = seated(hand, (4,))
    hands = dealt(hand, order, 10, 0, PACK)
    bid = _bid(hand, order)
    if bid is None:
        need(not hand["tricks"], "nobody has bid")
        return answer(outcome="all_pass", payments=dict.fromkeys(hand["seats"], 0))
    declarer, contract = bid
    done = play(hand, order, hands, declarer if contract == "gioco" else order[0], ORDER)
    sides = ["AC", "BD"] if declarer in "AC" else ["BD", "AC"]
    defaults.not_by_own_side(hand, [list(side) for side in sides])
    points = [sum(VALUE.get(card[0], 0) for who, cards in done if who in side for card in cards) for side in sides]
    tricks = [sum(who in side for who, _ in done) for side in sides]
    agreed = None
    if settled_claim(hand) is not None and any(hands.values()):
        last, agreed = defaults.claimed(hand, [list(side) for side in sides], len(done), 3)
        points[last], tricks[last] = 35 - points[1 - last], tricks[last] + 10 - len(done)
        if agreed is not None:
            points[last], points[1 - last] = agreed, 35 - agreed
    else:
        points[0 if done[-1][0] in sides[0] else 1] += 3
    stake, needed = BIDS[contract]
    wins = points[0] // 3 >= needed
    bonus = "cappotto" if agreed is None and tricks[wins] == 0 else None
    paid = stake * (2 if bonus else 1) * (1 if wins else -1)
    return answer(
        outcome="played", contract=contract, declarer=declarer, partner=sides[0].replace(declarer, ""), bonus=bonus,
        winners=[who for who, _ in done], payments={seat: paid if seat in sides[0] else -paid for seat in "ABCD"},
        sides=[{"seats": list(side), "points": points[n], "wins": wins == (n == 0)} for n, side in enumerate(sides)],
    )  # fmt: skip


def _bid(hand: Hand, order: list[str]) -> tuple[str, str] | None:
    """Return declarer and bid; None if all passed."""
    said = [(each["seat"], each["bid"]) for each in hand["auction"]]
    high: tuple[str, str] | None = None
    for number, (seat, word) in enumerate(said):
        need(number < 4 and seat == order[number], "somebody else speaks")
        need(high is None or high[1] != "grande", "nothing is higher")
        if word != "passo":
            need(word in BIDS and (high is None or word == "grande"), "no higher bid")
            high = seat, word
    if len(said) < 4 and (high is None or high[1] != "grande"):
        raise UnfinishedError(do="bid")
    return high
