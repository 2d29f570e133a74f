"""Hands in one line in which a word is wrong: it is named, and what was meant."""

from __future__ import annotations

import pytest

from tests.tools.entering.typing import fresh, last, type_lines

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Anna chiamo won 20",
            "Write the points in the place of won or lost, not after it. Did you mean `Anna chiamo 20`?",
        ),
        (
            "Bruno solo lost 15p",
            "Write the points in the place of won or lost, not after it. Did you mean `Bruno solo 15p`?",
        ),
        ("Brno chiamo lost", "No player is called `Brno` here. Did you mean `Bruno`?"),
        ("Xaver chiamo lost", "No player is called `Xaver` here."),
        ("Bruno chaimo lost", "Did you mean `chiamo`?"),
        ("Carla leaves", "Write the name of the person after the word. Did you mean `leave Carla`?"),
        ("Carla esce", "Did you mean `leave Carla`?"),
        ("Bruno lost", "`lost` is not what can be declared: "),
        ("Bruno chiamo", "How the hand ended is missing: `won`, `lost`, or the declarer's points."),
        ("C solo", "How the hand ended is missing: `won`, `lost`, or the declarer's points."),
        ("Bruno chiamo 6 1/7", "`6 1/7` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 6,5", "`6,5` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 8,3", "`8,3` is not how points are written: `7 1/3`, for instance. Did you mean `8 1/3`?"),
        ("Bruno chiamo 8.67", "Did you mean `8 2/3`?"),
        ("Bruno chiamo 8,66", "Did you mean `8 2/3`?"),
        ("Bruno chiamo lots", "`lots` is not how a hand ends: `won`, `lost`, or the declarer's points."),
        ("Bruno solo won stramazo", "`stramazo` is no bonus of these rules. Did you mean `stramazzo`?"),
    ],
)
def test_the_word_that_is_wrong_in_a_hand_in_one_line_is_named(line: str, said: str, begun: bool) -> None:
    """Between two hands and in one that has only begun; nothing is written."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", *([""] if begun else [])])
    before = entry.text
    (told,) = entry.take(line).said
    assert said in told
    assert entry.text == before


def test_a_hand_of_which_words_are_written_is_not_entered_in_one_line() -> None:
    """It is said what is asked for, and how to get back."""
    entry = fresh()
    type_lines(entry, ["Anna", "passo"])
    assert entry.take("Bruno chiamo lost").said == (
        "Something of hand 1 is written already, so it cannot be entered in one line: Carla says (`undo` takes back).",
    )


@pytest.mark.parametrize("line", ["all pass", "tutti passo"])
def test_that_all_have_passed_is_said_in_words(line: str) -> None:
    """As the word for passing alone says it."""
    entry, other = fresh(), fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", line])
    type_lines(other, ["Anna", "Bruno chiamo won", "passo"])
    assert entry.text == other.text


@pytest.mark.parametrize(
    ("points", "result"),
    [("24", "24"), ("7p", "7p"), ("6 1/3", "19"), ("6\u2153", "19"), ("6 \u2154", "20"), ("7 0/3p", "21")],
)
def test_points_with_parts_of_one(points: str, result: str) -> None:
    """Parts are written as people say them, and kept in the ruleset's unit."""
    entry = fresh()
    type_lines(entry, ["Anna", f"B solo {points}"])
    assert f"result B: {result}\n" in entry.text


def test_a_hand_whose_cards_nobody_wrote_is_ended_after_its_auction() -> None:
    """By whoever declared, with what was declared, and with its bonus; not by somebody else or with something else."""
    entry = fresh()
    type_lines(entry, ["Anna", "chiamo", "passo", "passo", "3b"])
    for wrong in ("Carla chiamo won", "Bruno solo won"):
        before = entry.text
        entry.take(wrong)
        assert entry.text == before
    entry.take("Bruno chiamo won stramazzo")
    assert "bid B: chiamo C: passo A: passo\ncall B: 3b\nresult B: won\nscore B: " in entry.text
    assert entry.text.endswith("\nend\n")


@pytest.mark.parametrize("who", ["Bruno", "B", "A"])
@pytest.mark.parametrize(("contract", "call"), [("chiamo", ""), ("chiamo", "3c"), ("solissimo", "")])
def test_wrong_points_of_a_hand_whose_auction_is_written(contract: str, call: str, who: str) -> None:
    """How it ended is entered there too, whether a call or cards are due; a seat's letter is no ace."""
    entry = fresh()
    seat = who[0]
    lines = [f"bid A: {contract} B: passo C: passo" if seat == "A" else f"bid B: {contract} C: passo A: passo"]
    lines += [f"call {seat}: {call}"] if call else []
    type_lines(entry, ["Carla" if seat == "A" else "Anna", *lines])
    assert entry.take(f"{who} {contract} 8,3").said == (
        "`8,3` is not how points are written: `7 1/3`, for instance. Did you mean `8 1/3`?",
    )
    entry.take(f"{who} {contract} 8 1/3")
    assert "\n".join((*lines, f"result {seat}: 25", "score ")) in entry.text


def test_a_seats_letter_before_a_word_is_no_beginning_of_another_word() -> None:
    """`C passo` in Bruno's turn is not his `chiamo` and her `passo`; in small letters it is."""
    entry = fresh()
    type_lines(entry, ["Anna"])
    before = entry.text
    for line in ("C passo", "C: passo"):
        assert type_lines(entry, [line]) == [("It is not Carla's turn to speak.",)]
        assert entry.text == before
    type_lines(entry, ["B passo", "C: chiamo", "A passo"])
    assert last(entry) == "bid B: passo C: chiamo A: passo"
    entry = fresh()
    type_lines(entry, ["Anna", "c passo"])
    assert last(entry) == "bid B: chiamo C: passo"
