"""The second ruling on hands without bids in which sides count other points.

The play is that of `on_sides.py`. The rules are those of `all_pass.counts`, each a condition on a side and what it and
the others count; the first that applies to any side is taken.
"""

from __future__ import annotations

from typing import Any

from tests.referees import on_sides
from tests.referees.shape import Hand, settled_claim

CountRules = dict[str, dict[str, Any]]
PLAYED = ("tricks", "trick_points", "card_points", "last_trick")
"""Facts of a side that are known only if every trick is."""


def count_points(hand: Hand, game: on_sides.Game, rules: CountRules) -> tuple[str, dict[str, int]]:
    """The rule that is taken (empty: none), and the whole points that each seat counts."""
    sides = _describe_sides(hand, game)
    counted = [side["counted"] for side in sides]
    chosen = ""
    is_open = (settled_claim(hand) or {}).get("points") is not None
    for name, rule in rules.items():
        when = rule.get("when", {})
        if is_open and _asks_for_play(when):
            continue
        has = [_has_all(side, when) for side in sides]
        if any(has):
            chosen = name
            new = [rule.get("own") if held else rule.get("others") for held in has]
            counted = [old if points is None else points for old, points in zip(counted, new, strict=True)]
            break
    return chosen, {
        seat: thirds // 3 for side, thirds in zip(sides, counted, strict=True) for seat in side["seats"]
    }  # fmt: skip


def _describe_sides(hand: Hand, game: on_sides.Game) -> list[dict[str, Any]]:
    """Everything that a condition may ask of each side."""
    ruled = on_sides.judge(hand, game)
    tricks = hand["tricks"]
    complete = [trick for trick in tricks if len(trick["cards"]) == game.seats]
    claim = settled_claim(hand)
    left = {seat: list(cards) for seat, cards in hand["deal"].items()}
    for trick in complete:
        for cards in left.values():
            cards[:] = [card for card in cards if card not in trick["cards"]]
    is_claimed = claim is not None and any(left.values())
    order = _order(hand)
    found = []
    for side in ruled["sides"]:
        seats = side["seats"]
        won = [
            card for trick, winner in zip(complete, ruled["winners"], strict=True) if winner in seats
            for card in trick["cards"]
        ]  # fmt: skip
        count = sum(winner in seats for winner in ruled["winners"])
        last: str | None = None
        has_last = not is_claimed and ruled["winners"][-1] in seats
        if has_last:
            led = complete[-1]["cards"][0][1]
            last = min(
                (card for card in complete[-1]["cards"] if card[1] == led),
                key=lambda card: on_sides.ORDER.index(card[0]),
            )
        if is_claimed and claim is not None:
            takes = (claim["seat"] in seats) == (claim["do"] == "claim")
            if takes:
                won += [card for cards in left.values() for card in cards]
                count, has_last = count + game.cards - len(complete), True
        in_tricks = sum(on_sides.VALUE[card[0]] for card in won)
        found.append({
            "seats": seats, "tricks": count, "trick_points": in_tricks, "card_points": in_tricks,
            "points": side["points"], "counted": side["points"] // 3 * 3, "last_trick": has_last, "last_card": last,
            "won": won, "dealt": [card for seat in seats for card in hand["deal"][seat]],
            "dealer": hand["dealer"] in seats, "eldest": order[0] in seats,
        })  # fmt: skip
    return found


def _order(hand: Hand) -> list[str]:
    start = list(hand["seats"]).index(hand["dealer"]) + 1
    return [*hand["seats"][start:], *hand["seats"][:start]]


def _asks_for_play(when: dict[str, Any]) -> bool:
    return any(key in when for key in PLAYED) or when.get("cards", {}).get("where") == "won"


def _has_all(side: dict[str, Any], when: dict[str, Any]) -> bool:
    return all(_has(side, key, asked) for key, asked in when.items())


def _has(side: dict[str, Any], key: str, asked: Any) -> bool:
    """Check whether a side meets one requirement."""
    if key == "has":
        return bool(side[asked])
    if key == "last_trick":
        if isinstance(asked, bool):
            return bool(side["last_trick"]) == asked
        return side["last_card"] is not None and _is_among(side["last_card"], asked)
    if key == "cards":
        cards = side["won"] if asked["where"] == "won" else side["dealt"]
        return _is_within(sum(_is_among(card, asked) for card in cards), asked)
    return _is_within(side[key], asked if isinstance(asked, dict) else {"at_least": asked, "at_most": asked})


def _is_among(card: str, asked: dict[str, Any]) -> bool:
    return card[0] in (asked.get("ranks") or card[0]) and card[1] in (asked.get("suits") or card[1])


def _is_within(number: int, limits: dict[str, Any]) -> bool:
    low = [limits[key] + more for key, more in (("at_least", 0), ("above", 1)) if limits.get(key) is not None]
    high = [limits[key] - less for key, less in (("at_most", 0), ("below", 1)) if limits.get(key) is not None]
    return all(number >= limit for limit in low) and all(number <= limit for limit in high)
