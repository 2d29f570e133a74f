"""Referee of `quadriglio`: MAE, an Italian text on the game for four, through the survey of the family.

Rules on which it is silent have *project default*. Points are counted in thirds.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need
from tests.referees.tricks import added_up, after, as_sides, counted, dealt, paid, play, seated, table_of

RULESETS = ("quadriglio",)
ORDER = "32ARCF7654"
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]
HIGH = [card for card in PACK if card[0] in "32"]  # MAE: only a 3 or a 2 is called
STAKES = {"chiamo": 1, "scambio": 2, "solo": 3}  # MAE: divided with a partner; double for a swap; triple alone


def table(ruleset: str) -> dict[str, Any]:
    return table_of((4,), 10, 0, PACK)  # MAE


def referee(hand: Hand, ruleset: str = "quadriglio") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand), hand)


def judge(hand: Hand) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    order = seated(hand, (4,))
    hands = dealt(hand, order, 10, 0, PACK)
    contract, declarer = auction(words(hand), order)
    if contract is None or declarer is None:  # project default
        need(not exchange(hand) and not hand["tricks"], "all passed, there is nothing to play")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))
    held = {seat: set(hands[seat]) for seat in order}
    partner = before_play(exchange(hand), contract, declarer, order, hands)
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    mine = [declarer] if partner is None else [declarer, partner]
    sides = [mine, [seat for seat in order if seat not in mine]]
    done = play(hand, order, hands, order[0], ORDER)  # the first hand leads: project default
    count = counted(hand, sides, hands, done, [], VALUE, 3)
    wins = count.points[0] >= 18
    return answer(
        outcome="claimed" if count.rest_claimed else "played", contract=contract, declarer=declarer, partner=partner,
        winners=[who for who, _ in done], tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=as_sides(sides, count, 3, wins=wins),
        payments=paid(hand, declarer, partner, sides[1], STAKES[contract] * (1 if wins else -1)),
        next_dealer=after(hand["seats"], hand["dealer"]),
    )  # fmt: skip


def auction(said: list[tuple[str, str]], order: list[str]) -> tuple[str | None, str | None]:
    """Passo, chiamo, scambio, solo (MAE has the three games); one chance each, higher beats: project default."""
    bids = list(STAKES)
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(best != "solo" and number < 4 and order[number] == seat, f"it is not {seat}'s turn to speak")
        if word == "passo":
            continue
        need(word in bids, f"MAE: no such bid: {word}")
        need(best is None or bids.index(word) > bids.index(best), f"{word} is not higher than {best}")
        best, declarer = word, seat
    if best != "solo" and len(said) < 4:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=[*bids, "passo"])
    return best, declarer


def before_play(queue: list[Move], contract: str, declarer: str, order: list[str], hands: Hands) -> str | None:
    """A partner declares himself at once; for a swap a card is face down (MAE)."""
    mine = hands[declarer]
    partner: str | None = None
    laid: list[str] = []
    if contract == "scambio":
        laid = cards_of(
            take_move(queue, do="table-card", seat=declarer, open=False, source=list(mine), least=1, most=1)
        )
        mine.remove(laid[0])
    if contract in ("chiamo", "scambio"):
        others = [card for card in HIGH if card not in mine + laid]  # project default: not one's own
        card = cards_of(take_move(queue, do="call", seat=declarer, source=others, least=1, most=1))
        holder = next(seat for seat in order if card[0] in hands[seat])
        if contract == "chiamo":
            partner = holder
        else:
            take_move(queue, do="give", seat=holder, to=declarer, open=False, source=card, least=1, most=1)
            shift(card, hands[holder], mine)
            take_move(queue, do="take", seat=holder, open=False, source=laid, least=1, most=1)
            hands[holder] += laid
    need(not queue, f"a move out of place: {queue}")
    return partner


def match(hands: list[Hand], ruleset: str = "quadriglio") -> Answer:
    """Each hand is paid by itself (project default); no end is set."""
    return {"totals": added_up([referee(hand, ruleset)["payments"] for hand in hands]), "over": False, "winners": []}
