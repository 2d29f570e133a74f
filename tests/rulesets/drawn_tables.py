"""Seats, packs, piles and steps that a drawn parameter needs beside it, so that all cards find a place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from random import Random

Tree = dict[str, Any]

_MAX_FEWER: Final = 2
"""The most cards by which a hand gets smaller."""
_MAX_SIDES: Final = 3


def fit_table(rng: Random, tree: Tree, section: str, do: str, way: tuple[str, ...]) -> None:
    """State what belongs to a parameter of the table, the pack, the deal, a stock or a step."""
    table = tree["table"]
    hands = _count_hands(tree)
    match section, do, *way:
        case ("table", _, "seats") | ("table", _, "sits_out", "at" | "two_at"):
            _seat(rng, table, hands, way)
        case "table", _, "dummies", *_:
            table["dummies"] = {**(table["dummies"] or {}), "hands": rng.randint(1, max(1, hands - 2))}
            table |= {"seats": [hands - table["dummies"]["hands"]], "sits_out": None, "sides": None}
        case "table", _, "sides":
            table |= {"sides": _MAX_SIDES, "seats": [2 * _MAX_SIDES]}
            _fill_hands(tree, 2 * _MAX_SIDES)
        case ("pack", _, "without") | ("deal", _, "hand"):
            _fill_hands(
                tree, min(table["seats"]) + (table["dummies"] or {}).get("hands", 0), fewer=rng.randint(1, _MAX_FEWER)
            )
        case "table", _, "by_seats", _, "hand" | "piles":
            seats = rng.choice(table["seats"])
            size = {"hand": tree["deal"]["hand"], "without": None, "packets": None, "piles": {}}
            table["by_seats"] = {str(seats): size}
            _fill_one_size(rng, tree, seats, size, way[-1])
        case ("steps", "take", "pile") | ("play", _, "draw", "pile"):
            _rename_pile(rng, tree)
        case "steps", "take", "who":
            _take_back(tree)
        case "steps", "take", "cards":
            _exchange_as_discarded(rng, tree)
        case "play", _, "draw", "tops" if tree["play"]["draw"]:
            dealt = tree["piles"].get(tree["play"]["draw"]["pile"], {}).get("dealt", 0)
            tops = [number for number in range(1, 9) if dealt and dealt % (hands * number) == 0]
            tree["play"]["draw"] |= {"shown": "everyone", "tops": rng.choice(tops or [1])}


def _count_hands(tree: Tree) -> int:
    """The number of hands that use up the cards, whatever the table says by now."""
    pack = tree["pack"]
    laid = sum(pile.get("dealt") or 0 for pile in tree["piles"].values())
    cards = len(pack["ranks"]) * len(pack["suits"]) - len(pack["without"]) - laid
    return max(2, int(cards // tree["deal"]["hand"]))


def _seat(rng: Random, table: Tree, hands: int, way: tuple[str, ...]) -> None:
    """Seats of which one, or two, sit out where they are more than the hands."""
    more = {"seats": rng.randint(0, 2), "at": 1, "two_at": 2}[way[-1]]
    table["seats"] = [*range(hands, hands + more + 1)]
    sits_out = {"who": "dealer", "shares": "nobody", "second": "previous", **(table["sits_out"] or {})}
    at = {"at": hands + 1 if more else None, "two_at": hands + more if more > 1 else None}
    table["sits_out"] = sits_out | at if more else None
    table["dummies"] = None


def _worthless_first(pack: Tree) -> list[str]:
    """All cards, those without points before the others."""
    ranks = sorted(pack["ranks"], key=lambda rank: pack["points"].get(rank, 0))
    return [rank + suit for rank in ranks for suit in pack["suits"]]


def _fill_hands(tree: Tree, hands: int, fewer: int = 0) -> None:
    """Deal all cards to so many hands, with some cards taken out of the pack."""
    cards = _worthless_first(tree["pack"])
    laid = sum(pile.get("dealt") or 0 for pile in tree["piles"].values())
    size = (len(cards) - laid) // hands - fewer
    tree["deal"] |= {"hand": size, "packets": size}
    tree["pack"]["without"] = cards[: len(cards) - laid - size * hands]
    tree["pack"]["total"] = None
    tree["table"]["by_seats"] = {}


def _fill_one_size(rng: Random, tree: Tree, seats: int, size: Tree, key: str) -> None:
    """Deal all cards at one number of seats, with a smaller hand or with a larger pile."""
    cards = _worthless_first(tree["pack"])
    laid = {name: pile.get("dealt") or 0 for name, pile in tree["piles"].items()}
    if key == "piles" and laid:
        name = rng.choice(sorted(laid))
        laid[name] = size["piles"][name] = laid[name] + seats * rng.randint(1, _MAX_FEWER)
    size["hand"] = (len(cards) - sum(laid.values())) // seats - (key == "hand")
    size["without"] = cards[: len(cards) - sum(laid.values()) - size["hand"] * seats]
    size["packets"] = size["hand"]


def _rename_pile(rng: Random, tree: Tree) -> None:
    """Give the pile that is drawn from, or one that is taken, another name."""
    taken = [step["pile"] for step in tree["steps"].values() if step["do"] == "take"]
    old = [name for name in tree["piles"] if name in taken or name == (tree["play"]["draw"] or {}).get("pile")]
    if old and (name := rng.choice(old)):
        renamed = json.loads(json.dumps(tree).replace(f'"{name}"', '"other-pile"'))
        tree.clear()
        tree.update(renamed)


def _take_back(tree: Tree) -> None:
    """The declarer takes back a card that was laid on the table, as nobody hands a card over."""
    for step in tree["steps"].values():
        if step["do"] == "take" and not tree["piles"].get(step["pile"], {"dealt": 1}).get("dealt"):
            step["who"] = "declarer"
    hands_over = {name for name, step in tree["steps"].items() if step["do"] in ("hand_over", "give")}
    for contract in tree["contracts"].values():
        contract["steps"] = [step for step in contract["steps"] if step not in hands_over]


def _exchange_as_discarded(rng: Random, tree: Tree) -> None:
    """Cards are laid aside before as many are taken."""
    takes = [
        name for name, step in tree["steps"].items()
        if step["do"] == "take" and step.get("who", "declarer") == "declarer" and step["pile"] in tree["piles"]
    ]  # fmt: skip
    buries = {name for name, step in tree["steps"].items() if step["do"] == "discard"}
    if not takes or "aside" in tree["piles"]:
        return
    take = tree["steps"][takes[0]]
    tree["piles"]["aside"] = {**tree["piles"][take["pile"]], "dealt": 0}
    tree["steps"]["lay-aside"] = {
        "do": "discard", "to": "aside", "cards": "up_to_pile", "pile": take["pile"], "at_least": rng.randint(0, 2),
    }  # fmt: skip
    take["cards"] = "as_discarded"
    for contract in tree["contracts"].values():
        steps = [step for step in contract["steps"] if step not in buries]
        at = steps.index(takes[0]) if takes[0] in steps else len(steps)
        contract["steps"] = [*steps[:at], *(["lay-aside"] if takes[0] in steps else []), *steps[at:]]
