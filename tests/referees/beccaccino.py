"""The second ruling on the Beccaccino: cricca, words, and the first dealer.

ROM is the page of Marafone Romagnolo, MFO the rules of MaraffaOnline, OLI the rules of the Olympics of Maraffone; see
docs/explanation/sources.md. The play with trumps is ruled by `on_trumps.py`.
"""

from __future__ import annotations

from tests.referees import on_trumps
from tests.referees.shape import Answer, Hand, guarded, need
from tests.referees.tricks import after

GAME = on_trumps.Game(4, 10, ("AC", "BD"))
SIGNALS = ("busso", "striscio", "volo")
TARGET = 41
FIRST_CARD = "4d"
RULESETS = ("beccaccino",)


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand, with each player's addition to the total as `gains`."""
    need(ruleset in RULESETS, "another game")
    return guarded(lambda: _judge(hand), hand)


def _judge(hand: Hand) -> Answer:
    moves = hand.get("moves") or []
    said = [move for move in moves if move["do"] == "declare"]
    _check_cricca(hand, said)
    _check_signals(hand)
    plain = {**hand, "moves": [move for move in moves if move["do"] not in ("declare", "signal")]}
    ruled = on_trumps.judge(plain, GAME)
    # MFO: fractions are dropped. ROM: three points more for the side of the cricca.
    gains = {seat: side["points"] // 3 for side in ruled["sides"] for seat in side["seats"]}
    for move in said:
        for side in ruled["sides"]:
            for seat in side["seats"] if move["seat"] in side["seats"] else ():
                gains[seat] += 3
    return {**ruled, "gains": gains}


def _check_cricca(hand: Hand, said: list[Hand]) -> None:
    """ROM: only by the player who named trump, at once, and by leading the ace."""
    if not said:
        return
    need(len(said) == 1 and said[0]["word"] == "cricca", "one cricca, and nothing else is declared")
    (move,) = said
    named = [each for each in hand["moves"] if each["do"] == "trump"]
    need(len(named) == 1 and hand["moves"].index(named[0]) < hand["moves"].index(move), "there is no trump suit yet")
    need(move["after_trick"] == 0, "the hand has begun")
    need(move["seat"] == named[0]["seat"], "somebody else has named the trump suit")
    suit = named[0]["suit"]
    need(sorted(move["cards"]) == sorted(rank + suit for rank in "32A"), "these cards are not a cricca")
    need(set(move["cards"]) <= set(hand["deal"][move["seat"]]), "these cards are not in the hand")
    if hand["tricks"]:
        led = hand["tricks"][0]["cards"][0]
        need(led == "A" + suit, "the ace is led")


def _check_signals(hand: Hand) -> None:
    """ROM: only the leader of a trick gives the partner a signal."""
    for move in hand.get("moves") or []:
        if move["do"] == "signal":
            need(move["word"] in SIGNALS, "no such word")
            number = move.get("trick") or int(move.get("after_trick") or 0) + 1
            leads = number <= len(hand["tricks"]) and hand["tricks"][number - 1]["leader"] == move["seat"]
            need(leads, "only who leads may speak")


def find_first_dealer(hand: Hand) -> str:
    """OLI: the seat before the holder of the four of coins, who begins a match."""
    seats: list[str] = list(hand["seats"])
    (holder,) = (seat for seat, cards in hand["deal"].items() if FIRST_CARD in cards)
    (dealer,) = (seat for seat in seats if after(seats, seat) == holder)
    return dealer


def match(hands: list[Hand], ruleset: str) -> Answer:
    """The standing of the match after these hands."""
    totals = dict.fromkeys(hands[0]["seats"], 0)
    for hand in hands:
        for seat, gain in referee(hand, ruleset)["gains"].items():
            totals[seat] += gain
    sides = {"".join(side): totals[side[0]] for side in GAME.sides}
    best = max(sides.values())
    winners = [side for side, total in sides.items() if total == best]
    over = best >= TARGET and len(winners) == 1
    return {"totals": totals, "over": over, "winners": list(winners[0]) if over else []}
