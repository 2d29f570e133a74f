"""The second ruling on hands with cards drawn from a stock between tricks.

Each seat for himself; suit is followed, the highest of the suit led wins and leads. After a trick each player draws one
card, the winner first, and shows it or does not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referees import defaults
from tests.referees.moves import cards_of
from tests.referees.shape import Answer, Hand, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.tricks import after, dealt, seated

ORDER = "32ARCF7654"
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]


class Game(NamedTuple):
    """The facts that distinguish these games."""

    seats: int
    cards: int
    stock: int
    shown: bool
    without: tuple[str, ...] = ()
    whole: int = 1
    most_pay: int = 0
    """The payment of all others to the player with most points; 0: no payments."""


RULES = {
    "tressette-in-due": Game(2, 10, 20, shown=True, whole=3),
    "drawn-unseen": Game(3, 5, 24, shown=False, without=("4d",), most_pay=1),
}


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: _judge(hand, RULES[ruleset]), hand)


def _judge(hand: Hand, game: Game) -> Answer:
    need(not hand["auction"], "nobody bids")
    order = seated(hand, (game.seats,))
    hands = dealt(hand, order, game.cards, game.stock, [card for card in PACK if card not in game.without])
    done, stock = _played(hand, game, order, hands)
    defaults.not_by_own_side(hand, [[seat] for seat in order])
    seats = sorted(order)
    points = dict.fromkeys(seats, 0)
    for winner, cards in done:
        points[winner] += sum(VALUE[card[0]] for card in cards)
    agreed = None
    if settled_claim(hand) is not None and any(hands.values()):
        who, agreed = defaults.claimed(hand, [[seat] for seat in seats], len(done), 3)
        last = seats[who]
        points[last] += sum(VALUE[card[0]] for held in (*hands.values(), stock) for card in held)
    else:
        need(not stock, "cards were left in the stock")
        last = done[-1][0]
    points[last] += 3
    if agreed is not None:
        (other,) = (seat for seat in seats if seat != last)
        points[last], points[other] = agreed, 35 - agreed
    return _answered(hand, game, seats, points, [who for who, _ in done])


def _played(hand: Hand, game: Game, order: list[str], hands: dict[str, list[str]]) -> tuple[list[Any], list[str]]:
    """Return the winners and cards of tricks, and the rest of the stock."""
    stock = list(hand["monte"])
    draws = [move for move in hand["moves"] if move["do"] == "take"]
    excused = defaults.excused_revokes(hand)
    lead, done = order[0], []
    for number, trick in enumerate(hand["tricks"], 1):
        need(trick["leader"] == lead, f"{lead} leads to trick {number}")
        seats = [lead]
        while len(seats) < len(order):
            seats.append(after(order, seats[-1]))
        need(len(trick["cards"]) == len(order), "a trick that was not finished")
        for seat, card in zip(seats, trick["cards"], strict=True):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            same = [other for other in hands[seat] if other[1] == trick["cards"][0][1]]
            if same and card not in same:
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
        suited = [card for card in trick["cards"] if card[1] == trick["cards"][0][1]]
        best = min(suited, key=lambda card: ORDER.index(card[0]))
        lead = seats[trick["cards"].index(best)]
        done.append((lead, trick["cards"]))
        if not _drawn(game, draws, number, lead, order, hands, stock):
            need(number == len(hand["tricks"]), "the stock was forgotten")
    need(not draws, "a card was drawn at the wrong moment")
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=[])
    return done, stock


def _drawn(
    game: Game,
    draws: list[Any],
    number: int,
    lead: str,
    order: list[str],
    hands: dict[str, list[str]],
    stock: list[str],
) -> bool:
    """Let all draw, the winner first; False if a draw is missing."""
    seat = lead
    for _ in order:
        if not stock:
            return True
        if not draws or draws[0]["after_trick"] != number:
            return False
        move = draws.pop(0)
        (card,) = cards_of(move)
        need(move["seat"] == seat and card in stock, f"it is for {seat} to draw from the stock")
        need(move["open"] == game.shown, "a drawn card is shown if the rules say so")
        stock.remove(card)
        hands[seat].append(card)
        seat = after(order, seat)
    return True


def _answered(hand: Hand, game: Game, seats: list[str], points: dict[str, int], winners: list[str]) -> Answer:
    payments = dict.fromkeys(hand["seats"], 0)
    payers: list[str] = []
    if game.most_pay:
        payers = [seat for seat in seats if points[seat] == max(points.values())]
        for payer in payers:
            for other in seats:
                if other not in payers:
                    payments[payer] -= game.most_pay
                    payments[other] += game.most_pay
    return answer(
        outcome="played", winners=winners, payments=payments,
        sides=[
            {"seats": [seat], "points": points[seat], "wins": seat not in payers if game.most_pay else None}
            for seat in seats
        ],
    )  # fmt: skip
