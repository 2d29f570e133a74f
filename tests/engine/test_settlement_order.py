"""The order of settlement that the rulebook prints is the one in which the engine gives its reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.engine.game import Game
from calarec.core.wording.language import text_in
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence
from calarec.rulebook.settlement_order import SETTLEMENT_ORDER, list_settlement_stages
from calarec.simulation import simulate
from tests.referees.agreeing import FOLDER

if TYPE_CHECKING:
    from calarec.core.engine.account import Account
    from calarec.rulebook.settlement_order import Stage

RULESETS: Final = ("graded", "apart", "beast", "contro", "contro-alone", "roles-partner", "added-difference", "pot")
_ANYWHERE: Final = ("settle.pay", "settle.shares", "settle.roles", "doubling.words")
"""Reasons that only report what is paid, or how it is multiplied or divided: they follow the stakes and bonuses."""


def _game(name: str) -> Game:
    return Game.from_ruleset(load_ruleset(str(FOLDER / f"{name}.yaml")))


def _rests_on(stage: Stage, rule: str) -> bool:
    patterns = (re.escape(each).replace(r"\*", "[^.]+") for each in stage.rests_on)
    return any(re.match(rf"{pattern}(\.|$)", rule) for pattern in patterns)


def assert_in_order(account: Account, stages: tuple[Stage, ...]) -> None:
    """Each reason belongs to the stage of the one before or to a later one."""
    now = 0
    for reason in account.because:
        found = next((n for n in range(now, len(stages)) if _rests_on(stages[n], reason.rule)), None)
        if reason.rule in _ANYWHERE or reason.rule.startswith(tuple(f"{each}." for each in _ANYWHERE)):
            continue
        assert found is not None, (reason, [each.rule for each in account.because])
        now = found


@pytest.mark.parametrize("name", RULESETS)
def test_reasons_follow_the_order(name: str) -> None:
    """Reasons of all kinds of hands follow the order, also of irregular ones."""
    of = _game(name)
    stages, settled = list_settlement_stages(of.rules), 0
    for bot in ("sensible", "random"):
        for each in simulate(of, hands=30, seed=3, bot=bot, irregular=True):
            if each.account.contract and each.account.because:
                assert_in_order(each.account, stages)
                settled += 1
    assert settled > 20


def test_the_rulebook_prints_the_stages_that_a_ruleset_has() -> None:
    """And no others: `apart` has roles, bonuses that add and payments of its own, and no pot."""
    ruleset = load_ruleset(str(FOLDER / "apart.yaml"))
    told = [each for chapter in chapters_of(ruleset) for each in chapter.told if isinstance(each, Sentence)]
    (said,) = (each for each in told if each.sentence_text("en").startswith("A hand is settled in this order"))
    stages = list_settlement_stages(ruleset.rules)
    for lang in ("en", "it"):
        text = said.sentence_text(lang)
        places = [text.index(text_in(stage.words, lang)) for stage in stages]
        assert places == sorted(places)
        absent = [stage for stage in SETTLEMENT_ORDER if stage not in stages]
        assert len(absent) + len(stages) == len(SETTLEMENT_ORDER)
        assert text_in(absent[-3].words, lang) not in text
