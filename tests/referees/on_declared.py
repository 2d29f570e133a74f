"""Hands with declarations, ruled once more: which cards make a meld, when it may be declared, and what it counts.

The play without declarations is ruled by the referees of the games of which these are forms. Points are counted in
thirds; what is declared is looked up in the hands as they were dealt, exchanged and played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referees import on_sides, treccani
from tests.referees.shape import Answer, Hand, answer, guarded, need

ORDER = "32ARCF7654"
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}


class Declared(NamedTuple):
    """The outcome of one declaration."""

    seat: str
    thirds: int
    match: int


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand, with each player's addition to the total as `gains`."""
    return guarded(lambda: _judge(hand, ruleset), hand)


def _judge(hand: Hand, ruleset: str) -> Answer:
    said = [move for move in hand["moves"] if move["do"] == "declare"]
    plain = {**hand, "moves": [move for move in hand["moves"] if move["do"] != "declare"]}
    thrown_in = [move for move in said if move["word"] in ("under-a-point", "few-coins")]
    if thrown_in:
        (move,) = thrown_in
        need(not hand["tricks"] and move is hand["moves"][-1], "nobody plays on")
        cards = _held(hand, move, exchanged=False)
        worth = sum(VALUE[card[0]] for card in cards)
        if move["word"] == "under-a-point":
            need(worth < 3, "a point or more")
        else:
            need(worth < 6 and not {"3d", "2d", "Ad"} & {*cards}, "not that poor")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="void", payments=zero) | {"gains": zero}
    bidding = ruleset == "declared-bid"
    ruled = treccani.judge(plain, None) if bidding else on_sides.judge(plain, on_sides.RULES["tressette"])
    melds = [_meld(hand, move, ruled) for move in said]
    for number, (one, move) in enumerate(zip(melds, said, strict=True)):
        for other, before in zip(melds[:number], said[:number], strict=True):
            again = one.seat == other.seat and move["word"] == before["word"]
            need(not (again and {*move["cards"]} & {*before["cards"]}), "declared twice")
    return _counted(ruled, melds, bidding=bidding)


def _counted(ruled: Answer, melds: list[Declared], *, bidding: bool) -> Answer:
    gains = dict.fromkeys(ruled["payments"], 0)
    sides = []
    for side in ruled["sides"]:
        own = [meld for meld in melds if meld.seat in side["seats"]]
        points = side["points"] + sum(meld.thirds for meld in own)
        wins = side["wins"]
        if bidding:
            declared = [meld.thirds for meld in melds if meld.seat == ruled["declarer"]]
            taken = next(each["points"] for each in ruled["sides"] if ruled["declarer"] in each["seats"])
            wins = ((taken + sum(declared)) // 3 * 3 >= 18) == (ruled["declarer"] in side["seats"])
        sides.append({**side, "points": points, "wins": wins})
        for seat in side["seats"]:
            gains[seat] = points // 3 + sum(meld.match for meld in own)
    payments = ruled["payments"]
    if bidding and sides:
        won = next(side["wins"] for side in sides if ruled["declarer"] in side["seats"])
        stake = {"chiamo": 1, "solo": 2, "solissimo": 4}[ruled["contract"]] * (1 if won else -1)
        payments = {seat: 2 * stake if seat == ruled["declarer"] else -stake for seat in payments}
    return {**ruled, "sides": sides, "payments": payments, "gains": gains}


def _meld(hand: Hand, move: dict[str, Any], ruled: Answer) -> Declared:
    """Check a meld and return its value."""
    seat, cards, tricks = move["seat"], move["cards"], move["after_trick"]
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    need(len({*cards}) == len(cards), "a card named twice")
    if move["word"] == "aces":
        need(seat == ruled["declarer"] and tricks in (2, 3), "not theirs, or not then")
        gone = {card for trick in hand["tricks"][:tricks] for card in trick["cards"]}
        need({*cards} <= _held(hand, move, exchanged=True) - gone and ranks == {"A"} and len(cards) > 1, "no such aces")
        return Declared(seat, 3 + 2 * (len(cards) - 2), 0)
    need({*cards} <= _held(hand, move, exchanged=True), "cards that were not there")
    if move["word"] == "court":
        need(ruled["declarer"] not in (None, seat) and tricks <= 2, "not theirs, or not then")
        need(len(suits) == 1 and ranks == {*"RCF"} and len(cards) == 3, "no court")
        return Declared(seat, 0, 2)
    need(tricks <= 1 if hand["rules"]["id"] == "declared-tail" else tricks == 1, "not then")
    if move["word"] == "buongioco":
        need(len(ranks) == 1 and ranks <= {*"32A"} and len(cards) in (3, 4), "no buongioco")
        return Declared(seat, 0, len(cards))
    need(move["word"] == "napoletana" and len(suits) == 1, "no napoletana")
    need("".join(sorted(ranks, key=ORDER.index)) == ORDER[: len(cards)] and len(cards) > 2, "no napoletana")
    need(len(cards) == 3 or hand["rules"]["id"] == "declared-tail", "no tail here")
    return Declared(seat, 0, len(cards))


def _held(hand: Hand, move: dict[str, Any], *, exchanged: bool) -> set[str]:
    """The cards of a seat at the first lead, or as they were when it spoke."""
    seat = move["seat"]
    cards = {*hand["deal"][seat]}
    for each in hand["moves"]:
        if not exchanged and each is move:
            break
        if each["do"] == "give":
            cards = cards - {*each["cards"]} if each["seat"] == seat else cards
            cards = cards | {*each["cards"]} if each["to"] == seat else cards
        elif each["do"] in ("take", "discard") and each["seat"] == seat:
            cards = cards | {*each["cards"]} if each["do"] == "take" else cards - {*each["cards"]}
    return cards
