"""Referee of Cavendish's game of source 004, and of `american-1900`.

Line references are to the source file 004: its list of differences (92-103) and, for all that does not
differ, its main text. Points are whole numbers, 35 in a deal (004:101-102).
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim

RULESETS = ("cavendish", "cavendish-right-leads", "american-1900")
LAST_TRICK = 3  # 004:101
NEEDED = 18  # 004:102
SWEEP = 70  # 004:102


def ranks(ruleset: str) -> dict[str, int]:
    """High to low, with their points: 004:22 and 004:101, in the article of 1900 004:103."""
    if ruleset == "american-1900":
        return {"A": 1, "K": 1, "Q": 3, "J": 1, "T": 1, "9": 1, "8": 0, "7": 0, "6": 0, "5": 0}
    return {"3": 1, "2": 1, "A": 3, "K": 1, "Q": 1, "J": 1, "7": 0, "6": 0, "5": 0, "4": 0}


def pack(ruleset: str) -> list[str]:
    """Forty cards (004:22); that the suits are the French ones is a project default."""
    return [rank + suit for rank in ranks(ruleset) for suit in "hdcs"]


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player: 004:16, 004:31."""
    return {"seats": (3, 4), "hand": 12, "monte": 4, "pack": pack(ruleset), "out_at": 4, "dummies": 0}


def referee(hand: Hand, ruleset: str = "cavendish") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, ruleset), hand)


def judge(hand: Hand, ruleset: str) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = who_plays(hand)
    hands = dealt(hand, order, ruleset)
    declarer = auction(words(hand), order)
    if declarer is None:
        need(not exchange(hand) and not hand["tricks"], "004:46 all passed, there is nothing to play")
        zero = dict.fromkeys(hand["seats"], 0)
        # 004:46 the deal rotates
        return answer(outcome="all_pass", payments=zero, next_dealer=neighbour(hand["seats"], hand["dealer"], 1))
    held = {seat: set(hands[seat]) for seat in order}
    widow = before_play(
        exchange(hand), declarer, order, hands, list(hand["monte"]), pack(ruleset), bool(hand["tricks"])
    )
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    # 004:100 the left-hand opponent leads, in some versions the right-hand one.
    lead = neighbour(order, declarer, -1 if ruleset == "cavendish-right-leads" else 1)
    winners, won = play(hand, order, hands, lead, list(ranks(ruleset)))
    return settle(hand, declarer, order, hands, winners, won, widow, ranks(ruleset))


# ------------------------------------------------------------------ the table, the deal, the auction


def neighbour(seats: list[str], seat: str, step: int) -> str:
    """Clockwise (004:95 "sometimes"): the next seat in order of play is at the left, the one before at the right."""
    return seats[(seats.index(seat) + step) % len(seats)]


def who_plays(hand: Hand) -> list[str]:
    """Three from the dealer on; the dealer of four gets no cards (004:16)."""
    seats, dealer = list(hand["seats"]), hand["dealer"]
    need(len(seats) in (3, 4) and dealer in seats, "004:16 three or four sit at the table")
    need(list(hand.get("out") or []) == ([dealer] if len(seats) == 4 else []), "004:16 the wrong seat sits out")
    return [neighbour(seats, dealer, step) for step in (1, 2, 3)]


def dealt(hand: Hand, order: list[str], ruleset: str) -> Hands:
    """Twelve cards each and four for the widow (004:31, 004:99)."""
    need(set(hand["deal"]) == set(order), "004:31 cards dealt to the wrong seats")
    need(all(len(cards) == 12 for cards in hand["deal"].values()), "004:31 twelve cards each")
    need(len(hand["monte"]) == 4, "004:31 the widow has four cards")
    every = list(hand["monte"])
    for cards in hand["deal"].values():
        every += cards
    need(sorted(every) == sorted(pack(ruleset)), "004:22 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


def auction(said: list[tuple[str, str]], order: list[str]) -> str | None:
    """Play or pass, from the dealer's neighbour on; it ends with a play (004:97)."""
    for number, (seat, word) in enumerate(said):
        need(number < 3 and seat == order[number], f"004:34 it is not {seat}'s turn to speak")
        need(word in ("play", "pass"), f"004:97 no such bid: {word}")
        if word == "play":
            need(number == len(said) - 1, "004:97 the bidding ends when someone calls play")
            return seat
    if len(said) < 3:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=["play", "pass"])
    return None


# ------------------------------------------------------------------ before the play


def before_play(
    queue: list[Move], declarer: str, order: list[str], hands: Hands, widow: list[str], every: list[str], begun: bool
) -> list[str]:
    """Call, give back, lay aside, choose; returns what the winner of the last trick gets."""
    call_and_give_back(queue, declarer, [seat for seat in order if seat != declarer], hands, every)
    mine = hands[declarer]
    aside: list[str] = []
    if queue or not begun:  # 004:99 up to four, so perhaps none: then there may be no line
        move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=0, most=4)
        shift(cards_of(move), mine, aside)
    number = len(aside)
    if number or queue:  # 004:99 the same number, chosen from the widow, which all see
        move = take_move(queue, do="take", seat=declarer, open=True, source=list(widow), least=number, most=number)
        shift(cards_of(move), widow, mine)
    need(not queue, f"a move out of place: {queue}")
    return widow + aside  # 004:99 the rest joins the discards


def call_and_give_back(queue: list[Move], declarer: str, opponents: list[str], hands: Hands, every: list[str]) -> None:
    """As in chiamo (004:97, 004:52), but a card goes back at once, face down (004:98)."""
    card = cards_of(take_move(queue, do="call", seat=declarer, source=every, least=1, most=1))
    for holder in opponents:
        if card[0] in hands[holder]:
            take_move(queue, do="give", seat=holder, to=declarer, open=True, source=card, least=1, most=1)
            shift(card, hands[holder], hands[declarer])
            mine = list(hands[declarer])
            back = take_move(queue, do="give", seat=declarer, to=holder, open=False, source=mine, least=1, most=1)
            shift(cards_of(back), hands[declarer], hands[holder])
            return


# ------------------------------------------------------------------ the play


def play(
    hand: Hand, order: list[str], hands: Hands, lead: str, strong: list[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """The highest card of the suit led wins and its player leads next (004:72)."""
    winners: list[str] = []
    won: dict[str, list[str]] = {seat: [] for seat in order}
    excused = defaults.excused_revokes(hand)
    on_table: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not on_table, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"004:72, 004:100 {lead} leads to trick {number}")
        need(1 <= len(trick["cards"]) <= 3, f"trick {number} has too many cards or none")
        seat, best = lead, lead
        best_card = trick["cards"][0]
        for card in trick["cards"]:
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card[1] != trick["cards"][0][1]:
                if any(other[1] == trick["cards"][0][1] for other in hands[seat]):
                    defaults.excuse(excused, number, seat, "project default")  # 004 does not say it
            elif strong.index(card[0]) < strong.index(best_card[0]):
                best, best_card = seat, card
            hands[seat].remove(card)
            seat = neighbour(order, seat, 1)
        if len(trick["cards"]) < 3:
            on_table, lead = list(trick["cards"]), seat
            continue
        lead = best
        winners.append(best)
        won[best] += trick["cards"]
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=on_table[:1])
    return winners, won


# ------------------------------------------------------------------ the settlement


def settle(
    hand: Hand, declarer: str, order: list[str], hands: Hands, winners: list[str], won: dict[str, list[str]],
    widow: list[str], value: dict[str, int],
) -> Answer:  # fmt: skip
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    defaults.not_by_own_side(hand, sides)
    tricks = [sum(winners.count(seat) for seat in side) for side in sides]
    points = [sum(value[card[0]] for seat in side for card in won[seat]) for side in sides]
    agreed = None
    if any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(winners), 1)
        tricks[last] += 12 - len(winners)
        points[last] = 35 - points[1 - last]
    else:
        last = 0 if winners[-1] == declarer else 1
        points[last] += LAST_TRICK + sum(value[card[0]] for card in widow)  # 004:75, 004:101
    if agreed is not None:
        points[last], points[1 - last] = agreed, 35 - agreed
    wins = points[0] >= NEEDED
    sweep = agreed is None and tricks[1 if wins else 0] == 0
    amount = SWEEP if sweep else abs(points[0] - points[1])  # 004:102
    payments = dict.fromkeys(hand["seats"], 0)  # project default: an idle dealer neither pays nor is paid
    for seat in sides[1]:
        payments[seat] -= amount if wins else -amount
        payments[declarer] += amount if wins else -amount
    return answer(
        outcome="claimed" if any(hands.values()) else "played", contract="play", declarer=declarer, winners=winners,
        tricks={seat: winners.count(seat) for seat in order}, bonus="all-tricks" if sweep else None,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": tricks[n], "points": points[n], "counted": points[n], "wins": (n == 0) == wins}
            for n, side in enumerate(sides)
        ],
        payments=payments, next_dealer=neighbour(hand["seats"], hand["dealer"], 1),
    )  # fmt: skip


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "cavendish") -> Answer:
    """Payments are added up (project default); no end is set."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
    return {"totals": totals, "over": False, "winners": []}
