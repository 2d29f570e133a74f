"""The necessary changes of a hand: other changes alone leave it wrong.

A hand goes in as it was judged as written; views of its statements come out, each of which must differ after a
correct change. A dealer out of turn stays so with any cards; so do a missing number, a duplicate line, and a
duplicate card. If payments and totals are stated and only one of the two is wrong, it is that line: with other
payments the other would be wrong. If every card is known, problems of auction, exchange and play come from lines up
to them.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.records import model as rec
from calarec.repairs.cards import DEALT

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding

    Look: TypeAlias = Callable[[tuple[rec.Statement, ...]], object]

_PLAYED: Final = ("CAL4", "CAL5")
"""Codes of problems in the auction, the exchange and the play."""

_TWICE: Final = ("CAL301", "CAL303", "CAL436", "CAL511")
"""Codes of duplicates, on one line or on two."""


def list_needed_changes(judged: Judgement, statements: tuple[rec.Statement, ...]) -> list[Look]:
    """The looks at the statements of a hand that must not see what they see now."""
    wrong = [finding for finding in judged.findings if finding.severity != "note"]
    codes = {finding.code for finding in wrong}
    found = [_of_kind(rec.Dealer)] if "CAL307" in codes else []
    left = codes - {"CAL307"}
    if left and {type(statement) for statement in statements} >= {rec.Score, rec.Total}:
        if left == {"CAL611"}:
            found.append(_of_kind(rec.Score))
        elif left <= {"CAL612", "CAL617", "CAL618"}:
            found.append(_of_kind(rec.Total))
    if "CAL118" in codes:
        found.append(_is_numbered_in_order)
    found += [_statements_on_lines(*lines) for finding in wrong if (lines := _repeated_lines(finding))]
    first = min(wrong, key=lambda each: each.span.line, default=None)
    if first is not None and first.code.startswith(_PLAYED) and judged.knowledge == "complete":
        found.append(_before_line(first.span.line))
    return found


def _of_kind(kind: type) -> Look:
    return lambda statements: [statement for statement in statements if isinstance(statement, kind)]


def _is_numbered_in_order(statements: tuple[rec.Statement, ...]) -> bool:
    """Check that no trick number is missing or misplaced."""
    tricks = (statement for statement in statements if isinstance(statement, rec.Trick))
    return all(trick.number == place for place, trick in enumerate(tricks, 1))


def _statements_on_lines(*lines: int) -> Look:
    return lambda statements: [statement for statement in statements if statement.line in lines]


def _before_line(line: int) -> Look:
    """View the statements up to a line; and dealer and deal, wherever they are."""

    def statements_seen(statements: tuple[rec.Statement, ...]) -> object:
        before = [*takewhile(lambda each: each.line <= line, statements)]
        return before, [statement for statement in statements if isinstance(statement, (rec.Dealer, *DEALT))]

    return statements_seen


def _repeated_lines(finding: Finding) -> tuple[int, ...]:
    """The lines of duplicates in a finding; none for other findings."""
    if finding.code not in _TWICE:
        return ()
    other = str(finding.args.get("line", ""))
    if other.isdigit():
        return finding.span.line, int(other)
    return (finding.span.line,) if finding.code == "CAL436" or finding.wording.startswith("same") else ()
