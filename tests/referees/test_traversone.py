"""The Traversone: the engine and an independent referee settle alike at tables of every size.

With CALAREC_THOROUGH set, 2,000 hands are compared at each.
"""

from __future__ import annotations

from typing import Any

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.records.shelf import RECORDS
from tests.referees.agreeing import hands
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.traversone import match, referee
from tests.rulebooks import game

HANDS = hands(12)
RULESET = "traversone"


@pytest.mark.parametrize("seats", game(RULESET).people)
def test_agrees_with_the_referee(seats: int) -> None:
    """Legal cards, points, what each adds to the total and the end of matches, some hands irregular."""
    for bot in ("sensible", "random"):
        evening = begin_totals(game(RULESET))
        course: list[dict[str, Any]] = []
        for each in simulate(game(RULESET), hands=HANDS // 2, seed=11, bot=bot, seats=seats, irregular=True):
            judged = evening.replay(each.hand)
            hand = for_the_referee(as_json(judged))
            ours, theirs = comparable_parts(as_json(judged), referee(hand, RULESET))
            assert ours == theirs, (each.hand.name, hand)
            assert not [finding for finding in judged.findings if finding.severity == "error"]
            course = [hand] if each.hand.new_match else [*course, hand]
            standing = match(course, RULESET)
            assert judged.totals == standing["totals"]
            assert judged.standing is not None
            assert judged.standing.over == standing["over"]


@pytest.mark.parametrize("seats", game(RULESET).people)
def test_a_cappotto_can_be_aimed_at(seats: int) -> None:
    """The player with all eleven has none, and each of the others eleven; the referee agrees there too."""
    for each in simulate(game(RULESET), hands=2, seed=1, seats=seats, aim="all_pass.counts.cappotto"):
        answer = referee(for_the_referee(as_json(begin_totals(game(RULESET)).replay(each.hand))), RULESET)
        gains = {each.setting.labels[side.seats[0]]: (side.counted or 0) // 3 for side in each.account.sides}
        assert gains == answer["gains"]
        assert sorted(gains.values()) == [0, *[11] * (seats - 1)]


def test_what_the_others_leave_of_eleven_can_be_all() -> None:
    """In the example of the rule file: two others have won points, none of them a whole one."""
    text = (RECORDS.parent / "rules" / f"{RULESET}.yaml").read_text("utf-8")
    example = text.partition("by-the-leftover: |\n")[2].partition("  six-without")[0]
    lines = "".join(f"{line.strip()}\n" for line in example.splitlines())
    record = f"cal 1\nseat A\nseat B\nseat C\n\nhand 1\n{lines}end\n"
    (hand,) = read_records(Text(record, "leftover.cal"))
    judged = begin_totals(game(RULESET)).replay(hand)
    answer = referee(for_the_referee(as_json(judged)), RULESET)
    assert [side["points"] for side in answer["sides"]] == [1, 2, 32]
    assert judged.totals == answer["gains"] == {"A": 11, "B": 11, "C": 0}


@pytest.mark.parametrize(
    ("seats", "changes", "code", "reason"),
    [
        (3, (("4c", "4d"),), "CAL211", "this is not the pack"),
        (6, (("5d", "4d"),), "CAL211", "this is not the pack"),
        (8, (("deal A:", "deal I:"),), "CAL215", "wrong seats"),
    ],
)
def test_what_a_table_does_not_have_is_refused_by_both(
    seats: int, changes: tuple[tuple[str, str], ...], code: str, reason: str
) -> None:
    """A card that is taken out at that table, and a player who is not there."""
    (made,) = simulate(game(RULESET), hands=1, seed=3, seats=seats)
    text = "".join(write_hands([made.hand]))
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (hand,) = read_records(Text(text, "wrong.cal"))
    judged = begin_totals(game(RULESET)).replay(hand)
    assert code in [found.code for found in judged.findings]
    deal = {line.seat: list(line.cards) for line in hand.every(rec.Deal)}
    answer = referee({**for_the_referee(as_json(judged)), "deal": deal}, RULESET)
    assert reason in answer["why_not"]


def test_the_records_end_a_match_as_the_referee_says() -> None:
    """With their totals and winners, one of the hands a cappotto."""
    text = (RECORDS / RULESET / "evening.cal").read_text("utf-8")
    evening = begin_totals(game(RULESET))
    judged = [evening.replay(hand) for hand in read_records(Text(text, "evening.cal"))]
    read = [for_the_referee(as_json(each)) for each in judged]
    standing = match(read, RULESET)
    assert standing["over"]
    assert judged[-1].totals == standing["totals"]
    assert [0, 11, 11, 11, 11] in [sorted(referee(hand, RULESET)["gains"].values()) for hand in read]
