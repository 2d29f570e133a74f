"""The random player's hands are legal, whole and paid to zero."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from tests.referees.deals import legal_hand, referees
from tests.rulebooks import IDS

HERE = Path(__file__).parent
RULESETS = sorted(referees())
ALLOWED = {"__future__", "collections", "fractions", "typing", "importlib", "random"}

CONTRACTS = {
    "source_000": {"chiamo", "solo", "solissimo", "dividete", "scegliete"},
    "source_001": {"chiamo", "solo", "solissimo", "dividete", "scegliete"},
    "source_002": {"chiamo", "solo", "solissimo", "dividete", "scegliete"},
    "source_004": {"chiamo", "solo", "solissimo", "dividete", "scegliete"},
    "cavendish": {"play"},
}


def some_hands(
    ruleset: str, number: int, *, claims: float = 0.0, revokes: float = 0.0
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Hands with their rulings; every second one with a bid that is wished for."""
    rng = random.Random(f"{ruleset} {number}")
    wishes = [(), ("chiamo", "play"), ("solo",), ("solissimo", "dividete"), ("solissimo", "scegliete"), ("solissimo",),
              ("chiedo", "scambio"), ("arcisolo",), ("dividete",), ("scegliete",)]  # fmt: skip
    hands = [legal_hand(rng, ruleset, want=wishes[n % len(wishes)], claims=claims, revokes=revokes)
             for n in range(number)]  # fmt: skip
    return [(hand, referees()[ruleset].referee(hand, ruleset)) for hand in hands]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_hands_are_legal_count_35_and_pay_to_zero(ruleset: str) -> None:
    table = referees()[ruleset].table(ruleset)
    for hand, ruling in some_hands(ruleset, 10, claims=0.02, revokes=0.02):
        assert ruling["complete"]
        assert ruling["verdict"] in ("legal", "irregular")
        assert sum(ruling["payments"].values()) == 0
        cards = hand["monte"] + [card for dealt in hand["deal"].values() for card in dealt]
        assert sorted(cards) == sorted(table["pack"])
        if ruling["sides"]:
            assert sum(side["points"] for side in ruling["sides"]) == 35
            assert sum(side["tricks"] for side in ruling["sides"]) == table["hand"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hand_that_is_spoilt_is_refused(ruleset: str) -> None:
    """Cards of a trick change places; another leads; a trick is missing; a card is dealt twice."""
    judge = referees()[ruleset]
    for hand, ruling in some_hands(ruleset, 6):
        if not hand["tricks"]:
            continue
        first = hand["tricks"][0]
        swapped = [{**first, "cards": first["cards"][1::-1] + first["cards"][2:]}, *hand["tricks"][1:]]
        wrong = next(seat for seat in hand["deal"] if seat != first["leader"])
        other = [{**first, "leader": wrong}, *hand["tricks"][1:]]
        assert not judge.referee(hand | {"tricks": swapped}, ruleset)["legal"]
        assert not judge.referee(hand | {"tricks": other}, ruleset)["legal"]
        assert not judge.referee(hand | {"tricks": hand["tricks"][1:]}, ruleset)["complete"]
        seat = next(iter(hand["deal"]))
        doubled = hand["deal"] | {seat: [hand["deal"][seat][1], *hand["deal"][seat][1:]]}
        assert not judge.referee(hand | {"deal": doubled}, ruleset)["legal"]
        unfinished = judge.referee(hand | {"tricks": hand["tricks"][:-1]}, ruleset)
        assert (unfinished["legal"], unfinished["complete"]) == (True, False)
        assert ruling["winners"][-1] in hand["deal"]


@pytest.mark.parametrize("ruleset", ["thirty-five", "spazzatura", "twenty-one", "pagat", "cavendish"])
def test_the_random_player_reaches_every_contract(ruleset: str) -> None:
    judge = referees()[ruleset]
    seen = {ruling["contract"] for _, ruling in some_hands(ruleset, 40)}
    assert seen == CONTRACTS[judge.__name__.rsplit(".", 1)[-1]] | {None}


def test_every_ruleset_has_a_referee() -> None:
    """Twenty-seven of them, by name; those without an auction have one in `on_sides`."""
    assert [*IDS] == RULESETS


def test_the_referees_import_nothing_of_the_interpreter_and_read_no_files() -> None:
    for path in HERE.glob("*.py"):
        if path.name.startswith("test_") or path.name == "agreeing.py":
            continue  # they hold the engine against the referees
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name.startswith("tests.referees") or name.split(".")[0] in ALLOWED, (path.name, name)
            assert not (isinstance(node, ast.Name) and node.id == "open"), path.name
