"""The rulings of `tests/referees` on plain records: the first method."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tests.conformance.reading import read_hands
from tests.referees.comparison import FAMILIES

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

MODULES: Final = {
    **{ruleset: family for family, rulesets in FAMILIES.items() for ruleset in rulesets},
    **dict.fromkeys(("tressette", "tressette-31", "rovescino", "ciapano"), "on_sides"),
    "tressette-in-due": "on_draws",
    "tressette-accusi": "on_declared",
    "beccaccino": "beccaccino",
    "spizzichino": "spizzichino",
    "traversone": "traversone",
}
"""The referee for each ruleset."""
WITHOUT_A_MATCH: Final = ("on_sides", "on_draws", "on_declared")
TARGETS: Final = {"tressette": 21, "tressette-in-due": 21}
"""Others without an auction go to 31."""


def referee_hand(hand: Hand) -> Answer:
    """The referee's answer."""
    ruleset = hand["rules"]["id"]
    found: Answer = import_module(f"tests.referees.{MODULES[ruleset]}").referee(hand, ruleset)
    return found


def referee_facts(hand: Hand, kept: list[str] | None = None) -> dict[str, Any]:
    """The facts of a finished hand; of one that is not legal only that. `kept` is a pile that stayed from before."""
    if kept is not None:
        hand = {**hand, "monte": kept}
    answer = referee_hand(hand)
    if not answer["legal"]:
        return {"legal": False, "why_not": answer["why_not"]}
    if not answer["complete"]:
        return {"legal": True, "complete": False, "waits": answer["waits"]}
    sides = [
        {"seats": sorted(side["seats"]), "points": side["points"], "wins": side["wins"]} for side in answer["sides"]
    ]
    return {
        "legal": True, "contract": answer["contract"], "declarer": answer["declarer"], "partner": answer["partner"],
        "trick_winners": answer["winners"], "sides": sorted(sides, key=lambda side: str(side["seats"])),
        "bonus": answer["bonus"], "payments": answer["payments"],
    }  # fmt: skip


def find_refused_line(text: str) -> tuple[int, str] | None:
    """The first line with which the referee refuses the last hand of a record, and why; None if it refuses none."""
    lines = text.splitlines()
    begins = max(number for number, line in enumerate(lines, 1) if line.startswith("hand"))
    spoken = [number for number, line in enumerate(lines, 1) if number > begins and _is_move(line)]
    for number in spoken:
        answer = referee_hand(read_hands(text, number)[-1])
        if not answer["legal"]:
            return number, str(answer["why_not"])
    return None


def _is_move(line: str) -> bool:
    """Check whether a line is after the deal: before it there is nothing to refuse."""
    return bool(line.split()) and line.split()[0] not in ("dealer", "out", "deal", "monte", "end", "carry")


def referee_match(hands: list[Hand]) -> dict[str, Any]:
    """Totals after all these hands, and the winner of the match if it is over."""
    ruleset = hands[0]["rules"]["id"]
    module = import_module(f"tests.referees.{MODULES[ruleset]}")
    if MODULES[ruleset] not in WITHOUT_A_MATCH:
        found: dict[str, Any] = module.match(hands, ruleset)
        return found
    totals = dict.fromkeys(hands[0]["seats"], 0)
    for hand in hands:
        answer = referee_hand(hand)
        last = answer["winners"][-1]
        gains = answer.get("gains") or {
            seat: side["points"] // 3 for side in answer["sides"] for seat in side["seats"]
        }  # fmt: skip
        spare = 35 // 3 - sum(gains.values()) if ruleset == "ciapano" else 0
        for seat in totals:
            totals[seat] += gains[seat] + (spare if seat == last else 0)
    lowest = ruleset in ("rovescino", "ciapano")
    best = min(totals.values()) if lowest else max(totals.values())
    ahead = [seat for seat, total in totals.items() if total == best]
    level = set(ahead) not in [set(side["seats"]) for side in answer["sides"]]
    over = max(totals.values()) >= TARGETS.get(ruleset, 31) and not level
    return {"totals": totals, "over": over, "winners": ahead if over else []}
