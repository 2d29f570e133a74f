"""Referee of two games in Gelli's *Piccola enciclopedia di giuochi*: `gelli-terziglio` and `gelli-bellora`.

GEL67, GEL68, GEL69 are its printed pages (67 is badly damaged in the text that could be read), GEL50 that of
the signals. Rules on which the book is silent have *project default*. Points are counted in thirds; the
Bellora's payments too, since the stake is divided by three.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, word_of, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need
from tests.referees.tricks import added_up, after, as_sides, counted, dealt, paid, play, seated, table_of

RULESETS = ("gelli-terziglio", "gelli-bellora")
ORDER = "32ARCF7654"  # as in the Tressette (GEL67, GEL69)
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]
SIGNALS = ["busso", "striscio", "striscio-lungo", "piombo"]  # GEL50


def table(ruleset: str) -> dict[str, Any]:
    return table_of((3,), 12, 4, PACK) if ruleset == "gelli-terziglio" else table_of((5,), 8, 0, PACK)


def referee(hand: Hand, ruleset: str = "gelli-terziglio") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: terziglio(hand) if ruleset == "gelli-terziglio" else bellora(hand), hand)


def all_passed(hand: Hand) -> Answer:
    """GEL67, GEL69: the cards are mixed again; the second player becomes first hand."""
    need(not exchange(hand) and not hand["tricks"], "all passed, there is nothing to play")
    zero = dict.fromkeys(hand["seats"], 0)
    return answer(outcome="all_pass", payments=zero, next_dealer=after(hand["seats"], hand["dealer"]))


def check_signals(hand: Hand, who: list[str]) -> None:
    """GEL68, GEL69: as in the Tressette, where they go with the lead (GEL50)."""
    for move in hand.get("moves") or []:
        if move["do"] == "signal":
            number = move.get("trick") or int(move.get("after_trick") or 0) + 1
            need(word_of(move) in SIGNALS, f"no such signal: {word_of(move)}")
            need(move["seat"] in who, f"{move['seat']} has nobody to signal to")
            leads = number <= len(hand["tricks"]) and hand["tricks"][number - 1]["leader"] == move["seat"]
            need(leads, "a signal goes with the card that is led")


# ------------------------------------------------------------------ the Terziglio


def terziglio(hand: Hand) -> Answer:
    defaults.known_faults(hand, ["revoke", "not-given-back"])
    order = seated(hand, (3,))
    hands = dealt(hand, order, 12, 4, PACK)
    queue = exchange(hand)
    contract, declarer = ask_or_not(words(hand), order, queue)
    if contract is None or declarer is None:
        return all_passed(hand)
    sides = [[declarer], [seat for seat in order if seat != declarer]]
    check_signals(hand, sides[1])
    held = {seat: set(hands[seat]) for seat in order}
    queue = [move for move in queue if not (move["do"] == "call" and move["seat"] != declarer)]
    forgot = defaults.faults(hand, "not-given-back")
    need(all(move["seat"] == declarer for move in forgot), "GEL68: who asked has to give a card back")
    monte = list(hand["monte"])
    whole = ask(queue, declarer, sides[1], hands, monte, forgot=bool(forgot)) if contract == "chiamo" else True
    if contract == "solo":  # GEL68: the four cards go to the two partners, two each, for two others
        monte = share(queue, sides[1], hands, monte, each=2, face=False)
    need(not queue, f"a move out of place: {queue}")
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    # GEL68: who plays alone without a card leads; otherwise the first hand, project default.
    done = play(hand, order, hands, declarer if contract == "solo" else order[0], ORDER, short=not whole)
    count = counted(hand, sides, hands, done, monte, VALUE, 3)
    wins = count.points[0] >= 18 and not forgot  # GEL68: six points; forgotten: as if he had lost
    swept = whole and count.points[1 if wins else 0] == 0  # GEL68: all points of the pack, both ways
    stake = (2 if contract == "solo" else 1) * (2 if swept else 1)  # GEL68: double without a card
    return answer(
        outcome="claimed" if count.rest_claimed else "played", contract=contract, declarer=declarer,
        winners=[who for who, _ in done], tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if forgot or defaults.faults(hand, "revoke") else "legal",
        sides=as_sides(sides, count, 3, wins=wins), bonus="cappotto" if swept else None,
        payments=paid(hand, declarer, None, sides[1], stake if wins else -stake),  # GEL68: each pays, or gets
        next_dealer=after(hand["seats"], hand["dealer"]),
    )  # fmt: skip


def ask_or_not(said: list[tuple[str, str]], order: list[str], moves: list[Move]) -> tuple[str | None, str | None]:
    """From the first hand on, one chance: ask a card, play without, or pass (GEL67); the card is named at once."""
    best: str | None = None
    declarer: str | None = None
    for number, (seat, word) in enumerate(said):
        need(best != "solo" and number < 3 and order[number] == seat, f"GEL67: it is not {seat}'s turn to speak")
        if word == "passo":
            continue
        need(word in ("chiamo", "solo") and not (word == "chiamo" and best), f"GEL67: {word} may not be said here")
        best, declarer = word, seat
        if word == "chiamo" and not any(move["do"] == "call" and move["seat"] == seat for move in moves):
            need(number == len(said) - 1, "GEL67: the card is asked with the bid")
            raise UnfinishedError(do="call", seat=seat, source=PACK, least=1, most=1)
    if best != "solo" and len(said) < 3:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=["passo", "chiamo", "solo"])
    return best, declarer


def ask(
    queue: list[Move], declarer: str, opponents: list[str], hands: Hands, monte: list[str], *, forgot: bool
) -> bool:
    """The card, the monte shown (GEL67), one card back, four aside unseen (GEL68).

    Returns whether all have twelve cards. In the monte: no exchange and no second wish (GEL68). Faces of the
    two cards, the order, and the card in the asker's own hand (satisfied): project default.
    """
    mine = hands[declarer]
    card = cards_of(take_move(queue, do="call", seat=declarer, source=PACK, least=1, most=1))
    holder = next((seat for seat in opponents if card[0] in hands[seat]), None)
    if holder is not None:
        take_move(queue, do="give", seat=holder, to=declarer, open=True, source=card, least=1, most=1)
        shift(card, hands[holder], mine)
    take_move(queue, do="take", seat=declarer, open=True, source=list(monte), least=4, most=4)
    shift(monte, monte, mine)
    given_back = holder is None
    if holder is not None and not (forgot and (not queue or queue[0]["do"] != "give")):
        back = take_move(queue, do="give", seat=declarer, to=holder, open=True, source=list(mine), least=1, most=1)
        shift(cards_of(back), mine, hands[holder])
        given_back = True
    if given_back or queue:
        most = 4 if given_back else 5
        move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=most)
        shift(cards_of(move), mine, monte)
    return given_back


# ------------------------------------------------------------------ the Bellora


def bellora(hand: Hand) -> Answer:
    """Five players, a silent partner (GEL69)."""
    defaults.known_faults(hand, ["revoke"])
    order = seated(hand, (5,))  # GEL69: four or five; the ruleset has five
    hands = dealt(hand, order, 8, 0, PACK)  # GEL69
    declarer = first_who_asks(words(hand), order)
    if declarer is None:
        return all_passed(hand)
    queue = exchange(hand)
    mine = list(hands[declarer])
    not_mine = [card for card in PACK if card not in mine]  # project default: not one's own
    card = cards_of(take_move(queue, do="call", seat=declarer, source=not_mine, least=1, most=1))[0]
    need(not queue, f"a move out of place: {queue}")
    partner = next(seat for seat in order if card in hands[seat])  # GEL69: neither shows nor gives it
    check_signals(hand, order)
    defaults.only_shows(hand, {seat: set(hands[seat]) for seat in order}, hand["tricks"], order)
    sides = [[declarer, partner], [seat for seat in order if seat not in (declarer, partner)]]
    done = play(hand, order, hands, order[0], ORDER)  # project default: the first hand leads
    count = counted(hand, sides, hands, done, [], VALUE, 3)
    wins = count.points[0] >= 18  # GEL69: six points
    swept = not count.agreed and count.tricks[1 if wins else 0] == 0  # GEL69: all tricks, double, both ways
    amount = 3 * (2 if swept else 1) * (1 if wins else -1)  # a stake is three thirds: 2/3 and 1/3 are paid (GEL69)
    return answer(
        outcome="claimed" if count.rest_claimed else "played", contract="chiamo", declarer=declarer, partner=partner,
        winners=[who for who, _ in done], tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=as_sides(sides, count, 3, wins=wins), bonus="cappotto" if swept else None,
        payments=paid(hand, declarer, partner, sides[1], amount),
        next_dealer=after(hand["seats"], hand["dealer"]),
    )  # fmt: skip


def first_who_asks(said: list[tuple[str, str]], order: list[str]) -> str | None:
    """From the dealer's right, each asks a card or passes (GEL69)."""
    for number, (seat, word) in enumerate(said):
        need(number < 5 and order[number] == seat, f"GEL69: it is not {seat}'s turn to speak")
        need(word in ("chiamo", "passo"), f"no such bid: {word}")
        if word == "chiamo":
            need(number == len(said) - 1, "GEL69: who asks has the game")
            return seat
    if len(said) < 5:
        raise UnfinishedError(do="bid", seat=order[len(said)], words=["chiamo", "passo"])
    return None


def match(hands: list[Hand], ruleset: str = "gelli-terziglio") -> Answer:
    """Each hand is paid by itself (project default); no end is set."""
    return {"totals": added_up([referee(hand, ruleset)["payments"] for hand in hands]), "over": False, "winners": []}
