"""Referee of source 004 (its main game): `pagat` and `pagat-declarer-leads`.

Line references are to the source file 004. Rules on which it is silent have *project default*.
Points are counted in thirds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, word_of, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim

if TYPE_CHECKING:
    from collections.abc import Callable

RULESETS = ("pagat", "pagat-declarer-leads")
SUITS = "bscd"  # 004:22 batons, swords, cups, coins
RANKS = "32ARCF7654"  # 004:22 high to low
THIRDS = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}  # 004:26-27
LAST_TRICK = 3  # 004:28
PACK = [rank + suit for suit in SUITS for rank in RANKS]
BIDS = ["chiamo", "solo", "solissimo"]  # 004:36-38, low to high
RAISES = ["dividete", "scegliete"]  # 004:65
AMOUNT = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}  # 004:78-82
NEEDED = 18  # 004:75 six whole points
WORDS = [*BIDS, "passo"]


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player: 004:3, 004:16, 004:31."""
    return {"seats": (3, 4), "hand": 12, "monte": 4, "pack": PACK, "out_at": 4, "dummies": 0}


def referee(hand: Hand, ruleset: str = "pagat") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, ruleset), hand)


def judge(
    hand: Hand, ruleset: str, *,
    amount: dict[str, int] | None = None,
    play: Callable[[Hand, list[str], Hands, str], tuple[list[str], Hands, list[str]]] | None = None,
    scegliete: Callable[[list[Move], list[str], Hands, list[str]], None] | None = None,
) -> Answer:  # fmt: skip
    """The ruling, with the house's changes."""
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = who_plays(hand)
    hands = dealt(hand, order)
    bid, declarer = auction(words(hand), order)
    if bid is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "004:46 all passed, there is nothing to play")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))
    held = {seat: set(hands[seat]) for seat in order}
    monte = list(hand["monte"])
    contract = before_play(exchange(hand), bid, declarer, order, hands, monte, scegliete or as_they_like)
    for seat in order:
        held[seat] |= set(hands[seat])
    defaults.only_shows(hand, held, hand["tricks"], order)
    first = leader(contract, declarer, order, ruleset)
    winners, won, left = (play or played)(hand, order, hands, first)
    return settle(hand, contract, declarer, order, winners, won, left, monte, amount or AMOUNT)


# ------------------------------------------------------------------ the table, the deal


def after(seats: list[str], seat: str) -> str:
    """The seat that deals, speaks or plays after another, in order of play."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def who_plays(hand: Hand) -> list[str]:
    """Three play, from the dealer's right on; of four the dealer gets no cards (004:16, 004:34)."""
    seats, dealer = hand["seats"], hand["dealer"]
    need(len(seats) in (3, 4) and dealer in seats, "004:16 three or four sit at the table")
    idle = [dealer] if len(seats) == 4 else []
    need(list(hand.get("out") or []) == idle, "004:16 the wrong seat sits out")
    order = [after(seats, dealer)]
    while len(order) < 3:
        order.append(after(seats, order[-1]))
    return order


def dealt(hand: Hand, order: list[str]) -> Hands:
    """Twelve cards each and four for the monte (004:31); all forty of the pack (004:22)."""
    need(set(hand["deal"]) == set(order), "004:31 cards dealt to the wrong seats")
    for seat in order:
        need(len(hand["deal"][seat]) == 12, f"004:31 {seat} was not dealt twelve cards")
    need(len(hand["monte"]) == 4, "004:31 the monte has four cards")
    every = [card for seat in order for card in hand["deal"][seat]] + list(hand["monte"])
    need(sorted(every) == sorted(PACK), "004:22 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


# ------------------------------------------------------------------ the auction


def auction(said: list[tuple[str, str]], order: list[str]) -> tuple[str | None, str | None]:
    """One chance each from the dealer's right, each bid higher than the last (004:34, 004:40-44)."""
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(best != "solissimo", "004:44 no further bids after solissimo")
        need(number < 3 and seat == order[number], f"004:34 it is not {seat}'s turn to speak")
        if word == "passo":
            continue
        need(word in BIDS, f"004:34 no such bid: {word}")
        need(best is None or BIDS.index(word) > BIDS.index(best), f"004:40 {word} is not higher than {best}")
        best, declarer = word, seat
    if best != "solissimo" and len(said) < 3:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=WORDS)
    return best, declarer


# ------------------------------------------------------------------ before the play


def before_play(
    queue: list[Move], bid: str, declarer: str, order: list[str], hands: Hands, monte: list[str],
    scegliete: Callable[[list[Move], list[str], Hands, list[str]], None],
) -> str:  # fmt: skip
    """Make the moves between auction and first lead; return the contract played."""
    contract = bid
    if bid == "solissimo" and queue and queue[0]["do"] == "raise":
        raised = queue.pop(0)
        need(raised["seat"] == declarer, "004:65 only the bidder of a solissimo may raise")
        need(word_of(raised) in RAISES, f"004:65 no such raise: {word_of(raised)}")
        contract = word_of(raised)
    place = order.index(declarer)
    opponents = order[place + 1 :] + order[:place]
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
    need(all(len(hands[seat]) == 12 for seat in order), "004:60 all three have twelve cards now")
    return contract


def call_a_card(queue: list[Move], declarer: str, opponents: list[str], hands: Hands) -> str | None:
    """Any card is named; its holder passes it face up, otherwise the call is satisfied (004:52)."""
    move = take_move(queue, do="call", seat=declarer, source=PACK, least=1, most=1)
    card = cards_of(move)[0]
    for holder in opponents:
        if card in hands[holder]:
            take_move(queue, do="give", seat=holder, to=declarer, open=True, source=[card], least=1, most=1)
            shift([card], hands[holder], hands[declarer])
            return holder
    return None


def take_monte(queue: list[Move], declarer: str, hands: Hands, monte: list[str]) -> None:
    """The monte is turned face up for all and joins the bidder's hand (004:56)."""
    take_move(queue, do="take", seat=declarer, open=True, source=list(monte), least=4, most=4)
    shift(list(monte), monte, hands[declarer])


def give_back(queue: list[Move], declarer: str, holder: str, hands: Hands) -> None:
    """One card of the bidder's choice, face up, to the holder (004:58)."""
    mine = hands[declarer]
    move = take_move(queue, do="give", seat=declarer, to=holder, open=True, source=list(mine), least=1, most=1)
    shift(cards_of(move), mine, hands[holder])


def bury(queue: list[Move], declarer: str, hands: Hands, monte: list[str]) -> None:
    """Any four cards, face down, form the new monte (004:60)."""
    mine = hands[declarer]
    move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=4)
    shift(cards_of(move), mine, monte)


def dividete(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """Each draws two cards unseen, then discards any two of fourteen face down (004:67)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=2, face=False)


def as_they_like(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """The monte is turned up and divided as they like; each discards as many as he took (004:68)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=None, face=True)


# ------------------------------------------------------------------ the play


def leader(contract: str, declarer: str, order: list[str], ruleset: str) -> str:
    """The dealer's right leads, in solissimo the bidder (004:72); some: always the bidder (004:90)."""
    if ruleset == "pagat-declarer-leads" or contract in ("solissimo", "dividete", "scegliete"):
        return declarer
    return order[0]


def best_of(cards: list[str]) -> int:
    """The place of the highest card of the suit led (004:72)."""
    following = [card for card in cards if card[1] == cards[0][1]]
    return cards.index(min(following, key=lambda card: RANKS.index(card[0])))


def played(hand: Hand, order: list[str], hands: Hands, lead: str) -> tuple[list[str], Hands, list[str]]:
    """Winners, the cards each seat has won, and the cards that were not won in any trick."""
    winners: list[str] = []
    won: Hands = {seat: [] for seat in order}
    excused = defaults.excused_revokes(hand)
    unfinished: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not unfinished, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"004:72 {lead} leads to trick {number}")
        turn = [order[(order.index(lead) + step) % 3] for step in range(3)]
        cards = list(trick["cards"])
        need(1 <= len(cards) <= 3, f"trick {number} has {len(cards)} cards")
        for seat, card in zip(turn, cards, strict=False):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card[1] != cards[0][1] and any(other[1] == cards[0][1] for other in hands[seat]):
                # That suit must be followed 004 says nowhere: it is a game of the Tressette group (004:7, 004:16).
                defaults.excuse(excused, number, seat, "project default")
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
    winners: list[str], won: Hands, left: list[str], monte: list[str], amounts: dict[str, int],
) -> Answer:  # fmt: skip
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    defaults.not_by_own_side(hand, sides)
    tricks = {seat: winners.count(seat) for seat in order}
    won_tricks = [sum(tricks[seat] for seat in side) for side in sides]
    in_tricks = [sum(THIRDS[card[0]] for seat in side for card in won[seat]) for side in sides]
    outcome, stated = "played", None
    before = list(zip(won_tricks, in_tricks, strict=True))
    if left:
        outcome = "claimed"
        taker, stated = defaults.claimed(hand, sides, len(winners), 3)
        won_tricks[taker] += 12 - len(winners)
        in_tricks[taker] += sum(THIRDS[card[0]] for card in left)
    else:
        taker = 0 if winners[-1] == declarer else 1
    points = list(in_tricks)
    points[taker] += LAST_TRICK + sum(THIRDS[card[0]] for card in monte)  # 004:75
    if stated is not None:
        points = [stated, 35 - stated] if taker == 0 else [35 - stated, stated]
    wins = points[0] >= NEEDED  # 004:75
    loser = 1 if wins else 0
    bonus, times = multiplier(won_tricks[loser], in_tricks[loser])
    if stated is not None:
        lying = sum(THIRDS[card[0]] for card in monte)
        bonus, times = defaults.bonus_after_claim(
            multiplier, *before[loser], 12 - len(winners), points[loser], LAST_TRICK, lying
        )
    amount = amounts[contract] * times * (1 if wins else -1)
    payments = dict.fromkeys(hand["seats"], 0)  # project default: an idle dealer neither pays nor is paid
    for opponent in sides[1]:  # 004:75 from or to each opponent
        payments[opponent] -= amount
        payments[declarer] += amount
    return answer(
        outcome=outcome, contract=contract, declarer=declarer, winners=winners, tricks=tricks, bonus=bonus,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": won_tricks[n], "points": points[n], "counted": points[n] // 3,
             "wins": (n == 0) == wins} for n, side in enumerate(sides)
        ],
        payments=payments, next_dealer=after(hand["seats"], hand["dealer"]),  # 004:31 the deal rotates
    )  # fmt: skip


def multiplier(tricks_of_losers: int, thirds_in_their_tricks: int) -> tuple[str | None, int]:
    """Cappotto doubles (004:86); stramazzo, less than one point in the losers' tricks, triples (004:87)."""
    if tricks_of_losers == 0:
        return "cappotto", 2
    if thirds_in_their_tricks < 3:
        return "stramazzo", 3
    return None, 1


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "pagat") -> Answer:
    """Payments are added up (project default); the source sets no end."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
    return {"totals": totals, "over": False, "winners": []}
