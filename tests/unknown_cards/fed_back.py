"""A record with what was deduced from it written into it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence


def fed_back(hand: rec.Hand, deduced: Sequence[str]) -> rec.Hand | None:
    """The hand with every deduced line in the place of the line for it.

    None if a deduced move has no line: its place among the others is unknown.
    """
    statements: list[Any] = list(hand.statements)
    for line in deduced:
        said: Any = parse_records(f"cal 1\nhand\ndealer A\n{line}\nend\n")[0].statements[1]
        at = _about(statements, said)
        if at is not None:
            statements[at] = said
        elif isinstance(said, rec.Deal | rec.Monte):
            statements.insert(1, said)
        else:
            return None
    return replace(hand, statements=tuple(statements))


def _about(statements: list[Any], said: Any) -> int | None:
    """The place of the line that a deduced line completes."""
    for at, each in enumerate(statements):
        if type(each) is not type(said):
            continue
        match said:
            case rec.Trick():
                same = each.number == said.number
            case rec.Monte():
                same = True
            case rec.Call():
                same = each.seat == said.seat
            case _:
                same = (each.seat, getattr(each, "to", "")) == (said.seat, getattr(said, "to", ""))
                same = same and len(each.cards) == len(said.cards) and _better(each.cards, said.cards)
        if same:
            return at
    return None


def _better(written: Sequence[str], said: Sequence[str]) -> bool:
    """Check whether a line has all that is written, and more."""
    return all(
        all(want in ("_", have) for want, have in zip(old, new, strict=True))
        for old, new in zip(written, said, strict=True)
    )
