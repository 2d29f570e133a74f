"""Hands in one line with a wrong word, which is named with the likely one."""

from __future__ import annotations

import pytest

from tests.tools.entering.typing import fresh, last, type_lines

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Anna chiamo v 20",
            "Write the points in the place of won or lost, not after it. Did you mean `Anna chiamo 20`?",
        ),
        (
            "Anna solo won 7",
            "A hand with 2 1/3 points (7 thirds) is lost here, not won. Did you mean `Anna solo won 7p`?",
        ),
        (
            "Anna solo won 5 1/3",
            "is lost here, not won. Did you mean `Anna solo 5 1/3` or `Anna solo won`?",
        ),
        (
            "Bruno solo persa 7p",
            "points (21 thirds) is won here, not lost. Did you mean `Bruno solo 7p` or `Bruno solo persa`?",
        ),
        ("Bruno solo won 24 stramazo", "`stramazo` is not a bonus of these rules. Did you mean `stramazzo`?"),
        ("Brno chiamo lost", "No player is called `Brno` here. Did you mean `Bruno`?"),
        ("Xaver chiamo lost", "No player is called `Xaver` here."),
        ("Bruno chaimo lost", "Did you mean `chiamo`?"),
        ("Carla leaves", "Write the name of the person after the word. Did you mean `leave Carla`?"),
        ("Carla esce", "Did you mean `leave Carla`?"),
        ("Bruno lost", "`lost` is not what can be declared: "),
        ("Bruno chiamo", "How the hand ended is missing: `won`, `lost`, or the declarer's points."),
        ("C solo", "How the hand ended is missing: `won`, `lost`, or the declarer's points."),
        ("Bruno chiamo 6 1/7", "`6 1/7` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 17 halves", "`17 halves` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 17/2", "`17/2` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 1 1/3 1/3", "`1/3` is not a bonus of these rules."),
        ("Bruno chiamo 6,5", "`6,5` is not how points are written: `7 1/3`, for instance."),
        ("Bruno chiamo 8,3", "`8,3` is not how points are written: `7 1/3`, for instance. Did you mean `8 1/3`?"),
        ("Bruno chiamo 8.67", "Did you mean `8 2/3`?"),
        ("Bruno chiamo 8,66", "Did you mean `8 2/3`?"),
        ("Bruno chiamo lots", "`lots` is not how a hand ends: `won`, `lost`, or the declarer's points."),
        ("Bruno solo won stramazo", "`stramazo` is not a bonus of these rules. Did you mean `stramazzo`?"),
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
    """The message names the question, and the way back."""
    entry = fresh()
    type_lines(entry, ["Anna", "passo"])
    assert entry.take("Bruno chiamo lost").said == (
        "Something of hand 1 is written already, so it cannot be entered in one line: Carla says (`undo` takes back).",
    )


@pytest.mark.parametrize("line", ["all pass", "tutti passo"])
def test_that_all_have_passed_is_said_in_words(line: str) -> None:
    """By the word for passing alone."""
    entry, other = fresh(), fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", line])
    type_lines(other, ["Anna", "Bruno chiamo won", "passo"])
    assert entry.text == other.text


@pytest.mark.parametrize(
    ("points", "result"),
    [
        ("24", "24"),
        ("7p", "7p"),
        ("6 1/3", "19"),
        ("6\u2153", "19"),
        ("6 \u2154", "20"),
        ("7 0/3p", "21"),
        ("17 thirds", "17"),
        ("17 Terzi", "17"),
        ("17/3", "17"),
        ("2/3", "2"),
        ("18 thirds", "18"),
        ("12/2", "18"),
    ],
)
def test_points_with_parts_of_one(points: str, result: str) -> None:
    """Parts are written as people speak them, and kept in the ruleset's unit."""
    entry = fresh()
    type_lines(entry, ["Anna", f"B solo {points}"])
    assert f"result B: {result}\n" in entry.text


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("Carla solo persa 5 1/3", "16"),
        ("Carla solo · lost 5 1/3", "16"),
        ("Carla solo lost 7", "7"),
        ("Carla solo vinta 7p", "7p"),
        ("Carla solo won 24 stramazzo", "24"),
    ],
)
def test_points_may_follow_won_or_lost_as_on_a_sheet(line: str, result: str) -> None:
    """The two agree under the rules; only the points are written."""
    entry = fresh()
    type_lines(entry, ["Anna", line])
    assert f"result C: {result}\n" in entry.text


def test_points_that_no_hand_has_are_refused_as_such() -> None:
    """Beside won or lost as without; `!` writes them."""
    entry = fresh()
    type_lines(entry, ["Anna"])
    assert entry.take("Carla solo lost 15p").said[0].startswith("CAL320 ")
    assert "result" not in entry.text
    entry.take("!")
    assert "result C: 15p\n" in entry.text


@pytest.mark.parametrize(
    ("points", "hinted"),
    [("7", "7 points"), ("1", "1 point"), ("11", "11 points"), ("12", ""), ("7p", ""), ("5 1/3", ""), ("7 thirds", "")],
)
def test_a_number_that_may_have_been_meant_as_points_gets_a_hint(points: str, hinted: str) -> None:
    """A deal has 11 2/3 points: 12 or more of them cannot be meant."""
    entry = fresh()
    type_lines(entry, ["Anna"])
    hint = f"For {hinted}, write `{points}p`."
    said = " ".join(entry.take(f"Carla solo {points}").said)
    assert (hint in said) if hinted else ("write `" not in said)
    assert "Carla wins" not in said or points == "7p"


def test_a_hand_whose_cards_nobody_wrote_is_ended_after_its_auction() -> None:
    """By its declarer, contract and bonus; any other is refused."""
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
    """The outcome can be entered before a call or cards; a seat's letter is not an ace."""
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
