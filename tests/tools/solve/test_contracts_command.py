"""`calarec solve --contracts`: its output on a deal, and refused options."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.solving import search
from calarec_tools.main import main
from tests.tools.solve.small import SMALL

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((data_folder("grammar") / "contracts.schema.json").read_text(encoding="utf-8"))
DEAL = {"A": "3b Ab", "B": "2b 3s", "C": "2s As", "monte": "7b 4b 7s 4s"}


pytestmark = pytest.mark.usefixtures("wide_at_the_top")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A hand of few cards that breaks off in the auction, and its rules."""
    (tmp_path / "small.yaml").write_text(SMALL, "utf-8")
    hand = calarec.play(str(tmp_path / "small.yaml"), 3, dealer="C", deal=DEAL)
    passed = hand.apply({"do": "bid", "seat": "A", "word": "passo"})
    (tmp_path / "a.cal").write_text(calarec.write([passed.record()]), "utf-8")
    return [str(tmp_path / "a.cal"), "--rules", str(tmp_path / "small.yaml")]


def test_a_deal_is_told(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    """Read by hand: Anna leads to her own solissimo and has both tricks of batons; with the pile that is everything."""
    assert main(["solve", *files, "--contracts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Hand 1: which contracts can be made, with all cards known"
    rows = [line.split() for line in lines]
    at = next(nth for nth, row in enumerate(rows) if row[:1] == ["solissimo"])
    assert rows[at] == ["solissimo", "A", "yes", "4", "1/3"]
    assert [row[1] for row in rows[at + 1 : at + 3]] == ["no", "no"]


def test_it_is_data_too(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    """By the schema; the moves are legal where they are made."""
    assert main(["solve", *files, "--contracts", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert found["settled"]
    assert len(found["contracts"]) == 15
    of = calarec.load_rules(files[2])
    for each in found["contracts"]:
        if each["contract"] not in ("solo", "chiamo") or not each["moves"]:
            assert each["moves"] == []
            continue
        hand = calarec.play(of, 3, dealer="C", deal=DEAL)
        while hand.state.declarer < 0:
            word = "passo"
            if hand.turn == (each["seat"],):
                word = each["contract"]
            hand = hand.apply({"do": "bid", "seat": hand.turn[0], "word": word})
        for move in each["moves"]:
            while hand.legal()[0].do != move["do"] or hand.turn != (move["seat"],):
                (only,) = hand.legal()[0].moves()
                hand = hand.apply(only)
            hand = hand.apply(move)
        assert hand.state.step == "play"


def test_ctrl_c_answers_with_what_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: list[str]
) -> None:
    """It reports the interruption, and no time limit."""
    portion = search.Allowance.has_portion

    def struck(allowance: search.Allowance, seconds: float) -> bool:
        signal.raise_signal(signal.SIGINT)
        return portion(allowance, seconds)

    monkeypatch.setattr(search.Allowance, "has_portion", struck)
    assert main(["solve", *files, "--contracts"]) == 0
    said = capsys.readouterr().out
    assert "not known" in said
    assert said.endswith("  interrupted: this is what was known by then\n")


def test_in_italian(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    """Every word of it."""
    assert main(["solve", *files, "--contracts", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Mano 1: quali contratti si fanno, a carte scoperte\n")
    assert said.endswith("i punti della parte del dichiarante col gioco migliore di tutti.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--at", "7"], "`--contracts` begins at the deal and asks for points: `--at` does not go with it."),
        (["--objective", "payment"], "`--objective` does not go with it."),
    ],
)
def test_what_does_not_go_with_it(
    capsys: pytest.CaptureFixture[str], files: list[str], words: list[str], says: str
) -> None:
    """It is reported, with status 2."""
    assert main(["solve", *files, "--contracts", *words]) == 2
    assert says in capsys.readouterr().err


def test_hands_without_cards_or_contracts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The reason is printed."""
    file = tmp_path / "a.cal"
    file.write_text(
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo\nresult B: won\nend\n", "utf-8"
    )
    assert main(["solve", str(file), "--contracts"]) == 2
    assert "hand 1: not every card of it is known." in capsys.readouterr().err
    hand = calarec.play("tressette", 4, seed=1)
    file.write_text(calarec.write([hand.record()]), "utf-8")
    assert main(["solve", str(file), "--contracts"]) == 2
    assert "hand 1: this game has no contracts." in capsys.readouterr().err
