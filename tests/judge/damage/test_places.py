"""Whatever stands in a record, judging it ends with findings, and each of them has a place in the file."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.judge.session import NoRulesError, RecordJudge
from calarec.notation import Text, read
from tests.judge.damage.bases import HERE, SHIPPED, Base, sheet

if TYPE_CHECKING:
    from calarec.wording.findings import Finding


def judged(text: str) -> list[Finding]:
    """What is found in a record by its own rules."""
    session = RecordJudge()
    found: list[Finding] = []
    for hand in read(Text(text, "x.cal")):
        try:
            found += session.replay(hand).diagnostics
        except NoRulesError as error:
            found += error.diagnostics
    return found


def record(name: str) -> str:
    return (HERE / "records" / f"{name}.cal").read_text(encoding="utf-8")


def test_cards_of_another_pack_are_led_and_nobody_stumbles() -> None:
    """Neither who leads nor what was told before is worked out from a card that the pack does not have."""
    found = judged(record("unknown-suits"))
    assert ("CAL302", 9) in {(each.code, each.span.line) for each in found}


def test_what_rests_on_a_line_that_nobody_wrote_stands_where_it_is_missing() -> None:
    """Trick 10 is missing before line 17, and whatever was played in it somebody revoked."""
    found = judged(record("missing-trick"))
    assert [(each.code, each.wording) for each in found if each.span.line == 17] == [
        ("CAL118", "gap"), ("CAL310", "unwritten"),
    ]  # fmt: skip
    assert all(1 <= each.span.line <= 18 for each in found)
    last = next(each for each in found if each.code == "CAL310")
    assert (last.span.column, last.span.end_column) == (1, len("11 B: 7d 2d Cd") + 1)
    assert last.fix is None


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
        wrong = [each for each in judged(text) if not 1 <= each.span.line <= text.count("\n") + 1]
        assert wrong == [], text
