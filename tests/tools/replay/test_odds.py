"""`calarec replay --odds`: how often an unsettled hand ends how, in text, in JSON and in the library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.unknown_cards import sampling
from calarec_tools.main import main
from tests.tools.replay.told import run
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

_SCORES = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: chiamo C: passo A: passo\nend\n"
_FEW = """cal 1
rules pagat
seat A "Marta"
seat B "Gigi"
seat C "Rosa"

hand 1
dealer B
deal C: 2b Fb 6b Rs Cs 7s 3c 2c 5c 4c 3d Ad
bid C: chiamo A: passo B: passo
call C: 3b with A
take C: Rb 6s 4s 2d
discard C: closed Cs 7s 6s 4s
 1 C: 3b 5b 4b
 2 C: 2b 6b 7b
 3 C: Rb Cb Ab
 4 B: 3s Rs 5s
 5 B: 2s 4c 5d
 6 B: As Fb 4d
 7 B: Fs 5c __
 8 B: Cc 2c __
 9 C: 3c Rc __
10 C: 3d Fd 7d
11 C: 2d Rd 6d
12 C: Ad __ Cd
end
"""
"""A hand with four forgotten cards: one of four cups was Gigi's, others Marta's."""


def _validate(data: object) -> None:
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(data)


def _write(folder: Path, text: str) -> str:
    file = folder / "hand.cal"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture
def _small_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "SAMPLED_DEALS", 60)


@pytest.mark.usefixtures("_small_sample")
def test_a_sample_is_an_estimate_under_its_own_heading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Apart from certain results, with size, seed, interval and assumption."""
    file = _write(tmp_path, HALF_REMEMBERED)
    assert main(["replay", "--lang", "en", "--odds", file]) == 0
    printed = capsys.readouterr().out
    certain, estimated = printed.split("\nOdds, estimated\n")
    assert "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed." in certain
    assert "%" not in certain
    estimated = estimated.split("\nThe deal")[0]
    assert "a sample of 60 deals that fit the record (seed 1)" in " ".join(estimated.split())
    assert "Each deal that fits is equally likely" in estimated
    assert "–100%) Rosa has won\n" in estimated
    main(["replay", "--lang", "en", "--odds", "--seed", "1", file])
    assert capsys.readouterr().out == printed
    main(["replay", "--lang", "en", "--odds", "--seed", "2", file])
    assert capsys.readouterr().out != printed
    main(["replay", "--lang", "en", file])
    assert "Odds" not in capsys.readouterr().out


@pytest.mark.usefixtures("_small_sample")
def test_a_sample_in_italian_and_on_a_narrow_terminal(tmp_path: Path) -> None:
    """No line is longer than the terminal, and the shares stay in their column."""
    printed = run("replay", "--odds", _write(tmp_path, HALF_REMEMBERED), width=44, lang="it").out
    estimated = printed.split("\nProbabilità, stimate\n")[1].split("\nLe carte")[0]
    assert "%) Rosa ha vinto\n" in estimated
    assert "%) Rosa +2, Marta -1, Gigi -1\n" in estimated.replace("\n" + " " * 19, " ")
    assert "ugualmente probabile" in " ".join(estimated.split())
    assert max(map(len, estimated.splitlines())) <= 44


@pytest.mark.usefixtures("_small_sample")
def test_a_sample_in_json_and_in_the_library() -> None:
    """Shares of sides, points, payments and bonuses, as the schema has them; `replay(odds=True)` has the same."""
    (hand,) = parse_records(HALF_REMEMBERED)
    judged = calarec.replay(hand, odds=True, seed=5)
    data = as_json(judged)
    _validate(data)
    odds = data["ruling"]["odds"]
    assert (odds["kind"], odds["deals"], odds["seed"], odds["confidence"]) == ("sample", 60, 5, 95)
    assert odds["sides"][1]["seats"] == ["C"]
    assert sum(entry["share"] for entry in odds["sides"][1]["points"]) == pytest.approx(1)
    assert sum(entry["share"] for entry in odds["payments"]) == pytest.approx(1)
    possible = data["ruling"]["possible"]
    assert all(entry["payments"] in possible["payments"] for entry in odds["payments"])
    assert calarec.replay(hand).odds is None
    assert "odds" not in as_json(calarec.replay(hand))["ruling"]


def test_few_deals_are_all_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counted by hand: Gigi has one of four cups, and each of Marta's three is in trick 7 in a third of the ways.

    The ace there makes 19 thirds (in three deals), the jack 21 (in three), another card 22 (in one way, and in two).
    There is no interval then, and the seed changes nothing; that Rosa has won is certain, and not repeated.
    """
    file = _write(tmp_path, _FEW)
    main(["replay", "--lang", "en", "--odds", file])
    printed = capsys.readouterr().out
    certain, counted = printed.split("\nOdds, counted\n")
    counted = counted.split("\nThe deal")[0]
    assert "Rosa has won in any case." in certain
    assert "A count, not a ruling: all 4 deals that fit the record." in counted
    assert [line.split() for line in counted.splitlines() if "%" in line] == [
        ["25%", "Rosa", "has", "6", "1/3", "points", "(19", "thirds)"],
        ["25%", "Rosa", "has", "7", "points", "(21", "thirds)"],
        ["50%", "Rosa", "has", "7", "1/3", "points", "(22", "thirds)"],
    ]
    main(["replay", "--lang", "en", "--odds", "--seed", "9", file])
    assert capsys.readouterr().out == printed
    main(["replay", "--json", "--odds", file])
    data = json.loads(capsys.readouterr().out)
    _validate(data)
    assert (data["ruling"]["odds"]["kind"], data["ruling"]["odds"]["ways"]) == ("count", 24)


def test_only_ways_count_that_bear_out_a_stated_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With 22 thirds written half of the ways are left, in the same deals; nothing is open then, and none printed."""
    text = _FEW.replace("end\n", "result C: 22\nend\n")
    (hand,) = parse_records(text)
    odds = calarec.replay(hand, odds=True).odds
    assert odds is not None
    assert (odds.is_count, odds.deals, odds.ways) == (True, 4, 12)
    main(["replay", "--lang", "en", "--odds", _write(tmp_path, text)])
    assert "Odds" not in capsys.readouterr().out


def test_where_nothing_can_be_drawn_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores only, a record that breaks off, a search without steps: no number at all."""
    broken_off = HALF_REMEMBERED.partition("8 B:")[0]
    for text, reason, said in (
        (_SCORES, "scores", "No odds: no card of this hand is written."),
        (broken_off, "open", "No odds: the record breaks off"),
        (HALF_REMEMBERED, "steps", "No odds: the search ended before the sample was complete"),
    ):
        monkeypatch.setattr(sampling, "ODDS_STEPS", 40)
        file = _write(tmp_path, text)
        main(["replay", "--lang", "en", "--odds", file])
        printed = capsys.readouterr().out
        assert said in printed
        assert "%" not in printed
        main(["replay", "--json", "--odds", file])
        data = json.loads(capsys.readouterr().out)
        _validate(data)
        assert data["ruling"]["odds"] == {"kind": "none", "reason": reason}


def test_a_part_of_a_hand_has_no_odds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Odds for a seat or a step are refused."""
    file = _write(tmp_path, HALF_REMEMBERED)
    assert main(["replay", "--odds", "--view", "A", file]) == 2
    assert main(["replay", "--odds", "--until", "3", file]) == 2
    assert "--odds" in capsys.readouterr().err
