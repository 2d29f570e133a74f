"""Briscola chiamata, ruled once more from the text of its source (CAR) and nothing of calarec.

Ranks are called downwards, then the two for points; the suit of the called card is trump, its holder the partner of
the caller. Rules on which the source is silent have *project default*.
"""

from __future__ import annotations

from tests.referees import defaults
from tests.referees.moves import exchange, words
from tests.referees.shape import Answer, Hand, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.tricks import after, dealt, seated

ORDER = "A3RCF76542"
WORTH = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}
TOTAL = 120
PACK = [rank + suit for suit in "bscd" for rank in ORDER]
RANKS = dict(zip(
    ("ace", "three", "king", "knight", "jack", "seven", "six", "five", "four", "two"), ORDER, strict=True
))  # fmt: skip
LADDER = [*RANKS, *(f"points-{number}" for number in range(62, TOTAL + 1))]


def referee(hand: Hand) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand), hand)


def judge(hand: Hand) -> Answer:
    """The ruling of one hand, or why it is none."""
    followed = [move for move in hand["moves"] if move["do"] == "trump"]
    hand = {**hand, "moves": [move for move in hand["moves"] if move["do"] != "trump"]}
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = seated(hand, (5,))
    hands = dealt(hand, order, 8, 0, PACK)
    contract, declarer = heard(words(hand), order)
    if not contract:
        need(not exchange(hand) and not hand["tricks"], "nobody has called")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=order[0])  # project default: the next one deals
    called = called_card(hand, contract, declarer)
    need([(move["suit"], move["card"]) for move in followed] == [(called[1], None)], "its suit is trump, by itself")
    holder = next(seat for seat in order if called in hands[seat])
    own = [declarer] if holder == declarer else [declarer, holder]
    others = [seat for seat in order if seat not in own]
    done = play_tricks(hand, order, hands, called[1])
    defaults.not_by_own_side(hand, [own, others])
    points = sum(worth(cards) for winner, cards in done if winner in own)
    claim = settled_claim(hand)
    if any(hands.values()):
        need(claim is not None, "cards are left and nobody has claimed them")
        assert claim is not None
        side = own if claim["seat"] in own else others
        need(not set(claim.get("by") or []) & set(side), "a claim is accepted by the other side")
        mine = (claim["seat"] in own) == (claim["do"] == "claim")
        stated = claim.get("points")
        if stated is not None:
            points = int(stated) if mine else TOTAL - int(stated)
        elif mine:
            points = TOTAL - sum(worth(cards) for winner, cards in done if winner not in own)
    needed = int(contract.removeprefix("points-")) if contract.startswith("points-") else 61
    won = points >= needed
    # A side that has taken every card that counts: twice as much. Where points were agreed on, by these.
    swept = (points if won else TOTAL - points) == TOTAL
    amount = (1 if won else -1) * (2 if swept else 1)
    payments = dict.fromkeys(others, -amount)
    payments |= {declarer: 4 * amount} if holder == declarer else {declarer: 2 * amount, holder: amount}
    return answer(
        outcome="played", contract=contract, declarer=declarer, partner=None if holder == declarer else holder,
        winners=[winner for winner, _ in done], bonus="cappotto" if swept else None, payments=payments,
        sides=[{"seats": own, "points": points, "wins": won},
               {"seats": others, "points": TOTAL - points, "wins": not won}],
    )  # fmt: skip


def heard(said: list[tuple[str, str]], order: list[str]) -> tuple[str, str]:
    """Return the final call and its caller; a pass is final, and 120 is the highest."""
    best, declarer, out, seat = "", "", set[str](), order[0]
    for number, (speaker, word) in enumerate(said):
        need(not is_over(best, declarer, out, order), f"word {number}: the calling is over")
        need(speaker == seat, f"it is not {speaker}'s turn to speak")
        if word == "passo":
            out.add(speaker)
        else:
            need(word in LADDER and (not best or LADDER.index(word) > LADDER.index(best)), f"{word} is not higher")
            best, declarer = word, speaker
        if len(out) < len(order):
            seat = after(order, seat)
            while seat in out:
                seat = after(order, seat)
    if not is_over(best, declarer, out, order):
        raise UnfinishedError(do="bid", seat=seat, words=["passo", *LADDER[LADDER.index(best) + 1 if best else 0 :]])
    return best, declarer


def is_over(best: str, declarer: str, out: set[str], order: list[str]) -> bool:
    """Check whether no seat may call any more."""
    return best == LADDER[-1] or len(out) == len(order) or (bool(best) and out == set(order) - {declarer})


def called_card(hand: Hand, contract: str, declarer: str) -> str:
    """The card that the declarer names: of the rank that was bid."""
    moves = exchange(hand)
    if not moves:
        raise UnfinishedError(do="call", seat=declarer, source=[card for card in PACK if card[0] == rank_of(contract)])
    need(len(moves) == 1 and moves[0]["do"] == "call" and moves[0]["seat"] == declarer, "one card is called")
    called: str = moves[0]["card"]
    need(called[0] == rank_of(contract), f"{called} is not of the rank that was bid")
    return called


def rank_of(contract: str) -> str:
    """The rank that a bid names."""
    return RANKS.get(contract, "2")


def worth(cards: list[str]) -> int:
    """The points of cards."""
    return sum(WORTH.get(card[0], 0) for card in cards)


def play_tricks(hand: Hand, order: list[str], hands: dict[str, list[str]], trump: str) -> list[tuple[str, list[str]]]:
    """The winner of each trick with its cards; the one at the dealer's right leads first, suit is followed."""
    excused = defaults.excused_revokes(hand)
    lead, done = order[0], list[tuple[str, list[str]]]()
    for number, trick in enumerate(hand["tricks"], 1):
        need(trick["leader"] == lead and len(trick["cards"]) == len(order), f"{lead} leads to a whole trick {number}")
        seats = [*order[order.index(lead) :], *order[: order.index(lead)]]
        for seat, card in zip(seats, trick["cards"], strict=True):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card[1] != trick["cards"][0][1] and any(held[1] == trick["cards"][0][1] for held in hands[seat]):
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
        lead = seats[trick["cards"].index(highest(trick["cards"], trump))]
        done.append((lead, list(trick["cards"])))
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=[])
    return done


def highest(cards: list[str], trump: str) -> str:
    """The card that takes: the highest trump, or the highest of the suit led."""
    suit = trump if any(card[1] == trump for card in cards) else cards[0][1]
    return min((card for card in cards if card[1] == suit), key=lambda card: ORDER.index(card[0]))
