"""Referee of source 000: `thirty-five` and `thirty-five-eldest-leads`.

Line references are to the source file 000. Rules on which it is silent have *project default*.
Points are whole numbers, 35 in a deal.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, word_of, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim

RULESETS = ("thirty-five", "thirty-five-eldest-leads")
SUITS = "sbdc"  # 000:13 swords, batons, coins, cups
RANKS = "32AKRJ7654"  # 000:26 high to low
POINTS = dict(zip(RANKS, [1, 1, 3, 1, 1, 1, 0, 0, 0, 0], strict=True))  # 000:26-27
LAST_TRICK = 3  # 000:29, and 35 in all
PACK = [rank + suit for suit in SUITS for rank in RANKS]
BIDS = ["chiamo", "solo", "solissimo"]  # 000:38-40, low to high
RAISES = ["dividete", "scegliete"]  # 000:41-42, no bids: 000:37
AMOUNT = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}  # 000:38-42
NEEDED = 18  # 000:29
WORDS = [*BIDS, "pass"]  # 000 names no word for passing: project default


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player: 000:9, 000:18."""
    return {"seats": (3,), "hand": 12, "monte": 4, "pack": PACK, "out_at": 0, "dummies": 0}


def referee(hand: Hand, ruleset: str = "thirty-five") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, ruleset), hand)


def judge(hand: Hand, ruleset: str) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = who_plays(hand)
    hands = dealt(hand, order)
    bid, declarer = auction(words(hand), order)
    if bid is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "all passed, there is nothing to play")
        zero = dict.fromkeys(hand["seats"], 0)
        # Project default: 000 does not say what happens when all pass.
        return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))
    held = {seat: set(hands[seat]) for seat in order}
    monte = list(hand["monte"])
    contract = before_play(exchange(hand), bid, declarer, order, hands, monte)
    for seat in order:
        held[seat] |= set(hands[seat])
    defaults.only_shows(hand, held, hand["tricks"], order)
    first = leader(contract, declarer, order, ruleset)
    winners, won, left = play(hand, order, hands, first)
    return settle(hand, contract, declarer, order, winners, won, left, monte)


# ------------------------------------------------------------------ the table, the deal


def after(seats: list[str], seat: str) -> str:
    """The seat that deals, speaks or plays after another, in order of play."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def who_plays(hand: Hand) -> list[str]:
    """Three players (000:9), from the dealer's left on (000:33)."""
    seats, dealer = hand["seats"], hand["dealer"]
    need(len(seats) == 3 and dealer in seats, "000:9 three players")
    need(not hand.get("out"), "000:9 nobody sits out")
    first = after(seats, dealer)
    return [first, after(seats, first), dealer]


def dealt(hand: Hand, order: list[str]) -> Hands:
    """Twelve cards each and four for the monte (000:18); all forty of the pack (000:13-14)."""
    need(set(hand["deal"]) == set(order), "000:18 cards dealt to the wrong seats")
    for seat in order:
        need(len(hand["deal"][seat]) == 12, f"000:18 {seat} was not dealt twelve cards")
    need(len(hand["monte"]) == 4, "000:18 the monte has four cards")
    every = [card for seat in order for card in hand["deal"][seat]] + list(hand["monte"])
    need(sorted(every) == sorted(PACK), "000:13 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


# ------------------------------------------------------------------ the auction


def auction(said: list[tuple[str, str]], order: list[str]) -> tuple[str | None, str | None]:
    """One chance each from the dealer's left, each bid higher than the last (000:33)."""
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(best != "solissimo", "000:33, 000:37 nothing is higher than solissimo")
        need(number < 3 and seat == order[number], f"000:33 it is not {seat}'s turn to speak")
        if word == "pass":
            continue
        need(word in BIDS, f"000:38 no such bid: {word}")
        need(best is None or BIDS.index(word) > BIDS.index(best), f"000:33 {word} is not higher than {best}")
        best, declarer = word, seat
    if best != "solissimo" and len(said) < 3:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=WORDS)
    return best, declarer


# ------------------------------------------------------------------ before the play


def before_play(queue: list[Move], bid: str, declarer: str, order: list[str], hands: Hands, monte: list[str]) -> str:
    """Make the moves between auction and first lead; return the contract played."""
    contract = bid
    if bid == "solissimo" and queue and queue[0]["do"] == "raise":
        raised = queue.pop(0)
        need(raised["seat"] == declarer, "000:41 only the bidder of a solissimo may raise")
        need(word_of(raised) in RAISES, f"000:41 no such raise: {word_of(raised)}")
        contract = word_of(raised)
    opponents = [seat for seat in order if seat != declarer]
    if contract == "chiamo":
        holder = call_a_card(queue, declarer, opponents, hands)
        take_monte(queue, declarer, hands, monte)
        if holder:
            give_back(queue, declarer, holder, hands)
        bury(queue, declarer, hands, monte)
    elif contract == "solo":
        take_monte(queue, declarer, hands, monte)
        bury(queue, declarer, hands, monte)
    elif contract == "dividete":
        dividete(queue, opponents, hands, monte)
    elif contract == "scegliete":
        scegliete(queue, opponents, hands, monte)
    need(not queue, f"a move out of place: {queue}")
    need(all(len(hands[seat]) == 12 for seat in order), "all three have twelve cards again")
    return contract


def call_a_card(queue: list[Move], declarer: str, opponents: list[str], hands: Hands) -> str | None:
    """The holder passes the card face up; in the monte or in the own hand it satisfies the call (000:38).

    000:38 also states that the declarer does not hold it; the referee uses the sentence that decides something.
    """
    move = take_move(queue, do="call", seat=declarer, source=PACK, least=1, most=1)
    card = cards_of(move)[0]
    for holder in opponents:
        if card in hands[holder]:
            take_move(queue, do="give", seat=holder, to=declarer, open=True, source=[card], least=1, most=1)
            shift([card], hands[holder], hands[declarer])
            return holder
    return None


def take_monte(queue: list[Move], declarer: str, hands: Hands, monte: list[str]) -> None:
    """The monte is turned face up for all and joins the declarer's hand (000:38-39)."""
    take_move(queue, do="take", seat=declarer, open=True, source=list(monte), least=4, most=4)
    shift(list(monte), monte, hands[declarer])


def give_back(queue: list[Move], declarer: str, holder: str, hands: Hands) -> None:
    """One card, face up, to the player who is one short (000:38)."""
    mine = hands[declarer]
    move = take_move(queue, do="give", seat=declarer, to=holder, open=True, source=list(mine), least=1, most=1)
    shift(cards_of(move), mine, hands[holder])


def bury(queue: list[Move], declarer: str, hands: Hands, monte: list[str]) -> None:
    """Any four cards form the new monte (000:38-39), face down: project default."""
    mine = hands[declarer]
    move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=4)
    shift(cards_of(move), mine, monte)


def dividete(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """Each draws two cards unseen, then discards two face down as the new monte (000:41)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=2, face=False)


def scegliete(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """The monte is turned up and divided as they like; each discards face down as many as he took (000:42)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=None, face=True)


# ------------------------------------------------------------------ the play


def leader(contract: str, declarer: str, order: list[str], ruleset: str) -> str:
    """The declarer leads; variation: the dealer's left, except in solissimo (000:35, 000:40)."""
    if ruleset == "thirty-five-eldest-leads" and contract in ("chiamo", "solo"):
        return order[0]
    return declarer


def best_of(cards: list[str]) -> int:
    """The place of the highest card of the suit led; there are no trumps (000:22)."""
    following = [card for card in cards if card[1] == cards[0][1]]
    return cards.index(min(following, key=lambda card: RANKS.index(card[0])))


def play(hand: Hand, order: list[str], hands: Hands, lead: str) -> tuple[list[str], Hands, list[str]]:
    """Winners, the cards each seat has won, and the cards that were not won in any trick."""
    winners: list[str] = []
    won: Hands = {seat: [] for seat in order}
    excused = defaults.excused_revokes(hand)
    unfinished: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not unfinished, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"000:35 {lead} leads to trick {number}")
        turn = [order[(order.index(lead) + step) % 3] for step in range(3)]
        cards = list(trick["cards"])
        need(1 <= len(cards) <= 3, f"trick {number} has {len(cards)} cards")
        for seat, card in zip(turn, cards, strict=False):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card[1] != cards[0][1] and any(other[1] == cards[0][1] for other in hands[seat]):
                defaults.excuse(excused, number, seat, "000:22")
            hands[seat].remove(card)
        if len(cards) < 3:
            unfinished = cards
            continue
        lead = turn[best_of(cards)]
        winners.append(lead)
        won[lead] += cards
    need(all(excused.values()), "a revoke was claimed where there was none")
    left = unfinished + [card for seat in order for card in hands[seat]]
    if left and settled_claim(hand) is None:
        turn = [order[(order.index(lead) + len(unfinished)) % 3]]
        raise UnfinishedError(do="play", seat=turn[0], source=list(hands[turn[0]]), led=unfinished[:1])
    return winners, won, left


# ------------------------------------------------------------------ the settlement


def settle(
    hand: Hand, contract: str, declarer: str, order: list[str],
    winners: list[str], won: Hands, left: list[str], monte: list[str],
) -> Answer:  # fmt: skip
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    defaults.not_by_own_side(hand, sides)
    tricks = {seat: winners.count(seat) for seat in order}
    won_tricks = [sum(tricks[seat] for seat in side) for side in sides]
    in_tricks = [sum(POINTS[card[0]] for seat in side for card in won[seat]) for side in sides]
    outcome, stated = "played", None
    before = list(zip(won_tricks, in_tricks, strict=True))
    if left:
        outcome = "claimed"
        taker, stated = defaults.claimed(hand, sides, len(winners), 1)
        won_tricks[taker] += 12 - len(winners)
        in_tricks[taker] += sum(POINTS[card[0]] for card in left)
    else:
        taker = 0 if winners[-1] == declarer else 1
    points = list(in_tricks)
    points[taker] += LAST_TRICK + sum(POINTS[card[0]] for card in monte)  # 000:29
    if stated is not None:
        points = [stated, 35 - stated] if taker == 0 else [35 - stated, stated]
    wins = points[0] >= NEEDED  # 000:29
    loser = 1 if wins else 0
    bonus, times = multiplier(won_tricks[loser], in_tricks[loser])
    if stated is not None:
        lying = sum(POINTS[card[0]] for card in monte)
        bonus, times = defaults.bonus_after_claim(
            multiplier, *before[loser], 12 - len(winners), points[loser], LAST_TRICK, lying
        )
    amount = AMOUNT[contract] * times * (1 if wins else -1)
    payments = dict.fromkeys(hand["seats"], 0)
    for opponent in sides[1]:  # 000:51-52
        payments[opponent] -= amount
        payments[declarer] += amount
    return answer(
        outcome=outcome, contract=contract, declarer=declarer, winners=winners, tricks=tricks, bonus=bonus,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": won_tricks[n], "points": points[n], "counted": points[n],
             "wins": (n == 0) == wins} for n, side in enumerate(sides)
        ],
        payments=payments, next_dealer=after(hand["seats"], hand["dealer"]),  # project default
    )  # fmt: skip


def multiplier(tricks_of_losers: int, points_in_their_tricks: int) -> tuple[str | None, int]:
    """Cappotto doubles (000:46); stramazzo, fewer than 3 points in the losers' tricks, triples (000:48-49)."""
    if tricks_of_losers == 0:
        return "cappotto", 2
    if points_in_their_tricks < 3:
        return "stramazzo", 3
    return None, 1


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "thirty-five") -> Answer:
    """Payments are added up (project default); the source sets no end."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
    return {"totals": totals, "over": False, "winners": []}
