"""Hands with some cards hidden in all their lines, and every way to fill them.

Naive on purpose: the unknown cards of each line are filled in every way, and the filled record is replayed as usual. A
hidden hand must be reported with the outcome that all legal fillings have in common.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement

MOST_FILLINGS = 48
_CARRY = (rec.Deal, rec.Monte, rec.TableCard, rec.Give, rec.Take, rec.Discard, rec.Trick)


class Hidden(NamedTuple):
    """A hand with some cards hidden, and which they are."""

    hand: rec.Hand
    cards: tuple[str, ...]


def hidden(hand: rec.Hand, rng: Random, *, most: int = 4, gone: tuple[str, ...] = ()) -> Hidden:
    """The hand without what it asserts, and with some cards blank in every line: those that are given, or any."""
    dealt = [name for each in hand.statements if isinstance(each, rec.Deal | rec.Monte) for name in each.cards]
    gone = gone or tuple(rng.sample(dealt, rng.randint(2, most)))
    statements = []
    for each in hand.statements:
        if isinstance(each, rec.ASSERTIONS):
            continue
        if isinstance(each, _CARRY):
            each = each._replace(cards=tuple(_blank(name, rng) if name in gone else name for name in each.cards))
            if isinstance(each, rec.Trick):
                each = each._replace(winner="")
        statements.append(each)
    return Hidden(replace(hand, statements=tuple(statements), carried=None), gone)


def forget_rest(hand: rec.Hand, rng: Random, *, keeps_deals: bool = True) -> tuple[rec.Statement, ...] | None:
    """The lines of a hand up to one of its tricks, with cards of its tricks forgotten, and perhaps deals.

    None for a hand with too few tricks.
    """
    tricks = [place for place, line in enumerate(hand.statements) if isinstance(line, rec.Trick)]
    if len(tricks) < 3:
        return None
    cut, forgotten = tricks[rng.randrange(1, len(tricks) - 1)], rng.random()
    lines: list[rec.Statement] = []
    for line in hand.statements[: cut + 1]:
        if isinstance(line, rec.Trick):
            cards = tuple("__" if rng.random() < forgotten else card for card in line.cards)
            lines.append(line._replace(cards=cards))
        elif not isinstance(line, rec.ASSERTIONS) and (
            keeps_deals or not isinstance(line, rec.Deal) or rng.random() < 0.5
        ):
            lines.append(line)
    return tuple(lines)


def _blank(name: str, rng: Random) -> str:
    return rng.choice(("__", "__", "__", "_" + name[1], name[0] + "_"))


def fillings(hidden: Hidden) -> Iterator[rec.Hand]:
    """The hand with its blanks filled in every way; nothing if there are too many."""
    lines: list[list[rec.Statement]] = []
    played = {name for each in hidden.hand.statements if isinstance(each, rec.Trick) for name in each.cards}
    written = {name for each in hidden.hand.statements if isinstance(each, rec.Deal | rec.Monte) for name in each.cards}
    spare = tuple(sorted(name for name in written - played if "_" not in name))
    many = 1
    for each in hidden.hand.statements:
        ways: list[rec.Statement] = [each]
        if isinstance(each, _CARRY) and any("_" in name for name in each.cards):
            dealt = isinstance(each, rec.Deal | rec.Monte)
            others = () if dealt else tuple(name for name in spare if name not in each.cards)
            ways = list(_filled(each, hidden.cards + others))
        many *= len(ways)
        if many > MOST_FILLINGS:
            return
        lines.append(ways)
    for statements in product(*lines):
        yield replace(hidden.hand, statements=statements)


def _filled(line: Any, cards: tuple[str, ...]) -> Iterator[rec.Statement]:
    blanks = [place for place, name in enumerate(line.cards) if "_" in name]
    seen = set()
    for chosen in permutations(cards, len(blanks)):
        if all(_like(line.cards[place], name) for place, name in zip(blanks, chosen, strict=True)):
            names = list(line.cards)
            for place, name in zip(blanks, chosen, strict=True):
                names[place] = name
            key = tuple(names) if isinstance(line, rec.Trick) else tuple(sorted(names))
            if key not in seen:
                seen.add(key)
                yield line._replace(cards=tuple(names))


def _like(blank: str, name: str) -> bool:
    return all(want in ("_", have) for want, have in zip(blank, name, strict=True))


def legal_ways(game: Game, hidden: Hidden) -> list[Judgement]:
    """The replays of all fillings that break no rule."""
    return [
        replayed
        for filled in fillings(hidden)
        for replayed in [begin_totals(game).replay(filled)]
        if replayed.verdict == "legal" and not any(each.severity == "error" for each in replayed.findings)
    ]


def alike(values: list[Any]) -> Any:
    """Return the common value; None if there is none."""
    return values[0] if all(value == values[0] for value in values) else None
