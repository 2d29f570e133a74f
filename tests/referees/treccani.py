"""Referee of the game in Treccani's dictionary, entry *terziglio*.

The entry is one paragraph; TREC marks its statements. Rules on which it is silent have *project default*.
Points are counted in thirds. After a deal that all passed the monte stays as it is.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need
from tests.referees.tricks import after, as_sides, counted, dealt, paid, play, seated, table_of

RULESETS = ("treccani",)
ORDER = "32ARCF7654"  # the Tressette's, of which this is a form (TREC)
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]  # TREC: forty cards
STAKES = {"chiamo": 1, "solo": 2, "solissimo": 4}  # TREC names the three; stakes: project default


def table(ruleset: str) -> dict[str, Any]:
    return table_of((3,), 12, 4, PACK)  # TREC


def referee(hand: Hand, ruleset: str = "treccani", kept: list[str] | None = None) -> Answer:
    """The ruling of one hand; `kept` is the monte that stayed when all had passed before."""
    return guarded(lambda: judge(hand, kept), hand)


def monte_of(hand: Hand, kept: list[str] | None) -> tuple[list[str], bool]:
    """The monte, and whether it stayed from the deal before.

    A hand that inherits it deals 36 cards; the record may name the monte again, or not.
    """
    dealt_cards = [card for cards in hand["deal"].values() for card in cards]
    lying = list(hand.get("monte") or [card for card in PACK if card not in dealt_cards])
    need(kept is None or sorted(kept) == sorted(lying), "TREC: the monte stays as it lay")
    carried = any(move["do"] == "carry" for move in hand.get("moves") or [])
    return lying, kept is not None or carried or not hand.get("monte")


def judge(hand: Hand, kept: list[str] | None, bound: int = 3) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = seated(hand, (3,))
    lying, stayed = monte_of(hand, kept)
    hands = dealt(hand | {"monte": lying}, order, 12, 4, PACK)
    # TREC: "alla prima mano": whether it binds the first hand or all is not clear; all, project default.
    contract, declarer = auction(words(hand), order, bound if stayed else 0)
    if contract is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "TREC: the hands are collected")
        zero = dict.fromkeys(hand["seats"], 0)
        # Who deals next: project default.
        return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))
    held = {seat: set(hands[seat]) for seat in order}
    monte = before_play(exchange(hand), contract, declarer, order, hands, lying)
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    done = play(hand, order, hands, order[0], ORDER)  # the first hand leads: project default
    return settle(hand, contract, declarer, order, hands, done, monte)


def auction(said: list[tuple[str, str]], order: list[str], bound: int) -> tuple[str | None, str | None]:
    """The first hand bids or passes the word on (TREC); others accept or bid higher.

    Everyone speaks once, "passo" before any bid and "buono" after one: project default. The first `bound` of them
    may not say chiamo.
    """
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(number < 3 and order[number] == seat, f"TREC: it is not {seat}'s turn to speak")
        if word in ("passo", "buono"):
            need((word == "passo") == (best is None), f"{word} may not be said here: project default")
            continue
        need(word in STAKES and (word != "chiamo" or number >= bound), f"TREC: no such bid now: {word}")
        need(best is None or list(STAKES).index(word) > list(STAKES).index(best), f"{word} is not higher than {best}")
        best, declarer = word, seat
    if len(said) < 3:
        quiet = "passo" if best is None else "buono"
        bids = list(STAKES)[1 if len(said) < bound else 0 :]
        raise UnfinishedError(do="bid", seat=order[len(said)], words=[*bids, quiet])
    return best, declarer


def before_play(
    queue: list[Move], contract: str, declarer: str, order: list[str], hands: Hands, monte: list[str]
) -> list[str]:
    """Chiamo: a card for another, and the monte shown; solo: the monte not shown; solissimo: neither (TREC)."""
    mine = hands[declarer]
    holder = None
    if contract == "chiamo":
        card = cards_of(take_move(queue, do="call", seat=declarer, source=PACK, least=1, most=1))
        for seat in order:
            if seat != declarer and card[0] in hands[seat]:  # in the monte: no other may be had (TREC)
                holder = seat
                # Faces, and that the card goes back after the monte was taken: project default.
                take_move(queue, do="give", seat=seat, to=declarer, open=True, source=card, least=1, most=1)
                shift(card, hands[seat], mine)
    if contract in ("chiamo", "solo"):
        face = contract == "chiamo"
        take_move(queue, do="take", seat=declarer, open=face, source=list(monte), least=4, most=4)
        shift(monte, monte, mine)
    if holder is not None:
        source = list(mine)
        move = take_move(queue, do="give", seat=declarer, to=holder, open=True, source=source, least=1, most=1)
        shift(cards_of(move), mine, hands[holder])
    if contract in ("chiamo", "solo"):  # TREC: he restores it with four of his own, face down
        move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=4)
        shift(cards_of(move), mine, monte)
    need(not queue, f"a move out of place: {queue}")
    return monte


def settle(
    hand: Hand, contract: str, declarer: str, order: list[str], hands: Hands, done: list[Any], monte: list[str]
) -> Answer:
    """The monte goes with the last trick (TREC); threshold and payments are project defaults."""
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    count = counted(hand, sides, hands, done, monte, VALUE, 3)
    wins = count.points[0] >= 18
    return answer(
        outcome="claimed" if count.rest_claimed else "played", contract=contract, declarer=declarer,
        winners=[who for who, _ in done], tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=as_sides(sides, count, 3, wins=wins),
        payments=paid(hand, declarer, None, sides[1], STAKES[contract] if wins else -STAKES[contract]),
        next_dealer=after(hand["seats"], hand["dealer"]),
    )  # fmt: skip


def match(hands: list[Hand], ruleset: str = "treccani") -> Answer:
    """Everyone's points are written down after each deal, to 21 (TREC).

    Partners each write what their side has, without fractions, and a tie goes on: project default.
    """
    totals: dict[str, int] = {}
    kept: list[str] | None = None
    for hand in hands:
        ruling = referee(hand, ruleset, kept)
        kept = monte_of(hand, kept)[0] if ruling["outcome"] == "all_pass" else None
        totals = {seat: totals.get(seat, 0) for seat in hand["seats"]}
        for side in ruling["sides"]:
            for seat in side["seats"]:
                totals[seat] += side["counted"]
        best = max(totals.values())
        if best >= 21 and list(totals.values()).count(best) == 1:
            return {"totals": totals, "over": True, "winners": [seat for seat in totals if totals[seat] == best]}
    return {"totals": totals, "over": False, "winners": []}
