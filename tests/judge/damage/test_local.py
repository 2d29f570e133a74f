"""Damage spoils only what it touches: other hands are judged as without it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from calarec.core.notation import Text, read_records
from tests.judge.damage.bases import HERE
from tests.judge.damage.damaged_lines import RULES, WAYS, evenings, hold, replay_hands


@pytest.mark.mass
@pytest.mark.parametrize("rules", RULES)
def test_one_line_spoils_only_what_it_touches(rules: str) -> None:
    """A line damaged in one of many ways."""
    random = Random(rules)
    lines = evenings(rules).rstrip("\n").split("\n")
    for _ in range(8):
        at = random.choice([number for number, line in enumerate(lines, 1) if line])
        hold(rules, at, random.choice(WAYS)(lines[at - 1], random))


def record(name: str) -> str:
    return (HERE / "records" / f"{name}.cal").read_text(encoding="utf-8")


def test_a_hand_without_its_first_line_keeps_to_itself() -> None:
    """The rules, the match and the people behind its `end` are those of the next hand."""
    text = record("headless")
    hands = list(read_records(Text(text, "x.cal")))
    assert [(hand.line, hand.last_line, hand.broken) for hand in hands] == [(7, 12, True), (18, 23, False)]
    assert hands[1].session.rules is not None
    assert hands[1].session.rules.id == "tretre"
    assert (hands[1].session.match, hands[1].session.people["A"]) == (2, "new")
    assert "".join(f"{line}\n" for hand in hands for line in (*hand.before, *hand.lines)) == text


def test_zero_bytes_spoil_the_line_they_stand_in() -> None:
    """Also at the beginning of a file; a text of two bytes a letter is recognized."""
    text = record("headless").replace("hnd", "hand")
    lines = text.rstrip("\n").split("\n")
    for at, line in enumerate(lines, 1):
        if not line:
            continue
        where = sum(len(each) + 1 for each in lines[: at - 1]) + len(line) // 2
        spoilt = (text[:where] + "\0" + text[where:]).encode()
        records = read_records(_Bytes(spoilt))
        hands = list(records)
        assert len(hands) == 2, line
        codes = [(each.code, each.span.line) for hand in hands for each in hand.findings] + [
            (each.code, each.span.line) for each in records.findings
        ]
        assert {number for code, number in codes if code != "CAL115"} == {at}, line
    assert [each.code for each in _findings(text.encode("utf-16-le"))] == ["CAL015"]
    assert [each.code for each in _findings(text.encode("utf-32-be"))] == ["CAL015"]


def _Bytes(raw: bytes) -> Any:  # noqa: N802
    import io

    return io.BytesIO(raw)


def _findings(raw: bytes) -> list[Any]:
    records = read_records(_Bytes(raw))
    assert list(records) == []
    return records.findings


PLAYED = "dealer A\nbid B: chiamo C: passo A: passo\nresult B: won\nscore A: -1 B: +2 C: -1\n"
HANDS = (PLAYED, "hand 2\ndealer B\nend\n")
PEOPLE = 'cal 1\nrules pagat\nseat A "a"\nseat B "b"\nseat C "c"\n\nhand 1\n'


@pytest.mark.parametrize("end", ["", "edn\n", "end abandonned\n", "e\0nd\n", "fine\n"])
@pytest.mark.parametrize("begin", ["hand 2", "hand: 2", "hnd 2"])
def test_what_stands_behind_a_hand_is_the_evening_s(end: str, begin: str) -> None:
    """Whatever has become of its `end`: the rules and the match behind it hold for the next hand."""
    behind = 'rules tretre\nmatch "two"\nseat A "new"\n'
    text = PEOPLE + HANDS[0] + end + behind + HANDS[1].replace("hand 2", begin)
    session = list(read_records(Text(text, "x.cal")))[-1].session
    assert session.rules is not None
    assert (session.rules.id, session.match_name, session.people["A"]) == ("tretre", "two", "new")


@pytest.mark.parametrize("line", ["rulse tretre", "rules", "rules tretre@x", "regole tretre", "ru\0les tretre"])
def test_rules_that_cannot_be_read_leave_hands_unjudged(line: str) -> None:
    """They are not judged by the earlier rules; each hand has the reason."""
    text = PEOPLE + HANDS[0] + f"end\n{line}\n" + HANDS[1]
    assert [code for code, _, _ in replay_hands(text)[1].findings if code.startswith("CAL8")] == ["CAL803"]
    again = text + "rules pagat\n" + HANDS[1].replace("2", "3")
    assert replay_hands(again)[2].ruling != "{}"
    assert [code for code, _, _ in replay_hands(again)[2].findings if code.startswith("CAL8")] == []


@pytest.mark.parametrize("line", ["cl", "cla", "cl x", "cl ; 1", "ule", "rles", "ruls ; pagat", " rul"])
def test_a_word_that_is_only_like_it_begins_no_evening_and_names_no_rules(line: str) -> None:
    """A similar word in place of an `end` keeps the rules and totals of the evening."""
    text = PEOPLE + HANDS[0] + f"total A: -1 B: 2 C: -1\n{line}\n" + HANDS[1]
    first, second = read_records(Text(text, "x.cal"))
    assert [(each.code, each.span.line) for each in first.findings + second.findings if each.code == "CAL101"] == [
        ("CAL101", text.split("\n").index(line) + 1)
    ]
    assert not second.new_evening
    assert second.session.rules == first.session.rules
    assert second.session.rules_unread == 0
    assert second.session.people == first.session.people == {"A": "a", "B": "b", "C": "c"}


@pytest.mark.parametrize("line", ["kal 1", "cal", "cal x", "cal 1 2"])
def test_a_line_that_begins_an_evening_begins_one_whatever_its_slip(line: str) -> None:
    """A misspelt `cal` line begins an evening, with new people and totals."""
    text = (
        PEOPLE
        + HANDS[0]
        + f"total A: -1 B: 2 C: -1\nend\n{line}\n"
        + PEOPLE.removeprefix("cal 1\n").replace('"a"', '"d"')
    )
    second = list(read_records(Text(text + HANDS[0] + "total A: -1 B: 2 C: -1\nend\n", "x.cal")))[1]
    assert second.new_evening
    assert second.session.people == {"A": "d", "B": "b", "C": "c"}


@pytest.mark.parametrize("before", ["hand 1\ndealer A\n", "dealer A\nbid B: solo\n", " 4 B: Ac 2c 7c\n"])
@pytest.mark.parametrize("line", ["en", "xyz"])
def test_what_stands_behind_an_end_is_told(before: str, line: str) -> None:
    """With the first line of the hand and without it."""
    records = read_records(Text(f"cal 1\n{before}end\n{line}\n", "x.cal"))
    hands = list(records)
    found = [*(one for hand in hands for one in hand.findings), *records.findings]
    assert [(one.code, one.args["found"]) for one in found if one.span.line == before.count("\n") + 3] == [
        ("CAL101", line.split()[0])
    ]
