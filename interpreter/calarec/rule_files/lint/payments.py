"""Checks of payments and results: stakes, even parts, reachable targets."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product
from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.conditions import is_for_contract
from calarec.core.mechanisms.payment_rows import resolve_stake, stake_rows
from calarec.core.mechanisms.rules import winning
from calarec.core.mechanisms.settle import named_roles
from calarec.core.wording.phrases import parts_of_unit
from calarec.rule_files.lint.counting import may_be_misread
from calarec.rule_files.lint.facts import payers_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.joint_outcomes import HandOutcome
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


_MAX_AMOUNTS: Final = 200


def check_circles(rules: Rules, report: Report) -> None:
    """A stake that follows another's must arrive at a number."""
    told: set[str] = set()
    for key, contract in rules.contracts.items():
        for name in ("stake", "lost"):
            stake = getattr(contract, name)
            if stake is None or isinstance(stake, int):
                continue
            circle = _circle(stake.of, rules)
            if circle and not told & set(circle):
                told |= set(circle)
                path = report.blame(*(f"contracts.{each}.stake" for each in circle), f"contracts.{key}.{name}")
                first = path.split(".")[1]
                stake = rules.contracts[first].stake
                other = stake.of if not isinstance(stake, int) else first
                report.add("RUL513", path, contract=first, other=other)


def _circle(key: str, rules: Rules) -> list[str]:
    """The contracts of a circle of stakes, from one on; empty without a circle."""
    seen: list[str] = []
    while key in rules.contracts and key not in seen:
        seen.append(key)
        stake = rules.contracts[key].stake
        if isinstance(stake, int):
            return []
        key = stake.of
    return seen[seen.index(key) :] if key in seen else []


def check_stakes(rules: Rules, report: Report) -> None:
    """A higher bid and a raise are worth more."""
    ladder = [key for key in rules.auction.ladder if key in rules.contracts]
    for lower, higher in pairwise(ladder):
        _check_rise(lower, higher, "ladder", report)
    for key, contract in rules.contracts.items():
        for other in contract.raises:
            if other in rules.contracts and key not in report.facts.raised_from(other):
                _check_rise(key, other, "raise", report)
    for key in report.facts.playable_contracts:
        if report.facts.stake_of(key) == 0:
            report.add("RUL519", f"contracts.{key}.stake", contract=key)
    out = rules.all_pass
    if out.do == "play_out" and out.params.pays != "nobody" and out.params.stake == 0:
        report.add("RUL519", "all_pass.stake", wording="all_pass")


def _check_rise(lower: str, higher: str, wording: str, report: Report) -> None:
    below, above = report.facts.stake_of(lower, most=True), report.facts.stake_of(higher)
    if below is None or above is None or above > below or (above == below and wording == "ladder"):
        return
    path = report.blame(f"contracts.{higher}.stake", f"contracts.{lower}.stake", "auction.ladder")
    report.add("RUL511", path, wording=wording, lower=lower, higher=higher, below=below, above=above)


def check_turns(rules: Rules, report: Report) -> None:
    """Report a contract of a later turn where seats speak only once."""
    for key, contract in rules.contracts.items():
        if contract.turn == "first" and rules.auction.chances == "once":
            report.add("RUL704", f"contracts.{key}.turn", wording="once")


def check_amounts(rules: Rules, report: Report) -> None:
    """Check that there are amounts to bid, not too many, with unique names."""
    for key, contract in rules.contracts.items():
        if contract.amounts is None:
            continue
        amounts, path = contract.amounts.offered_amounts, f"contracts.{key}.amounts"
        values: dict[str, Any] = {"contract": key, "least": contract.amounts.least, "most": contract.amounts.most}
        if contract.amounts.of == "points":
            _check_amounts_of_points(key, contract, rules, report)
        if not amounts:
            report.add("RUL435", report.blame(f"{path}.most", f"{path}.least"), **values)
        elif len(amounts) > _MAX_AMOUNTS:
            where = report.blame(f"{path}.by", f"{path}.most", f"{path}.least")
            report.add("RUL435", where, wording="many", count=len(amounts), limit=_MAX_AMOUNTS, **values)
        taken = [f"{key}-{amount}" for amount in amounts if f"{key}-{amount}" in rules.contracts]
        for other in taken[:1]:
            report.add("RUL435", report.blame(path, f"contracts.{other}"), wording="taken", other=other, **values)


def _check_amounts_of_points(key: str, contract: Contract, rules: Rules, report: Report) -> None:
    """Amounts of points can be reached, and nothing else is needed."""
    assert contract.amounts is not None
    path, most, general = f"contracts.{key}.amounts", contract.amounts.most, rules.settle.won_if
    if contract.won_if is not None:
        where = report.blame(f"contracts.{key}.won_if", f"{path}.of")
        report.add("RUL435", where, wording="own", contract=key)
    elif not general.is_by_points or general.points_at_most is not None:
        report.add("RUL435", report.blame(f"{path}.of", "settle.won_if"), wording="general", contract=key)
    total = report.facts.pack_total
    if most * rules.pack.units_per_point > total:
        where, words = report.blame(f"{path}.most"), report.points_words(total)
        report.add("RUL435", where, wording="unreachable", contract=key, most=most, total=words)


def check_shares(rules: Rules, report: Report) -> None:
    """Check that partners have shares, and that winnings can be divided by them."""
    partners = [key for key in rules.contracts if report.facts.partners_of_contract(key)]
    shares = rules.settle.shares
    if shares is None:
        for key in partners[:1]:
            report.add("RUL515", report.blame("settle.shares", f"contracts.{key}.steps"), contract=key)
    elif not partners:
        report.add("RUL516", report.blame("settle.shares", *(f"contracts.{key}.steps" for key in rules.contracts)))
    else:
        for key in partners:
            _check_division(key, rules, report)


def _check_division(key: str, rules: Rules, report: Report) -> None:
    shares = rules.settle.shares
    assert shares is not None
    places = product(report.facts.hands_by_seats.items(), range(1, report.facts.partners_of_contract(key) + 1))
    for (seats, hands), partners in places:
        parts = shares.declarer + partners * shares.partner
        payers = payers_at(rules.table, seats, hands) - partners
        for path, amount in _payment_amounts(key, rules):
            odd = [multiple for multiple in _multiples(payers, rules) if amount * multiple * shares.partner % parts]
            if payers > 0 and odd:
                where = report.blame("settle.shares", path, "table.seats")
                report.add(
                    "RUL514",
                    where,
                    wording="" if partners == 1 else "several",
                    partners=partners,
                    contract=key,
                    amount=report.payment(int(amount * odd[0])),
                    payers=int(odd[0]) if odd[0].denominator == 1 else str(odd[0]),
                    each=report.payment(amount),
                    declarer=shares.declarer,
                    partner=shares.partner,
                )
                return


def _multiples(payers: int, rules: Rules) -> list[Fraction]:
    """The factors of a side's income from a number of opponents, by their roles."""
    from fractions import Fraction

    held = [rule for _, rule in named_roles(rules.settle.roles)]
    multiples: dict[Fraction, None] = {}
    for wins in (True, False):
        by_opponent = [Fraction(1)]
        for each_rule in rules.settle.each.values():
            times = each_rule.pays if wins else each_rule.receives
            by_opponent = list(dict.fromkeys((*by_opponent, *(multiple * times for multiple in by_opponent))))
        sums = dict.fromkeys(map(sum, combinations_with_replacement(by_opponent, payers)))
        found = [
            (Fraction(1), Fraction(all_)) for all_ in sums
        ]  # the declarer's multiple, and those of the opponents together
        for rule in held:
            own, theirs = map(Fraction, (rule.receives, rule.pays) if wins else (rule.pays, rule.receives))
            found += [
                part for one, all_ in found
                for part in ((one * own, all_), *((one, all_ + (theirs - 1) * multiple) for multiple in by_opponent))
            ]  # fmt: skip
        multiples |= dict.fromkeys(one * all_ for one, all_ in found)
    return list(multiples)


def _payment_amounts(key: str, rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield the possible payments of an opponent in a contract, with their paths."""
    for stake in stake_rows(rules, key, calls=()):
        amount = resolve_stake(stake.stated_stake(), rules.contracts)
        if amount is not None:
            yield f"contracts.{key}.{stake.key}", rules.settle.limited_payment(amount)
    if rules.settle.pay == "difference":
        for limit in ("least", "most"):
            if (amount := getattr(rules.settle, limit)) is not None:
                yield f"settle.{limit}", amount
    for bonus, row in rules.settle.bonus.items():
        if not all(is_for_contract(condition, key) for condition in row.conditions):
            continue
        if row.instead is not None:
            yield f"settle.bonus.{bonus}.instead", row.instead
        elif row.plus is not None:
            yield f"settle.bonus.{bonus}.plus", row.plus


def check_halved_payments(rules: Rules, report: Report) -> None:
    """Check that half of every payment comes out in whole units."""
    roles = dict(named_roles(rules.settle.roles))
    parts = 2 ** sum(rule.halves for rule in roles.values())
    if parts == 1:
        return
    halved = [f"settle.roles.{name}" for name, rule in roles.items() if rule.halves]
    amounts = [(f"settle.{key}", getattr(rules.settle, key)) for key in ("least", "most")]
    is_for_holder_alone = halved == ["settle.roles.holder"]
    for key in report.facts.playable_contracts:
        if is_for_holder_alone and not any(_list_calls(key, rules)):
            continue
        amounts += _payment_amounts(key, rules)
        amounts += [
            (stake.rule, resolve_stake(stake.stated_stake(), rules.contracts)) for stake in stake_rows(rules, key)
        ]
    if not is_for_holder_alone:
        out = rules.all_pass.params
        amounts.append(("all_pass.stake", getattr(out, "stake", None)))
        amounts += [
            (f"all_pass.bonus.{name}.{key}", getattr(bonus, key))
            for name, bonus in getattr(out, "bonus", {}).items() for key in ("plus", "instead")
        ]  # fmt: skip
    for path, amount in amounts:
        if amount is not None and amount % parts:
            where = report.blame(path, *halved, "settle.pay_unit")
            report.add("RUL528", where, stated=path, amount=report.payment(amount), parts=parts)
            return
    for name, bonus in rules.settle.bonus.items():
        if bonus.plus_pot and not bonus.is_own_payment:
            report.add("RUL528", f"settle.bonus.{name}.plus_pot", wording="pot")


def check_holder_role(rules: Rules, report: Report) -> None:
    """Check that an opponent can hold the called card, by one call."""
    if rules.settle.roles.holder is None:
        return
    calls = [_list_calls(key, rules) for key in report.facts.playable_contracts]
    if any(len(steps) > 1 for steps in calls):
        report.add("RUL528", "settle.roles.holder", wording="calls")
    elif not any(rules.steps[step].params.gets == "card" for steps in calls for step in steps):
        report.add("RUL704", "settle.roles.holder", wording="no_call")


def _list_calls(contract: str, rules: Rules) -> list[str]:
    """The steps of a contract in which a card is called."""
    return [step for step in rules.contracts[contract].steps if step in rules.steps and rules.steps[step].do == "call"]


def check_units(rules: Rules, report: Report) -> None:
    """Check that a difference in parts of points is even in the unit of payment."""
    settle = rules.settle
    points, paid = parts_of_unit(rules.pack.unit), parts_of_unit(settle.pay_unit)
    if settle.pay == "difference" and paid % points:
        path = report.blame("settle.pay", "pack.unit", "settle.pay_unit")
        report.add("RUL517", path, unit=rules.pack.unit, paid=settle.pay_unit)


def check_payment_limits(rules: Rules, report: Report) -> None:
    """The least that a contract pays is not more than the most."""
    least, most = rules.settle.least, rules.settle.most
    if least is not None and most is not None and least > most:
        where = report.blame("settle.least", "settle.most")
        report.add("RUL525", where, least=report.payment(least), most=report.payment(most))


def check_targets(rules: Rules, report: Report) -> None:
    """Check that the needs of a side are stated, reachable and missable."""
    if not rules.has_auction:
        return
    own = (winning(rules, key)[0] for key, contract in rules.contracts.items() if contract.won_if is not None)
    paths = dict.fromkeys(("settle.won_if", *own))
    for path in paths:
        needed = winning(rules, path.split(".")[1] if path.startswith("contracts.") else "")[1]
        least, most = needed.points_at_least, needed.points_at_most
        if least is None and most is None:
            if needed.is_by_points:
                report.add("RUL524", path)
        elif least is not None and most is not None and least > most:
            low, high = report.points_words(least), report.points_words(most)
            report.add("RUL524", f"{path}.points_at_most", wording="crossed", least=low, most=high)
        elif most is not None and most >= report.facts.pack_total:
            high, total = report.points_words(most), report.points_words(report.facts.pack_total)
            report.add("RUL524", f"{path}.points_at_most", wording="all", most=high, total=total)
        else:
            _check_most(path, most, rules, report)
            if least is not None:
                _check_least(f"{path}.points_at_least", least, rules, report, fair=most is None and path in _FAIR)


_FAIR: Final = ("settle.won_if",)
"""Paths where a side with more points should win; a contract's own need is meant."""


def _check_most(path: str, target: int | None, rules: Rules, report: Report) -> None:
    """Report a limit that dropped fractions let a side exceed a little."""
    parts = parts_of_unit(rules.pack.unit) if rules.settle.rounding == "down" else 1
    where = f"{path}.points_at_most"
    if target is None or parts == 1 or may_be_misread(where, rules, report):
        return
    highest = target // parts * parts + parts - 1
    reached = [points for points in _declarers(path, report) if target < points <= highest]
    if reached:
        report.add(
            "RUL503", report.blame(where, "settle.rounding"), wording="most", target=report.points_words(target),
            reached=report.points_words(max(reached)), reason_at=where,
        )  # fmt: skip


def _declarers(path: str, report: Report) -> set[int]:
    """All points that a declarer's side can have where this path states its needs."""
    keys = [key for key in report.facts.playable_contracts if winning(report.rules, key)[0] == path]
    splits = {split for key in keys for split in report.facts.splits(key)}
    return {outcome.declarer.points for split in splits for outcome in report.facts.feasible_outcomes(split)[0]}


def _check_least(where: str, target: int, rules: Rules, report: Report, *, fair: bool) -> None:
    """The target is one of the points there are, and a strict majority of them."""
    total = report.facts.pack_total
    parts = parts_of_unit(rules.pack.unit) if rules.settle.rounding == "down" else 1
    points = (f"pack.points.{rank}" for rank in rules.pack.points)
    path = report.blame(where, *points, "pack.points", "pack.last_trick", "pack.without")
    if target > total:
        report.add("RUL501", path, target=report.points_words(target), total=report.points_words(total))
        return
    if target % parts:
        whole = report.points_words(-(-target // parts) * parts)
        near = f"{-(-target // parts)}p"
        report.add(
            "RUL503", report.blame(where, "settle.rounding"), target=report.points_words(target), whole=whole, near=near
        )
    if not fair or may_be_misread(where, rules, report):
        return  # it is small because another unit was meant, and that is told
    found = _unfair(report, target, parts)
    if found is not None:
        mine, theirs = found.declarer.points, found.opponents.points
        wording = "" if mine // parts * parts >= target else "lost"
        ours, others = report.points_words(mine), report.points_words(theirs)
        majority = _find_fair_target(report, parts)
        if majority is not None:
            wording = f"{wording}-target".lstrip("-")
        unit = parts_of_unit(rules.pack.unit)
        told = majority if majority is None or majority % unit else f"{majority // unit}p"
        report.add(
            "RUL502", path, wording=wording, declarer=ours, opponents=others, where=where, target=told, reason_at=path
        )


def _find_fair_target(report: Report, parts: int) -> int | None:
    """The lowest target by which the declarer wins exactly with more, if any."""
    more = [
        outcome.declarer.points // parts * parts
        for outcome in _outcomes_by_points(report)
        if outcome.declarer.points // parts > outcome.opponents.points // parts
    ]
    target = min(more, default=None)
    return None if target is None or _unfair(report, target, parts) else target


def _outcomes_by_points(report: Report) -> Iterator[HandOutcome]:
    """All outcomes of the contracts that `settle.won_if` decides by points."""
    own = report.rules.contracts
    splits = {
        split
        for key in report.facts.playable_contracts
        if own[key].won_if is None and report.rules.settle.won_if.is_by_points
        for split in report.facts.splits(key)
    }
    for split in sorted(splits):
        yield from report.facts.feasible_outcomes(split)[0]


def _unfair(report: Report, target: int, parts: int) -> HandOutcome | None:
    """An outcome in which the declarer wins without having more, or loses with more."""
    worst: HandOutcome | None = None
    for outcome in _outcomes_by_points(report):
        mine, theirs = outcome.declarer.points // parts, outcome.opponents.points // parts
        wins = mine * parts >= target
        if (wins and mine <= theirs) or (not wins and mine > theirs):
            gap = abs(outcome.declarer.points - target)
            if worst is None or gap < abs(worst.declarer.points - target):
                worst = outcome
    return worst


CHECKS: Final = (
    check_circles,
    check_stakes,
    check_amounts,
    check_turns,
    check_shares,
    check_halved_payments,
    check_holder_role,
    check_units,
    check_payment_limits,
    check_targets,
)
"""Every check of this module, in the order in which they are made."""
