"""Offers for hands that do not hold: random mistakes, made without the search."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.wanted_hands import QuickScore
from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.core.records.model import Trick
from calarec.record_judge.session import RecordJudge
from calarec.repairs.cards import card_faults
from calarec.repairs.proposals import Undoing
from calarec.repairs.search import has_no_errors, repair_record
from calarec.rule_files.load import load_ruleset
from tests.records.shelf import RECORDS
from tests.repair.exhaustive import plausible
from tests.repair.slipped import RULESETS, offered, place_of, slipped
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.records.model import Hand


def test_a_slip_is_found_and_what_is_offered_holds() -> None:
    """One hand of every other ruleset; `python -m tests.repair` has more."""
    places = Counter[int]()
    for rules in RULESETS[::2]:
        for each in slipped(rules, 1, seed=1):
            found = offered(each)
            place = place_of(each, found)
            places[place] += 1
            assert abs(sum(one.share for one in found.offered) - 1) < 1e-9 or not found.offered
            for repair in found.offered[:2]:
                judge = RecordJudge()
                text = each.before + "\n".join(repair.hand.lines) + "\n"
                assert all(has_no_errors(judge.replay(hand)) for hand in parse_records(text))
    assert sum(places[each] for each in (1, 2, 3)) >= len(RULESETS[::2]) - 1


def test_two_slips_in_one_hand() -> None:
    places = [place_of(each, offered(each)) for each in slipped("pagat", 2, slips=2, seed=5)]
    assert any(0 < each <= 3 for each in places)


def _bids_twice(lines: list[str]) -> list[str]:
    at = next(at for at, line in enumerate(lines) if line.startswith("bid "))
    return [*lines[:at], lines[at], *lines[at:]]


def _sixth_trick_left_out(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith(" 6 ")]


def _bids_shifted(lines: list[str]) -> list[str]:
    following = str.maketrans("ABC", "BCA")
    return [
        re.sub(" [ABC]:", lambda seat: seat.group().translate(following), line) if line.startswith("bid ") else line
        for line in lines
    ]


@pytest.mark.parametrize("rules", ["twenty-one", "tretre", "cavendish"])
@pytest.mark.parametrize("slip", [_bids_twice, _sixth_trick_left_out, _bids_shifted])
def test_slips_of_whole_lines(rules: str, slip: Callable[[list[str]], list[str]]) -> None:
    """The true hand comes first; few other readings are tried before it."""
    head, *hands = evening(rules, 9, 3).split("\nhand ")
    at = next(at for at, text in enumerate(hands) if at and "\n 6 " in text)
    hand = f"hand {hands[at]}".rstrip("\n").split("\n")
    before = "\nhand ".join([head, *hands[:at]])
    (found,) = repair_record(parse_records("\n".join([before, *slip([*hand]), ""])), RecordJudge())
    assert found.offered[0].hand.lines == tuple(hand)
    assert found.tried < 150


def test_hands_that_hold_are_not_looked_into() -> None:
    assert not [*repair_record(parse_records(evening("tretre", 10)), RecordJudge())]


def test_the_budget_is_kept_and_the_answer_is_the_same_each_time() -> None:
    each = next(each for each in slipped("pagat", 20, seed=3) if offered(each).tried > 60)
    first, second = ([*repair_record(parse_records(each.record), RecordJudge(), nodes=60)] for _ in range(2))
    assert first[0].stopped
    assert first[0].tried <= 60
    assert [(one.hand.lines, one.share) for one in first[0].offered] == [
        (one.hand.lines, one.share) for one in second[0].offered
    ]


def test_hands_that_hold_are_thought_possible() -> None:
    """The quick look that puts a proposal off denies no hand that holds, whatever is exchanged or not known in it."""
    looked_at = 0
    for file in sorted(RECORDS.glob("*/*.cal"))[::3]:
        judge = RecordJudge(literal=True)
        for judged in map(judge.replay, parse_records(file.read_text(encoding="utf-8"))):
            if has_no_errors(judged) and judged.hand.statements:
                looked_at += 1
                order = Undoing(judged).order
                assert card_faults(judged.hand.statements, order, judged.game).has_no_wrong_card, (
                    file.name,
                    judged.hand.name,
                )
    assert looked_at > 40


def test_a_card_of_two_people_is_not_possible() -> None:
    (hand,) = parse_records(evening("pagat", 1))
    judged = RecordJudge(literal=True).replay(hand)
    at, trick = next((at, each) for at, each in enumerate(hand.statements) if isinstance(each, Trick))
    for cards in ((trick.cards[1], trick.cards[0], trick.cards[2]), (trick.cards[0], *trick.cards[:2])):
        other = (*hand.statements[:at], trick._replace(cards=cards), *hand.statements[at + 1 :])
        assert not card_faults(other, Undoing(judged).order, judged.game).has_no_wrong_card


def test_who_was_dealt_nothing_discards_nothing() -> None:
    """A hand without one deal is impossible, in the exhaustive search too."""
    (hand,) = parse_records(evening("pagat", 1))
    seats = "ABC"
    cards = Game.from_ruleset(load_ruleset("pagat")).cards.names
    assert plausible(hand.lines, cards, seats)
    for number, line in enumerate(hand.lines):
        if line.startswith("deal A"):
            assert not plausible((*hand.lines[:number], *hand.lines[number + 1 :]), cards, seats)
    monte = next(line for line in hand.lines if line.startswith("monte"))
    at = hand.lines.index(monte)
    assert not plausible((*hand.lines[: at + 1], "discard D: closed", *hand.lines[at + 1 :]), cards, seats)


@pytest.mark.parametrize("rules", ["pagat", "quartiglio", "ciapano"])
@pytest.mark.parametrize("numbered_on", [False, True])
def test_a_hand_that_nobody_wrote_down(rules: str, numbered_on: bool) -> None:
    """Totals show its payments, the turn its dealer; a missing number is filled in."""
    head, *hands = evening(rules, 6).split("\nhand ")
    gone = hands.pop(2)
    if numbered_on:
        hands = [f"{number}\n{each.split(chr(10), 1)[1]}" for number, each in enumerate(hands, 1)]
    (found,) = repair_record(parse_records("\nhand ".join([head, *hands])), RecordJudge())
    best = found.offered[0]
    assert [each.kind for each in best.slips] == ["hand-missing"]
    assert best.above[0] == ("hand" if numbered_on else "hand 3")
    lines = [each for each in gone.split("\n") if each.startswith(("dealer", "score", "total"))]
    assert [sorted(each.split()) for each in best.above[1:-2]] == [sorted(each.split()) for each in lines]
    record = "\nhand ".join([head, *hands[:2], ""]).removesuffix("hand ") + "\n".join(best.new_lines) + "\n"
    judge = RecordJudge()
    assert all(has_no_errors(judge.replay(hand)) for hand in parse_records(record))


def test_a_hand_is_not_supposed_where_two_numbers_are_left_out() -> None:
    head, *hands = evening("pagat", 7).split("\nhand ")
    (found,) = repair_record(parse_records("\nhand ".join([head, *hands[:2], *hands[4:]])), RecordJudge())
    assert not any(each.above for each in found.offered)


def test_totals_that_were_brought_along_are_offered_above_the_hand() -> None:
    head, *hands = evening("pagat", 6).split("\nhand ")
    (found,) = repair_record(parse_records("\nhand ".join([head, *hands[3:]])), RecordJudge())
    best = found.offered[0]
    assert [each.kind for each in best.slips] == ["line-missing"]
    assert best.above[0].startswith("carried A: ")


def test_plain_hands_are_passed_and_what_is_offered_is_the_same() -> None:
    """By the compiled way or not: scores go on, and a wrong pin is an error."""
    text = with_slips("pagat", 9).replace("sha256:", "sha256:00", 1)
    judge = RecordJudge()
    passed: list[str] = []
    quick = QuickScore(judge)

    def passes(hand: Hand) -> bool:
        passed.extend([hand.name] * (found := quick.can_pass(hand)))
        return found

    offered = [
        [*repair_record(parse_records(text), RecordJudge())],
        [*repair_record(parse_records(text), judge, passes=passes)],
    ]
    one, other = ([(each.found.hand.name, each.found.findings, each.offered) for each in of] for of in offered)
    assert one == other
    assert one[0][0] == "1"
    assert len(passed) == 9 - len(one)
