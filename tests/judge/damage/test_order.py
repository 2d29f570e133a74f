"""Tricks that are missing, repeated or in another's place: one finding, and the hand is judged as it was played."""

from __future__ import annotations

import json
import re

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.records import model as rec
from calarec.core.records.numbering import numbering
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.judge.damage.written_hand import HAND, replay_text


def found(text: str) -> list[tuple[str, str, int]]:
    """Code, wording and line of each finding."""
    return [(each.code, each.wording, each.span.line) for each in replay_text(text).findings]


def without_tricks(text: str, *numbers: int) -> str:
    """The record without some tricks."""
    for number in numbers:
        text = re.sub(rf"^ ?{number} [A-Z]:.*\n", "", text, flags=re.MULTILINE)
    return text


@pytest.mark.parametrize("number", range(1, 12))
def test_a_missing_trick_is_worked_out(number: int) -> None:
    """Each seat has one card left; the figures are held against the whole hand."""
    text = without_tricks(HAND, number)
    ruling = replay_text(text)
    assert found(text) == [("CAL118", "gap", 18 + number)]
    assert ruling.verdict == "legal"
    assert ruling.knowledge == "forced"
    line = next(each for each in HAND.splitlines() if each.startswith(f"{number:>2} "))
    assert [each.strip() for each in ruling.deduced] == [line.strip()]
    assert found(text.replace("result B: 24", "result B: 23"))[1][0] == "CAL610"


def test_nothing_is_concluded_from_a_gap_that_cannot_be_filled() -> None:
    """Two tricks are missing: later leaders and revokes are open; no figure counts."""
    text = without_tricks(HAND, 5, 6).replace("result B: 24", "result B: 20").replace(" 9 A:", " 9 C:")
    ruling = replay_text(text)
    assert found(text) == [("CAL118", "gap", 23)]
    assert ruling.verdict == "incomplete"


def test_a_trick_that_must_have_been_a_revoke_is_not_worked_out() -> None:
    """A trick that is not recorded accuses no seat."""
    text = HAND.replace(" 7 B: 2d Fd Ad", " 7 B: 2d 3c Ad").replace(" 8 B: Rs 3c As", " 8 B: Rs Fd As")
    assert [each for each, *_ in found(text)] == ["CAL512"]
    text = without_tricks(text, 7)
    assert [each for each, *_ in found(text)] == ["CAL118"]
    assert replay_text(text).verdict == "incomplete"


def test_a_gap_in_a_hand_that_is_not_all_written_down() -> None:
    """The cards of one seat are not known either: what can only have been so is found all the same."""
    text = re.sub(r"^deal C:.*\n", "", without_tricks(HAND, 5), flags=re.MULTILINE)
    assert [each for each, *_ in found(text)] == ["CAL118"]
    text = re.sub(r"^deal C:.*\n", "", without_tricks(HAND, 5, 6), flags=re.MULTILINE)
    assert [each for each, *_ in found(text)] == ["CAL118"]


def test_tricks_out_of_order_are_judged_in_the_order_of_play() -> None:
    """By their numbers if each winner leads the next, else by their lines."""
    lines = HAND.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(" 4 "))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    ruling = replay_text("".join(lines))
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL118", "order")]
    assert ruling.verdict == "legal"
    assert [each.number for each in ruling.hand.statements if isinstance(each, rec.Trick)][3:5] == [5, 4]
    numbers = HAND.replace(" 4 B:", " X B:").replace(" 5 B:", " 4 B:").replace(" X B:", " 5 B:")
    ruling = replay_text(numbers)
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL118", "order")]
    assert ruling.verdict == "legal"
    assert ruling.account is not None


def test_a_slip_beside_tricks_out_of_order_is_found() -> None:
    """Reading tricks in their order hides nothing."""
    lines = HAND.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(" 4 "))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    text = "".join(lines).replace("12 B: 6s 4c Rd", "12 B: 6s 4c Cb")
    assert [each for each, *_ in found(text)] == ["CAL118", "CAL511"]


def test_a_program_is_told_by_a_code_of_its_own() -> None:
    """A hand that was never a text has no findings of the notation."""
    hand = replay_text(HAND.replace("result B: 24", "result B: 23")).hand
    tricks = [each for each in hand.statements if isinstance(each, rec.Trick)]
    statements = tuple(each for each in hand.statements if each is not tricks[4] and not isinstance(each, rec.Result))
    ruling = begin_totals(Game.from_ruleset(load_ruleset("pagat"))).replay(replace(hand, statements=statements))
    assert [each.code for each in ruling.findings] == ["CAL516"]
    assert ruling.account is not None


def _trick(number: int, card: str = "") -> rec.Trick:
    return rec.Trick(number=number, leader="A", cards=(card or f"c{number}",))


@pytest.mark.parametrize(
    ("numbers", "slips", "order", "missing"),
    [
        ((1, 2, 3), [], [], ()),
        ((1, 2, 4, 5), [("gap", 2, 3)], [1, 2, 4, 5], (3,)),
        ((2, 3), [("gap", 0, 1)], [2, 3], (1,)),
        ((1, 3, 2, 4), [("order", 2, 4)], [1, 2, 3, 4], ()),
        ((1, 4, 2, 3, 5), [("order", 1, 2)], [1, 2, 3, 4, 5], ()),
        ((1, 2, 2, 3), [("again", 2, 2)], [1, 2, 3], ()),
        ((1, 2, 13, 4), [("number", 2, 3)], [1, 2, 3, 4], ()),
        ((1, 2, 5, 6), [("gap", 2, 3)], [1, 2, 5, 6], (3, 4)),
        ((1, 99999999999), [("gap", 1, 2)], [1, 99999999999], tuple(range(2, 101))),
    ],
)
def test_numbers_are_read_as_what_they_must_mean(
    numbers: tuple[int, ...], slips: list[tuple[str, int, int]], order: list[int], missing: tuple[int, ...]
) -> None:
    """One slip of a number is one slip, at the line that has it."""
    told = numbering([_trick(number) for number in numbers])
    assert [(slip.kind, slip.place, slip.due) for slip in told.slips] == slips
    assert [number for _, number in told.order] == order
    assert told.missing == missing


def test_one_number_for_two_tricks() -> None:
    """A repeated number is fixed if another is missing beside it; else it is unclear."""
    told = numbering([_trick(1), _trick(3, "x"), _trick(3)])
    assert [(slip.kind, slip.place, slip.due) for slip in told.slips] == [("number", 1, 2)]
    told = numbering([_trick(1), _trick(2, "x"), _trick(2), _trick(3)])
    assert [(slip.kind, slip.place) for slip in told.slips] == [("unclear", 2)]


def test_a_trick_that_was_worked_out_has_no_line() -> None:
    """The JSON has it like everything that was not written."""
    told = json.loads(json.dumps(as_json(replay_text(without_tricks(HAND, 5)))))
    assert [each["line"] for each in told["tricks"]][3:6] == [22, 0, 23]
    assert told["ruling"]["deduced"] == [" 5 B: Cb 2b 4b"]


def test_both_languages() -> None:
    """The words of every kind find their values."""
    for text in (without_tricks(HAND, 5), HAND.replace(" 5 B:", " 9 B:")):
        finding = replay_text(text).findings[0]
        assert "{" not in finding.message("it") + finding.message("en") + finding.help("it")
