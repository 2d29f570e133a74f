"""The same facts of a hand, as the interpreter and a referee state them."""

from __future__ import annotations

from typing import Any

FAMILIES = {
    "source_000": ("thirty-five", "thirty-five-eldest-leads"),
    "source_001": ("spazzatura",),
    "source_002": ("twenty-one", "terziglio-31", "short-11", "no-stramazzo", "chiamata-only", "aperta", "a-due"),
    "source_003": (
        "tretre", "quartiglio", "quintiglio", "sestiglio", "settiglio", "settiglio-monte-5", "settiglio-stripped",
    ),
    "source_004": ("pagat", "pagat-declarer-leads"),
    "cavendish": ("cavendish", "cavendish-right-leads", "american-1900"),
    "elsewhere": ("foster", "treccani", "gelli-terziglio", "gelli-bellora", "quadriglio"),
}  # fmt: skip


MADE_BY_PEOPLE = {
    "raise", "call", "trump", "give", "take", "discard", "table-card", "show", "signal", "claim", "concede", "fault",
    "declare",
}  # fmt: skip


def for_the_referee(hand: dict[str, Any]) -> dict[str, Any]:
    """Return the decisions of a hand, without automatic moves and the ruling."""
    moves = [move for move in hand["moves"] if move["do"] in MADE_BY_PEOPLE]
    return {**hand, "moves": moves, "monte": hand["monte"] or [], "ruling": None}


def comparable_parts(hand: dict[str, Any], answer: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same facts of both, side by side."""
    ruling = hand["ruling"]
    ours = {
        "legal": ruling["verdict"] in ("legal", "irregular"),
        "contract": ruling["contract"],
        "declarer": ruling["declarer"],
        "partner": ruling["partner"],
        "winners": [trick["winner"] for trick in hand["tricks"] if trick["winner"]],
        "sides": sorted((sorted(side["seats"]), side["points"], side["wins"]) for side in ruling["sides"]),
        "bonus": ruling["bonus"],
        "payments": {seat: paid for seat, paid in ruling["payments"].items() if paid or seat in answer["payments"]},
    }
    theirs = {key: answer[key] for key in ours if key != "sides"}
    theirs["sides"] = sorted((sorted(side["seats"]), side["points"], side["wins"]) for side in answer["sides"])
    return ours, theirs
