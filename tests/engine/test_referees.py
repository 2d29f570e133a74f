"""The independent referees agree with the interpreter on simulated hands of every ruleset.

A referee knows its source and nothing of calarec; it reads the JSON of a replayed hand, takes from it what was
dealt, said, exchanged and played, and rules by itself. With CALAREC_THOROUGH set, 2,000 hands of each ruleset
are compared instead of 120.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest

from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game

HANDS = 2000 if os.environ.get("CALAREC_THOROUGH") else 120

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


def test_every_ruleset_has_a_referee() -> None:
    """No shipped ruleset goes unchecked."""
    assert sorted(each for family in FAMILIES.values() for each in family) == sorted(IDS)


MADE_BY_PEOPLE = {
    "raise", "call", "trump", "give", "take", "discard", "table-card", "show", "signal", "claim", "concede", "fault",
}  # fmt: skip


def for_the_referee(hand: dict[str, Any]) -> dict[str, Any]:
    """What people did, without what followed by itself and without the ruling."""
    moves = [move for move in hand["moves"] if move["do"] in MADE_BY_PEOPLE]
    return {**hand, "moves": moves, "monte": hand["monte"] or [], "ruling": None}


def compared(hand: dict[str, Any], answer: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
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


@pytest.mark.mass
@pytest.mark.parametrize(("family", "ruleset"), [(name, each) for name, ids in FAMILIES.items() for each in ids])
def test_agrees_with_the_referee(family: str, ruleset: str) -> None:
    """Winners, points, bonus and payments of simulated hands, some of them irregular, by both bots."""
    referee = import_module(f"tests.referees.{family}").referee
    played = game(ruleset)
    for seats in played.people:
        for bot in ("sensible", "random"):
            evening = RunningTotals(played)
            share = HANDS // (2 * len(played.people))
            for each in simulate(played, hands=share, seed=11, bot=bot, seats=seats, irregular=True):
                hand = as_json(evening.replay(each.hand))
                answer = referee(for_the_referee(hand), ruleset)
                ours, theirs = compared(hand, answer)
                assert ours == theirs, (ruleset, each.hand.name, answer.get("why_not"), hand)
