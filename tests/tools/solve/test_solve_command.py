"""`calarec solve`: the place in a hand, its output, and refusals."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.core.wording.language import Words, preferred_language, text_in
from calarec.solving import search
from calarec_tools.main import main
from calarec_tools.output.report.solvable import BETWEEN
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((data_folder("grammar") / "solve.schema.json").read_text(encoding="utf-8"))
FIRST = "records/pagat/first.cal"


pytestmark = pytest.mark.usefixtures("wide_at_the_top")


def shown(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """Return the output of the command."""
    assert main(["solve", *words]) == status
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """Its JSON, checked against the schema."""
    found = [json.loads(line) for line in shown(capsys, *words, "--json").splitlines()]
    for each in found:
        Draft202012Validator(SCHEMA).validate(each)
    return found


def test_a_hand_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Read line by line: the knight first loses three thirds to the king; the ace first loses the last trick too."""
    assert shown(capsys, FIRST, "--at", "11").splitlines() == [
        "Hand 1, at 11: Bruno plays",
        "  with best play, in the end: 10 2/3 points (32 thirds) for Bruno",
        f"  needed: 6 points (18 thirds){'settle.won_if':>70}",
        "",
        "Each card",
        "  Cb  10 2/3 points (32 thirds)",
        "  As  9 points (27 thirds)",
        "",
        "How it goes on with best play",
        "  11 B: Cb Rb Rs > C",
        "  12 C: Cs 7c As > B",
    ]


def test_what_is_played_for_makes_the_difference(capsys: pytest.CaptureFixture[str]) -> None:
    """The hand is a sweep by every card but one, which is worth as little as without the sweep."""
    (found,) = data(capsys, FIRST, "--objective", "payment")
    assert (found["payment"], found["points"], found["exact"], found["side"]) == (8, None, True, ["B"])
    assert {each["card"]: each["payments"] for each in found["moves"]}["Cb"] == {"B": 4}
    assert {each["payments"]["B"] for each in found["moves"]} == {4, 8}
    assert len(found["best"]) == 36


@pytest.mark.parametrize(("at", "turn", "left"), [("1", "B", 36), ("7", "B", 18), ("7.1", "C", 17), ("12.2", "A", 1)])
def test_a_place_in_the_play(capsys: pytest.CaptureFixture[str], at: str, turn: str, left: int) -> None:
    """Before a trick, or after cards of it."""
    (found,) = data(capsys, FIRST, "--at", at, "--seconds", "60")
    assert (found["at"], found["turn"], found["hand"]) == (at, turn, "1")
    assert found["exact"]
    assert len(found["best"]) == left
    assert found["bounds"] == [found["points"], found["points"]]
    assert found["moves"][0]["points"] == found["points"]


def test_a_hand_that_breaks_off_is_solved_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without `--at`: where the next card is due."""
    lines = (ROOT / FIRST).read_text("utf-8").splitlines()
    cut = next(number for number, line in enumerate(lines) if line.lstrip().startswith("9 "))
    leader, first = lines[cut].split()[1:3]
    file = tmp_path / "cut.cal"
    file.write_text("\n".join([*lines[:cut], f" 9 {leader} {first}", ""]), "utf-8")
    (found,) = data(capsys, str(file), "--rules", "pagat")
    assert found["at"] == "9.1"


def test_a_blank_line_parts_hands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """There is none after the last one."""
    text = (ROOT / FIRST).read_text("utf-8")
    file = tmp_path / "two.cal"
    file.write_text(text + text[text.index("hand 1") :].replace("hand 1", "hand 2", 1), "utf-8")
    said = shown(capsys, str(file), "--rules", "pagat", "--at", "12")
    one = "".join(shown(capsys, str(file), "--rules", "pagat", "--at", "12", "--hand", name) for name in ("1", "2"))
    assert said.endswith(("> B\n", "> C\n"))
    assert said.count("\n\nHand 2") == 1
    assert said.replace("\n\nHand 2", "\nHand 2") == one


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--at", "0"], "`--at` is a trick, as 7, or a card of it, as 7.2, not `0`."),
        (["--at", "7.2.1"], "`--at` is a trick"),
        (["--at", "13"], "hand 1: there is no trick 13: it has 12 tricks."),
        (
            ["--at", "7.3"],
            "hand 1: there is no 7.3: a trick has 3 cards here, and the places before them are 7, 7.1 and 7.2.",
        ),
        (["--hand", "9"], "there is no hand `9` in `records/pagat/first.cal`; there are: 1."),
    ],
)
def test_what_is_not_there(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    """It is reported, with status 2."""
    assert main(["solve", FIRST, *words]) == 2
    assert says in capsys.readouterr().err


def test_what_cannot_be_solved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Hands without cards, hands that were not played, and missing files."""
    head = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"
    file = tmp_path / "a.cal"
    file.write_text(head + "hand 1\ndealer A\nbid B: solo\nresult B: won\nend\n", "utf-8")
    assert main(["solve", str(file)]) == 2
    assert "hand 1: not every card of it is known." in capsys.readouterr().err
    hand = calarec.play("pagat", 3, seed=1)
    while not hand.is_over:
        hand = hand.apply(hand.legal()[0].move("passo"))
    file.write_text(calarec.write([hand.record()]), "utf-8")
    assert main(["solve", str(file)]) == 2
    assert "hand 1: it was not played." in capsys.readouterr().err
    file.write_text(head, "utf-8")
    assert main(["solve", str(file)]) == 2
    assert "there is no hand in it that could be solved" in capsys.readouterr().err
    assert main(["solve", str(tmp_path / "b.cal")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_a_place_behind_the_end_of_the_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The refusal names the place where the hand breaks off, or the claim."""
    lines = (ROOT / FIRST).read_text("utf-8").splitlines()
    cut = next(number for number, line in enumerate(lines) if line.lstrip().startswith("9 "))
    file = tmp_path / "cut.cal"
    file.write_text("\n".join([*lines[:cut], ""]), "utf-8")
    assert main(["solve", str(file), "--at", "10.1"]) == 2
    assert "hand 1: it does not come to 10.1; it breaks off at 9." in capsys.readouterr().err
    file.write_text("\n".join([*lines[:cut], "claim B: rest accepted", "end", ""]), "utf-8")
    assert main(["solve", str(file), "--at", "10.1"]) == 2
    assert "hand 1: it does not come to 10.1; it was ended at 9." in capsys.readouterr().err


def test_why_what_cannot_be_solved_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """In words that a player knows, and with what can be asked instead."""
    tressette, drawn = "records/tressette/evening.cal", "records/tressette-in-due/by-hand.cal"
    assert main(["solve", tressette, "--hand", "1", "--at", "8", "--objective", "payment"]) == 2
    said = capsys.readouterr().err
    assert "without a declarer nothing is paid here, only points count" in said
    assert "without `--objective payment` it is solved for points." in said
    assert main(["solve", drawn, "--hand", "1", "--at", "3"]) == 2
    assert "solves a hand once the stock is used up, in this hand from 11 on (`--at 11`)." in capsys.readouterr().err
    assert main(["solve", drawn, "--hand", "1", "--at", "11", "--seconds", "1"]) == 0
    assert main(["solve", "records/rovescino/evening.cal", "--hand", "1"]) == 2
    assert "games in which the fewest points win (`match.wins`)." in capsys.readouterr().err


def test_a_place_behind_a_wrong_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The ace of swords cannot be played in trick 9 and in trick 11; other rules stop where they do not fit."""
    text = (ROOT / FIRST).read_text("utf-8")
    file = tmp_path / "wrong.cal"
    file.write_text(text.replace(" 9 B: Ad", " 9 B: As"), "utf-8")
    assert main(["solve", str(file), "--at", "12"]) == 2
    assert "hand 1: it does not come to 12: line 29 is wrong, as `calarec check` explains." in capsys.readouterr().err
    assert main(["solve", FIRST, "--rules", "rules/quadriglio.yaml"]) == 2
    assert "it was not played" not in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["json", "calpack", "csv"])
def test_what_convert_has_made_is_no_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str) -> None:
    """One finding, with what makes a record of it; nothing of hands or rules that are missing."""
    file = tmp_path / f"a.{ending}"
    assert main(["convert", FIRST, str(file)]) == 0
    capsys.readouterr()
    for command in ("solve", "annotate"):
        assert main([command, str(file)]) == 2
        said = capsys.readouterr().err
        assert said.count("CAL015") == 1
        assert "and no record" in said
        assert "`calarec convert" in said
        assert "no hand" not in said
        assert "CAL101" not in said


def test_ctrl_c_answers_with_what_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The search stops, the answer is bounds, and Ctrl-C is again what it was."""
    hand = calarec.play("pagat", 3, dealer="C", seed=3).apply({"do": "bid", "seat": "A", "word": "solissimo"})
    file = tmp_path / "a.cal"
    file.write_text(calarec.write([hand.record()]), "utf-8")
    spend = search.Allowance.spend_node

    def struck(allowance: search.Allowance) -> None:
        if allowance.nodes == 50:
            signal.raise_signal(signal.SIGINT)
        spend(allowance)

    monkeypatch.setattr(search.Allowance, "spend_node", struck)
    monkeypatch.setenv("CALAREC_KERNEL", "plain")  # the compiled one counts its nodes by the thousand
    before = signal.getsignal(signal.SIGINT)
    (found,) = data(capsys, str(file))
    assert signal.getsignal(signal.SIGINT) is before
    assert not found["exact"]
    assert found["points"] is None
    assert found["bounds"][0] < found["bounds"][1]
    assert found["best"] == []
    said = shown(capsys, str(file))
    assert "interrupted: this is what was known by then" in said
    assert "the time did not suffice" not in said


def test_the_answer_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word of it."""
    assert shown(capsys, FIRST, "--at", "12", "--lang", "it").splitlines()[:2] == [
        "Mano 1, a 12: gioca Bruno",
        "  col gioco migliore, alla fine: 9 punti (27 terzi) per Bruno",
    ]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("with best play, in the end: {points} for {side}", "col gioco migliore, alla fine: da 18 a 19 per Bruno"),
        (
            "At the first lead {side} could have {points}; needed: {needed}.",
            "Alla prima uscita, col gioco migliore: da 18 a 19 per Bruno; ne occorrono: 18.",
        ),
        (
            "With the best choices of all before the play {side} could have {points}.",
            "Con le scelte migliori di tutti prima del gioco: da 18 a 19 per Bruno.",
        ),
    ],
)
def test_bounds_in_italian(sentence: str, said: str) -> None:
    """Bounds in Italian follow no preposition: they have their own."""
    points = BETWEEN.with_values(low=18, high=19)
    assert text_in(Words(sentence, side="Bruno", points=points, needed=18), preferred_language("it")) == said
