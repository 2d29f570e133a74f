"""Rulesets over the whole vocabulary go through every command."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.commanding import every_command
from tests.fuzz.target import Drawn
from tests.fuzz.vocabulary import NOT_CALLED, hold, lines_for, run_lines
from tests.rulebooks import SHIPPED, game
from tests.rulesets.drawn_rules import aims, draw_rules, text_of, valid_tree, with_parameter
from tests.shards import examples

if TYPE_CHECKING:
    from tests.rulesets.drawn_rules import DrawnRules

rulesets = st.builds(lambda rng: draw_rules(rng, 5), st.randoms(use_true_random=False))
"""Rule files that the checks accept, with drawn parameters of any mechanism."""


@settings(max_examples=examples(2), deadline=None, suppress_health_check=list(HealthCheck))
@given(rulesets, st.sampled_from(tuple(SHIPPED)), st.integers(0, 999))
def test_every_command_takes_any_rules(drawn: DrawnRules, other: str, seed: int) -> None:
    """No traceback; `python -m tests.fuzz vocabulary` draws others for as long as one likes."""
    hold(Drawn(drawn.text, (drawn.parent, other, seed)))


def test_a_bonus_with_cards_goes_through_what_reads_rules() -> None:
    """Such a bonus ended `coverage`, `identify` and `rules diff --witness` with a TypeError."""
    bonus = {"when": {"of": "winners", "cards": {"ranks": "A", "at_least": 3, "where": "won"}}, "plus": 2}
    tree = dict(game("pagat").ruleset.tree)
    tree["settle"] = {**tree["settle"], "bonus": {**tree["settle"]["bonus"], "aces": bonus}}
    drawn = Drawn(text_of(tree), ("pagat", "tretre", 0))
    lines = [line for line in lines_for(drawn) if {"simulate", "coverage", "identify", "--witness"} & set(line)]
    assert len(lines) == 8
    run_lines(drawn, lines)


def test_no_command_is_left_out() -> None:
    """A new command is called here, or the reason is given."""
    lines = lines_for(Drawn(text_of(dict(game("pagat").ruleset.tree)), ("pagat", "tretre", 0)))
    called = {path for path in every_command() if any(tuple(line[: len(path)]) == path for line in lines)}
    assert every_command().keys() - called == NOT_CALLED.keys()


def test_every_parameter_can_be_drawn() -> None:
    """Each has a place and a value that its schema allows, under one of the shipped rulesets."""
    left = set(aims())
    for number, parent in enumerate(("pagat", "spazzatura", "settiglio", "tressette", "quadriglio") * 4):
        for aim in sorted(left):
            tree = with_parameter(Random(f"{number} {aim}"), parent, aim)
            if tree is not None and valid_tree().is_valid(tree):
                left.discard(aim)
        if not left:
            break
    assert left == set()
