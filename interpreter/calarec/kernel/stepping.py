"""The steps before the play one by one, on a board: three functions a step.

`idle_C_I(board)` says whether the step passes by itself, and opens or closes what it has to; `offer_C_I(board)`
lists what may be done as (do, seat, cards, least, most, to); `make_C_I(board, do, seat, cards)` does it and says
whether the step is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.kernel.checking import sharers
from calarec.kernel.emit import names_in
from calarec.kernel.steps import DISCARD, TAKE, Sharing, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.kernel.emit import Source
    from calarec.rulesets.model import Rules

STATE: Final = ("hands", "piles", "decl", "asked", "found", "tabled", "mate", "gave", "laid")
"""The fields of a board that steps read and write, as the code calls them."""

SHARED: Final = ("rest", "many", "took", "owes", "turn")
"""Those of a pile that is being shared; `rest` is -1 where none is."""


def step_functions(out: Source, which: str, step: Step | Sharing | None, rules: Rules, *, partner: bool) -> None:
    """All three functions of a step; `which` is the number of its contract and its own."""
    if step is None:
        _function(out, f"idle_{which}", ["return 1"])
        _function(out, f"offer_{which}", ["return ()"])
    elif isinstance(step, Sharing):
        _share(out, which, step, rules, partner=partner)
    else:
        _single(out, which, step)


def _function(out: Source, name: str, lines: Iterable[str], more: str = "", stores: Iterable[str] = ()) -> None:
    body = list(lines)
    used = names_in("\n".join(body))
    with out.block(f"def {name}(board{more})"):
        out.add(*(f"{each} = board.{each}" for each in (*STATE, *SHARED) if each in used))
        stored = [f"board.{each} = {each}" for each in stores]
        if stored and body[-1].startswith("return"):
            body[-1:-1] = stored
            stored = []
        out.add(*body, *stored)


def _single(out: Source, which: str, step: Step) -> None:
    _function(out, f"idle_{which}", [f"return not ({step.guard})"])
    offer = f"({step.do}, {step.seat}, {step.legal}, {step.least}, {step.most}, {step.to})"
    _function(out, f"offer_{which}", [f"return ({offer},) if {step.legal} else ()"])
    _function(out, f"make_{which}", [*step.effect, "return 1"], ", do, seat, cards", _assigned(step.effect))


def _assigned(lines: Iterable[str]) -> list[str]:
    """The single values that statements change; lists are changed where they stand."""
    first = [line.split()[0] for line in lines]
    return [each for each in dict.fromkeys(first) if each in STATE]


def _share(out: Source, which: str, step: Sharing, rules: Rules, *, partner: bool) -> None:
    pile = f"piles[{step.pile}]"
    turns = f"turns = {sharers(step, rules, partner=partner)}"
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


def _share_offers(step: Sharing) -> list[str]:
    """Takes for who may still take, discards for who has taken, seat by seat."""
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
