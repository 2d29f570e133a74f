"""What is offered for hands that do not hold: slips of the pen made without knowing how they are found."""

from __future__ import annotations

from collections import Counter

from calarec.judge.repair.search import holds, of_record
from calarec.judge.session import RecordJudge
from calarec.notation.reader import parse
from tests.judge.repair.slipped import RULESETS, offered, place_of, slipped
from tests.tools.evenings import evening


def test_a_slip_is_found_and_what_is_offered_holds() -> None:
    """One hand of every other ruleset; of more `python -m tests.judge.repair` tells."""
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
                assert all(holds(judge.replay(hand)) for hand in parse(text))
    assert sum(places[each] for each in (1, 2, 3)) >= len(RULESETS[::2]) - 1


def test_two_slips_in_one_hand() -> None:
    places = [place_of(each, offered(each)) for each in slipped("pagat", 2, slips=2, seed=5)]
    assert any(0 < each <= 3 for each in places)


def test_hands_that_hold_are_not_looked_into() -> None:
    assert not [*of_record(parse(evening("tretre", 10)), RecordJudge())]


def test_the_budget_is_kept_and_the_answer_is_the_same_each_time() -> None:
    (each,) = slipped("pagat", 1, seed=3)
    first, second = ([*of_record(parse(each.record), RecordJudge(), nodes=10)] for _ in range(2))
    assert first[0].stopped
    assert first[0].tried <= 10
    assert [(one.hand.lines, one.share) for one in first[0].offered] == [
        (one.hand.lines, one.share) for one in second[0].offered
    ]
