"""The second ruling on hands with trumps, named or turned up.

The referee reads each game from `RULES` and uses nothing of calarec.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referees import defaults
from tests.referees.moves import cards_of
from tests.referees.shape import Answer, Hand, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.tricks import after, dealt, seated

THIRDS = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}


class Game(NamedTuple):
    """The facts that distinguish these games."""

    seats: int
    cards: int
    sides: tuple[str, ...]
    order: str = "32ARCF7654"
    worth: dict[str, int] = THIRDS
    last: int = 3
    stock: int = 0
    turned: str = ""
    """The place where the trump is turned up: the dealer's `hand` or the `stock`.

    Empty: the eldest hand names a suit.
    """
    follow: bool = True
    beat: bool = False
    must_trump: bool = False
    pays: str = ""
    """The sides that pay one to each of the others: most, fewest, or none."""
    level_pay: bool = False


RULES = {
    "maraffa": Game(4, 10, ("AC", "BD")),
    "briscola": Game(
        2, 3, ("A", "B"), order="A3RCF76542", worth={"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}, last=0, stock=34,
        turned="stock", follow=False, pays="fewest",
    ),
    "must-trump": Game(
        4, 10, ("A", "B", "C", "D"), turned="hand", beat=True, must_trump=True, pays="most", level_pay=True
    ),
}  # fmt: skip


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, RULES[ruleset]), hand)


def judge(hand: Hand, game: Game) -> Answer:
    """The ruling of one hand of a game, or why it is none."""
    need(not hand["auction"], "nobody bids")
    order = seated(hand, (game.seats,))
    hands = dealt(hand, order, game.cards, game.stock, [rank + suit for suit in "bscd" for rank in game.order])
    trump, turned = _trump(hand, game, order, hands)
    done, stock = _played(hand, game, order, hands, trump, turned)
    defaults.not_by_own_side(hand, [list(side) for side in game.sides])
    points = [0] * len(game.sides)
    for winner, cards in done:
        points[_side(game, winner)] += _worth(game, cards)
    agreed = None
    if settled_claim(hand) is not None and any(hands.values()):
        last, agreed = defaults.claimed(hand, [list(side) for side in game.sides], len(done), 3)
        points[last] += _worth(game, [card for held in (*hands.values(), stock) for card in held])
    else:
        need(not stock, "cards were left in the stock")
        last = _side(game, done[-1][0])
    points[last] += game.last
    if agreed is not None:
        points[last], points[1 - last] = agreed, sum(points) - agreed
    return _settled(hand, game, points, [who for who, _ in done])


def _worth(game: Game, cards: list[str]) -> int:
    return sum(game.worth.get(card[0], 0) for card in cards)


def _side(game: Game, seat: str) -> int:
    return next(number for number, side in enumerate(game.sides) if seat in side)


def _trump(hand: Hand, game: Game, order: list[str], hands: dict[str, list[str]]) -> tuple[str, str]:
    """The suit that is trump, and the card that was turned up for it."""
    made = [move for move in hand["moves"] if move["do"] == "trump"]
    if not made:
        raise UnfinishedError(do="trump")
    need(len(made) == 1 and made[0]["after_trick"] == 0, "one trump, before the play")
    (move,) = made
    need(move["seat"] == (order[-1] if game.turned else order[0]), "somebody else chooses the trump")
    if not game.turned:
        need(move["card"] is None and move["suit"] in "bscd", "a suit is named")
        return move["suit"], ""
    card = move["card"]
    lying = hand["monte"] if game.turned == "stock" else hands[order[-1]]
    need(card in lying and move["suit"] == card[1], "the card was not there to be turned up")
    return card[1], card if game.turned == "stock" else ""


def _played(
    hand: Hand, game: Game, order: list[str], hands: dict[str, list[str]], trump: str, turned: str
) -> tuple[list[Any], list[str]]:
    stock = list(hand["monte"])
    draws = [move for move in hand["moves"] if move["do"] == "take"]
    excused = defaults.excused_revokes(hand)
    lead, done = order[0], []
    for number, trick in enumerate(hand["tricks"], 1):
        need(trick["leader"] == lead and len(trick["cards"]) == len(order), f"{lead} leads to a whole trick {number}")
        seat = lead
        lying: list[str] = []
        for card in trick["cards"]:
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card not in allowed(game, hands[seat], lying, trump):
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
            lying.append(card)
            seat = after(order, seat)
        lead = order[(order.index(lead) + lying.index(winning(game, lying, trump))) % len(order)]
        done.append((lead, lying))
        seat = lead
        for _ in order if stock else ():
            need(draws and draws[0]["after_trick"] == number, "a card was not drawn")
            move = draws.pop(0)
            (card,) = cards_of(move)
            need(move["seat"] == seat and card in stock and not move["open"], f"it is for {seat} to draw")
            need(card != turned or stock == [turned], "the card that was turned up is drawn last")
            stock.remove(card)
            hands[seat].append(card)
            seat = after(order, seat)
    need(not draws, "a card was drawn at the wrong moment")
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=[])
    return done, stock


def winning(game: Game, lying: list[str], trump: str) -> str:
    """The card that wins the cards on the table."""
    best = lying[0]
    for card in lying[1:]:
        same_suit = card[1] == best[1] and game.order.index(card[0]) < game.order.index(best[0])
        if same_suit or (card[1] == trump != best[1]):
            best = card
    return best


def allowed(game: Game, held: list[str], lying: list[str], trump: str) -> list[str]:
    """The cards that may be played."""
    if not lying or not game.follow:
        return held
    same = [card for card in held if card[1] == lying[0][1]]
    due = same or ([card for card in held if card[1] == trump] if game.must_trump else [])
    better = [card for card in due if winning(game, [*lying, card], trump) == card] if game.beat else []
    return better or due or held


def _settled(hand: Hand, game: Game, points: list[int], winners: list[str]) -> Answer:
    payments = dict.fromkeys(hand["seats"], 0)
    payers: list[int] = []
    if game.pays:
        worst = max(points) if game.pays == "most" else min(points)
        payers = [number for number, each in enumerate(points) if each == worst]
        if len(payers) == 1 or game.level_pay:
            for payer in payers:
                for other in (number for number in range(len(points)) if number not in payers):
                    payments[game.sides[payer]] -= 1
                    payments[game.sides[other]] += 1
    return answer(
        outcome="played", winners=winners, payments=payments,
        sides=[
            {"seats": list(side), "points": points[number], "wins": None if not payers else number not in payers}
            for number, side in enumerate(game.sides)
        ],
    )  # fmt: skip
