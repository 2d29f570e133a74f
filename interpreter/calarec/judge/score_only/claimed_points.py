"""Bonuses of a hand without cards that ended with a claim of points: certain, refused or open by these points.

Every outcome of a whole hand in which the side has so many points is looked at. A bonus that holds in all of them is
certain; one that holds in none is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import replace
from calarec.engine.account import Reason
from calarec.engine.claimed_bonuses import CLAIMED_BONUS
from calarec.judge.score_only.applying import BonusRows, find_holding, roles_of
from calarec.judge.score_only.outcomes import has_claimed, ways
from calarec.mechanisms.conditions import are_known_without_play, in_contract
from calarec.mechanisms.settle import changing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.engine.account import Account
    from calarec.engine.game import Game
    from calarec.judge.score_only.outcomes import Candidate
    from calarec.mechanisms.settle import Bonus

_PAID = frozenset({"settle.pay", "all_pass.pays"})


def with_claimed_bonuses(game: Game, candidate: Candidate) -> Candidate:
    """The outcome of a claim, with a reason for each bonus that depends on the play."""
    claim, account = candidate.tally.claim, candidate.account
    if claim is None or claim.points is None or len(account.sides) != 2:
        return candidate
    because = account.because
    place = next((place for place, reason in enumerate(because) if reason.rule in _PAID), len(because))
    reasons = (*because[:place], *_reasons(game, candidate), *because[place:])
    return candidate._replace(account=replace(account, because=reasons))


def _reasons(game: Game, candidate: Candidate) -> Iterator[Reason]:
    account, tally = candidate.account, candidate.tally
    rows = _rows_of_play(game, account)
    if not rows.table:
        return
    own, parties = _parties(account)
    claim = tally.claim
    assert claim is not None
    mine = has_claimed(claim, own)
    found = [
        way
        for each in ways(game, account.contract).values()
        for way in each
        if (way.declarer if mine else way.opponents).points == claim.points
    ]
    is_exact = bool(found) and not tally.faults and not tally.declared
    rows = rows._replace(roles=roles_of(tally.setting, own))
    holding = find_holding(found, rows, parties) if is_exact else dict.fromkeys(rows.table)
    section = "settle" if account.contract else "all_pass"
    for name, holds in holding.items():
        said = CLAIMED_BONUS[holds].filled(bonus=game.ruleset.name("bonus", name))
        yield Reason(f"{section}.bonus.{name}", said)


def _rows_of_play(game: Game, account: Account) -> BonusRows:
    """The bonuses of the contract that depend on the play."""
    from calarec.rulesets.lint.facts import Facts

    rules = game.rules.settle if account.contract else game.rules.all_pass.params
    every: Mapping[str, Bonus] = getattr(rules, "bonus", {})
    table = {
        name: bonus
        for name, bonus in every.items()
        if all(in_contract(each, account.contract) for each in bonus.conditions)
        and not are_known_without_play(bonus.conditions)
    }
    order: Sequence[str] = getattr(rules, "bonus_order", ())
    return BonusRows(Facts(game.rules), account.contract, table, changing(table, [n for n in order if n in table]))


def _parties(account: Account) -> tuple[tuple[int, ...], Mapping[str, bool]]:
    """The side that stands for the declarer's in the outcomes, and which of the parties it is."""
    first, second = account.sides
    if account.contract:
        wins = bool(first.wins)
        return first.seats, {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}
    payers = first if first.wins is False else second
    return payers.seats, {"others": False, "winners": False, "losers": True}
