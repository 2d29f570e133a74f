"""Hands that show something of a ruleset: random trials, witnesses of findings.

The seed is fixed: a ruleset passes always or never. Only findings about a hand have a witness: a declarer with
nothing to call, a threshold that both sides reach or neither, two bonuses that hold at once.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.account import contract_parties
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import start
from calarec.core.engine.side_points import count_side
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import add_up
from calarec.core.mechanisms.conditions import is_each_condition_met
from calarec.core.mechanisms.rules import winning
from calarec.core.records import model as rec
from calarec.playing.writing import event_statements
from calarec.simulation.run import AimError, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.mechanisms.all_pass import PotRule
    from calarec.core.mechanisms.exchange import CallRule
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.simulation.run import Simulated


_SEED = 1


class Trial(NamedTuple):
    """The result of a trial: the number of played hands, and the problem in the next."""

    hands: int
    problem: str = ""
    contracts: frozenset[str] = frozenset()
    """The contracts that were played."""


def try_out(ruleset: Ruleset, *, hands: int = 1000) -> Trial:
    """Play a number of random hands, shared over the possible numbers of seats."""
    game = Game.from_ruleset(ruleset)
    played = 0
    contracts: set[str] = set()
    for seats in game.people:
        made = simulate(game, hands=hands // len(game.people), seed=_SEED, bot="random", seats=seats)
        while True:
            try:
                each = next(made, None)
            except Exception as error:  # whatever it is: the author of the file is to hear of it
                return Trial(played, f"{type(error).__name__}: {error}", frozenset(contracts))
            if each is None:
                break
            played += 1
            contracts.add(each.account.contract)
            if _has_uneven_payments(game, each) and not game.rules.table.dummies:
                return Trial(played, f"payments {each.account.payments} do not sum to zero", frozenset(contracts))
    return Trial(played, "", frozenset(contracts - {""}))


def _has_uneven_payments(game: Game, each: Simulated) -> bool:
    """Check whether the payments, with the pot's changes, do not sum to zero."""
    paid = sum(each.account.payments)
    pot: PotRule | None = getattr(game.rules.all_pass.params, "pot", None)
    if pot is None or each.state.outcome == "void":
        return paid != 0
    if each.account.contract:  # no more comes out of it than lies there
        pays_in = any(bonus.to == "pot" for bonus in game.rules.settle.bonus.values())
        return paid > (each.setting.carry.pot or 0) or (paid < 0 and not pays_in)
    return paid != -pot.each * len(each.setting.active)


_TRIES: Final = 600


def witness(ruleset: Ruleset, finding: Finding) -> rec.Hand | None:
    """Find a hand that shows a finding; None if it needs none, or none was found."""
    game = Game.from_ruleset(ruleset)
    path = finding.rule.path if finding.rule else ""
    if finding.code == "RUL425":
        return _nothing_to_call(game, path)
    shows = {"RUL502": _has_no_majority, "RUL503": _has_no_majority, "RUL507": _has_two_bonuses}.get(finding.code)
    return _search_witness(game, shows) if shows else None


def _search_witness(game: Game, shows: Callable[[Game, Simulated], bool]) -> rec.Hand | None:
    """The first simulated hand that shows it: by chance, then with strong hands."""
    aims = [None, *(f"settle.bonus.{name}" for name in game.rules.settle.bonus_order)]
    for aim in aims:
        # A bonus that is never reached is no reason to stop: another may show it.
        with suppress(AimError):
            for simulated in simulate(
                game, hands=_TRIES if aim is None else _TRIES // 10, seed=2, bot="random", aim=aim
            ):
                if shows(game, simulated):
                    return simulated.hand
    return None


def _has_no_majority(game: Game, each: Simulated) -> bool:
    """Words sides reach the threshold, or neither does."""
    if len(each.account.sides) != 2 or each.account.declarer == NOBODY:
        return False
    _, needed = winning(game.rules, each.account.contract)
    if not needed.is_by_points:
        return False
    one, other = (needed.is_reached_by(side.counted) for side in each.account.counted_sides)
    return one == other


def _has_two_bonuses(game: Game, each: Simulated) -> bool:
    """More than one bonus holds."""
    if each.account.declarer == NOBODY or not each.account.sides:
        return False
    tally = add_up(game.cards, each.setting, each.events)
    own, others = (count_side(game, tally, seats) for seats in tally.sides)
    wins = bool(each.account.sides[0].wins)
    parties = contract_parties(replace(own, wins=wins), replace(others, wins=not wins))
    rules = game.rules.settle
    holding = [
        name
        for name in rules.bonus_order
        if is_each_condition_met(rules.bonus[name].conditions, parties, tally.contract)
    ]
    return len(holding) > 1


def _nothing_to_call(game: Game, path: str) -> rec.Hand | None:
    """A deal in which the first speaker holds every card that may be called."""
    step = ".".join(path.split(".")[:2])
    game = game.at_table(game.people[0])
    params: CallRule = game.step(step).params
    ranks = {rank for row in params.cards for rank in row.ranks}
    wanted = [number for number, name in enumerate(game.cards.names) if name[0] in ranks]
    size = game.rules.deal.hand
    if not wanted or len(wanted) > size:
        return None
    setting = game.seat(tuple("ABCDEFGH"[: game.people[0]]), 0)
    rest = [card for card in bits(game.cards.full) if card not in wanted]
    Random(1).shuffle(rest)
    hands = [0] * len(setting.labels)
    for seat in setting.active:
        chosen = wanted if seat == setting.eldest else []
        chosen = chosen + [rest.pop() for _ in range(size - len(chosen))]
        hands[seat] = sum(1 << card for card in chosen)
    piles = [sum(1 << rest.pop() for _ in range(pile.dealt)) for pile in game.rules.piles.values()]
    contract = next((name for name, each in game.rules.contracts.items() if step[6:] in each.steps), "")
    said = event_statements(game, setting, start(game, setting, hands, piles).events)
    said.append(rec.Bid(setting.labels[setting.eldest], contract))
    said.append(rec.End("abandoned", "nothing can be called"))
    pin = rec.RulesPin(game.ruleset.id, game.ruleset.version)
    seats = tuple(rec.Seat(label) for label in setting.labels)
    return rec.Hand(name="1", statements=tuple(said), session=rec.Preamble(rules=pin, seats=seats))
