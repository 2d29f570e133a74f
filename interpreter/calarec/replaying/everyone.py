"""Hands that nobody bid on and that were played out: outcomes that fit what was written of them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from calarec.engine.game import Game
from calarec.light import replace
from calarec.records import model as rec
from calarec.replaying.candidates import Candidate, without_figures
from calarec.replaying.conceivable import bonuses, ways, without_last_trick
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.play_out import PlayOut
    from calarec.moves.account import Account
    from calarec.moves.setting import Setting
    from calarec.moves.tally import Tally
    from calarec.records.model import Hand

_MANY = 1_000
"""More points than anybody can have: it only says who has the most."""


def each_for_himself(hand: Hand, game: Game, setting: Setting, tally: Tally) -> list[Candidate]:
    """Every outcome, those without a bonus first: by the stated points, otherwise whoever may have to pay."""
    stated = _stated(hand, setting)
    part = game.rules.all_pass.part
    games = [(_with_bonus(game, part, name), name) for name in ("", *part.bonus_order)]
    found = []
    for changed, name in games:
        for counted, known in _tallies(setting, tally, stated, part):
            account: Account = changed.all_pass.settle(changed, counted)
            if bool(account.bonus) == bool(name) and (not known or name in _applying(game, account, stated)):
                found.append(Candidate(without_figures(account, points=known), counted))
    return found


def _applying(game: Game, account: Account, stated: dict[int, int]) -> list[str]:
    """The bonuses that may apply where the points of everybody are known, "" for none of them."""
    part = game.rules.all_pass.part
    payers = [side.seats[0] for side in account.sides if side.wins is False]
    others = [side.seats[0] for side in account.sides if side.wins]
    points = (sum(stated[seat] for seat in payers), sum(stated[seat] for seat in others))
    found, last = ways(game, "").get(points, []), game.rules.pack.last_trick
    none, no_other = (all(stated[seat] < last for seat in seats) for seats in (payers, others))
    possible = without_last_trick(found, last, own=none, others=no_other)
    if not possible:
        return ["", *part.bonus_order]
    return list(bonuses(possible, part.bonus, part.bonus_order, {"others": False}))


def _stated(hand: Hand, setting: Setting) -> dict[int, int]:
    """The points of each seat, where all are stated."""
    found = {
        number_of(setting, side.seats[0]): side.amount
        for each in hand.statements
        if isinstance(each, rec.Result)
        for side in each.sides
        if len(side.seats) == 1 and side.amount is not None and not side.whole
    }
    return found if set(found) == set(setting.active) else {}


def _tallies(setting: Setting, tally: Tally, stated: dict[int, int], part: PlayOut) -> Iterator[tuple[Tally, bool]]:
    """What may have been taken, and whether the points are those that were written."""
    count = len(setting.labels)
    if stated and part.pays == "most_points":
        yield replace(tally, in_tricks=[stated.get(seat, 0) for seat in range(count)]), True
        return
    most = 1 if part.pays == "last_trick" else len(setting.active) - 1
    for size in range(1, most + 1):
        for payers in combinations(sorted(setting.active), size):
            points = [_MANY if seat in payers else stated.get(seat, 0) for seat in range(count)]
            yield replace(tally, in_tricks=points, last=payers[0]), False


def _with_bonus(game: Game, part: PlayOut, name: str) -> Game:
    """The game with one bonus that applies whatever was played, or with none."""
    table = {name: part.bonus[name].unconditional()} if name else {}
    changed = replace(part, bonus=table, bonus_order=tuple(table))
    named = replace(game.rules.all_pass, part=changed)
    return Game(game.ruleset, replace(game.rules, all_pass=named))
