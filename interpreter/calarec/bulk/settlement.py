"""The settlement of a recorded hand as straight code, for every end of play.

`taken(won, last, piles, decl)` gives the points of each place.

`settle_C(won, last, piles, decl, mate, found, out, dealt, held, deals)` gets the cards that each place has won, the
winner of the last trick and the piles. It also gets the number of resting seats that share, each hand as it was dealt
and at the first lead, and the dealer's place (-1: sits out). It gives the payments by place, the payment of each
resting seat and the bonuses that applied (a bit for each, in the order of `settle.applying`). The amount follows,
then the points of declarer's side and others.

`claimed_C(points, last, piles, decl, mate, found, out, dealt, held, deals)` does the same for a claim of points by
the side of a place, `last`. A contract with a bonus that depends on the play has none, for the engine finds out
whether the points make it certain. `claimable(points, won, last, piles, decl, mate)` is 0 if that side cannot have
these points by what is won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.bulk.phases import has_partner_call
from calarec.bulk.steps import count_places, points_of_pack, worth_source
from calarec.bulk.supported import NotPlainError, require_supported
from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import CONDITIONS, condition_parts, is_for_contract
from calarec.core.mechanisms.payment_rows import contract_payments, find_stake, played_out_payments
from calarec.core.mechanisms.rules import winning
from calarec.core.mechanisms.settle import named_roles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.bulk.steps import PythonSource
    from calarec.core.engine.cards import Cards
    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.conditions import Alternative, AnyFigure
    from calarec.core.mechanisms.payment_rows import BonusRow, CallPlace, PaymentRows, Result, StakeRow
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import Bonus, RoleRule, Roles


def require_plain_settlement(rules: Rules, contract: str) -> None:
    """Raises NotPlainError unless all that a contract pays is known; empty: all pass."""
    part = rules.all_pass.params
    if contract:
        rule, needed = winning(rules, contract)
        if not needed.is_by_points:
            raise NotPlainError(rule)
        rows = contract_payments(rules, contract, ()).all_bonuses
    else:
        rows = played_out_payments(part).all_bonuses if rules.all_pass.do == "play_out" else ()
    for row in rows:
        require_supported(row.bonus, row.rule)
        if not contract and _has_limits_of_payers(row.bonus):
            raise NotPlainError(f"{row.rule}.when.of")
        for when in condition_parts(row.bonus.conditions):
            _require_supported_condition(when, f"{row.rule}.when")


def _has_limits_of_payers(bonus: Bonus) -> bool:
    """Check whether a bonus of a hand without a declarer looks at those who pay."""
    return any(when.of == "losers" and bool(when.limits) for when in condition_parts(bonus.conditions))


def write_points_function(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that counts what each place has taken."""
    places = [worth_source(cards, f"won[{place}]") for place in range(count_places(rules))]
    with out.indented_block("def taken(won, last, piles, decl)"):
        out.add_lines(f"points = [{', '.join(places)}]", f"points[last] += {rules.pack.last_trick}")
        for number, pile in enumerate(rules.piles.values()):
            if pile.won_by == "last_trick":
                out.add_lines(f"points[last] += {worth_source(cards, f'piles[{number}]')}")
            elif pile.won_by == "declarer":
                with out.indented_block("if decl >= 0"):
                    out.add_lines(f"points[decl] += {worth_source(cards, f'piles[{number}]')}")
        out.add_lines("return points")


class Party(NamedTuple):
    """The names of a side's figures in the code."""

    tricks: str
    in_tricks: str
    cards: str
    points: str
    masks: Mapping[str, str]
    """The cards that it was dealt, held at the first lead and has won."""
    names: Sequence[str]
    """The cards of the pack by number."""
    dealer: str
    """The sources of whether the dealer is in it, and whether eldest hand is."""
    eldest: str
    counted: str
    """The points as they are counted."""
    last_trick: str
    """The source of whether it has won the last trick."""
    result: str
    """The source of whether it has won the hand: 1 or 0."""

    def figure_source(self, which: AnyFigure) -> str:
        """The expression of a figure."""
        if isinstance(which, str):
            return str(getattr(self, which))
        if which.where == "trump":
            return "0"  # rules with a trump are not compiled
        cards = sum(1 << number for number, name in enumerate(self.names) if which.has_card(name))
        return f"({self.masks[which.where]} & {cards}).bit_count()"


def write_contract_settlement(out: PythonSource, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract."""
    contract, last = rules.contracts[name], rules.pack.last_trick
    with out.indented_block(f"def settle_{number}(won, last, piles, decl, mate, found, out, dealt, held, deals)"):
        out.add_lines("own = won[decl]")
        if has_partner_call(contract, rules):
            with out.indented_block("if mate >= 0"):
                out.add_lines("own |= won[mate]")
        out.add_lines(_last_trick_source(contract, rules))
        with_last = "".join(f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by != "nobody")
        with out.indented_block("if mine"):
            out.add_lines(
                f"have = own{with_last}", f"points = {worth_source(cards, 'have')} + {last}", f"over = {last}"
            )
        with out.indented_block("else"):
            out.add_lines(
                f"have = own{_piles_source('declarer', rules)}", f"points = {worth_source(cards, 'have')}", "over = 0"
            )
        out.add_lines(f"others = {_all_points_source(rules, cards)} - points")
        if rules.settle.bonus:
            everybody = " | ".join(f"won[{place}]" for place in range(count_places(rules)))
            out.add_lines(f"rest = ({everybody}) ^ own")
        _write_payments_of_result(out, name, rules, cards)


def write_claim_settlement(out: PythonSource, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract in which points were claimed."""
    with out.indented_block(f"def claimed_{number}(points, last, piles, decl, mate, found, out, dealt, held, deals)"):
        out.add_lines(
            _last_trick_source(rules.contracts[name], rules), f"others = {_all_points_source(rules, cards)} - points"
        )
        with out.indented_block("if not mine"):
            out.add_lines(
                f"points = {_all_points_source(rules, cards)} - points",
                f"others = {_all_points_source(rules, cards)} - points",
            )
        _write_payments_of_result(out, name, rules, cards)


def write_claim_limits(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that holds claimed points against what is won."""
    with out.indented_block("def claimable(points, won, last, piles, decl, mate)"):
        places = range(count_places(rules))
        mine = " | ".join(f"won[{place}] * (decl == {place} or mate == {place})" for place in places)
        out.add_lines(f"own = {mine}{_piles_source('declarer', rules)}")
        out.add_lines(f"rest = ({' | '.join(f'won[{place}]' for place in places)}) & ~own")
        mine, theirs = worth_source(cards, "own"), worth_source(cards, "rest")
        for head, here, there in (("if last == decl or last == mate", mine, theirs), ("else", theirs, mine)):
            with out.indented_block(head):
                out.add_lines(
                    f"if not {here} <= points <= {_all_points_source(rules, cards)} - {there}:", "    return 0"
                )
        out.add_lines("return points, last")


def _last_trick_source(contract: Contract, rules: Rules) -> str:
    partner = " or last == mate" if has_partner_call(contract, rules) else ""
    return f"mine = last == decl{partner}"


def _piles_source(whose: str, rules: Rules) -> str:
    return "".join(f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == whose)


def _all_points_source(rules: Rules, cards: Cards) -> str:
    """The points that both sides have together."""
    nobodys = [f"piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == "nobody"]
    lost = "".join(f" - {worth_source(cards, pile)}" for pile in nobodys)
    return f"({points_of_pack(cards) + rules.pack.last_trick}{lost})"


def _write_payments_of_result(out: PythonSource, name: str, rules: Rules, cards: Cards) -> None:
    """Write the payments, once the points of both sides are known."""
    down = _rounding_template(rules)
    _, needed = winning(rules, name)
    least, most = needed.points_at_least, needed.points_at_most
    limits_said = [f"{{}} >= {least}"] * (least is not None) + [f"{{}} <= {most}"] * (most is not None)
    with out.indented_block(f"if {' and '.join(limit.format(down.format('points')) for limit in limits_said)}"):
        _write_amount(out, name, rules, cards, wins=True)
        out.add_lines("due = amount")
    with out.indented_block("else"):
        _write_amount(out, name, rules, cards, wins=False)
        out.add_lines("due = -amount")
    _write_payments_of_places(out, rules.contracts[name], rules, count_places(rules))


def _rounding_template(rules: Rules) -> str:
    whole = rules.pack.units_per_point
    return f"{{}} // {whole} * {whole}" if rules.settle.rounding == "down" and whole > 1 else "{}"


def _write_amount(out: PythonSource, name: str, rules: Rules, cards: Cards, *, wins: bool) -> None:
    contract, rows, down = rules.contracts[name], contract_payments(rules, name), _rounding_template(rules)
    _write_stake(out, rows, "won" if wins else "lost", rules)
    if any(row.bonus.plus_stakes for row in rows.adding):
        whole = rules.pack.units_per_point if rows.by_difference else 1
        out.add_lines(f"stake = amount * {whole}")
    if rows.by_difference:
        out.add_lines(f"amount *= abs({down.format('points')} - {down.format('others')})")
    if rules.settle.most is not None:
        out.add_lines(f"amount = min(amount, {rules.settle.most})")
    if rules.settle.least is not None:
        out.add_lines(f"amount = max(amount, {rules.settle.least})")
    players, last = count_places(rules), rules.pack.last_trick
    nobodys = "".join(f" & ~piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == "nobody")
    mine = {"won": "have"} | {where: _cards_of_side(where, contract, rules) for where in ("dealt", "held")}
    theirs = {"won": f"({cards.full} & ~have{nobodys})"}
    theirs |= {where: f"(({_cards_of_all(where, players)}) & ~{mine[where]})" for where in ("dealt", "held")}
    deals, eldest = (f"(decl == {place} or mate == {place})" for place in ("deals", "0"))
    own = Party(
        f"own.bit_count() // {players}", worth_source(cards, "own"), "points - over", "points", mine, cards.names,
        f"(deals >= 0 and {deals})", eldest, f"({down.format('points')})", "mine", str(int(wins)),
    )  # fmt: skip
    rest = Party(
        f"rest.bit_count() // {players}", worth_source(cards, "rest"), f"others - {last} + over", "others", theirs,
        cards.names, f"(deals >= 0 and not {deals})", f"(not {eldest})", f"({down.format('others')})",
        "(not mine)", str(int(not wins)),
    )  # fmt: skip
    winners, losers = (own, rest) if wins else (rest, own)
    parties = {"declarer": own, "opponents": rest, "winners": winners, "losers": losers}
    _write_bonuses(out, rows, parties, name, wins=wins)


_CALL_PLACES: Final[Mapping[CallPlace, int]] = {"in_pile": -1, "in_hand": -2}
"""The value of `found` for a card that no other hand held."""


def _write_stake(out: PythonSource, rows: PaymentRows, result: Result, rules: Rules) -> None:
    """Write the stake of a contract for this result: the last row that applies."""
    base = [row for row in rows.stakes if row.may_apply_to_result(result)]
    out.add_lines(f"amount = {_stake_amount(base, result, rules)}")
    for row in rows.stakes:
        if row.place is not None and row.may_apply_to_result(result, row.place) and row.stated_stake() is not None:
            with out.indented_block(f"if found == {_CALL_PLACES[row.place]}"):
                out.add_lines(f"amount = {_stake_amount([row], result, rules, row.place)}")


def _stake_amount(rows: Iterable[StakeRow], result: Result, rules: Rules, place: CallPlace | None = None) -> int:
    """The stake of these rows; every stake that it follows must be fully supported."""
    for contract in rules.contracts.values():
        if not isinstance(contract.stake, int):
            require_supported(contract.stake, "contracts")
    for row in rows:
        stated = row.stated_stake()
        if stated is not None and not isinstance(stated, int):
            require_supported(stated, "contracts")
    amount = find_stake(rows, rules.contracts, result, place).amount
    if amount is None:
        raise NotPlainError("contracts")
    return amount


def _cards_of_side(where: str, contract: Contract, rules: Rules) -> str:
    """The cards of declarer and partner."""
    partner = f" | {where}[mate] * (mate >= 0)" if has_partner_call(contract, rules) else ""
    return f"({where}[decl]{partner})"


def _cards_of_all(where: str, players: int) -> str:
    return " | ".join(f"{where}[{place}]" for place in range(players))


def _write_bonuses(
    out: PythonSource, rows: PaymentRows, parties: Mapping[str, Party], contract: str, *, wins: bool = True
) -> None:
    """Write the bonuses: the first that holds changes the amount, others add to it."""
    out.add_lines("bonus = 0")
    if any(row.bonus.is_own_payment for row in rows.adding):
        out.add_lines("extra = 0")
    word, bits = "if", {row.name: 1 << place for place, row in enumerate(rows.all_bonuses)}
    for row in rows.changing:
        condition, bonus = _row_condition(row, parties, contract), row.bonus
        if condition is None:
            continue
        with out.indented_block(f"{word} {condition}"):
            out.add_lines(f"bonus = {bits[row.name]}")
            out.add_lines(f"amount = {bonus.instead}" if bonus.instead is not None else f"amount *= {bonus.times or 1}")
        word = "elif"
    for row in rows.adding:
        condition, bonus = _row_condition(row, parties, contract), row.bonus
        if condition is not None:
            with out.indented_block(f"if {condition}"):
                out.add_lines(f"bonus |= {bits[row.name]}", _added_amount(bonus, row.rule, parties, wins=wins))


def _added_amount(bonus: Bonus, rule: str, parties: Mapping[str, Party], *, wins: bool) -> str:
    """The effect of an added bonus on the amount, or on an own payment."""
    if bonus.is_multiplied:
        return f"amount *= {bonus.times}"
    if bonus.plus_pot or bonus.to == "pot":
        raise NotPlainError(f"{rule}.to")
    added = str(bonus.plus) if bonus.plus is not None else f"stake * {bonus.plus_stakes}"
    if bonus.for_each is not None:
        (limit,) = bonus.for_each.condition.limits
        added = f"{added} * ({parties[bonus.for_each.of].figure_source(limit.figure)} - {(limit.least or 1) - 1})"
    if not bonus.is_own_payment:
        return f"amount += {added}"
    return f"extra -= {added}" if bonus.is_paid_by_declarer(wins=wins) else f"extra += {added}"


def _row_condition(row: BonusRow, parties: Mapping[str, Party], contract: str) -> str | None:
    """When a bonus holds; None if it never does in this contract."""
    conditions = []
    for when in row.bonus.conditions:
        if not _has_its_party(when, parties) or not is_for_contract(when, contract):
            return None
        conditions.append(_condition_source(when, parties))
        if when.one_of:
            conditions.append(_alternatives(when.one_of, parties, contract))
    return " and ".join(conditions)


def _alternatives(alternatives: Iterable[Alternative], parties: Mapping[str, Party], contract: str) -> str:
    """When one of several conditions holds."""
    found = []
    for alternative in alternatives:
        if _has_its_party(alternative, parties) and is_for_contract(alternative, contract):
            found.append(f"({_condition_source(alternative, parties)})")
    return f"({' or '.join(found)})" if found else "0"


def _has_its_party(when: Alternative, parties: Mapping[str, Party]) -> bool:
    """Check whether a condition has its party; one that asks nothing needs none."""
    return when.of in parties or not when.limits


def _require_supported_condition(when: Alternative, path: str) -> None:
    require_supported(when, path)
    for row in CONDITIONS:
        part = getattr(when, row.name, None)
        if part is not None and not isinstance(part, (int, str)):
            require_supported(part, f"{path}.{row.name}")


def _condition_source(when: Alternative, parties: Mapping[str, Party]) -> str:
    said = []
    for bound in when.limits:
        value = parties[when.of].figure_source(bound.figure)
        if bound.least == bound.most:
            said.append(f"{value} == {bound.least}")
        else:
            said += [
                f"{value} {sign} {limit}"
                for sign, limit in ((">=", bound.least), ("<=", bound.most))
                if limit is not None
            ]
    return " and ".join(said) or "1"


def _write_payments_of_places(out: PythonSource, contract: Contract, rules: Rules, players: int) -> None:
    shares, roles = rules.settle.shares, rules.settle.roles
    extra = any(bonus.is_own_payment for bonus in rules.settle.bonus.values())
    if extra and not named_roles(roles):
        out.add_lines("due += extra")
    if not named_roles(roles):
        out.add_lines(f"pays = [{', '.join(['-due'] * players)}]")
        both, alone, idle = f"due * ({players - 2} + out)", f"due * ({players - 1} + out)", "-due"
    else:
        _write_payments_by_roles(out, roles, players, extra=" - extra" if extra else "")
        alone, idle = "due * rate * out - sum(pays) + pays[decl]", "-due * rate"
        if extra:
            alone, idle = f"{alone} + extra * out", f"{idle} - extra"
        both = f"{alone} + pays[mate]"
    if not has_partner_call(contract, rules):
        out.add_lines(f"pays[decl] = {alone}")
    else:
        with out.indented_block("if mate >= 0"):
            out.add_lines(f"total = {both}")
            if shares is None:
                out.add_lines("part = 0")
            else:
                out.add_lines(f"part = total * {shares.partner} // {shares.declarer + shares.partner}")
            out.add_lines("pays[mate] = part", "pays[decl] = total - part")
        with out.indented_block("else"):
            out.add_lines(f"pays[decl] = {alone}")
    out.add_lines(f"return pays, {idle}, bonus, amount, points, others")


def _write_payments_by_roles(out: PythonSource, roles: Roles, players: int, *, extra: str) -> None:
    """Write each opponent's payment where roles pay multiples.

    `rate` is the factor of a resting seat.
    """
    out.add_lines(f"rates = [{', '.join(['1'] * players)}]", "rate = 1")
    for place, rule in _role_places(roles):
        pays = f"({rule.pays} if due > 0 else {rule.receives})"
        receives = f"({rule.receives} if due > 0 else {rule.pays})"
        with out.indented_block(f"if decl == {place}"):
            out.add_lines(f"rates = [each * {receives} for each in rates]", f"rate *= {receives}")
        with out.indented_block(f"elif {place} >= 0"):
            out.add_lines(f"rates[{place}] *= {pays}")
        with out.indented_block("else"):
            out.add_lines(f"rate *= {pays}")  # who sits out deals
    out.add_lines(f"pays = [-due * each{extra} for each in rates]")


def _role_places(roles: Roles) -> list[tuple[str, RoleRule]]:
    """The places of all roles: eldest hand is the first, the dealer may sit out."""
    return [("deals" if name == "dealer" else "0", rule) for name, rule in named_roles(roles)]


def write_play_out_settlement(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """Write the settlement of a hand without sides; points are those of each place.

    `payers` has a bit for the place of each payer.
    """
    part, last = rules.all_pass.params, rules.pack.last_trick
    places = range(count_places(rules))
    with out.indented_block("def settle_out(won, last, piles, dealt, held, deals)"):
        for place in places:
            with_last = "".join(
                f" | piles[{i}] * (last == {place})"
                for i, pile in enumerate(rules.piles.values())
                if pile.won_by == "last_trick"
            )
            out.add_lines(f"g{place} = won[{place}]{with_last}")
            out.add_lines(f"p{place} = {worth_source(cards, f'g{place}')} + {last} * (last == {place})")
        points = f"[{', '.join(f'p{place}' for place in places)}]"
        if part.pays == "nobody":
            out.add_lines(f"pays = [{', '.join('0' for _ in places)}]", f"return pays, 0, 0, 0, {points}, 0")
            return
        counted = _counted_places(out, rules, places)
        if part.pays == "last_trick":
            out.add_lines("payers = 1 << last")
        else:
            out.add_lines(f"top = {'max' if part.pays == 'most_points' else 'min'}({', '.join(counted)})")
            paying = (f"({source} == top) << {place}" for place, source in enumerate(counted))
            out.add_lines(f"payers = {' | '.join(paying)}")
        out.add_lines("many = payers.bit_count()", "bonus = amount = stake = 0")
        ties = "many == 1" if part.ties == "nobody_pays" else f"many < {len(places)}"
        with out.indented_block(f"if {ties}"):
            out.add_lines(f"amount = stake = {part.stake}")
            if part.bonus:
                _write_bonuses_of_others(out, rules, cards, counted)
        out.add_lines(f"pays = [{', '.join(_payment_source(place, rules) for place in places)}]")
        out.add_lines(f"return pays, 0, bonus, amount, {points}, 0")


def _counted_places(out: PythonSource, rules: Rules, places: range) -> list[str]:
    """The final points of each place."""
    counted = [_rounding_template(rules).format(f"p{place}") for place in places]
    if rules.settle.leftover == "last_trick":
        all_points = " + ".join(f"p{place}" for place in places)
        out.add_lines(f"left = {_rounding_template(rules).format(f'({all_points})')} - {' - '.join(counted)}")
        counted = [f"{each} + left * (last == {place})" for place, each in enumerate(counted)]
    return counted


def _write_bonuses_of_others(out: PythonSource, rules: Rules, cards: Cards, each_counted: Sequence[str]) -> None:
    """Write the bonuses by the joint figures of those who do not pay.

    `each_counted`: the final points of each place.
    """
    part, last, places = rules.all_pass.params, rules.pack.last_trick, range(count_places(rules))
    others = [f"(not payers >> {place} & 1)" for place in places]
    for name, of in (("rest", "won[{}]"), ("have", "g{}"), ("had", "dealt[{}]"), ("kept", "held[{}]")):
        out.add_lines(f"{name} = {' | '.join(f'{of.format(place)} * {others[place]}' for place in places)}")
    out.add_lines(f"over = {last} * (not payers >> last & 1)")
    counted = f"({' + '.join(f'({each}) * {other}' for each, other in zip(each_counted, others, strict=True))})"
    points, masks = worth_source(cards, "have"), {"won": "have", "dealt": "had", "held": "kept"}
    party = Party(
        f"rest.bit_count() // {len(places)}", worth_source(cards, "rest"), points, f"{points} + over", masks,
        cards.names,
        "(deals >= 0 and not payers >> deals & 1)", others[0], counted, "(not payers >> last & 1)", "1",
    )  # fmt: skip
    _write_bonuses(out, played_out_payments(part), {"others": party, "winners": party}, "")


def _payment_source(place: int, rules: Rules) -> str:
    """The payment of a place to or from all others, with the multiples of roles."""
    roles, players = _role_places(rules.settle.roles), count_places(rules)
    if not roles:
        return f"amount * (many - {players} * (payers >> {place} & 1))"

    def factor_source(at: int, *, pays: bool) -> str:
        said = [f"({rule.pays if pays else rule.receives} if {where} == {at} else 1)" for where, rule in roles]
        return " * ".join(said)

    others = [at for at in range(players) if at != place]
    got = " + ".join(f"{factor_source(at, pays=True)} * (payers >> {at} & 1)" for at in others)
    gave = " + ".join(f"{factor_source(at, pays=False)} * (not payers >> {at} & 1)" for at in others)
    paid = f"-({gave}) * {factor_source(place, pays=True)} if payers >> {place} & 1"
    return f"amount * ({paid} else ({got}) * {factor_source(place, pays=False)})"
