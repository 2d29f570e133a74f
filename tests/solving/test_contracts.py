"""Contracts that can be made, against trying every choice in small games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.engine.moves import apply, legal, skip_due_step, start
from calarec.core.engine.terms import Outcome
from calarec.playing.dealing import deal
from calarec.solving.contracts import DealtContract, contracts_of
from calarec.solving.position import UnsolvableError
from calarec.solving.search import Allowance, SpentError, TooHardError
from calarec.solving.solve import Bounds
from tests.rulebooks import game
from tests.solving.minimax import Minimax, points
from tests.solving.small_packs import small

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from calarec.core.engine import events as ev
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.solving.contracts import ContractWorth

pytestmark = pytest.mark.slow


def dealt(of: Game, seed: object) -> tuple[State, tuple[ev.Event, ...]]:
    """A state after the deal, and how it came about."""
    setting = of.seat(tuple("ABCDEFG"[: of.people[0]]), 0)
    outcome = start(of, setting, *deal(of, setting, Random(str(seed))))
    return outcome.state, outcome.events


def begun(of: Game, state: State, seat: int, contract: str) -> Outcome:
    """The contract begins, as if it had been bid."""
    program = ("auction", *(f"steps.{step}" for step in of.rules.contracts[contract].steps), "play")
    return skip_due_step(of, state._replace(declarer=seat, contract=contract, program=program, at=0))


def best(of: Game, state: State, events: tuple[ev.Event, ...]) -> int:
    """Return the best result of the side, over all choices from here on."""
    if state.step == "play":
        return Minimax(of, points, state, events).value()
    offers = [each for each in legal(of, state) if each.do != "raise" and each.size]
    values: dict[State, int] = {}
    for action in offers[0].actions():
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        if answer.state not in values:
            values[answer.state] = best(of, answer.state, (*events, *answer.events))
    mine = state.side_mask(state.declarer) >> offers[0].seat & 1
    return (max if mine else min)(values.values())


def led_to(of: Game, state: State, events: tuple[ev.Event, ...], moves: tuple[Mapping[str, Any], ...]) -> int:
    """Return the result after these moves of the declarer, with forced moves between."""
    left = list(moves)
    while left:
        offers = [each for each in legal(of, state) if each.do != "raise" and each.size]
        chosen = offers[0]
        move = left[0]
        if chosen.size == 1 and (chosen.do, state.setting.labels[chosen.seat]) != (move["do"], move["seat"]):
            action = next(iter(chosen.actions()))
        else:
            cards = [move["card"]] if "card" in move else move["cards"]
            assert (chosen.do, state.setting.labels[chosen.seat]) == (move["do"], move["seat"])
            action = chosen.choose(sum(1 << of.cards.numbers[card] for card in cards))
            left.pop(0)
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        state, events = answer.state, (*events, *answer.events)
    return best(of, state, events)


def check(of: Game, seed: object, contracts: tuple[str, ...] = ()) -> list[ContractWorth]:
    """Every contract of a deal against trying everything."""
    state, events = dealt(of, seed)
    found = contracts_of(of, state, Allowance())
    assert found.refused == ()
    assert found.is_settled
    label = state.setting.labels
    for each in found.contracts:
        if contracts and each.contract not in contracts:
            continue
        first = begun(of, state, label.index(each.seat), each.contract)
        value = best(of, first.state, (*events, *first.events))
        assert each.bounds == Bounds(value, value), (seed, each)
        assert each.made == (value >= each.needed), (seed, each)
        assert led_to(of, first.state, (*events, *first.events), each.moves) == value, (seed, each)
    return list(found.contracts)


@pytest.mark.parametrize("seed", range(2))
def test_calls_gifts_and_what_is_laid_aside(tmp_path: Path, seed: int) -> None:
    """Pagat's contracts, shares among them, with ten cards and a monte of one or more."""
    of = small(tmp_path, "pagat", ranks="32A74", hand=2, dealt=4, needed=6)
    found = check(of, seed)
    assert len(found) == 15


def test_hard_endings_are_asked_again_with_more_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one node for each ending at first, the answers are still those of every choice."""
    within_nodes, given = Allowance.within_nodes, set()

    def note_nodes(allowance: Allowance, nodes: int) -> AbstractContextManager[None]:
        given.add(nodes)
        return within_nodes(allowance, nodes)

    monkeypatch.setattr(Allowance, "within_nodes", note_nodes)
    monkeypatch.setattr("calarec.solving.contracts._FIRST_NODES", 1)
    of = small(tmp_path, "pagat", ranks="32A74", hand=2, dealt=4, needed=6)
    assert len(check(of, 3)) == 15
    assert given >= {1, 4}


def test_too_few_nodes_for_a_question_are_not_the_end() -> None:
    """What the whole search may spend is still its end, whichever limit is met first."""
    allowance = Allowance(nodes=10)
    with pytest.raises(TooHardError):
        spend(allowance, 4)
    assert (allowance.nodes, allowance.left) == (5, 10)
    with pytest.raises(SpentError):
        spend(allowance, 20)
    assert allowance.left == 0
    passed = iter((0.0, 1.0, 6.0, 6.0, 6.0))
    timed = Allowance(seconds=5.0, clock=lambda: next(passed))
    with pytest.raises(SpentError):
        spend(timed, 1 << 20)
    assert not timed.has_portion(1.0)


def spend(allowance: Allowance, nodes: int) -> None:
    """Spend nodes without end, within a limit for one question."""
    with allowance.within_nodes(nodes):
        while True:
            allowance.spend_node()


def test_some_are_made_and_some_are_not(tmp_path: Path) -> None:
    """Longer hands, contracts of the declarer's own choices."""
    of = small(tmp_path, "pagat", ranks="32AR764", hand=4, dealt=2, needed=6)
    found = [each for seed in range(2) for each in check(of, seed, ("solo", "solissimo"))]
    assert {each.made for each in found} == {True, False}
    solo = {(each.seat, nth // 15): each.bounds for nth, each in enumerate(found) if each.contract == "solo"}
    chiamo = {(each.seat, nth // 15): each.bounds for nth, each in enumerate(found) if each.contract == "chiamo"}
    assert all(chiamo[seat].low >= solo[seat].low for seat in solo)


@pytest.mark.parametrize("base", ["tretre", "cavendish", "foster"])
def test_other_exchanges(tmp_path: Path, base: str) -> None:
    """Cards laid on the table, piles taken in part, opponents who share in turn."""
    of = small(tmp_path, base, ranks="32A74", hand=2, dealt=4, needed=5)
    for seed in range(2):
        check(of, seed)


def test_what_may_not_be_laid_aside(tmp_path: Path) -> None:
    """Aces stay in the hand of the player who discards."""
    of = small(tmp_path, "pagat", ranks="32A74", hand=2, dealt=4, needed=5, more={"steps.bury.never": "A"})
    free = small(tmp_path, "pagat", ranks="32A74", hand=2, dealt=4, needed=5)
    kept = [each.bounds for seed in range(4) for each in check(of, seed, ("solo",)) if each.contract == "solo"]
    assert kept != [
        each.bounds for seed in range(4) for each in check(free, seed, ("solo",)) if each.contract == "solo"
    ]


def test_what_costs_too_much_stays_open() -> None:
    """With little time nothing is wrong, and bounds include later results."""
    of = game("pagat")
    state, _ = dealt(of, 1)
    allowance = Allowance(seconds=0.0)
    nothing = contracts_of(of, state, allowance)
    assert not nothing.is_settled
    assert {each.made for each in nothing.contracts} == {None}
    some = DealtContract(of, state, 0, "solissimo", Allowance())
    assert some.can_find_whether_made()
    assert some.can_narrow_points()
    (low, high) = some.contract_worth().bounds
    assert low == high
    begun_at = next(each for each in nothing.contracts if (each.seat, each.contract) == ("A", "solissimo"))
    assert begun_at.bounds.low <= low <= begun_at.bounds.high


def test_where_nobody_bids_there_is_no_contract() -> None:
    """It is reported, with the rule."""
    of = game("tressette")
    setting = of.seat(tuple("ABCD"), 0)
    state = start(of, setting, *deal(of, setting, Random(1))).state
    with pytest.raises(UnsolvableError, match="this game has no contracts"):
        contracts_of(of, state, Allowance())
