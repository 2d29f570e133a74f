"""Aims of `simulate`: what can be touched is found, and what cannot is given up soon and in words."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.engine.game import Game
from calarec.simulation import witness
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", ["pagat", "twenty-one", "aperta", "spazzatura", "thirty-five"])
@pytest.mark.parametrize("bot", ["sensible", "random"])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_stramazzo_is_found(ruleset: str, bot: str, seed: int) -> None:
    """The losers make a trick with few points; also if the monte counts."""
    for each in calarec.simulate(
        calarec.load_rules(ruleset), hands=2, seed=seed, bot=bot, aim="settle.bonus.stramazzo"
    ):
        assert each.account.bonus == "stramazzo"
        (losers,) = (side for side in each.account.sides if not side.wins)
        assert losers.tricks
        assert calarec.replay(each.hand, ruleset).verdict == "legal"


@pytest.mark.parametrize("aim", ["steps.ask.in_hand.then", "steps.ask.in_pile.then"])
def test_what_no_hand_touches_is_given_up(aim: str) -> None:
    """An aim that no legal hand can reach is given up.

    Here the ruleset refuses calls of own cards. The error names aim and tries.
    """
    rules = calarec.load_rules("quintiglio")
    assert rules.leaves[aim][0] == "refused"
    with pytest.raises(calarec.AimError) as refused:
        list(calarec.simulate(rules, hands=1, aim=aim))
    assert (refused.value.path, refused.value.tries) == (aim, 600)
    assert str(refused.value) == f"no hand that touches {aim} was found in 600 tries"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "calarec: no hand that touches `steps.ask.in_hand.then` was found in 600 tries."),
        ("it", "calarec: in 600 tentativi non si è trovata una mano che tocchi `steps.ask.in_hand.then`."),
    ],
)
def test_the_command_says_so_and_writes_nothing(
    lang: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither to standard output nor into a file."""
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "--rules", "quintiglio", "--aim", "steps.ask.in_hand.then", "--lang", lang]
    assert main(words) == 2
    assert main([*words, "-o", "a.cal"]) == 2
    said = capfd.readouterr()
    assert (said.out, said.err.splitlines()) == ("", [line, line])
    assert list(tmp_path.iterdir()) == []


def test_an_aim_stays_what_it_was_for_who_reaches_it() -> None:
    """The player that was asked for is tried first: his hands come from his own tries, the same every time."""
    rules = calarec.load_rules("pagat")
    asked = {"hands": 3, "seed": 4, "aim": "settle.bonus.cappotto"}
    one, other = (
        [each.actions for each in islice(calarec.simulate(rules, **asked), 3)]  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert one == other


def test_a_witness_is_looked_for_beyond_a_bonus_that_nobody_reaches(tmp_path: Path) -> None:
    """The search goes on with the next bonus, and ends with no hand rather than with an error."""
    file = tmp_path / "club.yaml"
    file.write_text(
        "ruleset: club\nversion: 1.0.0\ntitle: {en: Club, it: Circolo}\nextends: pagat\nsource: house rule\n"
        "add:\n  settle.bonus.never: {when: {of: losers, tricks_at_least: 12}, times: 2}\n"
        "set:\n  settle.bonus_order: [never, cappotto, stramazzo]\n",
        encoding="utf-8",
    )
    game = Game.from_ruleset(calarec.load_rules(file))
    found = witness._search_witness(game, lambda _, each: each.account.bonus == "cappotto" and each.hand.name == "1")
    assert found is not None
    assert found.name == "1"
