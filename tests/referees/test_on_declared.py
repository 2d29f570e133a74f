"""Declarations: the engine and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from calarec.core.judge.json import as_json
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import hands, rules
from tests.referees.comparison import MADE_BY_PEOPLE, comparable_parts, for_the_referee
from tests.referees.on_declared import referee

if TYPE_CHECKING:
    from calarec.core.judge.running_totals import RunningTotals

HANDS = hands(80)
WORDS = {
    "tressette-accusi": {"napoletana", "buongioco"},
    "declared-tail": {"napoletana", "buongioco", "under-a-point"},
    "declared-bid": {"aces", "court", "few-coins"},
}


@pytest.mark.parametrize("name", WORDS)
def test_agrees_with_the_referee(name: str) -> None:
    """Points, winner, payments and additions to the total, some hands irregular."""
    for bot in ("sensible", "random"):
        evening = begin_totals(rules(name))
        totals: dict[str, int] = {}
        for each in simulate(rules(name), hands=HANDS // 2, seed=5, bot=bot, irregular=True):
            totals = _agreed(name, each.hand, evening, {} if each.hand.new_match else totals)


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in WORDS.items() for word in sorted(words)])
def test_every_declaration_can_be_aimed_at(name: str, word: str) -> None:
    """A hand that is simulated for it has it, and the referee agrees there too."""
    evening = begin_totals(rules(name))
    totals: dict[str, int] = {}
    for each in simulate(rules(name), hands=3, seed=1, aim=f"standing.{word}"):
        totals = _agreed(name, each.hand, evening, {} if each.hand.new_match else totals)
        assert word in {one.word for one in each.hand.statements if isinstance(one, rec.Declare)}


def _agreed(name: str, hand: rec.Hand, evening: RunningTotals, before: dict[str, int]) -> dict[str, int]:
    """Holds one hand against the referee; the totals after it."""
    replayed = evening.replay(hand)
    told = as_json(replayed)
    moves = [move for move in told["moves"] if move["do"] in (*MADE_BY_PEOPLE, "declare")]
    answer = referee({**for_the_referee(told), "moves": moves}, name)
    ours, theirs = comparable_parts(told, answer)
    if answer["outcome"] == "void":
        assert replayed.outcome == "void"
        theirs |= {each: ours[each] for each in ("contract", "declarer", "partner")}
    assert ours == theirs, (hand.name, answer.get("why_not"), told)
    assert replayed.totals is not None
    gained = {seat: total - before.get(seat, 0) for seat, total in replayed.totals.items()}
    if replayed.outcome != "all_pass":
        assert gained == answer["gains"], (hand.name, told)
    assert not [finding for finding in replayed.findings if finding.severity == "error"]
    return replayed.totals


@pytest.mark.parametrize(("name", "word"), [("declared-bid", "aces"), ("declared-tail", "napoletana")])
def test_cards_that_nobody_remembers_count_as_many(name: str, word: str) -> None:
    """A meld that grows is worth what so many cards are worth, whichever they were."""
    grown = 0
    for each in simulate(rules(name), hands=30, seed=1, aim=f"standing.{word}"):
        (said, *_) = (one for one in each.hand.statements if isinstance(one, rec.Declare) and one.word == word)
        if len(said.cards) == rules(name).rules.standing[word].params.fewest:
            continue
        blank = tuple(
            one._replace(cards=("__",) * len(one.cards)) if one is said else one for one in each.hand.statements
        )
        named, unnamed = (
            begin_totals(rules(name)).replay(one) for one in (each.hand, replace(each.hand, statements=blank))
        )
        assert named.account is not None
        assert unnamed.account is not None
        assert [(one.points, one.declared) for one in unnamed.account.sides] == [
            (one.points, one.declared) for one in named.account.sides
        ]
        grown += 1
        if grown == 2:
            break
    assert grown
