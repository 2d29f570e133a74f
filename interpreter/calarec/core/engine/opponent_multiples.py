"""Multiples that single opponents pay and receive, by their cards (`settle.each`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.engine.account import Reason, seat_mark
from calarec.core.engine.opponent_payment import condition_text
from calarec.core.engine.side_points import count_side
from calarec.core.mechanisms.conditions import is_condition_met
from calarec.core.wording.language import Joined, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.account import Counted
    from calarec.core.engine.game import Game
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.settle import OpponentRule


class OpponentMultiples(NamedTuple):
    """The factor of each single opponent's payment, and its reasons."""

    times: Mapping[int, int] = FrozenMap({})
    because: tuple[Reason, ...] = ()


_TIMES: Final = {
    True: Words("{seat} pays: ×{times}"),
    False: Words("{seat} receives: ×{times}"),
}
_BECAUSE: Final = Words("{held}: {effect}")
_OPEN: Final = Words("what single opponents have is open after the claim of points, and multiplies nothing")


def find_opponent_multiples(game: Game, tally: Tally, *, pays: bool) -> OpponentMultiples:
    """The multiples of the opponents who pay, or are paid; who sits out has none."""
    rules = game.rules.settle.each
    if not rules:
        return OpponentMultiples()
    times: dict[int, int] = {}
    because: list[Reason] = []
    for name, rule in rules.items():
        if not rule.may_apply_to_contract(tally.contract):
            continue
        if tally.assumed_rules is None and tally.if_claimed is not None and not rule.is_known_without_play:
            because.append(Reason(f"settle.each.{name}", _OPEN))
            continue
        for seat in tally.opponents:
            held = _find_held_text(game, tally, (name, rule), seat)
            if held is None:
                continue
            multiple = rule.pays if pays else rule.receives
            if multiple != 1:
                effect = _TIMES[pays].with_values(seat=seat_mark(seat), times=multiple)
                times[seat] = times.get(seat, 1) * multiple
                says = _BECAUSE.with_values(held=held, effect=effect) if held.items else effect
                because.append(Reason(f"settle.each.{name}", says))
    return OpponentMultiples(times, tuple(because))


def _find_held_text(game: Game, tally: Tally, entry: tuple[str, OpponentRule], seat: int) -> Joined | None:
    """The holding for which a rule applies to an opponent; None if it does not.

    It is empty where the rule is assumed to apply.
    """
    name, rule = entry
    if tally.assumed_rules is not None:
        return Joined(()) if (name, seat) in tally.assumed_rules else None
    parties = _opponent_parties(game, tally, seat)
    if not all(
        when.of in parties and is_condition_met(when, parties[when.of], tally.contract) for when in rule.conditions
    ):
        return None
    told = [when for when in rule.conditions if when.limits]
    return Joined(tuple(condition_text(game, when, parties[when.of]) for when in told), "; ")


def _opponent_parties(game: Game, tally: Tally, seat: int) -> Mapping[str, Counted]:
    """The parties as one opponent is looked at; that of the others may be missing."""
    others = tuple(other for other in tally.opponents if other != seat)
    seats = {
        "opponent": (seat,), "other_opponents": others, "opponents": tally.opponents,
        "declarer": (tally.declarer, *tally.partners),
    }  # fmt: skip
    return {name: count_side(game, tally, party) for name, party in seats.items() if party}
