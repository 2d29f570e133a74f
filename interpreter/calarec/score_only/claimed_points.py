"""Bonuses of a hand without cards after a claim of points: certain, refused, open.

Every outcome of a whole hand with these points of the side is examined. A bonus that holds in all of them is certain
and paid; one that holds in none is refused.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.account import Reason
from calarec.core.engine.claimed_bonuses import UNPAID_BONUS
from calarec.core.engine.declaring import sum_declared_points
from calarec.core.mechanisms.conditions import is_for_contract, is_known_without_play
from calarec.core.mechanisms.settle import adding, changing
from calarec.score_only.applied_bonuses import BonusRows, counted_points, find_holding, roles_and_announcements
from calarec.score_only.joint_ways import has_claimed, ways_to_end

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.settle import Bonus

_PAYING_RULES: Final = frozenset({"settle.pay", "all_pass.pays"})


def with_unpaid_bonuses(game: Game, account: Account, tally: Tally) -> Account:
    """The account of a claim, with reasons for unpaid bonuses that are open."""
    verdicts = joint_verdicts(game, account, tally)
    section = "settle" if account.contract else "all_pass"
    table, order = _bonus_table(game, account)
    names = [*takewhile(lambda name: name != account.bonus, changing(table, order)), *adding(table)]
    unpaid = [name for name in names if name in verdicts and name not in account.bonuses]
    reasons = []
    for name in unpaid:
        text = UNPAID_BONUS[verdicts[name] is None].with_values(bonus=game.ruleset.name("bonus", name))
        reasons.append(Reason(f"{section}.bonus.{name}", text))
    because = account.because
    place = next((place for place, reason in enumerate(because) if reason.rule in _PAYING_RULES), len(because))
    told = (*because[:place], *reasons, *because[place:])
    return replace(account, because=told)


def joint_verdicts(game: Game, account: Account, tally: Tally) -> Mapping[str, bool | None]:
    """Decide each bonus of the play by the claimed points; None: they leave it open.

    Empty for a hand without claimed points.
    """
    claim = tally.claim
    rows = _rows_of_play(game, account)
    if claim is None or claim.points is None or len(account.sides) != 2 or not rows.table:
        return {}
    own, parties = _sides_and_parties(account)
    mine = has_claimed(claim, own)
    found = [
        way
        for ways in ways_to_end(game, account.contract).values()
        for way in ways
        if (way.declarer if mine else way.opponents).points == claim.points
    ]
    has_declared_points = any(sum_declared_points(game, tally, side.seats, []) for side in account.sides)
    is_exact = bool(found) and not tally.faults and not has_declared_points
    rows = rows._replace(roles=roles_and_announcements(game, tally, own), counted=counted_points(account, own))
    if not is_exact:
        return dict.fromkeys(rows.table)
    held = find_holding(found, rows, parties)
    # How many there are of what is paid for each is not looked at.
    return {
        name: None if verdict and rows.table[name].for_each is not None else verdict for name, verdict in held.items()
    }


def _rows_of_play(game: Game, account: Account) -> BonusRows:
    """The bonuses of the contract that depend on the play."""
    from calarec.rule_files.lint.facts import Facts

    every, order = _bonus_table(game, account)
    table = {
        name: bonus
        for name, bonus in every.items()
        if all(is_for_contract(condition, account.contract) for condition in bonus.conditions)
        and not is_known_without_play(bonus.conditions)
    }
    return BonusRows(Facts(game.rules), account.contract, table, changing(table, [n for n in order if n in table]))


def _bonus_table(game: Game, account: Account) -> tuple[Mapping[str, Bonus], Sequence[str]]:
    """The bonuses of a hand with a contract, or without declarer, and their order."""
    rules = game.rules.settle if account.contract else game.rules.all_pass.params
    return getattr(rules, "bonus", {}), getattr(rules, "bonus_order", ())


def _sides_and_parties(account: Account) -> tuple[tuple[int, ...], Mapping[str, bool]]:
    """The side used as the declarer's in the outcomes, and its parties."""
    first, second = account.sides
    if account.contract:
        wins = bool(first.wins)
        return first.seats, {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}
    payers = first if first.wins is False else second
    return payers.seats, {"others": False, "winners": False, "losers": True}
