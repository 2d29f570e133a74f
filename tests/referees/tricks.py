"""Playing tricks and counting them, for the texts that are not among the five sources.

All of them play as in the Tressette: follow suit, no trumps, the highest of the suit led wins and leads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referees import defaults
from tests.referees.shape import Hand, Hands, UnfinishedError, need, settled_claim


class Count(NamedTuple):
    """The results of each side; `last` is the side with the last trick."""

    tricks: list[int]
    points: list[int]
    agreed: bool
    rest_claimed: bool


def after(seats: list[str], seat: str) -> str:
    """The seat that comes next in order of play."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def table_of(numbers: tuple[int, ...], cards: int, monte: int, pack: list[str], out_at: int = 0) -> dict[str, Any]:
    """Return the facts for dealing by the random player."""
    return {"seats": numbers, "hand": cards, "monte": monte, "pack": pack, "out_at": out_at, "dummies": 0}


def seated(hand: Hand, numbers: tuple[int, ...], out_at: int = 0) -> list[str]:
    """Return the players from the dealer's neighbour on; `out_at` seats: no dealer."""
    seats = list(hand["seats"])
    need(len(seats) in numbers and hand["dealer"] in seats, "the wrong number of players")
    start = seats.index(hand["dealer"]) + 1
    order: list[str] = seats[start:] + seats[:start]
    out = [order.pop()] if len(seats) == out_at else []
    need(list(hand.get("out") or []) == out, "the wrong seat sits out")
    return order


def dealt(hand: Hand, order: list[str], cards: int, monte: int, pack: list[str]) -> Hands:
    """So many cards each, so many on the table, the whole pack."""
    need(set(hand["deal"]) == set(order), "cards dealt to the wrong seats")
    need(all(len(hand["deal"][seat]) == cards for seat in order), f"{cards} cards each")
    stock = list(hand.get("monte") or [])
    need(len(stock) == monte, f"{monte} cards on the table")
    need(sorted(sum((list(hand["deal"][seat]) for seat in order), stock)) == sorted(pack), "this is not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


def play(hand: Hand, order: list[str], hands: Hands, lead: str, high_to_low: str, *, short: bool = False) -> list[Any]:
    """A list of (winner, cards). With `short` the hand may end before all cards are played."""
    done: list[Any] = []
    excused = defaults.excused_revokes(hand)
    lying: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        cards = list(trick["cards"])
        need(not lying, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"{lead} leads to trick {number}")
        need(1 <= len(cards) <= len(order), f"trick {number} has too many cards or none")
        seats = [lead]
        while len(seats) < len(cards):
            seats.append(after(order, seats[-1]))
        for seat, card in zip(seats, cards, strict=True):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            same = [other for other in hands[seat] if other[1] == cards[0][1]]
            if same and card not in same:
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
        if len(cards) < len(order):
            lying = cards
            continue
        followed = sorted((high_to_low.index(card[0]), n) for n, card in enumerate(cards) if card[1] == cards[0][1])
        lead = seats[followed[0][1]]
        done.append((lead, cards))
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None and not short:
        turn = order[(order.index(lead) + len(lying)) % len(order)]
        raise UnfinishedError(do="play", seat=turn, source=list(hands[turn]), led=lying[:1])
    return done


def counted(
    hand: Hand,
    sides: list[list[str]],
    hands: Hands,
    done: list[Any],
    table: list[str],
    value: dict[str, int],
    whole: int,
) -> Count:  # fmt: skip
    """Tricks and points: cards, the table with the last trick, 3 for it, 35 in all."""
    defaults.not_by_own_side(hand, sides)
    number = sum(len(trick[1]) for trick in done) + sum(len(cards) for cards in hands.values())
    tricks = [sum(who in side for who, _ in done) for side in sides]
    points = [sum(value[card[0]] for who, cards in done if who in side for card in cards) for side in sides]
    if settled_claim(hand) is not None and any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(done), whole)
        lying = sum(len(trick["cards"]) for trick in hand["tricks"][len(done) :])
        tricks[last] += (number + lying) // len(hands) - len(done)
        points[last] = 35 - points[1 - last]
        if agreed is not None:
            points[last], points[1 - last] = agreed, 35 - agreed
        return Count(tricks, points, agreed is not None, True)
    if not any(hands.values()):
        last = 0 if done[-1][0] in sides[0] else 1
        points[last] += 3 + sum(value[card[0]] for card in table)
    return Count(tricks, points, False, False)


def as_sides(sides: list[list[str]], count: Count, whole: int, *, wins: bool) -> list[dict[str, Any]]:
    """The sides as a ruling shows them; `whole` is what a point is worth."""
    return [
        {"seats": side, "tricks": count.tricks[n], "points": count.points[n], "counted": count.points[n] // whole,
         "wins": (n == 0) == wins} for n, side in enumerate(sides)
    ]  # fmt: skip


def paid(hand: Hand, declarer: str, partner: str | None, opponents: list[str], amount: int) -> dict[str, int]:
    """Each opponent pays `amount` (or gets it, if negative); a partner has one part, the declarer the rest."""
    out = dict.fromkeys(hand["seats"], 0)
    for seat in opponents:
        out[seat] -= amount
    out[declarer] += amount * len(opponents)
    if partner is not None:
        out[declarer] -= amount
        out[partner] += amount
    return out


def added_up(payments: list[dict[str, int]]) -> dict[str, int]:
    """Add up payments by player."""
    totals: dict[str, int] = {}
    for each in payments:
        for seat, amount in each.items():
            totals[seat] = totals.get(seat, 0) + amount
    return totals
