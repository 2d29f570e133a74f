"""One hand of many: those before it pass by the compiled way, with its findings."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from calarec.bulk import wanted_hands
from calarec.bulk.wanted_hands import WantedHands
from calarec.core.judge.running_totals import RunningTotals
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import NoRulesError
from tests.bulk.both import game
from tests.bulk.texts import text_of

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand


def _explained(text: str, name: str) -> tuple[list[str], list[str]]:
    """The hands that were explained, and those that were not wanted."""
    seen: list[str] = []
    plainly = RunningTotals.replay

    def watched(totals: RunningTotals, hand: Hand) -> Judgement:
        seen.append(hand.name)
        return plainly(totals, hand)

    wanted = WantedHands(parse_records(text), game("pagat").ruleset, name)
    # Wanted hands would not be replayed either, once a process has replayed many.
    many = patch.object(wanted_hands, "MIN_HANDS_TO_PROVE", sys.maxsize)
    with many, patch.object(RunningTotals, "replay", watched):
        assert [each.hand.name for each in wanted] == [name] * text.count(f"hand {name}\n")
    return seen, wanted.others


def test_hands_before_the_wanted_one_are_not_explained() -> None:
    """The number of hands before and after it makes no difference."""
    text = text_of("pagat", 40)
    names = [each.name for each in parse_records(text)]
    last = max(names, key=int)
    assert len(names) == 40
    assert _explained(text, last) == ([last] * names.count(last), [each for each in names if each != last])


def test_what_is_wrong_before_it_is_explained() -> None:
    """A hand that is not plain changes the totals as if all hands were reported."""
    text = text_of("pagat", 6)
    second = text.index("\ntotal", text.index("hand 2\n"))
    wrong = text[:second] + text[second:].replace("total A: ", "total A: 1", 1)
    assert _explained(wrong, "5")[0] == ["2", "3", "5"]  # with the third they are right again


def test_every_hand_of_a_name_is_told() -> None:
    """The matches of an evening each count their hands from one."""
    text = text_of("pagat", 6)
    again = text + "\nmatch\n\n" + text[text.index("hand 1\n") :]
    assert _explained(again, "3")[0].count("3") == 2


def test_a_hand_without_rules_ends_it_wherever_it_stands() -> None:
    """The score behind it is not known, wanted or not."""
    text = text_of("pagat", 4)
    strange = text.replace("hand 2\n", "rules nowhere\n\nhand 2\n")
    with pytest.raises(NoRulesError):
        list(WantedHands(parse_records(strange), None, "4"))


def test_whoever_is_told_of_hands_without_rules_gets_the_others() -> None:
    """The next evening is judged by itself; wanted hands without rules are named."""
    text = text_of("pagat", 3)
    first = text.replace("hand 1\n", "rules nowhere\n\nhand 1\n").split("\nhand 3\n", maxsplit=1)[0]
    strange = f"{first}\n{text}"
    told: list[str] = []
    wanted = WantedHands(parse_records(strange), None, None, lambda error: told.append(error.hand.name))
    alone = [(each.hand.name, each.findings) for each in WantedHands(parse_records(text), None, None)]
    assert [each.hand.name for each in wanted] == [name for name, _ in alone] == ["1", "2", "3"]
    assert told == ["1", "2"]
    told.clear()
    assert [each.hand.name for each in WantedHands(parse_records(strange), None, "2", wanted.unruled)] == ["2"]
    assert told == ["2"]


def test_without_a_name_all_are_told() -> None:
    """Without a name, all hands are returned."""
    hands = parse_records(text_of("pagat", 5))
    wanted = WantedHands(hands, game("pagat").ruleset, None)
    assert [each.hand for each in wanted] == hands
    assert wanted.others == []
