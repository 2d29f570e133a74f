"""The phases of a recorded hand as straight code: the deal, the tricks, the exchange, the settlement.

`dealt(values, bit, where)` gives the hands by place and the pile; `values` are seat and cards of each line as they
stand in the text, `where` gives the place of a seat. `taken(won, last, piles, decl)` gives the points of each place.

`tricks(rows, bit, suit, SEATS, HANDS)` goes through rows of leader and cards as they stand in the text; `bit` and
`suit` give the mask of a card's text and of its suit. Seats and hands begin with the first leader and are turned
round whenever another seat wins, so that the code needs no index. `tricks_said` also holds the stated winners;
`tricks_some` does not ask whether all is played, and gives what is left too.
A hand is the cards that it played, neither more nor less, exactly if taking each out of it leaves nothing; so
nothing else is asked of single cards but their suit.

`check_C(hands, piles, decl, asked, found, mate, rows)` holds the rows of a record against the steps of a contract,
moves the cards, and gives where the called card was and who is partner; 0 if anything is not as it should be.
A row is what was done, by whom, the cards, to where, and whether openly; the last one says `END`.

`settle_C(won, last, piles, decl, mate, found, out, dealt, held, deals)` gets the cards that each place has won,
who won the last trick, the piles, how many sit out and share, each hand as it was dealt and at the first lead, and the
dealer's place (-1: sits out); it gives the payments by place, what each who sits out pays, the bonuses that applied (a
bit for each, in the order of `settle.applying`), the amount, and the points of declarer's side and others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple
from calarec.bulk.steps import CALL, DISCARD, END, GIVE, TAKE, UNSAID, SharingStep, hands_dealt, total_of, worth
from calarec.bulk.supported import NotPlainError, require_supported
from calarec.mechanisms.conditions import in_contract
from calarec.mechanisms.rules import winning
from calarec.mechanisms.settle import adding, applying, changing, named_roles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.bulk.steps import CompiledStep, PythonSource
    from calarec.engine.cards import Cards
    from calarec.mechanisms.auction import Contract, StakeOf
    from calarec.mechanisms.conditions import AnyFigure, When
    from calarec.mechanisms.rules import Rules
    from calarec.mechanisms.settle import Bonus, RoleRule, Roles


def dealt(out: PythonSource, rules: Rules) -> None:
    """The functions that read a deal with its pile, and one without."""
    _dealt(out, "dealt", rules, sum(pile.dealt for pile in rules.piles.values()))
    _dealt(out, "dealt_bare", rules, 0)


def _dealt(out: PythonSource, name: str, rules: Rules, pile: int) -> None:
    players, size = hands_dealt(rules), rules.deal.hand
    lines = [[f"c{line * size + number}" for number in range(size)] for line in range(players)]
    laid = [f"c{players * size + number}" for number in range(pile)]
    names = [each for line, cards in enumerate(lines) for each in (f"s{line}", *cards)]
    with out.block(f"def {name}(values, bit, where)"):
        out.add(f"{', '.join((*names, *laid))} = values")
        out.add(f"hands = [{', '.join('0' * players)}]")
        for line, cards in enumerate(lines):
            out.add(f"hands[where[s{line}]] = {' + '.join(f'bit[{card}]' for card in cards)}")
        out.add(f"return hands, {' + '.join(f'bit[{card}]' for card in laid) or '0'}")


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


def tricks(out: PythonSource, rules: Rules) -> None:
    """The functions that go through all tricks, with and without stated winners, and through the first of them."""
    _tricks(out, "tricks", rules)
    _tricks(out, "tricks_said", rules, said=True)
    _tricks(out, "tricks_some", rules, whole=False)


def _tricks(out: PythonSource, name: str, rules: Rules, *, said: bool = False, whole: bool = True) -> None:
    players = hands_dealt(rules)
    numbers = range(players)
    seats, hands, won, cards = ([f"{letter}{n}" for n in numbers] for letter in ("s", "h", "w", "c"))
    winner = ", winner" if said else ""
    with out.block(f"def {name}(rows, bit, suit, {', '.join(seats)}, {', '.join(hands)})"):
        out.add(f"{' = '.join(won)} = 0")
        with out.block(f"for leader, {', '.join(cards)}{winner} in rows"):
            out.add("if leader != s0:", "    return 0")
            out.add("led = suit[c0]")
            out.add(*(f"{card} = bit[{card}]" for card in cards))
            out.add(*(f"{hand} ^= {card}" for hand, card in zip(hands, cards, strict=True)))
            if rules.play.follow == "must":
                broken = " or ".join(f"not {cards[n]} & led and {hands[n]} & led" for n in numbers[1:])
                out.add(f"if {broken}:", "    return 0")
            out.add(f"cards = {' | '.join(cards)}", "best = cards & led")
            with out.block("if best < c0 + c0"):
                out.add("w0 |= cards")
            for place in numbers[1:]:
                last = place == players - 1
                head = "else" if last else f"elif c{place} & best and best < c{place} + c{place}"
                with out.block(head):
                    out.add(f"w{place} |= cards")
                    before = [*seats, *hands, *won]
                    after = [each for group in (seats, hands, won) for each in (*group[place:], *group[:place])]
                    out.add(f"{', '.join(before)} = {', '.join(after)}")
            if said:
                out.add("if winner != s0:", "    return 0")
        if whole:
            out.add(f"if {' or '.join(hands)}:", "    return 0")
        out.add(f"return s0, {', '.join(won if whole else (*won, *hands))}")


def check_contract(
    out: PythonSource, number: int, name: str, steps: Sequence[CompiledStep | SharingStep | None], rules: Rules
) -> None:
    """The function of one contract."""
    partner = finds_partner(rules.contracts[name], rules)
    with out.block(f"def check_{number}(hands, piles, decl, asked, found, mate, rows)"):
        out.add("tabled = gave = laid = at = 0")
        for step in steps:
            if isinstance(step, SharingStep):
                check_share(out, step, rules, partner=partner)
            elif step is not None:
                _check_step(out, step)
        out.add(f"if rows[at][0] != {END}:", "    return 0")
        out.add("return found, mate")


def check_call(out: PythonSource, number: int, step: CompiledStep) -> None:
    """`called_C(hands, piles, decl, cards, to)` for a card named with the bid: what, where it was, who is partner."""
    with out.block(f"def called_{number}(hands, piles, decl, cards, to)"):
        out.add("tabled = asked = 0", "mate = -1")
        out.add(f"if cards & ~{_bracketed(step.legal)} or cards.bit_count() != 1:", "    return 0")
        out.add(*step.effect)
        _found(out, step)
        out.add("return asked, found, mate")


def _check_step(out: PythonSource, step: CompiledStep) -> None:
    if step.guard != "1":
        with out.block(f"if {step.guard}"):
            _acts(out, step)
    else:
        _acts(out, step)


def _acts(out: PythonSource, step: CompiledStep) -> None:
    out.add("do, seat, cards, to, shown = rows[at]")
    if step.forced:
        # Who is to receive the called card gives none: that line is of another step.
        own = f" and seat != {step.to}" if step.do == GIVE else ""
        with out.block(f"if do == {step.do}{own}"):
            _right(out, step)
            out.add("at += 1")
        with out.block("else"):
            out.add(f"cards = {step.legal}")
        out.add(*step.effect)
    elif step.least == "0":
        with out.block(f"if do == {step.do} and seat == {step.seat}"):
            _right(out, step)
            out.add("at += 1")
        with out.block("else"):
            out.add("cards = 0")
        out.add(*step.effect)
    else:
        out.add(f"if do != {step.do}:", "    return 0")
        _right(out, step)
        out.add("at += 1", *step.effect)
        _found(out, step)


def _found(out: PythonSource, step: CompiledStep) -> None:
    """Where the called card was, if the record says it."""
    if step.do == CALL:
        out.add(f"if to != {UNSAID} and to != found:", "    return 0")


def _right(out: PythonSource, step: CompiledStep) -> None:
    """Everything but the kind of action."""
    wrong = [f"seat != {step.seat}", f"cards & ~{_bracketed(step.legal)}"]
    if step.least == step.most:
        wrong.append(f"cards.bit_count() != {step.least}")
    else:
        wrong.append(f"not {step.least} <= cards.bit_count() <= {step.most}")
    if step.do != CALL:
        wrong += [_to(step.to), f"shown == {1 - step.open}"]
    out.add(f"if {' or '.join(wrong)}:", "    return 0")


def _to(to: str) -> str:
    if to.isdigit():
        return f"to != {UNSAID} and to != {to}"
    return f"to != {to}"


def _bracketed(text: str) -> str:
    return text if text.isidentifier() or (text.startswith("(") and text.endswith(")")) else f"({text})"


def sharers(step: SharingStep, rules: Rules, *, partner: bool) -> str:
    """The places of who shares, from the declarer on."""
    players = hands_dealt(rules)
    if partner:
        text = f"[each % {players} for each in range(decl + 1, decl + {players}) if each % {players} != mate]"
        return f"{text}[:2]" if step.first_two else text
    most = 2 if step.first_two else players
    turns = [[str((decl + at) % players) for at in range(1, players)][:most] for decl in range(players)]
    return "(" + ", ".join(f"({', '.join(each)},)" for each in turns) + ")[decl]"


def check_share(out: PythonSource, step: SharingStep, rules: Rules, *, partner: bool) -> None:
    """Takes and discards of those who share a pile."""
    pile = f"piles[{step.pile}]"
    out.add(f"turns = {sharers(step, rules, partner=partner)}", f"rest = {pile}")
    if step.decided == "in_turn":
        _check_in_turn(out, step, pile)
        return
    out.add("took = owes = 0", "many = [0] * 8")
    if step.each == "equal":
        out.add("part = rest.bit_count() // len(turns)")
    with out.block("while rest or owes"):
        out.add("do, seat, cards, to, shown = rows[at]", "at += 1", "number = cards.bit_count()")
        out.add(f"if to != {UNSAID} and to != {step.pile}:", "    return 0")
        with out.block(f"if do == {TAKE}"):
            wrong = ["seat not in turns", "took >> seat & 1", "not cards", "cards & ~rest", f"shown == {1 - step.open}"]
            if step.each == "equal":
                wrong.append("number != part")
            out.add(f"if {' or '.join(wrong)}:", "    return 0")
            out.add("rest ^= cards", f"{pile} ^= cards", "hands[seat] |= cards")
            out.add("many[seat] = number", "took |= 1 << seat", "owes |= 1 << seat")
            if step.each == "any" and step.decided == "jointly":
                out.add("if rest and took.bit_count() == len(turns):", "    return 0")
        with out.block(f"elif do == {DISCARD}"):
            wrong = ["not owes >> seat & 1", "cards & ~hands[seat]", "number != many[seat]", "shown == 1"]
            out.add(f"if {' or '.join(wrong)}:", "    return 0")
            out.add("hands[seat] ^= cards", f"{pile} |= cards", "owes ^= 1 << seat")
        with out.block("else"):
            out.add("return 0")


def _check_in_turn(out: PythonSource, step: SharingStep, pile: str) -> None:
    head = "for turn in turns"
    with out.block(head):
        if step.each == "any":
            # Who takes nothing has no line.
            out.add(f"if rows[at][0] != {TAKE} or rows[at][1] != turn:", "    continue")
        out.add("do, seat, cards, to, shown = rows[at]", "number = cards.bit_count()")
        wrong = [f"do != {TAKE}", "seat != turn", "not cards", f"cards & ~{pile}", f"shown == {1 - step.open}"]
        wrong.append(f"to != {UNSAID} and to != {step.pile}")
        if step.each == "all":
            wrong.append(f"cards != {pile}")
        out.add(f"if {' or '.join(wrong)}:", "    return 0")
        out.add(f"{pile} ^= cards", "hands[seat] |= cards")
        out.add("do, seat, cards, to, shown = rows[at + 1]", "at += 2")
        wrong = [
            f"do != {DISCARD}", "seat != turn", "cards & ~hands[seat]", "cards.bit_count() != number", "shown == 1",
            f"to != {UNSAID} and to != {step.pile}",
        ]  # fmt: skip
        out.add(f"if {' or '.join(wrong)}:", "    return 0")
        out.add("hands[seat] ^= cards", f"{pile} |= cards")


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
        cards = sum(1 << number for number, name in enumerate(self.names) if which.counts(name))
        return f"({self.masks[which.where]} & {cards}).bit_count()"


def settle_contract(out: PythonSource, name: str, number: int, rules: Rules, cards: Cards) -> None:
    """The function that settles one contract."""
    contract = rules.contracts[name]
    players, last = hands_dealt(rules), rules.pack.last_trick
    with out.block(f"def settle_{number}(won, last, piles, decl, mate, found, out, dealt, held, deals)"):
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
        if rules.settle.bonus:
            everybody = " | ".join(f"won[{place}]" for place in range(players))
            out.add(f"rest = ({everybody}) ^ own")
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
        _payments(out, contract, rules, players)


def finds_partner(contract: Contract, rules: Rules) -> bool:
    """Whether a contract has a call for a partner."""
    steps = [rules.steps[step] for step in contract.steps]
    return any(step.do == "call" and step.params.gets == "partner" for step in steps)


def _rounded(rules: Rules) -> str:
    whole = rules.pack.whole
    return f"{{}} // {whole} * {whole}" if rules.settle.rounding == "down" and whole > 1 else "{}"


def _amount(out: PythonSource, name: str, rules: Rules, cards: Cards, *, wins: bool) -> None:
    contract = rules.contracts[name]
    stake = contract.stake if wins or contract.lost is None else contract.lost
    out.add(f"amount = {resolved(stake, rules)}")
    for step in contract.steps:
        if rules.steps[step].do == "call":
            for where, found in ((-1, rules.steps[step].params.in_pile), (-2, rules.steps[step].params.in_hand)):
                instead = found.won if wins else found.lost
                if instead is not None:
                    with out.block(f"if found == {where}"):
                        out.add(f"amount = {resolved(instead, rules)}")
    if any(each.plus_stakes for each in rules.settle.bonus.values()):
        whole = rules.pack.whole if rules.settle.pay == "difference" else 1
        out.add(f"stake = amount * {whole}")
    if rules.settle.pay == "difference":
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
    bonuses(out, rules.settle.bonus, rules.settle.bonus_order, parties, name)


def _of_side(where: str, contract: Contract, rules: Rules) -> str:
    """The cards of declarer and partner."""
    partner = f" | {where}[mate] * (mate >= 0)" if finds_partner(contract, rules) else ""
    return f"({where}[decl]{partner})"


def _of_all(where: str, players: int) -> str:
    return " | ".join(f"{where}[{place}]" for place in range(players))


def bonuses(
    out: PythonSource, table: Mapping[str, Bonus], order: Sequence[str], parties: Mapping[str, Party], contract: str
) -> None:
    """The first bonus whose condition holds changes the amount, and all that add are added to it."""
    out.add("bonus = 0")
    word, names = "if", applying(table, order)
    for name in changing(table, order):
        bonus = table[name]
        said = _conditions(bonus, f"bonus.{name}", parties, contract)
        if said is None:
            continue
        with out.block(f"{word} {said}"):
            out.add(f"bonus = {1 << names.index(name)}")
            out.add(f"amount = {bonus.instead}" if bonus.instead is not None else f"amount *= {bonus.times or 1}")
        word = "elif"
    for name in adding(table):
        bonus = table[name]
        said = _conditions(bonus, f"bonus.{name}", parties, contract)
        if said is not None:
            with out.block(f"if {said}"):
                out.add(f"bonus |= {1 << names.index(name)}")
                out.add(
                    f"amount += {bonus.plus}" if bonus.plus is not None else f"amount += stake * {bonus.plus_stakes}"
                )


def _conditions(bonus: Bonus, path: str, parties: Mapping[str, Party], contract: str) -> str | None:
    """When a bonus holds; None if it never does in this contract."""
    require_supported(bonus, path)
    said = []
    for when in bonus.conditions:
        require_supported(when, f"{path}.when")
        if when.cards is not None:
            require_supported(when.cards, f"{path}.when.cards")
        party = parties.get(when.of)
        if party is None or not in_contract(when, contract):
            return None
        said.append(_condition(when, party))
    return " and ".join(said)


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


def resolved(stake: int | StakeOf | None, rules: Rules) -> int:
    """A stake in figures, whatever contract it follows."""
    times = 1
    for _ in range(len(rules.contracts) + 1):
        if stake is None:
            return 0
        if isinstance(stake, int):
            return stake * times
        require_supported(stake, "contracts")
        times *= stake.times
        stake = rules.contracts[stake.of].stake
    raise NotPlainError("contracts")


def _paid_by_roles(out: PythonSource, roles: Roles, players: int) -> None:
    """Each payer pays each of the others, both by their roles."""
    ones = ", ".join(["1"] * players)
    out.add(f"rates = [{ones}]", f"due = [{ones}]")
    for place, rule in _role_places(roles):
        with out.block(f"if {place} >= 0"):
            out.add(f"rates[{place}] *= {rule.pays}", f"due[{place}] *= {rule.receives}")
    with out.block("for seat in payers"), out.block("for each in others"):
        out.add("part = amount * rates[seat] * due[each]", "pays[seat] -= part", "pays[each] += part")


def settle_play_out(out: PythonSource, rules: Rules, cards: Cards) -> None:
    """The function that settles a hand in which each plays for himself; points are those of each place."""
    part = rules.all_pass.params
    players, last = hands_dealt(rules), rules.pack.last_trick
    with out.block("def settle_out(won, last, piles, dealt, held, deals)"):
        out.add(f"got = [{', '.join(f'won[{place}]' for place in range(players))}]")
        for number, pile in enumerate(rules.piles.values()):
            if pile.won_by == "last_trick":
                out.add(f"got[last] |= piles[{number}]")
        out.add(f"points = [{worth(cards, 'mask')} for mask in got]", f"points[last] += {last}")
        if part.pays == "nobody":
            out.add(f"return [{', '.join(['0'] * players)}], 0, 0, 0, points, 0")
            return
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
            out.add(f"amount = stake = {part.stake}")
            if part.bonus:
                out.add("rest = have = had = kept = 0")
                with out.block("for each in others"):
                    out.add("rest |= won[each]", "have |= got[each]", "had |= dealt[each]", "kept |= held[each]")
                out.add(f"over = {last} if last in others else 0")
                points = worth(cards, "have")
                masks = {"won": "have", "dealt": "had", "held": "kept"}
                party = Party(
                    f"rest.bit_count() // {players}",
                    worth(cards, "rest"),
                    points,
                    f"{points} + over",
                    masks,
                    cards.names,
                    "(deals in others)",
                    "(0 in others)",
                )
                bonuses(out, part.bonus, part.bonus_order, {"others": party}, "")
            if not named_roles(rules.settle.roles):
                out.add("for each in others:", "    pays[each] = amount * len(payers)")
                out.add("for each in payers:", "    pays[each] = -amount * len(others)")
            else:
                _paid_by_roles(out, rules.settle.roles, players)
        out.add("return pays, 0, bonus, amount, points, 0")
