"""Steps before the play, and random exchanges and tricks, as straight code.

`idle_C_I(board)` checks whether the step passes automatically, and opens or closes it; `offer_C_I(board)` lists the
possible actions as (do, seat, cards, least, most, to). `make_C_I(board, do, seat, cards)` carries one out and checks
whether the step is done.

`chance_C(hands, piles, decl, asked, found, mate, pick, number, log)` goes through the steps of a contract with random
choices; it gives the place of the called card and the partner. `tricks_out(ORDERS, HANDS)` plays the cards of each
hand by a random order that was fixed before: the last of all, or the first of a suit. What a choice shows of the
order is gone with the card; so every legal card is equally likely each time.

`sensible_C(hands, piles, decl, asked, found, mate, best, worst, missing)` goes through the same steps with the
choices of `sensible.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from calarec.bulk.phases import has_partner_call, sharers_source, write_trick_winner
from calarec.bulk.steps import (
    CALL,
    DISCARD,
    SHARED,
    STATE,
    TAKE,
    CompiledStep,
    SharingStep,
    count_places,
    names_in,
)
from calarec.bulk.supported import NotPlainError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.steps import PythonSource
    from calarec.core.mechanisms.rules import Rules


def step_functions(
    out: PythonSource, which: str, step: CompiledStep | SharingStep | None, rules: Rules, *, partner: bool
) -> None:
    """Write the three functions of a step; `which` are its numbers."""
    if step is None:
        _function(out, f"idle_{which}", ["return 1"])
        _function(out, f"offer_{which}", ["return ()"])
    elif isinstance(step, SharingStep):
        _write_share(out, which, step, rules, partner=partner)
    else:
        _write_single(out, which, step)


def _function(out: PythonSource, name: str, lines: Iterable[str], more: str = "", stores: Iterable[str] = ()) -> None:
    body = list(lines)
    used = names_in("\n".join(body))
    with out.indented_block(f"def {name}(board{more})"):
        out.add_lines(*(f"{each} = board.{each}" for each in (*STATE, *SHARED) if each in used))
        stored = [f"board.{store} = {store}" for store in stores]
        if stored and body[-1].startswith("return"):
            body[-1:-1] = stored
            stored = []
        out.add_lines(*body, *stored)


def _write_single(out: PythonSource, which: str, step: CompiledStep) -> None:
    _function(out, f"idle_{which}", [f"return not ({step.guard})"])
    offer = f"({step.do}, {step.seat}, {step.legal}, {step.least}, {step.most}, {step.to})"
    _function(out, f"offer_{which}", [f"return ({offer},) if {step.legal} else ()"])
    _function(out, f"make_{which}", [*step.effect, "return 1"], ", do, seat, cards", _assigned_values(step.effect))


def _assigned_values(lines: Iterable[str]) -> list[str]:
    """The single values that statements change; lists are changed in place."""
    first = [line.split()[0] for line in lines]
    return [each for each in dict.fromkeys(first) if each in STATE]


def _write_share(out: PythonSource, which: str, step: SharingStep, rules: Rules, *, partner: bool) -> None:
    pile = f"piles[{step.pile}]"
    turns = f"turns = {sharers_source(step, rules, partner=partner)}"
    done = f"turn >= len(turns) or not ({pile} or owes)" if step.decided == "in_turn" else "not rest and not owes"
    idle = [
        turns,
        "if rest < 0:",
        f"    board.rest = rest = {pile}",
        "    board.many = [0] * 8",
        "    board.took = board.owes = board.turn = took = owes = turn = 0",
        f"if {done}:",
        "    board.rest = -1",
        "    return 1",
        "return 0",
    ]
    _function(out, f"idle_{which}", idle)
    _function(out, f"offer_{which}", [turns, *_share_offers(step)])
    make = [
        f"if do == {TAKE}:",
        f"    {pile} ^= cards",
        "    hands[seat] |= cards",
        "    rest &= ~cards",
        "    many[seat] = cards.bit_count()",
        "    took |= 1 << seat",
        "    owes |= (cards > 0) << seat",
        *(["    turn += not cards"] if step.decided == "in_turn" else []),
        "else:",
        "    hands[seat] ^= cards",
        f"    {pile} |= cards",
        "    owes ^= 1 << seat",
        *(["    turn += 1", f"    rest = {pile}"] if step.decided == "in_turn" else []),
    ]
    stores = ["rest", "took", "owes"] + (["turn"] if step.decided == "in_turn" else [])
    _function(out, f"make_{which}", [*make, "return 0"], ", do, seat, cards", stores)


def _share_offers(step: SharingStep) -> list[str]:
    """Offer takes to seats that may still take, discards to seats that have taken."""
    due = ["not took >> seat & 1", "rest"]
    if step.decided == "in_turn":
        due += ["not owes", "turns.index(seat) == turn"]
    here = "rest.bit_count()"
    least, most = "0", here
    if step.each == "all":
        least = here
    elif step.each == "equal":
        least = most = f"({here} + sum(many)) // len(turns)"
    elif step.decided == "jointly":
        least = f"({here} if took.bit_count() == len(turns) - 1 else 1)"
    return [
        "found = []",
        "for seat in turns:",
        f"    if {' and '.join(due)}:",
        f"        found.append(({TAKE}, seat, rest, {least}, {most}, {step.pile}))",
        "    if owes >> seat & 1:",
        f"        found.append(({DISCARD}, seat, hands[seat], many[seat], many[seat], {step.pile}))",
        "return found",
    ]


class _RandomChooser:
    """Every choice as likely as the others."""

    name, arguments, logs = "chance", "pick, number, log", True

    def cards(self, do: int, legal: str, number: str) -> str:
        """The source of a choice of cards."""
        del do
        return f"pick({legal}, {number})"

    def number(self, least: str, most: str) -> str:
        """The source of a choice of a number."""
        return f"number({least}, {most})"


class _SensibleChooser:
    """The choices of `card_choices.py`, and the middle of a free number."""

    name, arguments, logs = "sensible", "best, worst, missing", False

    def cards(self, do: int, legal: str, number: str) -> str:
        """The source of a choice of cards."""
        if do == CALL:
            return f"missing({legal}, hands[decl])"
        return f"{'best' if do == TAKE else 'worst'}({legal}, {number})"

    def number(self, least: str, most: str) -> str:
        """The source of a choice of a number."""
        return f"({least} + {most} + 1) // 2"


_Chooser: TypeAlias = _RandomChooser | _SensibleChooser


def write_exchange(
    out: PythonSource, number: int, name: str, steps: Sequence[CompiledStep | SharingStep | None], rules: Rules,
    chooser: _Chooser,
) -> None:  # fmt: skip
    """The exchange of one contract, with the choices of a chooser."""
    partner = has_partner_call(rules.contracts[name], rules)
    given = f"hands, piles, decl, asked, found, mate, {chooser.arguments}"
    with out.indented_block(f"def {chooser.name}_{number}({given})"):
        out.add_lines("tabled = gave = laid = 0")
        for step in steps:
            if isinstance(step, SharingStep):
                _write_chosen_share(out, step, rules, chooser, partner=partner)
            elif step is not None:
                with out.indented_block(f"if {step.guard}"):
                    _write_chosen_action(out, step, chooser)
        out.add_lines("return found, mate")


def callable_cards(out: PythonSource, number: int, step: CompiledStep) -> None:
    """Write `callable_C(hands, piles, decl)`: the cards to name with a bid."""
    with out.indented_block(f"def callable_{number}(hands, piles, decl)"):
        out.add_lines("tabled = 0", f"return {step.legal}")


def _write_chosen_action(out: PythonSource, step: CompiledStep, chooser: _Chooser) -> None:
    out.add_lines(f"legal = {step.legal}")
    if step.forced:
        out.add_lines("cards = legal")
    else:
        many = step.least if step.least == step.most else chooser.number(step.least, step.most)
        out.add_lines(f"cards = {chooser.cards(step.do, 'legal', many)}")
    if chooser.logs:
        with out.indented_block("if cards"):
            out.add_lines(f"log.append(({step.do}, {step.seat}, cards))")
    out.add_lines(*step.effect)


def _write_chosen_share(
    out: PythonSource, step: SharingStep, rules: Rules, chooser: _Chooser, *, partner: bool
) -> None:
    """Write shares seat by seat, as the compiled kernel has no loops."""
    pile, players = f"piles[{step.pile}]", count_places(rules)
    everybody = " + ".join(f"((decl + {at}) % {players} != mate)" for at in range(1, players))
    out.add_lines(f"many = {everybody if partner else players - 1}")
    if step.first_two:
        out.add_lines("many = min(many, 2)")
    out.add_lines("turn = 0", f"rest = {pile}")
    if step.each == "equal":
        out.add_lines("some = rest.bit_count() // many")
    for at in range(1, players):
        out.add_lines(f"seat = (decl + {at}) % {players}")
        with out.indented_block(f"if turn < many{' and seat != mate' if partner else ''}"):
            out.add_lines("turn += 1")
            _write_chosen_taking(out, step, pile, chooser)


def _write_chosen_taking(out: PythonSource, step: SharingStep, pile: str, chooser: _Chooser) -> None:
    """Write the takes and discards of one sharer."""
    if step.each == "all":
        out.add_lines(f"cards = {pile}")
    elif step.each == "equal":
        out.add_lines(f"cards = {chooser.cards(TAKE, 'rest', 'some')}")
    elif step.decided == "in_turn":
        many = chooser.number("0", f"{pile}.bit_count()")
        out.add_lines(f"cards = {chooser.cards(TAKE, pile, many)}")
    else:
        # Whoever comes last takes what the others have left.
        out.add_lines("some = rest.bit_count()")
        taken = chooser.cards(TAKE, "rest", chooser.number("0", "some"))
        out.add_lines(f"cards = rest if turn == many else {taken}")
    with out.indented_block("if cards"):
        if chooser.logs:
            out.add_lines(f"log.append(({TAKE}, seat, cards))")
        out.add_lines("rest &= ~cards", f"{pile} ^= cards", "hands[seat] |= cards")
        out.add_lines(f"cards = {chooser.cards(DISCARD, 'hands[seat]', 'cards.bit_count()')}")
        if chooser.logs:
            out.add_lines(f"log.append(({DISCARD}, seat, cards))")
        out.add_lines("hands[seat] ^= cards", f"{pile} |= cards")


def _write_tricks(out: PythonSource, rules: Rules, *, told: bool) -> None:
    players = count_places(rules)
    numbers = range(players)
    orders, hands, won, cards = ([f"{letter}{n}" for n in numbers] for letter in ("o", "h", "w", "c"))
    name, log = ("tricks_told", ", log") if told else ("tricks_out", "")
    with out.indented_block(f"def {name}(suit, {', '.join(orders)}, {', '.join(hands)}{log})"):
        out.add_lines(f"{' = '.join(won)} = 0", "turns = 0")
        with out.indented_block("while o0"):
            out.add_lines("c0 = o0.pop()", "led = suit[c0]", "h0 ^= c0")
            for number in numbers[1:]:
                if rules.play.follow == "must":
                    _write_follow(out, orders[number], hands[number], cards[number])
                else:
                    out.add_lines(f"{cards[number]} = {orders[number]}.pop()")
            if told:
                out.add_lines(f"log.append(({', '.join(cards)}))")
            write_trick_winner(out, cards, (orders, hands, won), counts_turns=True)
        out.add_lines(f"return turns % {players}, {', '.join(won)}")


def _write_follow(out: PythonSource, order: str, hand: str, card: str) -> None:
    """The first card of the suit led; without any, the last card of all."""
    out.add_lines(f"legal = {hand} & led")
    with out.indented_block("if legal"):
        with out.indented_block(f"for {card} in {order}"):
            out.add_lines(f"if {card} & legal:", "    break")
        out.add_lines(f"{order}.remove({card})")
    with out.indented_block("else"):
        out.add_lines(f"{card} = {order}.pop()")
    out.add_lines(f"{hand} ^= {card}")


def write_stepping(out: PythonSource, compiled: CompiledRules) -> None:
    """Every function of boards and playouts."""
    rules = compiled.rules
    _write_tricks(out, rules, told=False)
    for number, name in enumerate(rules.contracts):
        steps = compiled.programs.get(name)
        if steps is None:
            continue
        partner = has_partner_call(rules.contracts[name], rules)
        for step in steps:
            if isinstance(step, CompiledStep) and step.do == CALL:
                callable_cards(out, number, step)
        for chooser in (_RandomChooser(), _SensibleChooser()):
            write_exchange(out, number, name, steps, rules, chooser)
        for index, step in enumerate(steps):
            step_functions(out, f"{number}_{index}", step, rules, partner=partner)
    _write_tricks(out, rules, told=True)


def compiled_functions(compiled: CompiledRules) -> dict[str, Any]:
    """The functions of boards and playouts, by name.

    NotPlainError for rules that cannot be played ahead.
    """
    if compiled.unforeseen:
        raise NotPlainError(compiled.unforeseen)
    return compiled.functions_by(write_stepping)
