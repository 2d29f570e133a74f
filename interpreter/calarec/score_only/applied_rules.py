"""The rules on single opponents that may apply to a hand without cards."""

from __future__ import annotations

from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.mechanisms.conditions import condition_figures
from calarec.core.mechanisms.joint_outcomes import (
    can_apply_to_opponent,
    list_trick_splits,
    opponent_parties,
    outcome_fields,
)
from calarec.score_only.applied_bonuses import roles_of
from calarec.score_only.joint_ways import rule_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.conditions import PartyRanges
    from calarec.core.mechanisms.joint_outcomes import HandOutcome
    from calarec.core.mechanisms.settle import OpponentRule
    from calarec.score_only.known_play import KnownPlay

AppliedRules: TypeAlias = "frozenset[tuple[str, int]]"
"""The rules that apply, each with the seat of the opponent."""
NO_RULES: Final[AppliedRules] = frozenset()


def list_applied_rules(
    played: KnownPlay, partners: Sequence[int], ways: Sequence[HandOutcome]
) -> tuple[AppliedRules, ...]:
    """The possible sets of rules, the empty one first; without ways, any choice.

    After a claim of points a rule that depends on the play does not apply.
    """
    is_by_points = played.claim is not None and played.claim.points is not None
    rules = {
        name: rule
        for name, rule in played.game.rules.settle.each.items()
        if rule.may_apply_to_contract(played.contract) and (not is_by_points or rule.is_known_without_play)
    }
    if not rules:
        return (NO_RULES,)
    own = {played.declarer, *partners}
    opponents = [seat for seat in played.setting.active if seat not in own]
    verdicts: list[dict[tuple[str, int], bool | None]]
    if not ways or played.claimed or is_by_points:
        verdicts = [{(name, seat): None for name in rules for seat in opponents}]
    else:
        verdicts = [_verdicts_of_case(rules, case) for case in _cases(played, rules.values(), opponents, ways)]
    found = dict.fromkeys(choice for verdict in verdicts for choice in _choices(verdict))
    return tuple(sorted(found, key=len))


def _choices(verdicts: Mapping[tuple[str, int], bool | None]) -> Iterator[AppliedRules]:
    """Yield the possible sets, where some rules apply, some do not, others may."""
    sure = frozenset(entry for entry, verdict in verdicts.items() if verdict)
    open_rules = [entry for entry, verdict in verdicts.items() if verdict is None]
    for chosen in product((False, True), repeat=len(open_rules)):
        yield sure | {entry for entry, applies in zip(open_rules, chosen, strict=True) if applies}


def _verdicts_of_case(
    rules: Mapping[str, OpponentRule], case: Mapping[int, Mapping[str, PartyRanges]]
) -> dict[tuple[str, int], bool | None]:
    """Decide each rule for each opponent; None where it may and may not apply."""
    return {
        (name, seat): can_apply_to_opponent(rule, parties)
        for name, rule in rules.items() for seat, parties in case.items()
    }  # fmt: skip


def _cases(
    played: KnownPlay, rules: Iterable[OpponentRule], opponents: Sequence[int], ways: Sequence[HandOutcome]
) -> Iterator[dict[int, dict[str, PartyRanges]]]:
    """The parties as each opponent is looked at, for every division of the tricks."""
    facts = rule_facts(played.game)
    asked = outcome_fields(figure for rule in rules for when in rule.conditions for figure in condition_figures(when))
    read_figures = attrgetter(*sorted(asked | {"tricks"}))
    known = {seat: _known_roles(played, seat, opponents) for seat in opponents}
    distinct = {(read_figures(way.declarer), read_figures(way.opponents)): way for way in ways}
    for way in distinct.values():
        sides = (
            facts.party(way.declarer, played.contract), facts.party(way.opponents, played.contract, own=False)
        )  # fmt: skip
        for split in list_trick_splits(way.opponents.tricks, len(opponents)):
            yield {
                seat: opponent_parties(sides, tricks, len(opponents), known[seat])
                for seat, tricks in zip(opponents, split, strict=True)
            }


def _known_roles(played: KnownPlay, seat: int, opponents: Sequence[int]) -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """The known roles of each party: whether dealer, and eldest hand, are in it."""
    seats = {
        "opponent": [seat],
        "other_opponents": [other for other in opponents if other != seat],
        "opponents": opponents,
        "declarer": [own for own in played.setting.active if own not in opponents],
    }
    return {
        party: {role: (int(holders[0]),) * 2 for role, holders in roles_of(played.setting, own).items()}
        for party, own in seats.items()
    }
