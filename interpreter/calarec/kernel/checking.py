"""The exchange of a record as straight code: one function a contract.

`check_C(hands, piles, decl, asked, found, mate, rows)` holds the rows of a record against the steps of a contract,
moves the cards, and gives where the called card was and who is partner; 0 if anything is not as it should be.
A row is what was done, by whom, the cards, to where, and whether openly; the last one says `END`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.settling import finds_partner
from calarec.kernel.steps import CALL, DISCARD, END, TAKE, UNSAID, Sharing, Step, hands_dealt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.kernel.emit import Source
    from calarec.rulesets.model import Rules


def check_contract(out: Source, number: int, name: str, steps: Sequence[Step | Sharing | None], rules: Rules) -> None:
    """The function of one contract."""
    partner = finds_partner(rules.contracts[name], rules)
    with out.block(f"def check_{number}(hands, piles, decl, asked, found, mate, rows)"):
        out.add("tabled = gave = laid = at = 0")
        for step in steps:
            if isinstance(step, Sharing):
                check_share(out, step, rules, partner=partner)
            elif step is not None:
                _check_step(out, step)
        out.add(f"if rows[at][0] != {END}:", "    return 0")
        out.add("return found, mate")


def check_call(out: Source, number: int, step: Step) -> None:
    """`called_C(hands, piles, decl, cards, to)` for a card named with the bid: what, where it was, who is partner."""
    with out.block(f"def called_{number}(hands, piles, decl, cards, to)"):
        out.add("tabled = asked = 0", "mate = -1")
        out.add(f"if cards & ~{_bracketed(step.legal)} or cards.bit_count() != 1:", "    return 0")
        out.add(*step.effect)
        _found(out, step)
        out.add("return asked, found, mate")


def _check_step(out: Source, step: Step) -> None:
    if step.guard != "1":
        with out.block(f"if {step.guard}"):
            _acts(out, step)
    else:
        _acts(out, step)


def _acts(out: Source, step: Step) -> None:
    out.add("do, seat, cards, to, shown = rows[at]")
    if step.forced:
        own = " and seat != decl" if step.seat == "found" and step.do != TAKE else ""
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


def _found(out: Source, step: Step) -> None:
    """Where the called card was, if the record says it."""
    if step.do == CALL:
        out.add(f"if to != {UNSAID} and to != found:", "    return 0")


def _right(out: Source, step: Step) -> None:
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


def sharers(step: Sharing, rules: Rules, *, partner: bool) -> str:
    """The places of who shares, from the declarer on."""
    players = hands_dealt(rules)
    if partner:
        text = f"[each % {players} for each in range(decl + 1, decl + {players}) if each % {players} != mate]"
        return f"{text}[:2]" if step.first_two else text
    most = 2 if step.first_two else players
    turns = [[str((decl + at) % players) for at in range(1, players)][:most] for decl in range(players)]
    return "(" + ", ".join(f"({', '.join(each)},)" for each in turns) + ")[decl]"


def check_share(out: Source, step: Sharing, rules: Rules, *, partner: bool) -> None:
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


def _check_in_turn(out: Source, step: Sharing, pile: str) -> None:
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
