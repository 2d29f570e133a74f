"""Rules with any parameter of the language are settled alike by all parts of calarec, or refused by name.

With CALAREC_THOROUGH set every parameter is drawn two times, otherwise every fourth once.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest

from tests.rulesets.drawn_rules import draw_rules_with, language_keys
from tests.rulesets.settled_alike import hold_settled_alike

if TYPE_CHECKING:
    from pathlib import Path

PARTS: Final = 16
TRIES: Final = 40
NEVER_ACCEPTED: Final = {
    "all_pass(play_out).bonus.*.plus_pot": "a pot is of `all_pass.do: carry_on`, so a hand that is played out has none",
}
"""The parameters that no drawing states in accepted rules, with the reason; the list may only shrink."""


@pytest.mark.mass
@pytest.mark.parametrize("part", range(PARTS))
def test_any_parameter_is_settled_alike(part: int, tmp_path: Path) -> None:
    """Three hands of rules with it; a parameter that is not drawn is among the exceptions, and no other."""
    is_thorough = bool(os.environ.get("CALAREC_THOROUGH"))
    keys = list(language_keys())[part :: PARTS * (1 if is_thorough else 4)]
    for number, key in enumerate(keys):
        for seed in range(2 if is_thorough else 1):
            drawn = draw_rules_with(language_keys()[key], TRIES, seed)
            assert seed or (drawn is None) is (key in NEVER_ACCEPTED), key
            if drawn is not None:
                file = tmp_path / f"{number}-{seed}.yaml"
                file.write_text(drawn.text, "utf-8")
                hold_settled_alike(str(file), 3, number)


_PLAYED_OUT: Final = {
    "no-condition": ("add:\n  all_pass.bonus.always: {plus: 1}\n", set()),
    "of-those-who-pay": (
        "add:\n  all_pass.bonus.aces: {for_each: {cards: {ranks: A, where: won}}, plus: 1}\n",
        {"all_pass.bonus.aces.when.of"},
    ),
    "of-the-winners": ("add:\n  all_pass.bonus.last: {when: {of: winners, last_trick: true}, plus: 1}\n", set()),
    "nobodys-pile": ("set:\n  piles.monte.won_by: declarer\n", set()),
    "holder": ("set:\n  settle.roles.holder: {pays: 2}\n", {"settle.roles.holder"}),
}
"""Changes of spazzatura, whose passed hands are played out, that parts have settled otherwise; and what is refused."""


@pytest.mark.mass
@pytest.mark.parametrize("name", _PLAYED_OUT)
def test_hands_without_a_declarer_are_settled_alike(name: str, tmp_path: Path) -> None:
    """A condition that asks nothing holds; a pile of the declarer is nobody's; no player held a called card."""
    lines, refused = _PLAYED_OUT[name]
    file = tmp_path / f"{name}.yaml"
    file.write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: spazzatura\n{lines}", "utf-8")
    assert hold_settled_alike(str(file), 2, 5) == refused


def test_exceptions_are_parameters() -> None:
    """None is kept that the language no longer has."""
    assert language_keys().keys() >= NEVER_ACCEPTED.keys()
