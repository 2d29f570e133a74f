"""Referee of source 001: `spazzatura`.

Line references are to the source file 001. Rules on which it is silent have *project default*.
Points are counted in thirds.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, word_of, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim

RULESETS = ("spazzatura",)
SUITS = "bscd"  # 001:13 a pack of forty cards; the suits are a project default
RANKS = "32AKQJ7654"  # 001:15 high to low
THIRDS = {"3": 1, "2": 1, "A": 3, "K": 1, "Q": 1, "J": 1, "7": 0, "6": 0, "5": 0, "4": 0}  # 001:17-19
LAST_TRICK = 3  # 001:20, 11 2/3 in all 001:21
PACK = [rank + suit for suit in SUITS for rank in RANKS]
BIDS = ["chiamo", "solo", "solissimo"]  # 001:31-33, low to high
RAISES = ["dividete", "scegliete"]  # 001:51
AMOUNT = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}  # 001:67-71
NEEDED = 18  # 001:23, 001:65 six points
COMPARED_IN = 1  # who has most: in thirds, since 001:21 counts 11 2/3 and 001 drops no fraction; 3: in whole points
WORDS = [*BIDS, "pass"]  # 001:29


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player: 001:9, 001:27."""
    return {"seats": (3,), "hand": 12, "monte": 4, "pack": PACK, "out_at": 0, "dummies": 0}


def referee(hand: Hand, ruleset: str = "spazzatura") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand), hand)


def judge(hand: Hand) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = who_plays(hand)
    hands = dealt(hand, order)
    bid, declarer = auction(words(hand), order)
    if bid is None or declarer is None:
        return spazzatura(hand, order, hands)
    held = {seat: set(hands[seat]) for seat in order}
    monte = list(hand["monte"])
    contract = before_play(exchange(hand), bid, declarer, order, hands, monte)
    for seat in order:
        held[seat] |= set(hands[seat])
    defaults.only_shows(hand, held, hand["tricks"], order)
    first = leader(contract, declarer, order)
    winners, won, left = play(hand, order, hands, first)
    return settle(hand, contract, declarer, order, winners, won, left, monte)


# ------------------------------------------------------------------ the table, the deal


def after(seats: list[str], seat: str) -> str:
    """The seat that deals, speaks or plays after another, in order of play."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def who_plays(hand: Hand) -> list[str]:
    """One against two (001:9), from the dealer's left on (001:29)."""
    seats, dealer = hand["seats"], hand["dealer"]
    need(len(seats) == 3 and dealer in seats, "001:9 three players")
    need(not hand.get("out"), "001:9 nobody sits out")
    first = after(seats, dealer)
    return [first, after(seats, first), dealer]


def dealt(hand: Hand, order: list[str]) -> Hands:
    """Twelve cards each and four for the monte (001:27); all forty of the pack (001:13-15)."""
    need(set(hand["deal"]) == set(order), "001:27 cards dealt to the wrong seats")
    for seat in order:
        need(len(hand["deal"][seat]) == 12, f"001:27 {seat} was not dealt twelve cards")
    need(len(hand["monte"]) == 4, "001:27 the monte has four cards")
    every = [card for seat in order for card in hand["deal"][seat]] + list(hand["monte"])
    need(sorted(every) == sorted(PACK), "001:13 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


# ------------------------------------------------------------------ the auction


def auction(said: list[tuple[str, str]], order: list[str]) -> tuple[str | None, str | None]:
    """One chance each from the dealer's left (001:29), a higher bid beats a lower one (001:31-35)."""
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(best != "solissimo", "001:33 nothing is higher than solissimo")
        need(number < 3 and seat == order[number], f"001:29 it is not {seat}'s turn to speak")
        if word == "pass":
            continue
        need(word in BIDS, f"001:31 no such bid: {word}")
        need(best is None or BIDS.index(word) > BIDS.index(best), f"001:35 {word} is not higher than {best}")
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
        need(raised["seat"] == declarer, "001:51 only the taker who bid solissimo may raise")
        need(word_of(raised) in RAISES, f"001:51 no such raise: {word_of(raised)}")
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
    need(all(len(hands[seat]) == 12 for seat in order), "001:54 all have twelve cards")
    return contract


def call_a_card(queue: list[Move], declarer: str, opponents: list[str], hands: Hands) -> str | None:
    """Rank and suit are named; the defender who has the card gives it (001:40-42).

    Its face, and what holds if the taker has it himself: project default (face up; satisfied).
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
    """The monte is turned face up for all and joins the taker's hand (001:45)."""
    take_move(queue, do="take", seat=declarer, open=True, source=list(monte), least=4, most=4)
    shift(list(monte), monte, hands[declarer])


def give_back(queue: list[Move], declarer: str, holder: str, hands: Hands) -> None:
    """One card to the defender without the called one (001:46), face up by default."""
    mine = hands[declarer]
    move = take_move(queue, do="give", seat=declarer, to=holder, open=True, source=list(mine), least=1, most=1)
    shift(cards_of(move), mine, hands[holder])


def bury(queue: list[Move], declarer: str, hands: Hands, monte: list[str]) -> None:
    """Four cards, face down, form the new monte (001:47)."""
    mine = hands[declarer]
    move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=4)
    shift(cards_of(move), mine, monte)


def dividete(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """Each draws two cards unseen, then discards any two of fourteen face down (001:53)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=2, face=False)


def scegliete(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """The monte is turned up and divided as they like; each discards face down as many as he took (001:54)."""
    monte[:] = share(queue, opponents, hands, list(monte), each=None, face=True)


# ------------------------------------------------------------------ the play


def leader(contract: str, declarer: str, order: list[str]) -> str:
    """The dealer's left leads, in a solissimo game the taker (001:58-59, 001:33)."""
    if contract in ("solissimo", "dividete", "scegliete"):
        return declarer
    return order[0]


def best_of(cards: list[str]) -> int:
    """The place of the highest card of the suit led (001:61-62)."""
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
        need(trick["leader"] == lead, f"001:58-61 {lead} leads to trick {number}")
        turn = [order[(order.index(lead) + step) % 3] for step in range(3)]
        cards = list(trick["cards"])
        need(1 <= len(cards) <= 3, f"trick {number} has {len(cards)} cards")
        for seat, card in zip(turn, cards, strict=False):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card[1] != cards[0][1] and any(other[1] == cards[0][1] for other in hands[seat]):
                # That suit must be followed 001 says nowhere.
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
    winners: list[str], won: Hands, left: list[str], monte: list[str],
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
    points[taker] += LAST_TRICK + sum(THIRDS[card[0]] for card in monte)  # 001:20, 001:48
    if stated is not None:
        points = [stated, 35 - stated] if taker == 0 else [35 - stated, stated]
    wins = points[0] >= NEEDED  # 001:65
    loser = 1 if wins else 0
    bonus, times = multiplier(won_tricks[loser], in_tricks[loser])
    if stated is not None:
        lying = sum(THIRDS[card[0]] for card in monte)
        bonus, times = defaults.bonus_after_claim(
            multiplier, *before[loser], 12 - len(winners), points[loser], LAST_TRICK, lying
        )
    amount = AMOUNT[contract] * times * (1 if wins else -1)
    payments = dict.fromkeys(hand["seats"], 0)
    for opponent in sides[1]:  # 001:65
        payments[opponent] -= amount
        payments[declarer] += amount
    return answer(
        outcome=outcome, contract=contract, declarer=declarer, winners=winners, tricks=tricks, bonus=bonus,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": won_tricks[n], "points": points[n], "counted": points[n] // 3,
             "wins": (n == 0) == wins} for n, side in enumerate(sides)
        ],
        payments=payments, next_dealer=after(hand["seats"], hand["dealer"]),  # project default
    )  # fmt: skip


def multiplier(tricks_of_losers: int, thirds_in_their_tricks: int) -> tuple[str | None, int]:
    """Cappotto doubles (001:74); stramazzo, losers with a trick and less than a point, triples (001:75).

    001:75 does not state whether the last trick's point and the monte count among what the losers have:
    they do not (project default, as on the page that 001:86 refers to).
    """
    if tricks_of_losers == 0:
        return "cappotto", 2
    if thirds_in_their_tricks < 3:
        return "stramazzo", 3
    return None, 1


# ------------------------------------------------------------------ everyone has passed


def spazzatura(hand: Hand, order: list[str], hands: Hands) -> Answer:
    """The hand is played, each for himself, to take few points (001:79-80)."""
    need(not exchange(hand), "001:79 there is no exchange when all have passed")
    sides = [[seat] for seat in order]
    defaults.not_by_own_side(hand, sides)
    defaults.only_shows(hand, {seat: set(hands[seat]) for seat in order}, hand["tricks"], order)
    winners, won, left = play(hand, order, hands, order[0])  # who leads: project default
    tricks = {seat: winners.count(seat) for seat in order}
    in_tricks = {seat: sum(THIRDS[card[0]] for card in won[seat]) for seat in order}
    last = winners[-1] if winners else ""
    if left:
        taker, _ = defaults.claimed(hand, sides, len(winners), 3)
        last = order[taker]
        tricks[last] += 12 - len(winners)
        in_tricks[last] += sum(THIRDS[card[0]] for card in left)
    points = dict(in_tricks)
    points[last] += LAST_TRICK + sum(THIRDS[card[0]] for card in hand["monte"])  # 001:81
    score = {seat: points[seat] // COMPARED_IN for seat in order}
    most = max(score.values())
    paying = [seat for seat in order if score[seat] == most]  # 001:83; several: each pays, project default
    paid = [seat for seat in order if seat not in paying]
    # 001:84 both multipliers hold; that the players who are paid are looked at together is a project default.
    bonus, times = multiplier(sum(tricks[seat] for seat in paid), sum(in_tricks[seat] for seat in paid))
    payments = dict.fromkeys(hand["seats"], 0)
    for payer in paying:
        for seat in paid:
            payments[payer] -= times  # 001:83 one to each
            payments[seat] += times
    played = {seat: winners.count(seat) for seat in order}
    return answer(
        outcome="claimed" if left else "all_pass", winners=winners, tricks=played, bonus=bonus, payments=payments,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": [seat], "tricks": tricks[seat], "points": points[seat], "counted": points[seat] // 3,
             "wins": seat in paid} for seat in order
        ],
        next_dealer=after(hand["seats"], hand["dealer"]),  # project default
    )  # fmt: skip


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "spazzatura") -> Answer:
    """Payments are added up (project default); the source sets no end."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
    return {"totals": totals, "over": False, "winners": []}
