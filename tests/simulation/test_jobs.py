"""Simulated hands are the same however many processes make them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.simulation.run import AimError, MadeHand, MatchInPlay, Wishes, is_deal_independent, simulate_independent
from calarec_tools.cli import simulate as command
from calarec_tools.main import main
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize(
    "words",
    [
        ["--rules", "pagat"],
        ["--rules", "pagat", "--seats", "4", "--bot", "random", "--irregular"],
        ["--rules", "quintiglio"],
        ["--rules", "thirty-five", "--aim", "contracts.solo"],
    ],
)
def test_the_same_text_however_many_processes(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In shards that do not come out even, over the ends of matches."""
    monkeypatch.setattr(command, "_HANDS_PER_TASK", 7)
    texts = []
    for jobs in ("1", "2", "0"):
        file = tmp_path / f"{jobs}.cal"
        assert main(["simulate", *words, "--hands", "38", "--seed", "5", "--jobs", jobs, "-o", str(file)]) == 0
        texts.append(file.read_text("utf-8"))
    assert texts[0].count("\nend") == 38
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.mass
@pytest.mark.parametrize("id_", IDS)
@pytest.mark.parametrize("irregular", [False, True])
def test_where_the_deal_moves_on_it_does(id_: str, irregular: bool) -> None:
    """Then the dealer follows from the hand's number, and nothing is inherited."""
    if is_deal_independent(game(id_), irregular=irregular):
        for seats in game(id_).people:
            made = calarec.simulate(
                game(id_).ruleset, hands=40, seed=2, seats=seats, bot="random", irregular=irregular
            )  # fmt: skip
            for number, each in enumerate(made):
                assert each.setting.dealer == number % seats
                assert not each.setting.carry.piles
    else:
        rules = game(id_).rules
        assert irregular or rules.all_pass.params.dealer == "same" or rules.all_pass.do == "carry_on"


def test_most_known_rulesets_are_made_apart() -> None:
    """Half of those that are shipped."""
    assert sum(is_deal_independent(game(id_), irregular=False) for id_ in IDS) >= 12


def test_an_aim_that_is_not_found_ends_a_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands found before an aim fails are returned."""
    made = MatchInPlay.make_hand

    def until_the_third(match: MatchInPlay, number: int, seed: int) -> MadeHand:
        if number == 13:
            raise AimError("play", 600)
        return made(match, number, seed)

    monkeypatch.setattr(MatchInPlay, "make_hand", until_the_third)
    wishes = Wishes(aim="play")
    assert len(simulate_independent(game("pagat").ruleset, wishes, 11, 5)) == 2
    assert len(simulate_independent(game("pagat").ruleset, wishes, 14, 5)) == 5


def test_an_aim_that_is_not_found_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whichever process looked for it; and nothing is written."""
    monkeypatch.setattr(command, "_HANDS_PER_TASK", 2)
    monkeypatch.setattr(command, "simulate_independent", lambda *_: [])
    monkeypatch.setattr("calarec_tools.archive.runs.crews.process_pool", ThreadPoolExecutor)
    file = tmp_path / "out.cal"
    words = ["--rules", "pagat", "--aim", "play", "--hands", "4", "--jobs", "2", "-o", str(file)]
    assert main(["simulate", *words]) == 2
    assert "no hand that touches `play` was found in 600 tries" in capsys.readouterr().err
    assert not file.exists()


def test_no_fewer_than_no_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """A number below nothing is refused."""
    assert main(["simulate", "--rules", "pagat", "--jobs", "-1"]) == 2
    assert "`--jobs` is a number from 0 up" in capsys.readouterr().err
