"""The settlement of a recorded hand as straight code: what is paid where it was played, claimed or played out.

`taken(won, last, piles, decl)` gives the points of each place.

`settle_C(won, last, piles, decl, mate, found, out, dealt, held, deals)` gets the cards that each place has won,
who won the last trick, the piles, how many sit out and share, each hand as it was dealt and at the first lead, and the
dealer's place (-1: sits out); it gives the payments by place, what each who sits out pays, the bonuses that applied (a
bit for each, in the order of `settle.applying`), the amount, and the points of declarer's side and others.

`claimed_C(points, last, piles, decl, mate, found, out, dealt, held, deals)` does the same where a claim said how many
points the side of a place, `last`, has; a contract with a bonus that depends on the play has none, for the engine
finds out whether the points make it certain. `claimable(points, won, last, piles, decl, mate)` says whether that side
can have so many by what is won; 0 if not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.bulk.phases import finds_partner
from calarec.bulk.steps import hands_dealt, total_of, worth
from calarec.bulk.supported import NotPlainError, require_supported
from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import is_for_contract
from calarec.core.mechanisms.payment_rows import contract_payments, find_stake, played_out_payments
from calarec.core.mechanisms.rules import winning
from calarec.core.mechanisms.settle import named_roles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.bulk.steps import PythonSource
    from calarec.core.engine.cards import Cards
    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.conditions import AnyFigure, When
    from calarec.core.mechanisms.payment_rows import BonusRow, CallPlace, PaymentRows, Result, StakeRow
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import RoleRule, Roles


def taken(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that counts what each place has taken."""
    places = [worth(cards, f"won[{place}]") for place in range(hands_dealt(rules))]
    with out.block("def taken(won, last, piles, decl)"):
        out.add(f"points = [{', '.join(places)}]", f"points[last] += {rules.pack.last_trick}")
        for number, pile in enumerate(rules.piles.values()):
            if pile.won_by == "last_trick":
                out.add(f"points[last] += {worth(cards, f'piles[{number}]')}")
            elif pile.won_by == "declarer":
                with out.block("if decl >= 0"):
                    out.add(f"points[decl] += {worth(cards, f'piles[{number}]')}")
        out.add("return points")


class Party(NamedTuple):
    """The names under which a side's figures stand in the code."""

    tricks: str
    in_tricks: str
    cards: str
    points: str
    masks: Mapping[str, str]
    """The cards that it was dealt, held at the first lead and has won."""
    names: Sequence[str]
    """The cards of the pack by number."""
    dealer: str
    """Whether who deals is in it, and whether eldest hand is."""
    eldest: str

    def figure(self, which: AnyFigure) -> str:
        """The expression of a figure."""
        if isinstance(which, str):
            return str(getattr(self, which))
        cards = sum(1 << number for number, name in enumerate(self.names) if which.has_card(name))
        return f"({self.masks[which.where]} & {cards}).bit_count()"


def settle_contract(out: PythonSource, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract."""
    contract, last = rules.contracts[name], rules.pack.last_trick
    with out.block(f"def settle_{number}(won, last, piles, decl, mate, found, out, dealt, held, deals)"):
        out.add("own = won[decl]")
        if finds_partner(contract, rules):
            with out.block("if mate >= 0"):
                out.add("own |= won[mate]")
        out.add(_mine(contract, rules))
        with_last = "".join(f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by != "nobody")
        with out.block("if mine"):
            out.add(f"have = own{with_last}", f"points = {worth(cards, 'have')} + {last}", f"over = {last}")
        with out.block("else"):
            out.add(f"have = own{_piles_of('declarer', rules)}", f"points = {worth(cards, 'have')}", "over = 0")
        out.add(f"others = {_in_all(rules, cards)} - points")
        if rules.settle.bonus:
            everybody = " | ".join(f"won[{place}]" for place in range(hands_dealt(rules)))
            out.add(f"rest = ({everybody}) ^ own")
        _won_or_lost(out, name, rules, cards)


def settle_claim(out: PythonSource, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract in which points were claimed."""
    with out.block(f"def claimed_{number}(points, last, piles, decl, mate, found, out, dealt, held, deals)"):
        out.add(_mine(rules.contracts[name], rules), f"others = {_in_all(rules, cards)} - points")
        with out.block("if not mine"):
            out.add(f"points = {_in_all(rules, cards)} - points", f"others = {_in_all(rules, cards)} - points")
        _won_or_lost(out, name, rules, cards)


def claimable(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that holds claimed points against what is won."""
    with out.block("def claimable(points, won, last, piles, decl, mate)"):
        places = range(hands_dealt(rules))
        mine = " | ".join(f"won[{place}] * (decl == {place} or mate == {place})" for place in places)
        out.add(f"own = {mine}{_piles_of('declarer', rules)}")
        out.add(f"rest = ({' | '.join(f'won[{place}]' for place in places)}) & ~own")
        mine, theirs = worth(cards, "own"), worth(cards, "rest")
        for head, here, there in (("if last == decl or last == mate", mine, theirs), ("else", theirs, mine)):
            with out.block(head):
                out.add(f"if not {here} <= points <= {_in_all(rules, cards)} - {there}:", "    return 0")
        out.add("return points, last")


def _mine(contract: Contract, rules: Rules) -> str:
    partner = " or last == mate" if finds_partner(contract, rules) else ""
    return f"mine = last == decl{partner}"


def _piles_of(whose: str, rules: Rules) -> str:
    return "".join(f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == whose)


def _in_all(rules: Rules, cards: Cards) -> str:
    """What both sides have together."""
    nobodys = [f"piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == "nobody"]
    return f"({total_of(cards) + rules.pack.last_trick}{''.join(f' - {worth(cards, each)}' for each in nobodys)})"


def _won_or_lost(out: PythonSource, name: str, rules: Rules, cards: Cards) -> None:
    """What is paid, once the points of both sides are known."""
    down = _rounded(rules)
    _, needed = winning(rules, name)
    least, most = needed.points_at_least, needed.points_at_most
    limits_said = [f"{{}} >= {least}"] * (least is not None) + [f"{{}} <= {most}"] * (most is not None)
    with out.block(f"if {' and '.join(each.format(down.format('points')) for each in limits_said)}"):
        _amount(out, name, rules, cards, wins=True)
        out.add("due = amount")
    with out.block("else"):
        _amount(out, name, rules, cards, wins=False)
        out.add("due = -amount")
    _payments(out, rules.contracts[name], rules, hands_dealt(rules))


def _rounded(rules: Rules) -> str:
    whole = rules.pack.units_per_point
    return f"{{}} // {whole} * {whole}" if rules.settle.rounding == "down" and whole > 1 else "{}"


def _amount(out: PythonSource, name: str, rules: Rules, cards: Cards, *, wins: bool) -> None:
    contract, rows = rules.contracts[name], contract_payments(rules, name)
    _stake(out, rows, "won" if wins else "lost", rules)
    if any(row.bonus.plus_stakes for row in rows.adding):
        whole = rules.pack.units_per_point if rows.by_difference else 1
        out.add(f"stake = amount * {whole}")
    if rows.by_difference:
        down = _rounded(rules)
        out.add(f"amount *= abs({down.format('points')} - {down.format('others')})")
    players, last = hands_dealt(rules), rules.pack.last_trick
    nobodys = "".join(f" & ~piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == "nobody")
    mine = {"won": "have"} | {where: _of_side(where, contract, rules) for where in ("dealt", "held")}
    theirs = {"won": f"({cards.full} & ~have{nobodys})"}
    theirs |= {where: f"(({_of_all(where, players)}) & ~{mine[where]})" for where in ("dealt", "held")}
    deals, eldest = (f"(decl == {place} or mate == {place})" for place in ("deals", "0"))
    own = Party(
        f"own.bit_count() // {players}", worth(cards, "own"), "points - over", "points", mine, cards.names,
        f"(deals >= 0 and {deals})", eldest,
    )  # fmt: skip
    rest = Party(
        f"rest.bit_count() // {players}", worth(cards, "rest"), f"others - {last} + over", "others", theirs,
        cards.names, f"(deals >= 0 and not {deals})", f"(not {eldest})",
    )  # fmt: skip
    winners, losers = (own, rest) if wins else (rest, own)
    parties = {"declarer": own, "opponents": rest, "winners": winners, "losers": losers}
    _bonuses(out, rows, parties, name)


_CALL_PLACES: Final[Mapping[CallPlace, int]] = {"in_pile": -1, "in_hand": -2}
"""The value of `found` for a card that no other hand held."""


def _stake(out: PythonSource, rows: PaymentRows, result: Result, rules: Rules) -> None:
    """The stake of a contract with this result; of the rows that apply the last one counts."""
    base = [row for row in rows.stakes if row.may_apply_to_result(result)]
    out.add(f"amount = {_stake_amount(base, result, rules)}")
    for row in rows.stakes:
        if row.place is not None and row.may_apply_to_result(result, row.place) and row.stated_stake() is not None:
            with out.block(f"if found == {_CALL_PLACES[row.place]}"):
                out.add(f"amount = {_stake_amount([row], result, rules, row.place)}")


def _stake_amount(rows: Iterable[StakeRow], result: Result, rules: Rules, place: CallPlace | None = None) -> int:
    """The stake that these rows give; every stake that it follows must say only what is known here."""
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


def _of_side(where: str, contract: Contract, rules: Rules) -> str:
    """The cards of declarer and partner."""
    partner = f" | {where}[mate] * (mate >= 0)" if finds_partner(contract, rules) else ""
    return f"({where}[decl]{partner})"


def _of_all(where: str, players: int) -> str:
    return " | ".join(f"{where}[{place}]" for place in range(players))


def _bonuses(out: PythonSource, rows: PaymentRows, parties: Mapping[str, Party], contract: str) -> None:
    """The first bonus whose condition holds changes the amount, and all that add are added to it."""
    out.add("bonus = 0")
    word, bits = "if", {row.name: 1 << place for place, row in enumerate(rows.all_bonuses)}
    for row in rows.changing:
        condition, bonus = _row_condition(row, parties, contract), row.bonus
        if condition is None:
            continue
        with out.block(f"{word} {condition}"):
            out.add(f"bonus = {bits[row.name]}")
            out.add(f"amount = {bonus.instead}" if bonus.instead is not None else f"amount *= {bonus.times or 1}")
        word = "elif"
    for row in rows.adding:
        condition, bonus = _row_condition(row, parties, contract), row.bonus
        if condition is not None:
            with out.block(f"if {condition}"):
                out.add(f"bonus |= {bits[row.name]}")
                out.add(
                    f"amount += {bonus.plus}" if bonus.plus is not None else f"amount += stake * {bonus.plus_stakes}"
                )


def _row_condition(row: BonusRow, parties: Mapping[str, Party], contract: str) -> str | None:
    """When a bonus holds; None if it never does in this contract."""
    require_supported(row.bonus, row.rule)
    conditions = []
    for when in row.bonus.conditions:
        require_supported(when, f"{row.rule}.when")
        if when.cards is not None:
            require_supported(when.cards, f"{row.rule}.when.cards")
        party = parties.get(when.of)
        if party is None or not is_for_contract(when, contract):
            return None
        conditions.append(_condition(when, party))
    return " and ".join(conditions)


def _condition(when: When, party: Party) -> str:
    said = []
    for each in when.limits:
        value = party.figure(each.figure)
        if each.least == each.most:
            said.append(f"{value} == {each.least}")
        else:
            said += [
                f"{value} {sign} {limit}"
                for sign, limit in ((">=", each.least), ("<=", each.most))
                if limit is not None
            ]
    return " and ".join(said) or "1"


def _payments(out: PythonSource, contract: Contract, rules: Rules, players: int) -> None:
    shares, roles = rules.settle.shares, rules.settle.roles
    if not named_roles(roles):
        out.add(f"pays = [{', '.join(['-due'] * players)}]")
        both, alone, idle = f"due * ({players - 2} + out)", f"due * ({players - 1} + out)", "-due"
    else:
        _by_roles(out, roles, players)
        alone, idle = "due * rate * out - sum(pays) + pays[decl]", "-due * rate"
        both = f"{alone} + pays[mate]"
    if not finds_partner(contract, rules):
        out.add(f"pays[decl] = {alone}")
    else:
        with out.block("if mate >= 0"):
            out.add(f"total = {both}")
            if shares is None:
                out.add("part = 0")
            else:
                out.add(f"part = total * {shares.partner} // {shares.declarer + shares.partner}")
            out.add("pays[mate] = part", "pays[decl] = total - part")
        with out.block("else"):
            out.add(f"pays[decl] = {alone}")
    out.add(f"return pays, {idle}, bonus, amount, points, others")


def _by_roles(out: PythonSource, roles: Roles, players: int) -> None:
    """What each pays as an opponent where roles pay and receive multiples, and `rate`: how much who sits out does."""
    out.add(f"rates = [{', '.join(['1'] * players)}]", "rate = 1")
    for place, rule in _role_places(roles):
        pays = f"({rule.pays} if due > 0 else {rule.receives})"
        receives = f"({rule.receives} if due > 0 else {rule.pays})"
        with out.block(f"if decl == {place}"):
            out.add(f"rates = [each * {receives} for each in rates]", f"rate *= {receives}")
        with out.block(f"elif {place} >= 0"):
            out.add(f"rates[{place}] *= {pays}")
        with out.block("else"):
            out.add(f"rate *= {pays}")  # who sits out deals
    out.add("pays = [-due * each for each in rates]")


def _role_places(roles: Roles) -> list[tuple[str, RoleRule]]:
    """The place of everybody who has a role: eldest hand is the first, the dealer may sit out."""
    return [("deals" if name == "dealer" else "0", rule) for name, rule in named_roles(roles)]


def settle_play_out(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that settles a hand in which each plays for himself; points are those of each place.

    `payers` has a bit for the place of each who pays.
    """
    part, last = rules.all_pass.params, rules.pack.last_trick
    places = range(hands_dealt(rules))
    with out.block("def settle_out(won, last, piles, dealt, held, deals)"):
        for place in places:
            with_last = "".join(
                f" | piles[{i}] * (last == {place})"
                for i, pile in enumerate(rules.piles.values())
                if pile.won_by == "last_trick"
            )
            out.add(f"g{place} = won[{place}]{with_last}")
            out.add(f"p{place} = {worth(cards, f'g{place}')} + {last} * (last == {place})")
        points = f"[{', '.join(f'p{place}' for place in places)}]"
        if part.pays == "nobody":
            out.add(f"pays = [{', '.join('0' for _ in places)}]", f"return pays, 0, 0, 0, {points}, 0")
            return
        if part.pays == "last_trick":
            out.add("payers = 1 << last")
        else:
            counted = [_rounded(rules).format(f"p{place}") for place in places]
            if rules.settle.leftover == "last_trick":
                all_points = " + ".join(f"p{place}" for place in places)
                out.add(f"left = {_rounded(rules).format(f'({all_points})')} - {' - '.join(counted)}")
                counted = [f"{each} + left * (last == {place})" for place, each in enumerate(counted)]
            out.add(f"top = {'max' if part.pays == 'most_points' else 'min'}({', '.join(counted)})")
            out.add(f"payers = {' | '.join(f'({each} == top) << {place}' for place, each in enumerate(counted))}")
        out.add("many = payers.bit_count()", "bonus = amount = stake = 0")
        ties = "many == 1" if part.ties == "nobody_pays" else f"many < {len(places)}"
        with out.block(f"if {ties}"):
            out.add(f"amount = stake = {part.stake}")
            if part.bonus:
                _bonuses_of_others(out, rules, cards)
        out.add(f"pays = [{', '.join(_paid_to(place, rules) for place in places)}]")
        out.add(f"return pays, 0, bonus, amount, {points}, 0")


def _bonuses_of_others(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """What those who do not pay have together changes the amount."""
    part, last, places = rules.all_pass.params, rules.pack.last_trick, range(hands_dealt(rules))
    others = [f"(not payers >> {place} & 1)" for place in places]
    for name, of in (("rest", "won[{}]"), ("have", "g{}"), ("had", "dealt[{}]"), ("kept", "held[{}]")):
        out.add(f"{name} = {' | '.join(f'{of.format(place)} * {others[place]}' for place in places)}")
    out.add(f"over = {last} * (not payers >> last & 1)")
    points, masks = worth(cards, "have"), {"won": "have", "dealt": "had", "held": "kept"}
    party = Party(
        f"rest.bit_count() // {len(places)}", worth(cards, "rest"), points, f"{points} + over", masks, cards.names,
        "(deals >= 0 and not payers >> deals & 1)", others[0],
    )  # fmt: skip
    _bonuses(out, played_out_payments(part), {"others": party}, "")


def _paid_to(place: int, rules: Rules) -> str:
    """What a place is paid by all who pay, or pays to all others; by roles the part between two is a multiple."""
    roles, players = _role_places(rules.settle.roles), hands_dealt(rules)
    if not roles:
        return f"amount * (many - {players} * (payers >> {place} & 1))"

    def times(at: int, *, pays: bool) -> str:
        said = [f"({rule.pays if pays else rule.receives} if {where} == {at} else 1)" for where, rule in roles]
        return " * ".join(said)

    others = [at for at in range(players) if at != place]
    got = " + ".join(f"{times(at, pays=True)} * (payers >> {at} & 1)" for at in others)
    gave = " + ".join(f"{times(at, pays=False)} * (not payers >> {at} & 1)" for at in others)
    paid = f"-({gave}) * {times(place, pays=True)} if payers >> {place} & 1"
    return f"amount * ({paid} else ({got}) * {times(place, pays=False)})"
