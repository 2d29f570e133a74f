"""Rules of houses and other families: brute force agrees, or the solver refuses.

The brute force here plays every legal card by the engine itself, so that a rule of the play that the solver had passed
over in silence would show.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.actions import PlayAction
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Outcome
from calarec.rule_files.load import load_ruleset
from calarec.solving.position import UnsolvableError
from calarec.solving.solve import Objective, solve
from tests.bulk.house_rules import HOUSES, house_file
from tests.rulebooks import RULES, WITHOUT_AUCTION
from tests.solving.endings import endings
from tests.solving.minimax import payment, points, side_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine import events as ev
    from calarec.core.engine.state import State

    Worth = Callable[[Game, State, tuple[ev.Event, ...]], int]

pytestmark = pytest.mark.slow

ATTESTED = Path(__file__).parents[1] / "rulesets" / "attested"
FILES = tuple(sorted(file.stem for file in ATTESTED.glob("*.yaml")))

REFUSED = {
    "threes-must-bid": "auction.must", "no-ace-led": "play.leads", "limits-at-table": "auction.must",
    "passed-seven": "all_pass.bonus.seven.paid_by", "pot-pays": "all_pass.pot", "trickless": "settle.each",
    "announced": "settle.bonus.announced.when.said",
    "last-round-doubled": "match.next", "rubber": "match.games", "streaks": "match.next", "one-solo": "match.next",
    "opponents-alone": "play.trump", "holder-half": "settle.roles.holder",
    "holder-both": "settle.roles.holder",
    "loser-rests": "table.sits_out.who", "elder-holds": "auction.hold", "dealer-holds": "auction.hold",
    "beast": "all_pass.pot", "misdeals": "all_pass.pot", "coins-twice": "play.trump", "needs": "play.trump",
    "slam": "contracts.coins.won_if contracts.slam.won_if",
    "last-ace": "settle.bonus.ace.when.last_trick", "briscola-chiamata": "play.trump",
    "limits-alone": "all_pass.bonus.any.when.last_trick all_pass.bonus.any.when.of",
    "beccaccino": "play.trump", "spizzichino": "play.draw.tops",
    "briscola": "play.trump", "declarers-trump": "play.trump", "maraffa": "play.trump", "must-trump": "play.trump",
    "contro": "doubling.words", "contro-alone": "doubling.words",
    "forced": "all_pass.do", "forced-first": "all_pass.do",
    "passed": "all_pass.steps", "passed-across": "all_pass.steps",
    "pot": "all_pass.pot", "pot-declarer": "all_pass.pot", "seven-pays": "all_pass.pot",
    "sides-pay": "table.sides all_pass.bonus.cappotto.when.of", "sides-bid": "table.sides",
    "three-sides": "table.sides",
    "passed-solissimo": "steps.pass.do", "two-out-roles": "table.sits_out.two_at",
    "ciapano": "match.wins", "eight": "match.wins", "leftover": "match.wins", "rovescino-sizes": "match.wins",
    "traversone": "all_pass.counts", "counted": "all_pass.counts",
    "lowest-wins": "match.wins", "rovescino": "match.wins", "out-above": "match.out_at", "out-below": "match.out_at",
    "tie-declarer": "match.tie", "tie-first-there": "match.tie", "tie-more-hands": "match.tie",
}  # fmt: skip
"""Rules that the filter lacks, or knows by lines only: they are refused by name."""

IN_PART = {"holder-leads": "contracts.solissimo.leading_card", "one-ace-aside": "steps.bury.limits"}
"""Rulesets of which some contracts are not known."""

NOT_PAID = {
    "added": "settle.bonus.aces.when.cards", "added-difference": "settle.bonus.coins.when.cards",
    "added-partner": "settle.bonus.cups.when.cards", "by-contract": "settle.bonus.coins.when.cards",
    "cards-partner": "settle.bonus.pair.when.cards", "threes-held": "settle.bonus.threes.when.cards",
    "bonuses of every party": "settle.bonus.rich.when.cards", "each-ace": "settle.bonus.aces.for_each.cards",
}  # fmt: skip
"""Bonuses on won cards: their points are found, payments are not."""

ALONE = {
    "alone", "declared-tail", "drawn-unseen", "fixed-sides", "tressette", "tressette-31", "tressette-accusi",
    "tressette-in-due",
}  # fmt: skip
"""Games without a declarer, so that no side has payments."""


def everything(of: Game, state: State, events: tuple[ev.Event, ...], worth: Worth, side: int) -> int:
    """Return the value for the side, with all legal cards played by the engine."""
    if state.is_over:
        return worth(of, state, events)
    found = []
    for offer in legal(of, state):
        for action in offer.actions():
            if isinstance(action, PlayAction):
                after = apply(of, state, action)
                assert isinstance(after, Outcome)
                found.append(everything(of, after.state, (*events, *after.events), worth, side))
    return (max if side >> state.turn & 1 else min)(found)


@cache
def read(path: Path) -> Game:
    """The game of a file."""
    return Game.from_ruleset(load_ruleset(str(path)))


def held(name: str, of: Game) -> None:
    """Endings of two tricks at every table, in points and in payments."""
    refused: dict[Objective, set[str]] = {"points": set(), "payment": set()}
    solved: dict[Objective, int] = {"points": 0, "payment": 0}
    asked: tuple[tuple[Objective, Worth], ...] = (("points", points), ("payment", payment))
    for seats in of.rules.table.seats:
        for hand in endings(of, seats, 2, 3, seed=6):
            for objective, worth in asked:
                try:
                    found = solve(hand, objective=objective).value
                except UnsolvableError as error:
                    refused[objective].add(error.rule)
                    continue
                solved[objective] += 1
                assert found == everything(of, hand.state, hand.events, worth, side_of(hand.state))
    whole = set(REFUSED.get(name, "").split())
    part = {IN_PART[name]} if name in IN_PART else set()
    assert refused["points"] <= (whole or part)
    assert bool(solved["points"]) == (not whole)
    unpaid = {NOT_PAID[name]} if name in NOT_PAID else {"all_pass"} if name in ALONE else whole or part
    assert refused["payment"] <= unpaid
    assert bool(solved["payment"]) == (not whole and name not in NOT_PAID and name not in ALONE)


@pytest.mark.mass
@pytest.mark.parametrize("name", FILES)
def test_rules_that_houses_have(name: str) -> None:
    """Roles, sitting out, bonuses, leads; rules beyond the filter are refused by name."""
    held(name, read(ATTESTED / f"{name}.yaml"))


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
def test_games_without_an_auction(name: str) -> None:
    """The tressette and its kin."""
    held(name, read(RULES / f"{name}.yaml"))


@pytest.mark.mass
@pytest.mark.parametrize("name", HOUSES)
def test_words_that_no_shipped_ruleset_says(name: str, tmp_path: Path) -> None:
    """Piles, rounding, differences, bonuses of every party, hands without a declarer."""
    held(name, read(Path(house_file(name, tmp_path))))
