"""Limits by the cards of a player, checked again: passes, leads and discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import source_004

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.referees.shape import Hand

    Rule = Mapping[str, Any]

LADDER = ("chiamo", "solo", "solissimo")
"""The bids of pagat, from the lowest to the highest."""


def count_ranks(cards: list[str], ranks: str) -> int:
    """Count the cards that have one of these ranks."""
    return sum(card[0] in ranks for card in cards)


def find_wrong_passes(hand: Hand) -> Iterator[str]:
    """Players with three threes who passed while solo was allowed."""
    best = -1
    for said in hand["auction"]:
        if said["bid"] in LADDER:
            best = max(best, LADDER.index(said["bid"]))
        elif best < LADDER.index("solo") and count_ranks(hand["deal"][said["seat"]], "3") > 2:
            yield said["seat"]


def find_wrong_leads(hand: Hand) -> Iterator[str]:
    """An ace led to the first trick: twelve cards are never all aces."""
    for trick in hand["tricks"][:1]:
        if trick["cards"][0][0] == "A":
            yield trick["leader"]


def find_wrong_discards(hand: Hand) -> Iterator[str]:
    """Players who discarded more than one ace, except sharers of the monte."""
    if hand["ruling"]["contract"] not in ("chiamo", "solo"):
        return
    for move in hand["moves"]:
        if move["do"] == "discard" and count_ranks(move["cards"], "A") > 1:
            yield move["seat"]


def count_broken(hand: Hand, rules: Mapping[str, Sequence[Rule]]) -> dict[str, int]:
    """Count the broken rules of each kind in a hand of pagat; `rules` from the file."""
    return {
        "must": sum(_is_pass_wrong(hand, place, rules["must"]) for place in range(len(hand["auction"]))),
        "leads": sum(_is_lead_wrong(hand, number, rules["leads"]) for number in range(len(hand["tricks"]))),
        "limits": sum(_is_discard_wrong(hand, move, rules["limits"]) for move in hand["moves"]),
    }


def _is_pass_wrong(hand: Hand, place: int, must: Sequence[Rule]) -> bool:
    said = hand["auction"][place]
    if said["bid"] in LADDER:
        return False
    best = max((LADDER.index(one["bid"]) for one in hand["auction"][:place] if one["bid"] in LADDER), default=-1)
    left = LADDER[best + 1 :]
    return any(
        (rule["bid"] in left if "bid" in rule else bool(left))
        and _is_as_asked(hand, said["seat"], hand["deal"][said["seat"]], rule.get("when", {}))
        for rule in must
    )


def _is_as_asked(hand: Hand, seat: str, cards: list[str], when: Rule, trick: int = 0) -> bool:
    if "has" in when and seat != {"dealer": hand["dealer"], "eldest": source_004.who_plays(hand)[0]}[when["has"]]:
        return False
    if "contracts" in when and hand["ruling"]["contract"] not in when["contracts"]:
        return False
    if "trick" in when and not _is_within(trick, when["trick"]):
        return False
    asked = when.get("cards")
    return asked is None or _is_within(sum(_is_named(card, asked.get("ranks"), asked) for card in cards), asked)


def _is_within(number: int, asked: Any) -> bool:
    limits = {"at_least": asked, "at_most": asked} if isinstance(asked, int) else asked
    return bool(limits.get("at_least", number) <= number <= limits.get("at_most", number))


def _is_named(card: str, ranks: str | None, rule: Rule) -> bool:
    return (ranks is None or card[0] in ranks) and ("suits" not in rule or card[1] in rule["suits"])


def _is_lead_wrong(hand: Hand, number: int, leads: Sequence[Rule]) -> bool:
    """Check whether a lead breaks a rule, in a hand that was played to its end.

    The leader's later plays are the cards of the hand.
    """
    order, leader = source_004.who_plays(hand), hand["tricks"][number]["leader"]
    held = [
        trick["cards"][(order.index(leader) - order.index(trick["leader"])) % len(order)]
        for trick in hand["tricks"][number:]
    ]
    rules = [rule for rule in leads if _is_as_asked(hand, leader, held, rule.get("when", {}), number + 1)]
    barred = [card for card in held if any(_is_named(card, rule.get("never"), rule) for rule in rules)]
    return held[0] in barred and len(barred) < len(held)


def _is_discard_wrong(hand: Hand, move: Rule, limits: Sequence[Rule]) -> bool:
    if move["do"] != "discard" or hand["ruling"]["contract"] not in ("chiamo", "solo"):
        return False
    return any(
        sum(_is_named(card, rule.get("ranks"), rule) for card in move["cards"]) > rule["at_most"] for rule in limits
    )
