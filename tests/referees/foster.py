"""Referee of Foster's Calabrasella (*Complete Hoyle*), with details of modern texts of the same line.

Sources: FOS Foster's chapter as far as it could be read; POK, HSW later texts; all through the survey of
the family, sections 1.3 to 1.15. Rules on which they are silent have *project default*. Points are whole.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need
from tests.referees.tricks import after, as_sides, counted, dealt, paid, play, seated, table_of

RULESETS = ("foster",)
ORDER = "32AKQJ7654"
VALUE = {"3": 1, "2": 1, "A": 3, "K": 1, "Q": 1, "J": 1, "7": 0, "6": 0, "5": 0, "4": 0}  # FOS: 35 with the last trick
PACK = [rank + suit for suit in "hdcs" for rank in ORDER]


def table(ruleset: str) -> dict[str, Any]:
    return table_of((3, 4), 12, 4, PACK, out_at=4)


def referee(hand: Hand, ruleset: str = "foster") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand), hand)


def judge(hand: Hand) -> Answer:
    defaults.known_faults(hand, ["revoke", "turned-stock"])
    defaults.no_signals(hand)
    order = seated(hand, (3, 4), out_at=4)  # FOS: the dealer of four takes no cards
    hands = dealt(hand, order, 12, 4, PACK)
    declarer = auction(words(hand), order)
    if declarer is None:  # HSW: thrown in, the deal passes
        need(not exchange(hand) and not hand["tricks"], "all passed, there is nothing to play")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))
    # FOS: the dealer of four shares the fortunes of those who play against the single player.
    opponents = [seat for seat in hand["seats"] if seat != declarer]
    if defaults.faults(hand, "turned-stock"):
        return stock_turned(hand, declarer, order, opponents)
    held = {seat: set(hands[seat]) for seat in order}
    stock = before_play(exchange(hand), declarer, order, hands, list(hand["monte"]))
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    done = play(hand, order, hands, order[0], ORDER)  # FOS, HSW: eldest hand leads, whoever plays alone
    return settle(hand, declarer, order, opponents, hands, done, stock)


def auction(said: list[tuple[str, str]], order: list[str]) -> str | None:
    """In turn from eldest hand; the first "I play" ends it."""
    for number, (seat, word) in enumerate(said):
        need(number < 3 and order[number] == seat, f"it is not {seat}'s turn to speak")
        need(word in ("play", "pass"), f"no such bid: {word}")
        if word == "play":
            need(said[number + 1 :] == [], "nobody speaks after a play")
            return seat
    if len(said) < 3:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=["play", "pass"])
    return None


# ------------------------------------------------------------------ before the play


def callable_cards(mine: list[str]) -> list[str]:
    """POK: a 3 that he does not hold; a 2 only if he holds all four 3s."""
    threes = [card for card in PACK if card[0] == "3" and card not in mine]
    return threes or [card for card in PACK if card[0] == "2" and card not in mine]


def before_play(queue: list[Move], declarer: str, order: list[str], hands: Hands, stock: list[str]) -> list[str]:
    """Call, exchange unseen by the third (POK), lay one to four aside, take as many from the stock."""
    mine = hands[declarer]
    may_call = callable_cards(mine)
    if may_call:
        card = cards_of(take_move(queue, do="call", seat=declarer, source=may_call, least=1, most=1))
        for holder in order:
            if card[0] in hands[holder]:
                take_move(queue, do="give", seat=holder, to=declarer, open=False, source=card, least=1, most=1)
                shift(card, hands[holder], mine)
                give = {"do": "give", "seat": declarer, "to": holder, "open": False, "source": list(mine)}
                shift(cards_of(take_move(queue, **give, least=1, most=1)), mine, hands[holder])
                break
    aside: list[str] = []
    lay = {"do": "discard", "seat": declarer, "open": False, "source": list(mine)}
    shift(cards_of(take_move(queue, **lay, least=1, most=4)), mine, aside)  # POK: at least one
    number = len(aside)
    move = take_move(queue, do="take", seat=declarer, open=True, source=list(stock), least=number, most=number)
    shift(cards_of(move), stock, mine)
    need(not queue, f"a move out of place: {queue}")
    return stock + aside


# ------------------------------------------------------------------ the settlement


def settle(
    hand: Hand, declarer: str, order: list[str], opponents: list[str], hands: Hands, done: list[Any], stock: list[str]
) -> Answer:
    """The difference is paid; 70 for all thirty-five points. A revoke moves nine points after counting (FOS)."""
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    count = counted(hand, sides, hands, done, stock, VALUE, 1)
    made = list(count.points)
    for fault in defaults.faults(hand, "revoke"):
        guilty = 0 if fault["seat"] == declarer else 1
        count.points[guilty] -= 9
        count.points[1 - guilty] += 9
    wins = count.points[0] >= 18
    # FOS: all points, not all tricks; looked at as they were won, before any are moved: project default.
    swept = made[1 if wins else 0] == 0
    amount = 70 if swept else abs(count.points[0] - count.points[1])
    return answer(
        outcome="claimed" if count.rest_claimed else "played", contract="play", declarer=declarer,
        winners=[who for who, _ in done], tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=as_sides(sides, count, 1, wins=wins), bonus="all-points" if swept else None,
        payments=paid(hand, declarer, None, opponents, amount if wins else -amount),
        next_dealer=after(hand["seats"], hand["dealer"]),  # project default
    )  # fmt: skip


def stock_turned(hand: Hand, declarer: str, order: list[str], opponents: list[str]) -> Answer:
    """The player turned the stock before he had announced and laid one aside: 35 to each, the deal is void (FOS)."""
    need(not hand["tricks"], "it is too late for that: project default")
    need(all(move["seat"] == declarer for move in defaults.faults(hand, "turned-stock")), "FOS: only the player pays")
    defaults.not_by_own_side(hand, [[declarer], [seat for seat in order if seat != declarer]])
    return answer(
        outcome="void", verdict="irregular", contract="play", declarer=declarer,
        payments=paid(hand, declarer, None, opponents, -35), next_dealer=after(hand["seats"], hand["dealer"]),
    )  # fmt: skip


def match(hands: list[Hand], ruleset: str = "foster") -> Answer:
    """Only the single player's account is kept (FOS), as at Skat."""
    totals: dict[str, int] = {}
    for hand in hands:
        ruling = referee(hand, ruleset)
        for seat in hand["seats"]:
            totals[seat] = totals.get(seat, 0) + (ruling["payments"][seat] if seat == ruling["declarer"] else 0)
    return {"totals": totals, "over": False, "winners": []}
