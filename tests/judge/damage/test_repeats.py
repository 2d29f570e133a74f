"""Repeated lines and cards are reported once, and nothing is paid twice."""

from __future__ import annotations

import re

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import places
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.session import RecordJudge
from tests.house.tree import ROOT
from tests.judge.damage.located_findings import findings_of
from tests.judge.damage.written_hand import HAND, replay_text
from tests.tools.evenings import evening

REVOKED = ROOT / "records" / "foster" / "fault-revoke.cal"


def payments(text: str) -> tuple[int, ...]:
    """Return the payments of a hand."""
    account = replay_text(text).account
    assert account is not None
    return tuple(account.payments)


def codes(text: str) -> list[str]:
    """Codes of all findings."""
    return [each.code for each in replay_text(text).findings]


def test_an_irregularity_is_paid_once() -> None:
    """A second equal line costs nothing, and the record's figures hold."""
    text = REVOKED.read_text(encoding="utf-8")
    line = next(each for each in text.splitlines(keepends=True) if each.startswith("fault "))
    assert " trick " in line
    found = [each.code for each in findings_of(text.replace(line, line * 2), "foster")]
    assert found == ["CAL512", "CAL535"]
    bare = re.sub(" trick [0-9]+", "", line)
    untold = findings_of(text.replace(line, bare * 2), "foster")
    assert [(each.code, each.wording) for each in untold] == [("CAL512", "declared"), ("CAL535", "no_trick")]
    assert "say in which `trick`" in untold[1].help("en")


def test_an_irregularity_is_paid_once_where_only_the_score_is_written() -> None:
    """The same without cards."""
    line = "fault C: revoke claimed by B\n"
    bare = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand\ndealer A\nbid B: chiamo C: passo A: passo\n"
    once = f"{bare}{line}result B: 24 A+C: 11\nend\n"
    assert codes(once.replace(line, line * 2)) == ["CAL535", *codes(once)]
    assert payments(once.replace(line, line * 2)) == payments(once)


def test_two_hands_of_one_seat_are_not_judged() -> None:
    """The second line is reported, and the seat without cards."""
    ruling = replay_text(HAND.replace("deal C:", "deal B:"))
    assert [(each.code, each.wording, each.span.line) for each in ruling.findings] == [("CAL303", "deal_meant", 11)]
    assert ruling.account is None
    assert "is one of the two for C" in ruling.findings[0].help("en")
    assert "una delle due è per C" in ruling.findings[0].help("it")


@pytest.mark.parametrize("line", ["deal B: ", "monte ", "dealer "])
def test_a_line_that_says_the_same_again_is_read_once(line: str) -> None:
    """The hand is judged as it would be without it."""
    said = next(each for each in HAND.splitlines() if each.startswith(line))
    ruling = replay_text(HAND.replace(said, f"{said}\n{said}"))
    assert [each.code for each in ruling.findings] == ["CAL303"]
    assert ruling.account is not None
    assert payments(HAND.replace(said, f"{said}\n{said}")) == (-1, 2, -1)
    assert all(ruling.findings[0].message(lang) for lang in LANGUAGES)


def test_a_card_twice_in_a_transfer_is_never_dropped_in_silence() -> None:
    """Read once where the number is right without it; otherwise the tricks show which card it is."""
    too_many = replay_text(HAND.replace("closed 6b 5c", "closed 6b 6b 5c"))
    assert [(each.code, each.wording) for each in too_many.findings] == [("CAL436", "")]
    assert too_many.account is not None
    another = replay_text(HAND.replace("closed 6b 5c 6d", "closed 6b 6b 6d"))
    assert [(each.code, each.wording) for each in another.findings] == [("CAL436", "another")]
    fix = another.findings[0].fix
    assert fix is not None
    assert [(edit.text, fix.safe) for edit in fix.edits] == [("5c", False)]
    broken_off = HAND[: HAND.index(" 9 A:")].replace("closed 6b 5c 6d", "closed 6b 6b 6d") + "end abandoned\n"
    assert [each for each in codes(broken_off) if each != "CAL517"] == ["CAL436"]


def test_a_line_with_many_wrong_words_is_taken_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With any number of findings in it: forty words take forty times as long."""
    asked = 0
    pieces = places.pieces

    def counted(text: str) -> list[places.Piece]:
        nonlocal asked
        asked += 1
        return pieces(text)

    monkeypatch.setattr(places, "pieces", counted)
    words = " B: pass C: pass A: chiamo" * 40
    text = f"cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid{words}\nend\n"
    (hand,) = parse_records(text)
    told = RecordJudge().replay(hand)
    idle = [each.span for each in told.findings if each.code == "CAL407"]
    assert len(idle) == 78
    assert len({span.column for span in idle}) == len(idle)
    assert asked < 20


def test_a_card_dealt_twice_stays_with_who_plays_it_where_the_missing_one_is_never_moved() -> None:
    """C is dealt Cd in place of Rc, which is not played yet; B leads Cd, his own."""
    twice = HAND.replace("Fb 3c Rc Fc", "Fb 3c Cd Fc")
    broken_off = twice[: twice.index(" 6 C:")] + "end abandoned\n"
    (told,) = replay_text(broken_off).findings
    assert (told.code, told.wording, told.span.line, told.args["missing"]) == ("CAL301", "missing", 11, "Rc")


def test_the_first_card_of_the_pack_is_told_once_where_the_course_of_a_hand_is_lost() -> None:
    """As any other: 4b is written in two tricks in the place of other cards."""
    text = evening("tressette", 8)
    for right, wrong in ((" 2 C: 3b 6b 7b Cb", " 2 C: 3b 6b 7b Rd"), (" 3 C: 4b Rb 5d 2b", " 3 C: 4b Rb 4b 2b"),
                         (" 8 B: 4c Ac Cc 3c", " 8 B: 4c Ac Cc 4b")):  # fmt: skip
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    hand = next(each for each in parse_records(text) if any("3c 2c 7c 6c 2d" in line for line in each.lines))
    told = [each.span for each in RecordJudge().replay(hand).findings]
    assert len(told) > 1
    assert len(told) == len(set(told))
