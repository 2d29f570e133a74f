"""The steps before the play as source: when each happens, who may do what, and what becomes of it.

Terms. In the generated code `hands` and `piles` are lists of masks, `decl` is the declarer's place, `asked` the
mask of the called card, `found` where it was (a place, -1 a pile, -2 the own hand, -3 not called), `tabled`
the cards laid on the table, `mate` the partner's place or -1, `gave` whether the called card was handed over,
`laid` how many cards were discarded last, `cards` the cards chosen. A *place* counts from the eldest on.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.bulk.supported import NotPlainError, require_supported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.engine.cards import Cards
    from calarec.mechanisms.rules import Rules


_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_ALLOWED: Final = re.compile(r"[A-Za-z0-9_ \n()\[\].,:;=<>!&|^~+*/%-]*")


class PythonSource:
    """Lines of Python under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        """Lines at the depth of now."""
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that ends with a colon, and what stands below it."""
        self.add(f"{head}:")
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"


def names_in(text: str) -> set[str]:
    """Every name and keyword of a source."""
    return set(_NAME.findall(text))


def is_plain_source(text: str, known: Iterable[str]) -> bool:
    """Whether a source is made of integers, signs and known names alone: no text, no import, no attribute but ours."""
    return _ALLOWED.fullmatch(text) is not None and names_in(text) <= set(known)


CALL, LAY, GIVE, TAKE, DISCARD = 1, 2, 3, 4, 5
DOES: Final = {CALL: "call", LAY: "table-card", GIVE: "give", TAKE: "take", DISCARD: "discard"}
END: Final = 0
"""The code of no action: the end of what a record says of the exchange."""
UNSAID: Final = -9
"""Where a record leaves open what it may assert."""


class CompiledStep(NamedTuple):
    """One step with one action, as expressions and statements over the names above."""

    do: int
    guard: str
    """Whether anybody has to act; otherwise the step is passed over."""
    seat: str
    legal: str
    least: str
    """"0": nothing need be done, and a record need not say it."""
    most: str
    to: str
    effect: tuple[str, ...]
    open: int = 0
    """Whether all see the cards."""
    forced: bool = False
    """It leaves no choice: a record need not say it."""


class SharingStep(NamedTuple):
    """A step in which opponents share a pile."""

    pile: int
    first_two: bool
    each: str
    decided: str
    open: int


class _Of(NamedTuple):
    """What a step belongs to."""

    rules: Rules
    cards: Cards
    path: str


def step_of(name: str, rules: Rules, cards: Cards) -> CompiledStep | SharingStep | None:
    """The step of an id; None for one in which nobody ever acts."""
    entry = rules.steps[name]
    write = _WRITERS.get(entry.do)
    if write is None:
        raise NotPlainError(f"steps.{name}.do")
    require_supported(entry.params, f"steps.{name}")
    return write(entry.params, _Of(rules, cards, f"steps.{name}"))


def _call(part: Any, of: _Of) -> CompiledStep:
    for each in (part.in_pile, part.in_hand, *part.cards):
        require_supported(each, of.path)
    own = "(hands[decl] | tabled)"
    legal = _callable(part.cards, of.cards)
    if part.in_hand.then == "refused":
        legal += f" & ~{own}"
    if part.in_pile.then == "refused" and of.rules.piles:
        legal += f" & ~(({_any_pile(of.rules)}) & ~tabled)"
    where = [f"{number} if hands[{number}] & cards else " for number in range(hands_dealt(of.rules))]
    mate = ("mate = found if found >= 0 else -1",) if part.gets == "partner" else ()
    effect = (
        "asked = cards",
        f"found = -2 if {own} & cards else {''.join(where)}-1",
        *mate,
    )
    # Named with the bid it is already named; where nothing may be named the step is passed over.
    return CompiledStep(CALL, f"not asked and ({legal})", "decl", f"({legal})", "1", "1", "-1", effect)


def _callable(rows: Sequence[Any], cards: Cards) -> str:
    if not rows:
        return str(cards.full)
    said = []
    for row in rows:
        ranks, needed = _of_ranks(cards, row.ranks), _of_ranks(cards, row.holding_all or "")
        said.append(f"({ranks} if hands[decl] & {needed} == {needed} else 0)" if needed else str(ranks))
    return f"({' | '.join(said)})"


def _of_ranks(cards: Cards, ranks: str) -> int:
    return sum(1 << number for number, name in enumerate(cards.names) if name[0] in ranks)


def _any_pile(rules: Rules) -> str:
    return " | ".join(f"piles[{number}]" for number in range(len(rules.piles)))


def _hand_over(part: Any, _of: _Of) -> CompiledStep:
    effect = ("hands[found] ^= cards", "hands[decl] |= cards", "gave = 1")
    return CompiledStep(GIVE, "found >= 0", "found", "asked", "1", "1", "decl", effect, int(part.open), forced=True)


def _table_card(part: Any, of: _Of) -> CompiledStep:
    pile = _pile(part.pile, of.rules)
    effect = ("hands[decl] ^= cards", f"piles[{pile}] |= cards", "tabled |= cards")
    return CompiledStep(LAY, "1", "decl", "hands[decl]", "1", "1", str(pile), effect, int(part.open))


def _take(part: Any, of: _Of) -> CompiledStep:
    pile = _pile(part.pile, of.rules)
    here = f"piles[{pile}]"
    seat = "decl" if part.who == "declarer" else "found"
    guards = [here] if seat == "decl" else ["found >= 0", here]
    number = f"{here}.bit_count()"
    if part.cards == "as_discarded":
        guards.append("laid")
        number = f"min({number}, laid)"
    effect = (f"{here} ^= cards", f"hands[{seat}] |= cards")
    return CompiledStep(
        TAKE, " and ".join(guards), seat, here, number, number, str(pile), effect, int(part.shown == "everyone"),
        forced=part.cards == "all",
    )  # fmt: skip


def _look(_part: Any, _of: _Of) -> None:
    return None


def _give(part: Any, _of: _Of) -> CompiledStep:
    effect = ("hands[decl] ^= cards", "hands[found] |= cards")
    return CompiledStep(GIVE, "gave", "decl", "hands[decl]", "1", "1", "found", effect, int(part.open))


def _discard(part: Any, of: _Of) -> CompiledStep:
    pile = _pile(part.to, of.rules)
    held = "hands[decl].bit_count()"
    effect = ("hands[decl] ^= cards", f"piles[{pile}] |= cards", "laid = cards.bit_count()")
    if part.cards == "down_to_dealt":
        excess = f"{held} - {of.rules.deal.hand}"
        return CompiledStep(
            DISCARD, f"{held} > {of.rules.deal.hand}", "decl", "hands[decl]", excess, excess, str(pile), effect,
            int(part.open),
        )  # fmt: skip
    here = f"piles[{_pile(part.pile, of.rules)}]"
    most = f"min({here}.bit_count(), {held})"
    least = f"min({part.at_least}, {here}.bit_count(), {held})" if part.at_least else "0"
    return CompiledStep(DISCARD, here, "decl", "hands[decl]", least, most, str(pile), effect, int(part.open))


def _share(part: Any, of: _Of) -> SharingStep:
    if part.each == "equal" and part.decided == "in_turn":
        raise NotPlainError(f"{of.path}.decided")
    first_two = part.who == "first_two_opponents"
    return SharingStep(_pile(part.pile, of.rules), first_two, part.each, part.decided, int(part.shown == "everyone"))


def _pile(name: str, rules: Rules) -> int:
    return tuple(rules.piles).index(name)


def hands_dealt(rules: Rules) -> int:
    """How many hands the deal makes; it is the same at every table of a ruleset."""
    table = rules.table
    people = table.seats[0]
    dummies = table.dummies.hands if table.dummies else 0
    return people + dummies - (1 if table.sits_out and table.sits_out.at == people else 0)


_WRITERS: Final[dict[str, Callable[[Any, _Of], CompiledStep | SharingStep | None]]] = {
    "call": _call,
    "hand_over": _hand_over,
    "table_card": _table_card,
    "take": _take,
    "look": _look,
    "give": _give,
    "discard": _discard,
    "share": _share,
}


def worth(cards: Cards, mask: str) -> str:
    """The card points of a mask: as many counts of bits as there are different values."""
    values = sorted(set(cards.points) - {0})
    terms, below = [], 0
    for value in values:
        at_least = sum(1 << number for number, points in enumerate(cards.points) if points >= value)
        factor = value - below
        terms.append(f"({mask} & {at_least}).bit_count()" + (f" * {factor}" if factor != 1 else ""))
        below = value
    return f"({' + '.join(terms)})" if terms else "0"


def total_of(cards: Cards) -> int:
    """What the whole pack is worth."""
    return sum(cards.points)
