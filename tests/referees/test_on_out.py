"""A player who reaches a total is out, the others go on: matches are added again.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import hands, rules

HANDS = hands(120)
WORTH = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}
RULES = {"out-below": (3, -1), "out-above": (4, 1)}
"""The number that can continue, and the sign of a total that excludes a player."""
LIMIT = {"out-below": 6, "out-above": 21}


@cache
def played(name: str) -> list[Any]:
    """Hands in a row, from a table of five on."""
    return list(simulate(rules(name), hands=HANDS, seed=7, bot="random", seats=5))


def gained(hand: dict[str, Any], name: str) -> dict[str, int]:
    """Return the gains of a hand: payments, or whole points of own tricks."""
    if name == "out-below":
        return dict(hand["ruling"]["payments"])
    thirds = dict.fromkeys(hand["seats"], 0)
    for trick in hand["tricks"]:
        thirds[trick["winner"]] += sum(WORTH.get(card[0], 0) for card in trick["cards"])
    thirds[hand["tricks"][-1]["winner"]] += 3
    return {seat: number // 3 for seat, number in thirds.items()}


@pytest.mark.parametrize("name", RULES)
def test_matches_agree_with_the_referee(name: str) -> None:
    """Seats, players who are out, end and winners agree; the record has no findings."""
    least, way = RULES[name]
    totals = begin_totals(rules(name))
    held: dict[str, int] = dict.fromkeys("ABCDE", 0)
    over = gone = 0
    for hand in parse_records(write([each.hand for each in played(name)])):
        judged = totals.replay(hand)
        assert not judged.findings, write([hand])
        assert judged.setting is not None
        assert judged.totals is not None
        told, labels = as_json(judged), judged.setting.labels
        assert told["seats"] == list(held)
        if any(isinstance(each, rec.Claim | rec.Concede) for each in hand.statements) and name == "out-above":
            gains = dict(zip(labels, (judged.totals[seat] - held[seat] for seat in held), strict=True))
        else:
            gains = gained(told, name)
        held = {seat: held[seat] + gains[seat] for seat in held}
        assert judged.totals == held
        out = [seat for seat in held if held[seat] * way >= LIMIT[name]]
        left = {seat: total for seat, total in held.items() if seat not in out}
        gone += len(out)
        assert judged.standing is not None
        assert [labels[seat] for seat in judged.standing.out] == out
        assert judged.standing.over == (len(left) < least)
        if judged.standing.over:
            among = left or held
            best = min(total * way for total in among.values())
            assert {labels[seat] for seat in judged.standing.winners} == {
                seat for seat, total in among.items() if total * way == best
            }
            over, left = over + 1, dict.fromkeys("ABCDE", 0)
        held = left
    assert over
    assert gone > over


@pytest.mark.parametrize("name", RULES)
def test_who_is_out_and_plays_on_is_told_once(name: str) -> None:
    """The same match without the line of the player who leaves: one finding."""
    hands = [each.hand for each in played(name)]
    at = next(
        number for number, (one, two) in enumerate(pairwise(hands))
        if len(one.session.seats) == 5 and len(two.session.seats) == 4 and not two.new_match
    )  # fmt: skip
    (gone,) = {each.label for each in hands[at].session.seats} - {each.label for each in hands[at + 1].session.seats}
    totals = begin_totals(rules(name))
    for hand in hands[: at + 1]:
        assert not totals.replay(hand).findings
    found = []
    for number in (1, 2):
        after = replace(hands[at], name=str(at + 1 + number), statements=(rec.Dealer("A"), rec.End()))
        found += [each for each in totals.replay(after).findings if each.code == "CAL619"]
    (said,) = found
    assert said.rule is not None
    assert said.rule.path == "match.out_at"
    assert said.message("en").startswith(f"{gone} has a total of ")
    assert said.message("it").startswith(f"{gone} ha un totale di ")


def test_such_matches_are_left_to_the_engine() -> None:
    """The filter reports it by name."""
    assert {name: compiled_rules(rules(name)).lacking[""] for name in RULES} == dict.fromkeys(RULES, "match.out_at")
