"""Golden courses of hands: a few for each ruleset, which together show its events.

After an intended change `python -m tests.engine.courses` chooses and writes them again. Events that the files
of a ruleset need not show are in `NEVER` with the reason; anything else that is missing fails the test.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.mechanisms.rules import Rules
from tests.engine.courses import Spot, files, told
from tests.engine.features import features
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from pathlib import Path

Reason = tuple[str, str, Callable[[Rules, str], bool]]


def _call(rules: Rules, feature: str) -> Any:
    return rules.steps[feature.partition(":")[0]].params


NEVER: tuple[Reason, ...] = (
    ("a bid is beaten", "the first bid ends the auction, as it is the only one",
     lambda rules, _: len(rules.auction.ladder) == 1),
    ("who had passed bids", "everybody speaks once",
     lambda rules, _: rules.auction.chances == "once"),
    ("a bidder bids again", "everybody speaks once",
     lambda rules, _: rules.auction.chances == "once"),
    ("a raise", "no contract can be raised",
     lambda rules, _: not any(each.raises for each in rules.contracts.values())),
    ("the first leader is not the declarer", "the declarer leads in every contract",
     lambda rules, _: all(each.leader == "declarer" for each in rules.contracts.values())),
    ("a seat sits out", "everybody plays every hand",
     lambda rules, _: rules.table.sits_out is None),
    ("a partner comes to be known in play", "nobody has a partner, or he is known from the call on",
     lambda rules, _: all(
         each.params.gets == "card" or each.params.revealed == "at_call"
         for each in rules.steps.values() if each.do == "call"
     )),
    ("*: in a pile", "no card is dealt to a pile, and what was laid down oneself may not be called",
     lambda rules, _: not any(each.dealt for each in rules.piles.values())),
    ("*: in one's own hand", "such a call is refused",
     lambda rules, feature: _call(rules, feature).in_hand.then == "refused"),
    ("*: no card", "at least one card must be laid aside",
     lambda rules, feature: _call(rules, feature).at_least > 0),
)  # fmt: skip


def _never(ruleset: str) -> dict[str, str]:
    """The features that no hand of a ruleset can show, each with the pattern of its reason."""
    rules = game(ruleset).rules
    return {
        name: pattern
        for name in features(game(ruleset))
        for pattern, _, holds in NEVER
        if fnmatch(name, pattern) and holds(rules, name)
    }


COURSES = [file for ruleset in IDS for file in files(ruleset)]


@pytest.mark.parametrize("file", COURSES, ids=lambda file: file.stem)
def test_course(file: Path) -> None:
    """The hand goes as it went when it was read and found good."""
    expected = file.read_text("utf-8")
    assert told(game(file.name.partition(".")[0]), Spot.of(expected.partition("\n")[0])) == expected


@pytest.mark.parametrize("ruleset", IDS)
def test_every_feature_is_shown(ruleset: str) -> None:
    """The courses of a ruleset show every feature but those that no hand of it can show."""
    found = {
        line.removeprefix("shows ")
        for file in files(ruleset)
        for line in file.read_text("utf-8").splitlines()
        if line.startswith("shows ")
    }
    assert set(features(game(ruleset))) - found == set(_never(ruleset))


@pytest.mark.parametrize("pattern", [pattern for pattern, _, _ in NEVER])
def test_every_reason_is_needed(pattern: str) -> None:
    """A reason that is given for no feature of any ruleset is deleted."""
    assert any(pattern in _never(ruleset).values() for ruleset in IDS)
