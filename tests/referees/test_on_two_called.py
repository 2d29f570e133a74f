"""Two cards called for two partners: engine and referee agree, errors are found.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.solving.position import UnsolvableError
from calarec.solving.worlds import SeenWorlds
from tests.referees.agreeing import hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_two_called import RULES, holders, referee, settled

HANDS = hands(60)


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, most of them with a call."""
    of = rules(name)
    shares = ((None, HANDS // 8), ("contracts.chiamo", HANDS // 4), ("steps.partner.in_hand.then", HANDS // 8))
    return [
        each
        for bot in ("sensible", "random")
        for aim, share in shares
        for each in simulate(of, hands=share, seed=5, bot=bot, aim=aim)
    ]


def untold(hand: rec.Hand) -> rec.Hand:
    """The hand without its totals, which include earlier hands."""
    return replace(hand, statements=tuple(each for each in hand.statements if not isinstance(each, rec.Total)))


def with_calls(name: str) -> list[Any]:
    """Return the hands in which partners were called."""
    return [each for each in played(name) if sum(isinstance(said, rec.Call) for said in each.hand.statements) == 2]


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Partners, tricks, points and payments; with two partners, one, and none."""
    seen: Counter[int] = Counter()
    for each in played(name):
        (hand,) = parse_records(write([untold(each.hand)]))
        judged = begin_totals(rules(name)).replay(hand)
        assert not judged.findings, write([hand])
        told = as_json(judged)
        given = for_the_referee(told)
        if told["ruling"]["contract"] != "chiamo":
            ours, theirs = comparable_parts(told, referee(given, name))
            assert ours == theirs, write([hand])
            continue
        theirs, ruling = settled(given, name), told["ruling"]
        partners = ruling.get("partners") or [each for each in (ruling["partner"],) if each]
        own = next(side for side in ruling["sides"] if ruling["declarer"] in side["seats"])
        ours = {
            "partners": partners, "winners": [trick["winner"] for trick in told["tricks"] if trick["winner"]],
            "points": own["points"], "won": own["wins"], "payments": ruling["payments"],
        }  # fmt: skip
        assert ours == theirs, write([hand])
        assert sorted(own["seats"]) == sorted([ruling["declarer"], *partners])
        seen[len(partners)] += 1
    assert min(seen[number] for number in (0, 1, 2)) > 0, seen


@pytest.mark.parametrize("name", RULES)
def test_who_knows_of_partners(name: str) -> None:
    """Only he himself knows, until a called card is played or the rules show it."""
    for each in with_calls(name)[::3]:
        judged = begin_totals(rules(name)).replay(untold(each.hand))
        told = as_json(judged)
        seats, (partners, _) = told["seats"], holders(told)
        calls = {move["card"] for move in told["moves"] if move["do"] == "call"}
        announced: list[str] = []
        for number, happened in enumerate(judged.happened):
            event = happened.event
            if not isinstance(event, ev.PartnerKnown):
                continue
            before = judged.happened[number - 1].event
            announced.append(seats[event.seat])
            if name == "two-called-open":
                assert isinstance(before, ev.Called)
                assert before.found == event.seat
            else:
                assert isinstance(before, ev.Played)
                assert before.seat == event.seat
                assert rules(name).cards.names[before.card] in calls
        assert sorted(announced) == sorted(partners)


@pytest.mark.parametrize("name", RULES)
def test_wrong_calls_are_found(name: str) -> None:
    """The same card again, a wrong place, a third call; a missing one is not an error."""
    each = next(
        one for one in with_calls(name) if len(holders(as_json(begin_totals(rules(name)).replay(one.hand)))[0]) == 2
    )
    hand = untold(each.hand)
    first, second = (one for one in hand.statements if isinstance(one, rec.Call))
    found = {}
    for what, line, into in (
        ("twice", second, (second._replace(card=first.card, found=""),)),
        ("place", first, (first._replace(found=second.found),)),
        ("third", second, (second, second)),
        ("missing", second, ()),
    ):
        said = tuple(new for one in hand.statements for new in (into if one is line else (one,)))
        judged = begin_totals(rules(name)).replay(replace(hand, statements=said))
        found[what] = {one.code for one in judged.findings}
        assert what != "missing" or judged.verdict == "legal", judged.verdict
    assert found["twice"] & {"CAL421", "CAL426"}, found
    assert found["place"] & {"CAL423", "CAL426"}, found
    assert found["third"]
    assert not found["missing"] - {"CAL313"}, "a call that nobody wrote is not a mistake"


@pytest.mark.parametrize("name", RULES)
def test_where_cards_are_not_known_nobody_is_accused(name: str) -> None:
    """Hands without some deals or a call: a legal one has no error, others true ones."""
    for each in Random(name).sample(with_calls(name), 4):
        gone = set(Random(each.hand.name).sample([seat.label for seat in each.hand.session.seats], 2))
        calls = [one for one in each.hand.statements if isinstance(one, rec.Call)]
        said = tuple(
            one for one in untold(each.hand).statements
            if one is not calls[1] and not (isinstance(one, rec.Deal) and one.seat in gone)
        )  # fmt: skip
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert [one.code for one in judged.findings if one.severity == "error"] == [], write([judged.hand])
        if judged.account is not None and judged.account.payments:
            assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_hands_without_cards(name: str) -> None:
    """Payments fit the calls and sides of the score; other sides and payments do not."""
    scores = (rec.Deal, rec.Monte, rec.Trick, rec.Take, rec.Discard, rec.Give, rec.TableCard, rec.Total)
    for each in with_calls(name)[:: max(1, len(with_calls(name)) // 12)]:
        said = tuple(one for one in each.hand.statements if not isinstance(one, scores))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not [one.code for one in judged.findings if one.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments
        assert judged.account.partners == each.account.partners


def test_what_is_left_to_others() -> None:
    """The filter leaves such contracts to the engine, by name; the solver weighs no secret partners."""
    lacking = {each for name in RULES for each in compiled_rules(rules(name)).lacking.values()}
    assert lacking >= {"steps.partner.number"}
    judged = begin_totals(rules("two-called")).replay(untold(with_calls("two-called")[0].hand))
    number = next(at for at, one in enumerate(judged.happened) if isinstance(one.event, ev.Played))
    state = judged.happened[number].state
    assert state is not None
    with pytest.raises(UnsolvableError, match="several called cards"):
        SeenWorlds(rules("two-called"), state, [one.event for one in judged.happened[: number + 1]], state.declarer)
