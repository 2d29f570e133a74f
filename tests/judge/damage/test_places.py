"""Judging any record ends with findings, each with a place in the file."""

from __future__ import annotations

from random import Random

import pytest

from tests.judge.damage.bases import HERE, SHIPPED, Base, sheet
from tests.judge.damage.evening_findings import find_in_evenings


def record(name: str) -> str:
    return (HERE / "records" / f"{name}.cal").read_text(encoding="utf-8")


def test_cards_of_another_pack_are_led_and_nobody_stumbles() -> None:
    """Leaders and findings do not depend on a card that the pack does not have."""
    found = find_in_evenings(record("unknown-suits"))
    assert ("CAL302", 9) in {(each.code, each.span.line) for each in found}


def test_what_rests_on_a_line_that_nobody_wrote_stands_where_it_is_missing() -> None:
    """Trick 10 is missing before line 17, and a revoke in it is reported there."""
    found = find_in_evenings(record("missing-trick"))
    assert [(each.code, each.wording) for each in found if each.span.line == 17] == [
        ("CAL118", "gap"), ("CAL310", "unwritten"),
    ]  # fmt: skip
    assert all(1 <= each.span.line <= 18 for each in found)
    last = next(each for each in found if each.code == "CAL310")
    assert (last.span.column, last.span.end_column) == (1, len("11 B: 7d 2d Cd") + 1)
    assert last.fix is None


HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n"


def test_a_deal_that_asks_for_more_of_a_suit_than_is_left_is_told_at_its_line() -> None:
    """With eight of ten cards taken, the line that asks for three more is reported."""
    deals = "deal A: 3b 2b Ab Rb Cb Fb 7b 6b 3c 2c Ac Rc\ndeal B: _b _b _b __ __ __ __ __ __ __ __ __\n"
    found = find_in_evenings(f"{HEAD}{deals}end\n")
    assert [(each.code, each.span.line) for each in found] == [("CAL311", 10)]


def _base(kind: str) -> tuple[list[str], int]:
    """The lines of a hand without errors, and the place of the first of a kind."""
    lines = list(sheet(Base("pagat", "contracts.solo")).lines)
    return lines, next(at for at, line in enumerate(lines) if line.startswith(kind))


def test_a_trick_of_nobody_is_all_that_is_told() -> None:
    """A trick led from no seat is the only finding: its plays depend on the leader."""
    lines, at = _base(" 3 ")
    lines[at] = lines[at][:3] + "Z" + lines[at][4:]
    found = find_in_evenings("\n".join(lines) + "\n")
    assert [(each.code, each.span.line, each.span.column) for each in found] == [("CAL215", at + 1, 4)]


def test_a_word_that_there_is_not_of_somebody_who_is_not_there_is_told_once() -> None:
    """Neither the speaker nor the word is guessed."""
    lines, at = _base("bid ")
    lines[at] = "bid Z: blah" + lines[at][len("bid A: ") + len(lines[at].split()[2]) :]
    found = find_in_evenings("\n".join(lines) + "\n")
    assert [(each.code, each.span.line, each.span.column) for each in found] == [("CAL215", at + 1, 5)]


def test_who_deals_need_not_be_known_for_a_card_that_is_played_twice() -> None:
    """The dealer's line and a trick cannot be read; the other lines give findings."""
    lines, at = _base("dealer ")
    lines[at] = "dealer ?"
    _, broken = _base(" 5 ")
    lines[broken] = lines[broken].replace(":", ";", 1)
    six, seven = lines[broken + 1].split(": ")[1].split(" "), lines[broken + 2].split(": ")
    lines[broken + 2] = f"{seven[0]}: {six[0]} {seven[1].split(' ', 1)[1]}"
    found = find_in_evenings("\n".join(lines) + "\n")
    assert [(each.code, each.span.line) for each in found if each.code == "CAL511"] == [("CAL511", broken + 3)]


def damaged(text: str, random: Random) -> str:
    """A record with one to three of its words or lines left out, doubled, exchanged, or blank."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 2, 3))):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        words = lines[at].split(" ")
        one, two = random.randrange(len(words)), random.randrange(len(words))
        match random.randrange(7):
            case 0:
                lines[at] = ""
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words[one], words[two] = words[two], words[one]
                lines[at] = " ".join(words)
            case 4:
                lines[at] = " ".join(words[:one] + words[one + 1 :])
            case 5:
                words[one] = random.choice(random.choice(lines).split(" "))
                lines[at] = " ".join(words)
            case _:
                words[one] = random.choice(("__", "3_", "_b")) if len(words[one]) == 2 else words[one]
                lines[at] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("base", SHIPPED[::3], ids=str)
def test_no_damage_stops_a_judgement(base: Base) -> None:
    """Random slips, some hundreds in all rulesets together: no exception, and every finding has a line."""
    random = Random(str(base))
    whole = "\n".join(sheet(base).lines) + "\n"
    for _ in range(15):
        text = damaged(whole, random)
        wrong = [each for each in find_in_evenings(text) if not 1 <= each.span.line <= text.count("\n") + 1]
        assert wrong == [], text
