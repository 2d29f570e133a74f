"""Tables of shipped and of house rules for learning, and hands played on them by chance."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.learning.layout import FIELDS
from calarec.learning.tables import LearningTable
from tests.bulk.both import game as game_of_file
from tests.bulk.house_rules import ATTESTED
from tests.rulebooks import SHIPPED, game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.learning.stepped_hand import SteppedHand

IS_THOROUGH: Final = bool(os.environ.get("CALAREC_THOROUGH"))


HOUSES: Final = tuple(str(file) for file in sorted(ATTESTED.glob("*.yaml")))
"""Rules that people play, with words that no shipped ruleset has."""
TOO_LARGE: Final = {"maletto": 22, "briscola-chiamata": 69}
"""The houses with more contracts than the layout has room for, and how many."""
RULES: Final = (*SHIPPED, *(file for file in HOUSES if not any(name in file for name in TOO_LARGE)))


def name_of_rules(rules: str) -> str:
    """A short name of a case."""
    return rules.rpartition("/")[2].removesuffix(".yaml")


def game_of(rules: str) -> Game:
    """The game of a shipped ruleset or of a file."""
    return game_of_file(rules) if rules.endswith(".yaml") else game(rules)


def tables(rules: str, seed: int) -> Iterator[LearningTable]:
    """A table for each number of people that the rules allow."""
    played = game_of(rules)
    for people in played.people:
        table = LearningTable(played, people, "")
        table.begin_seed(seed)
        yield table


def play_by_chance(hand: SteppedHand, rng: Random) -> Iterator[SteppedHand]:
    """The hand before each decision, and at its end."""
    while not hand.is_over:
        yield hand
        hand.apply_slot(rng.choice(hand.list_slots()))
    yield hand


def named_slots(hand: SteppedHand) -> list[str]:
    """The legal actions by their names."""
    return [hand.slots.name_slot(slot) for slot in hand.list_slots()]


def take_named(hand: SteppedHand, *names: str) -> None:
    """Does legal actions by their names, one after another."""
    for name in names:
        found = [slot for slot in hand.list_slots() if hand.slots.name_slot(slot) == name]
        assert found, f"{name} is not among {named_slots(hand)}"
        hand.apply_slot(found[0])


def read_field(seen: bytearray, name: str, row: int = 0) -> list[int]:
    """A row of a field of an observation."""
    field = FIELDS[name]
    start = field.first + row * field.width
    return list(seen[start : start + field.width])
