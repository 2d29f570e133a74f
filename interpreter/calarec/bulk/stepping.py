"""Random exchanges and tricks as straight code, for playouts.

`chance_C(hands, piles, decl, asked, found, mate, pick, number, log)` goes through the steps of a contract and lets
chance choose; it gives where the called card was and who is partner. `tricks_out(ORDERS, HANDS)` plays the cards
of each hand by a random order that was fixed before: the last of all, or the first of a suit. Since what such
a choice tells of the order is gone with the card, every legal card is equally likely each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.kernel.checking import sharers
from calarec.kernel.settling import finds_partner
from calarec.kernel.steps import DISCARD, TAKE, Sharing, Step, hands_dealt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.kernel.emit import Source
    from calarec.rulesets.model import Rules

NAMES: Final = ("callable", "chance", "legal", "log", "o", "pick", "remove", "some", "tricks_out", "tricks_told")


def chance_contract(out: Source, number: int, name: str, steps: Sequence[Step | Sharing | None], rules: Rules) -> None:
    """The exchange of one contract."""
    partner = finds_partner(rules.contracts[name], rules)
    with out.block(f"def chance_{number}(hands, piles, decl, asked, found, mate, pick, number, log)"):
        out.add("tabled = gave = laid = 0")
        for step in steps:
            if isinstance(step, Sharing):
                _share(out, step, rules, partner=partner)
            elif step is not None:
                with out.block(f"if {step.guard}"):
                    _acts(out, step)
        out.add("return found, mate")


def callable_cards(out: Source, number: int, step: Step) -> None:
    """`callable_C(hands, piles, decl)`: the cards that may be named with the bid of a contract."""
    with out.block(f"def callable_{number}(hands, piles, decl)"):
        out.add("tabled = 0", f"return {step.legal}")


def _acts(out: Source, step: Step) -> None:
    out.add(f"legal = {step.legal}")
    if step.forced:
        out.add("cards = legal")
    elif step.least == step.most:
        out.add(f"cards = pick(legal, {step.least})")
    else:
        out.add(f"cards = pick(legal, number({step.least}, {step.most}))")
    with out.block("if cards"):
        out.add(f"log.append(({step.do}, {step.seat}, cards))")
    out.add(*step.effect)


def _share(out: Source, step: Sharing, rules: Rules, *, partner: bool) -> None:
    pile = f"piles[{step.pile}]"
    out.add(f"turns = {sharers(step, rules, partner=partner)}", f"rest = {pile}")
    if step.each == "equal":
        out.add("some = rest.bit_count() // len(turns)")
    with out.block("for seat in turns"):
        if step.each == "all":
            out.add(f"cards = {pile}")
        elif step.each == "equal":
            out.add("cards = pick(rest, some)")
        elif step.decided == "in_turn":
            out.add(f"cards = pick({pile}, number(0, {pile}.bit_count()))")
        else:
            # Whoever comes last takes what the others have left.
            out.add("some = rest.bit_count()")
            out.add("cards = rest if seat == turns[-1] else pick(rest, number(0, some))")
        with out.block("if cards"):
            out.add(f"log.append(({TAKE}, seat, cards))", "rest &= ~cards", f"{pile} ^= cards", "hands[seat] |= cards")
            out.add("cards = pick(hands[seat], cards.bit_count())", f"log.append(({DISCARD}, seat, cards))")
            out.add("hands[seat] ^= cards", f"{pile} |= cards")


def tricks_out(out: Source, rules: Rules) -> None:
    """The tricks, and the tricks with a log of the cards."""
    _tricks(out, rules, told=False)
    _tricks(out, rules, told=True)


def _tricks(out: Source, rules: Rules, *, told: bool) -> None:
    players = hands_dealt(rules)
    numbers = range(players)
    orders, hands, won, cards = ([f"{letter}{n}" for n in numbers] for letter in ("o", "h", "w", "c"))
    name, log = ("tricks_told", ", log") if told else ("tricks_out", "")
    with out.block(f"def {name}(suit, {', '.join(orders)}, {', '.join(hands)}{log})"):
        out.add(f"{' = '.join(won)} = 0", "turns = 0")
        with out.block("while o0"):
            out.add("c0 = o0.pop()", "led = suit[c0]", "h0 ^= c0")
            for number in numbers[1:]:
                if rules.play.follow == "must":
                    _follow(out, orders[number], hands[number], cards[number])
                else:
                    out.add(f"{cards[number]} = {orders[number]}.pop()")
            if told:
                out.add(f"log.append(({', '.join(cards)}))")
            out.add(f"cards = {' | '.join(cards)}", "best = cards & led")
            with out.block("if best < c0 + c0"):
                out.add("w0 |= cards")
            for place in numbers[1:]:
                last = place == players - 1
                with out.block("else" if last else f"elif c{place} & best and best < c{place} + c{place}"):
                    out.add(f"w{place} |= cards", f"turns += {place}")
                    before = [*orders, *hands, *won]
                    after = [each for group in (orders, hands, won) for each in (*group[place:], *group[:place])]
                    out.add(f"{', '.join(before)} = {', '.join(after)}")
        out.add(f"return turns % {players}, {', '.join(won)}")


def _follow(out: Source, order: str, hand: str, card: str) -> None:
    """The first card of the suit led; without any, the last card of all."""
    out.add(f"legal = {hand} & led")
    with out.block("if legal"):
        with out.block(f"for {card} in {order}"):
            out.add(f"if {card} & legal:", "    break")
        out.add(f"{order}.remove({card})")
    with out.block("else"):
        out.add(f"{card} = {order}.pop()")
    out.add(f"{hand} ^= {card}")
