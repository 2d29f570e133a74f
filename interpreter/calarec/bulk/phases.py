"""What a played hand pays, as straight code: one function a contract, and one for a hand without a declarer.

`settle_C(won, last, piles, decl, mate, found, out)` gets the cards that each place has won, who won the last
trick, the piles, and how many sit out and share; it gives the payments by place, what each who sits out pays,
the bonus (1 and up in the order of bonuses, 0: none), the amount, and the points of declarer's side and others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.plain import NotPlainError, known
from calarec.kernel.steps import hands_dealt
from calarec.kernel.worth import total_of, worth
from calarec.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.kernel.emit import Source
    from calarec.mechanisms.contracts import Contract, StakeOf
    from calarec.mechanisms.settle import Bonus, When
    from calarec.moves.cards import Cards
    from calarec.rulesets.model import Rules


class Party(NamedTuple):
    """The names under which a side's figures stand in the code."""

    tricks: str
    in_tricks: str
    cards: str
    points: str


def settle_contract(out: Source, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract."""
    contract = rules.contracts[name]
    players, last = hands_dealt(rules), rules.pack.last_trick
    with out.block(f"def settle_{number}(won, last, piles, decl, mate, found, out)"):
        out.add("own = won[decl]")
        if finds_partner(contract, rules):
            with out.block("if mate >= 0"):
                out.add("own |= won[mate]")
            out.add("mine = last == decl or last == mate")
        else:
            out.add("mine = last == decl")
        with_last = "".join(f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by != "nobody")
        declarers = "".join(
            f" | piles[{i}]" for i, pile in enumerate(rules.piles.values()) if pile.won_by == "declarer"
        )
        with out.block("if mine"):
            out.add(f"have = own{with_last}", f"points = {worth(cards, 'have')} + {last}", f"over = {last}")
        with out.block("else"):
            out.add(f"have = own{declarers}", f"points = {worth(cards, 'have')}", "over = 0")
        nobodys = "".join(
            f" - {worth(cards, f'piles[{i}]')}"
            for i, pile in enumerate(rules.piles.values())
            if pile.won_by == "nobody"
        )
        out.add(f"others = {total_of(cards) + last} - points{nobodys}")
        if rules.settle.bonus_order:
            everybody = " | ".join(f"won[{place}]" for place in range(players))
            out.add(f"rest = ({everybody}) ^ own")
        down = _rounded(rules)
        with out.block(f"if {down.format('points')} >= {rules.settle.won_if.points_at_least}"):
            _amount(out, name, rules, cards, wins=True)
            out.add("due = amount")
        with out.block("else"):
            _amount(out, name, rules, cards, wins=False)
            out.add("due = -amount")
        _payments(out, contract, rules, players)


def finds_partner(contract: Contract, rules: Rules) -> bool:
    """Whether a contract has a call for a partner."""
    steps = [rules.steps[step] for step in contract.steps]
    return any(step.do == "call" and step.part.gets == "partner" for step in steps)


def _rounded(rules: Rules) -> str:
    whole = int(rules.pack.unit.partition("/")[2] or 1)
    return f"{{}} // {whole} * {whole}" if rules.settle.rounding == "down" and whole > 1 else "{}"


def _amount(out: Source, name: str, rules: Rules, cards: Cards, *, wins: bool) -> None:
    contract = rules.contracts[name]
    stake = contract.stake if wins or contract.lost is None else contract.lost
    out.add(f"amount = {resolved(stake, rules)}")
    for step in contract.steps:
        if rules.steps[step].do == "call":
            for where, found in ((-1, rules.steps[step].part.in_pile), (-2, rules.steps[step].part.in_hand)):
                instead = found.won if wins else found.lost
                if instead is not None:
                    with out.block(f"if found == {where}"):
                        out.add(f"amount = {resolved(instead, rules)}")
    if rules.settle.pay == "difference":
        down = _rounded(rules)
        out.add(f"amount *= abs({down.format('points')} - {down.format('others')})")
    own = Party(f"own.bit_count() // {hands_dealt(rules)}", worth(cards, "own"), "points - over", "points")
    last = rules.pack.last_trick
    rest = Party(f"rest.bit_count() // {hands_dealt(rules)}", worth(cards, "rest"), f"others - {last} + over", "others")
    winners, losers = (own, rest) if wins else (rest, own)
    parties = {"declarer": own, "opponents": rest, "winners": winners, "losers": losers}
    bonuses(out, rules.settle.bonus, rules.settle.bonus_order, parties, name)


def bonuses(
    out: Source, table: Mapping[str, Bonus], order: Sequence[str], parties: Mapping[str, Party], contract: str
) -> None:
    """The first bonus whose condition holds changes the amount."""
    out.add("bonus = 0")
    word = "if"
    for number, name in enumerate(order, 1):
        bonus = table[name]
        known(bonus, f"bonus.{name}")
        known(bonus.when, f"bonus.{name}.when")
        party = parties.get(bonus.when.of)
        if party is None or (bonus.when.contracts and contract not in bonus.when.contracts):
            continue
        with out.block(f"{word} {_condition(bonus.when, party)}"):
            out.add(f"bonus = {number}")
            out.add(f"amount = {bonus.instead}" if bonus.instead is not None else f"amount *= {bonus.times or 1}")
        word = "elif"


def _condition(when: When, party: Party) -> str:
    said = []
    if when.tricks is not None:
        said.append(f"{party.tricks} == {when.tricks}")
    if when.tricks_at_least is not None:
        said.append(f"{party.tricks} >= {when.tricks_at_least}")
    limits = (
        (when.card_points_in_tricks_below, party.in_tricks),
        (when.card_points_below, party.cards),
        (when.points_below, party.points),
    )
    said += [f"{value} < {limit}" for limit, value in limits if limit is not None]
    return " and ".join(said) or "1"


def _payments(out: Source, contract: Contract, rules: Rules, players: int) -> None:
    shares = rules.settle.shares
    out.add(f"pays = [{', '.join(['-due'] * players)}]")
    if not finds_partner(contract, rules):
        out.add(f"pays[decl] = due * ({players - 1} + out)")
    else:
        with out.block("if mate >= 0"):
            out.add(f"total = due * ({players - 2} + out)")
            if shares is None:
                out.add("part = 0")
            else:
                out.add(f"part = total * {shares.partner} // {shares.declarer + shares.partner}")
            out.add("pays[mate] = part", "pays[decl] = total - part")
        with out.block("else"):
            out.add(f"pays[decl] = due * ({players - 1} + out)")
    out.add("return pays, -due, bonus, amount, points, others")


def resolved(stake: int | StakeOf | None, rules: Rules) -> int:
    """A stake in figures, whatever contract it follows."""
    times = 1
    for _ in range(len(rules.contracts) + 1):
        if stake is None:
            return 0
        if isinstance(stake, int):
            return stake * times
        known(stake, "contracts")
        times *= stake.times
        stake = rules.contracts[stake.of].stake
    raise NotPlainError("contracts")


def settle_play_out(out: Source, rules: Rules, cards: Cards) -> None:
    """The function that settles a hand in which each plays for himself; points are those of each place."""
    part = rules.all_pass.part
    players, last = hands_dealt(rules), rules.pack.last_trick
    with out.block("def settle_out(won, last, piles)"):
        out.add(f"held = [{', '.join(f'won[{place}]' for place in range(players))}]")
        for number, pile in enumerate(rules.piles.values()):
            if pile.won_by == "last_trick":
                out.add(f"held[last] |= piles[{number}]")
        out.add(f"points = [{worth(cards, 'mask')} for mask in held]", f"points[last] += {last}")
        down = _rounded(rules).format("each")
        out.add(f"counted = [{down} for each in points]")
        if part.pays == "last_trick":
            out.add("payers = [last]")
        else:
            out.add("top = max(counted)", f"payers = [each for each in range({players}) if counted[each] == top]")
        out.add(f"others = [each for each in range({players}) if each not in payers]")
        out.add(f"pays = [{', '.join(['0'] * players)}]", "bonus = amount = 0")
        ties = " and len(payers) == 1" if part.ties == "nobody_pays" else ""
        with out.block(f"if others{ties}"):
            out.add(f"amount = {part.stake}")
            if part.bonus_order:
                out.add("rest = have = 0")
                with out.block("for each in others"):
                    out.add("rest |= won[each]", "have |= held[each]")
                out.add(f"over = {last} if last in others else 0")
                held = worth(cards, "have")
                party = Party(f"rest.bit_count() // {players}", worth(cards, "rest"), held, f"{held} + over")
                bonuses(out, part.bonus, part.bonus_order, {"others": party}, "")
            out.add("for each in others:", "    pays[each] = amount * len(payers)")
            out.add("for each in payers:", "    pays[each] = -amount * len(others)")
        out.add("return pays, 0, bonus, amount, points, 0")
