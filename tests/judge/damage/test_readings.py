"""A walk is resumed before any statement; one rule decides between readings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from calarec.core.judge import walking
from calarec.core.judge.costs import AHEAD, FINDING, MOST, MOST_STATEMENTS, STRONG
from calarec.core.judge.deal import read_deal
from calarec.core.judge.lines import order_tricks
from calarec.core.judge.problems import Problems
from calarec.core.judge.readings import (
    Reading,
    ReadingSearch,
    count_unexplained,
    find_belief,
    is_worth_its_cost,
    rank_readings,
)
from calarec.core.judge.seats import arrange_seats
from calarec.core.judge.substitutions import Substitution, propose_before_play
from calarec.core.judge.walk import Asking, Lost, begin_walk, make_script
from calarec.core.judge.walking import walk_on
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.judge.damage.bases import SHIPPED, rules_of
from tests.judge.damage.corpus import cases
from tests.judge.damage.written_hand import HAND
from tests.records.shelf import ROOT
from tests.referees.agreeing import rules
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.walk import Walk


def _begun(text: str, ruleset: str) -> Walk | None:
    """The walk of a damaged hand before its first statement; None if its deal is not sound."""
    (hand, *_), rules = parse_records(text, "damaged.cal"), game(ruleset)
    quiet = Problems(rules)
    setting = None if hand.broken else arrange_seats(hand, rules, quiet)
    if setting is None:
        return None
    hand = order_tricks(hand, rules, setting, quiet)
    dealt = read_deal(hand, rules, setting, quiet)
    whole = dealt.is_complete(rules.cards.full)
    return begin_walk(make_script(hand, rules, setting), setting, dealt) if whole else None


DAMAGED = [
    (case.name, begun)
    for case in [case for case in cases() if case.rules in {rules_of(base) for base in SHIPPED}][::40]
    if (begun := _begun(case.text, case.rules)) is not None
]
"""Hands that are walked though something is wrong with them."""
NAMES = [name for name, _ in DAMAGED]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fault A: qqq claimed by B", "CAL212"),
        ("fault A: revoke trick 13 claimed by B", "CAL534"),
        ("fault A: revoke claimed by Q", "CAL215"),
    ],
)
def test_what_a_line_names_that_there_is_not_counts_once(line: str, code: str) -> None:
    """A line about something that does not exist causes a single finding."""
    begun = _begun(HAND.replace("result ", f"{line}\nresult ", 1), "pagat")
    assert begun is not None
    walk = walk_on(begun)
    assert [each.code for each in walk.problems if each.severity == "error"] == [code]
    assert count_unexplained(walk) == FINDING


def _gone(walk: Walk) -> tuple[object, ...]:
    return walk.state, walk.happened, walk.notes, walk.certainty


def _course(walk: Walk) -> tuple[object, ...]:
    certainty = walk.certainty._replace(unread=0) if isinstance(walk.certainty, Lost) else walk.certainty
    exchange = walk.exchange, walk.has_stated_exchange_fault
    return walk.state, walk.happened, certainty, exchange, walk.deduced_trick, walk.misnamed_winner


@pytest.mark.parametrize("begun", [begun for _, begun in DAMAGED], ids=NAMES)
def test_a_walk_goes_on_from_before_any_statement_as_it_went(begun: Walk) -> None:
    """With any error before it, the rest is the same, and the first walk unchanged."""
    whole = walk_on(begun)
    kept = _gone(whole)
    for at in range(len(whole.hand.statements)):
        before = whole.go_back(at)
        assert before.place <= at
        assert _gone(walk_on(before)) == kept
    assert _gone(whole) == kept


@pytest.mark.parametrize("begun", [begun for _, begun in DAMAGED[::4]], ids=NAMES[::4])
def test_a_reading_is_the_hand_played_so_from_its_start(begun: Walk) -> None:
    """From the state before the changed statement the walk comes to where it comes from the first line on."""
    whole = walk_on(begun)
    for each in propose_before_play(whole):
        if each.setting is None:  # otherwise the walk begins anew
            hand = replace(whole.hand, statements=each.statements)
            resumed = walk_on(whole.go_back(each.at).read_rest_as(hand, Asking.NOTHING)._replace(question=None))
            anew = walk_on(begun._replace(script=begun.script._replace(hand=hand)))
            assert _course(resumed) == _course(anew)


def _reading(cost: int, comes_to: str = "", *, at: int = 0, price: int = FINDING) -> Reading:
    read = Substitution((), at, price)
    return Reading(read, cost, ({"told": comes_to},))


def test_what_leaves_least_is_ranked_first_and_of_equals_the_likelier_kind() -> None:
    one, two, three = _reading(2), _reading(0), _reading(2, "later")
    assert rank_readings([one, two, three]) == [two, one, three]


def test_it_is_believed_if_it_leaves_nothing_or_clearly_less_than_any_other() -> None:
    """No remaining finding beats one; otherwise a difference of one decides nothing."""
    cases: list[tuple[list[int], int | None]] = [
        ([0], 0), ([5], 5), ([0, 1], 0), ([1, 0, 3], 0),
        ([1, 2], None), ([1, 1 + AHEAD], 1), ([3, 3], None), ([], None),
    ]  # fmt: skip
    for costs, expected in cases:
        belief = find_belief([_reading(cost, str(number)) for number, cost in enumerate(costs)])
        assert (belief.reading.cost if belief is not None else None) == expected, costs


def test_of_several_that_come_to_the_same_the_first_is_believed_unless_the_place_matters() -> None:
    same, other = _reading(0, "as paid"), _reading(0, "as paid", at=1)
    belief = find_belief([same, other])
    assert belief is not None
    assert (belief.reading, belief.alike) == (same, (other,))
    assert find_belief([same, other], wherever=False) is None
    assert find_belief([same, _reading(0, "otherwise")]) is None


def test_a_substitution_saves_what_it_costs() -> None:
    assert is_worth_its_cost(_reading(1, price=FINDING), 2)
    assert not is_worth_its_cost(_reading(1, price=STRONG), 2)


@pytest.mark.parametrize(
    ("record", "rules", "word"),
    [
        ("terziglio-31/chiamo-lost", "pagat-declarer-leads", "passo"),
        ("pagat-declarer-leads/chiamo-won", "no-stramazzo", "pass"),
    ],
)
def test_the_same_unknown_word_is_read_each_time_that_it_stands_there(record: str, rules: str, word: str) -> None:
    """The rules of a record have another word for passing, which is read as it."""
    text = (ROOT / "records" / f"{record}.cal").read_text("utf-8")
    (hand,) = parse_records(re.sub("(?m)^rules .*$", f"rules {rules}", text), "record.cal")
    judged = RecordJudge(asked=load_ruleset(rules)).replay(hand)
    found = [each for each in judged.findings if each.code == "CAL210"]
    assert len(found) == 2
    for each in found:
        assert each.fix is not None
        assert each.fix.edits[0].text == word
        assert f"The hand is judged with `{word}`" in text_in(each.help(), "en")
    assert judged.state is not None
    assert judged.state.contract == "chiamo"


def test_a_hand_of_hundreds_of_bids_is_tried_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is written in one line, no more statements are walked than for hands that were played."""
    bids = " ".join(f"{'BCA'[number % 3]}: {('chiamo', 'solo', 'passo', 'passo')[number % 4]}" for number in range(260))
    (hand,) = parse_records(re.sub("(?m)^bid .*$", f"bid {bids}", HAND), "record.cal")
    steps, step = 0, walking._take_statement

    def counted(walk: Walk) -> Walk:
        nonlocal steps
        steps += 1
        return step(walk)

    monkeypatch.setattr(walking, "_take_statement", counted)
    judged = RecordJudge().replay(hand)
    assert len(judged.findings) > 100
    assert steps < 3 * MOST_STATEMENTS


def test_a_wrong_bid_among_many_contracts_has_few_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where 69 contracts can be bid, one word is varied at a time, with the readings that other lines have."""
    game = rules("briscola-chiamata")
    weighed, weigh = 0, ReadingSearch.weigh_substitution

    def weigh_and_count(
        search: ReadingSearch, walk: Walk, substitution: Substitution, depth: int | None = None
    ) -> Reading:
        nonlocal weighed
        weighed += 1
        return weigh(search, walk, substitution, depth)

    monkeypatch.setattr(ReadingSearch, "weigh_substitution", weigh_and_count)
    most = 0
    for played in simulate(game, hands=4, seed=3, bot="random"):
        statements = played.hand.statements
        at, bid = next((number, one) for number, one in enumerate(statements) if isinstance(one, rec.Bid))
        damaged = (*statements[:at], bid._replace(word="pasta"), *statements[at + 1 :])
        weighed = 0
        judged = begin_totals(game).replay(replace(played.hand, statements=damaged))
        assert "CAL210" in {found.code for found in judged.findings}
        most = max(most, weighed)
    assert len(game.rules.auction.ladder) <= most <= MOST
