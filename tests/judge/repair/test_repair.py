"""What is offered for hands that do not hold: slips of the pen made without knowing how they are found."""

from __future__ import annotations

from collections import Counter

from calarec.judge.repair.cards import is_possible
from calarec.judge.repair.proposals import Undoing
from calarec.judge.repair.search import holds, of_record
from calarec.judge.session import RecordJudge
from calarec.notation.reader import parse
from calarec.records.model import Trick
from tests.judge.repair.slipped import RULESETS, offered, place_of, slipped
from tests.records.shelf import RECORDS
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
    first, second = ([*of_record(parse(each.record), RecordJudge(), nodes=1)] for _ in range(2))
    assert first[0].stopped
    assert first[0].tried == 1
    assert [(one.hand.lines, one.share) for one in first[0].offered] == [
        (one.hand.lines, one.share) for one in second[0].offered
    ]


def test_hands_that_hold_are_thought_possible() -> None:
    """The quick look that puts a proposal off denies no hand that holds, whatever is exchanged or not known in it."""
    looked_at = 0
    for file in sorted(RECORDS.rglob("*.cal")):
        judge = RecordJudge(literal=True)
        for judged in map(judge.replay, parse(file.read_text(encoding="utf-8"))):
            if holds(judged) and judged.hand.statements:
                looked_at += 1
                order = Undoing(judged).order
                assert is_possible(judged.hand.statements, order, judged.game), (file.name, judged.hand.name)
    assert looked_at > 100


def test_a_card_of_two_people_is_not_possible() -> None:
    (hand,) = parse(evening("pagat", 1))
    judged = RecordJudge(literal=True).replay(hand)
    at, trick = next((at, each) for at, each in enumerate(hand.statements) if isinstance(each, Trick))
    for cards in ((trick.cards[1], trick.cards[0], trick.cards[2]), (trick.cards[0], *trick.cards[:2])):
        other = (*hand.statements[:at], trick._replace(cards=cards), *hand.statements[at + 1 :])
        assert not is_possible(other, Undoing(judged).order, judged.game)
