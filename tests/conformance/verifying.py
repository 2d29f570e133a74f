"""Verifies an entry of the suite by two methods, independent of calarec and each other.

`referee` is the ruling of `tests/referees`, `count` that of `counting.py`. A hand with unknown cards is judged in every
way to fill them in. For a hand with something forbidden, both find the first wrong line. For a hand without cards, they
check whether the figures are possible.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from tests.conformance.counting import RAISED, WrongError, count_hand, count_match, find_game, whole_pack
from tests.conformance.reading import read_hands
from tests.conformance.refereeing import MODULES, find_refused_line, referee_facts, referee_match
from tests.referees.deals import legal_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.referees.shape import Hand

Facts = dict[str, Any]
UNKNOWN: Final = "__"
MAX_FILLINGS: Final = 800


def verify_entry(entry: Facts, text: str, witness: str = "") -> list[str]:
    """Compare an entry with both methods; return the differences.

    `witness`: the whole hand for bare figures.
    """
    hands = read_hands(text)
    if "wrong_line" in entry["hands"][-1]:
        found = {"referee": _refused_by_referee(text), "count": _refused_by_count(text)}
    elif UNKNOWN in text:
        found = {"referee": find_ends(text, referee_facts), "count": find_ends(text, _count_facts)}
    elif any(hand["stated"] for hand in hands):
        found = {"amounts": _check_amounts(hands[0]), "referee": _check_witness(hands[0], witness)}
    else:
        found = {"referee": settle_by_referee(hands), "count": settle_by_count(hands)}
    return [
        f"{means}, hand {number}, {fact}: {answer.get(fact)!r} and not {value!r}"
        for means, answers in found.items()
        for number, (facts, answer) in enumerate(zip(entry["hands"], answers, strict=True), 1)
        for fact, value in facts.items()
        if fact != "wrong_rule" and answer.get(fact) != value
    ]


# ------------------------------------------------------------------ settled hands


def settle_by_referee(hands: list[Hand]) -> list[Facts]:
    """The referee's facts of each hand, and of the match after it."""
    found = []
    for number, hand in enumerate(hands, 1):
        match = referee_match(hands[:number])
        totals = {seat: match["totals"].get(seat, 0) for seat in hand["seats"]}
        found.append(
            referee_facts(hand)
            | {"totals": totals, "match_over": match["over"], "match_winners": sorted(match["winners"])}
        )
    return found


def settle_by_count(hands: list[Hand]) -> list[Facts]:
    """The facts of each hand by counting, and of the match after it."""
    found = []
    for facts in count_match(hands):
        match = facts.pop("match")
        found.append(facts | {"match_over": match["over"], "match_winners": match["winners"]})
    return found


# ------------------------------------------------------------------ something forbidden


def _refused_by_referee(text: str) -> list[Facts]:
    refused = find_refused_line(text)
    return [{"legal": refused is None, "wrong_line": refused[0] if refused else None}]


def _refused_by_count(text: str) -> list[Facts]:
    try:
        count_hand(read_hands(text)[-1])
    except WrongError as wrong:
        return [{"legal": False, "wrong_line": wrong.line}]
    return [{"legal": True, "wrong_line": None}]


# ------------------------------------------------------------------ unknown cards


def fillings(text: str) -> Iterator[str]:
    """The record with every choice of missing cards in every order."""
    hand = read_hands(text)[-1]
    missing = [card for card in whole_pack(find_game(hand)) if card not in _placed_cards(hand)]
    pieces = text.split(UNKNOWN)
    for cards in permutations(missing, len(pieces) - 1):
        yield "".join(piece + card for piece, card in zip(pieces, (*cards, ""), strict=True))


def count_fillings(text: str) -> int:
    """Count the fillings."""
    hand = read_hands(text)[-1]
    missing = len([card for card in whole_pack(find_game(hand)) if card not in _placed_cards(hand)])
    found = 1
    for step in range(text.count(UNKNOWN)):
        found *= missing - step
    return found


def _placed_cards(hand: Hand) -> set[str]:
    """Cards that are in a trick, laid aside or left in the pile: the others are those that were forgotten."""
    placed = {card for trick in hand["tricks"] for card in trick["cards"]}
    taken = {card for move in hand["moves"] if move["do"] == "take" for card in move["cards"]}
    placed |= {card for card in hand["monte"] if card not in taken}
    placed |= {card for move in hand["moves"] if move["do"] == "discard" for card in move["cards"]}
    return placed


def _count_facts(hand: Hand) -> Facts:
    try:
        return count_hand(hand)
    except WrongError:
        return {"legal": False}


def find_ends(text: str, judge: Callable[[Hand], Facts]) -> list[Facts]:
    """Return the facts common to all legal fillings of a hand, and those of some."""
    ways = [facts for facts in (judge(read_hands(filled)[-1]) for filled in fillings(text)) if facts["legal"]]
    ways = [facts for facts in ways if facts.get("complete", True)]
    if not ways:
        return [{"legal": False}]
    first = ways[0]
    payments = [dict(pairs) for pairs in sorted({tuple(sorted(way["payments"].items())) for way in ways})]
    sides: dict[tuple[str, ...], list[Facts]] = {}
    for way in ways:
        for side in way["sides"]:
            sides.setdefault(tuple(side["seats"]), []).append(side)
    reached = {seats: [side["points"] for side in found] for seats, found in sorted(sides.items())}
    points = [{"seats": list(seats), "least": min(each), "most": max(each)} for seats, each in reached.items()]
    winners = [list(seats) for seats, found in sorted(sides.items()) if any(side["wins"] for side in found)]
    facts = {"legal": True, **{name: first[name] for name in ("contract", "declarer", "partner")}}
    facts |= {
        name: first[name] for name in ("payments", "sides", "bonus") if all(way[name] == first[name] for way in ways)
    }
    return [facts | {"possible_payments": payments, "possible_points": points, "possible_winners": winners}]


# ------------------------------------------------------------------ figures without cards


def possible_amounts(hand: Hand) -> set[int]:
    """Return the possible payments of an opponent, by the table of stakes and bonuses."""
    game = find_game(hand)
    bids = [said["bid"] for said in hand["auction"] if said["kind"] == "bid"]
    raised = [move["word"] for move in hand["moves"] if move["do"] == "raise"]
    if game.pays == "difference":
        # The points of both sides are 35 together: their difference is odd.
        return {sign * amount for sign in (1, -1) for amount in (*range(1, 36, 2), 70)}
    bonuses = {"sweep2": 2, "points2": 2, "short3": 3, "bare3": 3, "bare2": 2}
    times = {1, *(bonuses[word] for word in game.bonus.split())}
    contract = (raised or bids)[-1]
    stakes = {game.stakes[contract]}
    if game.alone and contract == "chiamo":
        stakes |= {game.stakes["solo"], game.stakes.get("arcisolo", game.stakes["solo"])}
    share = 2 if hand["dummies"] else 1  # who plays the dummy pays for it, too
    return {sign * stake * each * share for sign in (1, -1) for stake in stakes for each in times}


def _check_amounts(hand: Hand) -> list[Facts]:
    """Check whether the figures are in the table, and add up."""
    if "result" in hand["stated"]:
        points = [int(amount) for _, amount in hand["stated"]["result"]["amounts"]]
        return [{"legal": True, "score_holds": sum(points) == 35 and min(points) >= 0}]
    stated = {seat: int(amount) for seat, amount in hand["stated"]["score"]["amounts"]}
    declarer = [said["seat"] for said in hand["auction"] if said["kind"] == "bid"][-1]
    others = {amount for seat, amount in stated.items() if seat != declarer and amount}
    own_side = len(others) == 2 and stated[declarer] > 0  # a partner is paid as the declarer is
    holds = sum(stated.values()) == 0 and all(amount in possible_amounts(hand) for amount in others)
    holds = holds and (len(others) == 1 or own_side or len({abs(amount) for amount in others}) == 1)
    return [{"legal": True, "score_holds": holds, "payments": stated if holds else None}]


def _check_witness(hand: Hand, witness: str) -> list[Facts]:
    """Check whether the referee settles the whole hand with these figures.

    A witness shows that figures are possible. For impossible figures it shows the right ones; that no hand has them is
    shown by the amounts, and tried with hands of the referee's own player (`find_paid_amounts`).
    """
    whole = referee_facts(read_hands(witness)[-1])
    if "result" in hand["stated"]:
        points = {"".join(side["seats"]): side["points"] for side in whole["sides"]}
        stated = {seats.replace("+", ""): int(amount) for seats, amount in hand["stated"]["result"]["amounts"]}
        return [{"legal": whole["legal"], "score_holds": stated == points}]
    stated = {seat: int(amount) for seat, amount in hand["stated"]["score"]["amounts"]}
    holds = stated == {seat: whole["payments"].get(seat, 0) for seat in stated}
    return [{"legal": whole["legal"], "score_holds": holds, "payments": stated if holds else None}]


def find_paid_amounts(ruleset: str, contract: str, hands: int) -> set[int]:
    """Return the payments of opponents in random hands of a contract by the referee."""
    paid = set()
    rng = random.Random(f"{ruleset} {contract}")
    wanted = (contract, "solissimo") if contract in RAISED else (contract,)
    for _ in range(hands):
        hand = legal_hand(rng, ruleset, want=wanted) | {"rules": {"id": ruleset}}
        facts = referee_facts(hand)
        if facts["contract"] == contract:
            paid |= {
                amount
                for seat, amount in facts["payments"].items()
                if seat not in (facts["declarer"], facts["partner"])
            }
    return paid


def referee_of(ruleset: str) -> str:
    """Return the path of a ruleset's referee."""
    return f"tests/referees/{MODULES[ruleset]}.py"
