"""The steps before the play as source: their condition, actor and effect.

Terms. In the generated code `hands` and `piles` are lists of masks, `decl` is the declarer's place. `asked` is the
mask of the called card, `found` its place (-1 a pile, -2 the own hand, -3 not called). `tabled` are the cards laid on
the table, `mate` is the partner's place or -1, `gave` whether the called card was handed over. `laid` is the number
of cards in the last discard, `cards` the cards chosen. A *place* counts from the eldest on.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from calarec.bulk.supported import NotPlainError, require_supported
from calarec.core.base.frozen import NamedTuple, fields
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.mechanisms.table import count_hands_dealt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from calarec.core.engine.cards import Cards
    from calarec.core.mechanisms.exchange import Transfer
    from calarec.core.mechanisms.rules import Rules


_T = TypeVar("_T")

_NAME: Final = re.compile(r"[A-Za-z_]\w*")


class PythonSource:
    """Lines of Python under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add_lines(self, *lines: str) -> None:
        """Lines at the depth of now."""
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def indented_block(self, head: str) -> Iterator[None]:
        """Write a line with a colon, and indent the lines after it."""
        self.add_lines(f"{head}:")
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.add_lines("pass")
        self.depth -= 1

    def source_text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"


def names_in(text: str) -> set[str]:
    """Every name and keyword of a source."""
    return set(_NAME.findall(text))


CALL, LAY, GIVE, TAKE, DISCARD = 1, 2, 3, 4, 5
DOES: Final = {CALL: "call", LAY: "table-card", GIVE: "give", TAKE: "take", DISCARD: "discard"}
_ACTIONS: Final = {word: number for number, word in DOES.items()}
END: Final = 0
"""The code of no action: the end of what a record says of the exchange."""
UNSAID: Final = -9
"""The value of an assertion that the record leaves out."""
Row = tuple[int, int, int, int, int]
"""A line of the exchange: the move, its place, the cards, the target, openness."""


STATE: Final = ("hands", "piles", "decl", "asked", "found", "tabled", "mate", "gave", "laid")
"""The variables that steps read and write, by their names in the code."""

SHARED: Final = ("rest", "many", "took", "owes", "turn")
"""The same of a pile that is being shared; `rest` is -1 where none is."""


class CompiledStep(NamedTuple):
    """One step with one action, as expressions and statements over the names above."""

    do: int
    guard: str
    """The condition under which a place has to act; otherwise the step is skipped."""
    seat: str
    legal: str
    least: str
    """"0": nothing need be done, and a record need not say it."""
    most: str
    to: str
    effect: tuple[str, ...]
    open: int = 0
    """1 if all seats see the cards, else 0."""
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
    """The ruleset and the path that a step belongs to."""

    rules: Rules
    cards: Cards
    path: str


def compile_step(name: str, rules: Rules, cards: Cards) -> CompiledStep | SharingStep | None:
    """Compile the step of an id; None for one in which no seat ever acts."""
    entry, of = rules.steps[name], _Of(rules, cards, f"steps.{name}")
    if entry.do in TRANSFERS:
        return _compile_transfer(TRANSFERS[entry.do], entry.params, of)
    write = _WRITERS.get(entry.do)
    if write is None:
        raise NotPlainError(f"{of.path}.do")
    require_supported(entry.params, of.path)
    return write(entry.params, of)


def _compile_call(params: Any, of: _Of) -> CompiledStep:
    for part in (params.in_pile, params.in_hand, *params.cards):
        require_supported(part, of.path)
    if params.in_hand.then == "again":
        raise NotPlainError(f"{of.path}.in_hand.then")
    own = "(hands[decl] | tabled)"
    legal = _callable_source(params.cards, of.cards)
    if params.in_hand.then == "refused":
        legal += f" & ~{own}"
    if params.in_pile.then == "refused" and of.rules.piles:
        legal += f" & ~(({_all_piles_source(of.rules)}) & ~tabled)"
    where = [f"{number} if hands[{number}] & cards else " for number in range(count_places(of.rules))]
    mate = ("mate = found if found >= 0 else -1",) if params.gets == "partner" else ()
    effect = (
        "asked = cards",
        f"found = -2 if {own} & cards else {''.join(where)}-1",
        *mate,
    )
    # Named with the bid it is already named; where nothing may be named the step is passed over.
    return CompiledStep(CALL, f"not asked and ({legal})", "decl", f"({legal})", "1", "1", "-1", effect)


def _callable_source(rows: Sequence[Any], cards: Cards) -> str:
    if not rows:
        return str(cards.full)
    said = []
    for row in rows:
        ranks, needed = _mask_of_ranks(cards, row.ranks), _mask_of_ranks(cards, row.holding_all or "")
        said.append(f"({ranks} if hands[decl] & {needed} == {needed} else 0)" if needed else str(ranks))
    return f"({' | '.join(said)})"


def _mask_of_ranks(cards: Cards, ranks: str) -> int:
    return sum(1 << number for number, name in enumerate(cards.names) if name[0] in ranks)


def _all_piles_source(rules: Rules) -> str:
    return " | ".join(f"piles[{number}]" for number in range(len(rules.piles)))


def _compile_look(_part: Any, _of: _Of) -> None:
    return None


_SEATS: Final = {"declarer": "decl", "holder": "found"}
_SETS: Final[Mapping[str, tuple[str, ...]]] = {
    "": (),
    "handed": ("gave = 1",),
    "tabled": ("tabled |= cards",),
    "discards": ("laid = cards.bit_count()",),
}
_PARAMETERS: Final = frozenset({"open", "shown", "pile", "at_least", "never"})
"""Parameters of a step besides the words of its transfer and the named piles."""


def _compile_transfer(do: Transfer, params: Any, of: _Of) -> CompiledStep:
    """A step in which cards move, if every word of it is known."""
    for field in fields(params):
        if field.name == "limits" and not params.limits:
            continue
        if field.name not in {*_PARAMETERS, do.who, do.source, do.target, do.many} or (
            field.name == "shown" and params.shown not in ("everyone", "taker")
        ):
            raise NotPlainError(f"{of.path}.{field.name}")
    who = _translate_word(_SEATS, do.parameter_word("who", params), of)
    pile = f"piles[{_pile_number(do.transfer_pile(params), of.rules)}]" if do.transfer_pile(params) else ""
    receiver = _translate_word(_SEATS, do.receiver, of) if do.receiver else ""
    guards = [_translate_word({"always": "", "handed": "gave"}, do.when, of)]
    if "found" in (who, receiver) and do.when != "handed":
        guards.append("found >= 0")
    pool = pile if do.source else _translate_word({"any": f"hands[{who}]", "called": "asked"}, do.which, of)
    guard, least, most = _transfer_sizes(do.parameter_word("many", params), pool, params, of)
    never = _mask_of_ranks(of.cards, getattr(params, "never", None) or "")
    here, there = (pile, f"hands[{who}]") if do.source else (f"hands[{who}]", pile)
    effect = (f"{here} ^= cards", f"{there if not receiver else f'hands[{receiver}]'} |= cards")
    return CompiledStep(
        _translate_word(_ACTIONS, do.do, of),
        " and ".join(guard for guard in (*guards, *guard) if guard) or "1",
        who,
        f"({pool} & {of.cards.full & ~never})" if never else pool,
        least,
        most,
        receiver or pile.removeprefix("piles[").removesuffix("]"),
        (*effect, *_translate_word(_SETS, do.sets, of)),
        int(do.is_open(params)),
        forced=do.which == "called" or least == most == f"{pool}.bit_count()",
    )


def _transfer_sizes(many: str, pool: str, params: Any, of: _Of) -> tuple[tuple[str, ...], str, str]:
    """The conditions for anything to be moved, and the fewest and most cards."""
    here, dealt = f"{pool}.bit_count()", of.rules.deal.hand
    match many:
        case "one":
            return (), "1", "1"
        case "all":
            return (pool,), here, here
        case "as_discarded":
            return (pool, "laid"), f"min({here}, laid)", f"min({here}, laid)"
        case "down_to_dealt":
            return (f"{here} > {dealt}",), f"{here} - {dealt}", f"{here} - {dealt}"
        case "up_to_pile":
            limit = f"piles[{_pile_number(params.pile, of.rules)}]"
            both = f"{limit}.bit_count(), {here}"
            return (limit,), f"min({params.at_least}, {both})" if params.at_least else "0", f"min({both})"
    raise NotPlainError(f"{of.path}.do")


def _translate_word(words: Mapping[str, _T], word: str, of: _Of) -> _T:
    """The source of a transfer's word; NotPlainError for an unknown one."""
    if word not in words:
        raise NotPlainError(f"{of.path}.do")
    return words[word]


def _compile_share(params: Any, of: _Of) -> SharingStep:
    if params.each == "equal" and params.decided == "in_turn":
        raise NotPlainError(f"{of.path}.decided")
    first_two = params.who == "first_two_opponents"
    return SharingStep(
        _pile_number(params.pile, of.rules), first_two, params.each, params.decided, int(params.shown == "everyone")
    )


def _pile_number(name: str, rules: Rules) -> int:
    return tuple(rules.piles).index(name)


def count_places(rules: Rules) -> int:
    """The number of hands in a deal, the same at every table of a ruleset."""
    return count_hands_dealt(rules.table, rules.table.seats[0])


_WRITERS: Final[dict[str, Callable[[Any, _Of], CompiledStep | SharingStep | None]]] = {
    "call": _compile_call,
    "look": _compile_look,
    "share": _compile_share,
}


def worth_source(cards: Cards, mask: str) -> str:
    """The card points of a mask: as many counts of bits as there are different values."""
    values = sorted(set(cards.points) - {0})
    terms, below = [], 0
    for value in values:
        at_least = sum(1 << number for number, points in enumerate(cards.points) if points >= value)
        factor = value - below
        terms.append(f"({mask} & {at_least}).bit_count()" + (f" * {factor}" if factor != 1 else ""))
        below = value
    return f"({' + '.join(terms)})" if terms else "0"


def points_of_pack(cards: Cards) -> int:
    """The points of the whole pack."""
    return sum(cards.points)
