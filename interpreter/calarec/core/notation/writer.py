"""Write statements and hands in their canonical form.

The result can be read again: each line is matched with the grammar's own patterns before it leaves. A value that no
line can express (a bid of two words, a seat called `anna`) is a `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.arguments import wrong_kind
from calarec.core.notation import by_pattern
from calarec.core.notation.phrases import PHRASES, write_name
from calarec.core.notation.preamble_writer import WrittenEvening
from calarec.core.records import model as m
from calarec.core.records.rows import KEYWORDS, NO_KEYWORDS, ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.records.rows import StatementRow


def write(hands: Iterable[m.Hand]) -> str:
    """Write the text of a record with these hands.

    The lines of a broken hand stay as they are.
    """
    if isinstance(hands, str | bytes | m.Hand) or not isinstance(hands, Iterable):
        raise wrong_kind("hands", "a series of hands", hands)
    return "".join(write_hands(map(_require_hand, hands)))


def _require_hand(hand: object) -> m.Hand:
    if not isinstance(hand, m.Hand):
        raise wrong_kind("each of the hands", "a Hand", hand)
    return hand


def write_hands(hands: Iterable[m.Hand]) -> Iterator[str]:
    """Yield the text of a record by hand, with lines on the evening where it changes."""
    so_far = WrittenEvening()
    for hand in hands:
        yield from (
            f"{statement_line(statement)}\n" if statement else "\n" for statement in so_far.statements_before(hand)
        )
        yield from (f"{line}\n" for line in hand_to_lines(hand))


def hand_to_lines(hand: m.Hand) -> list[str]:
    """The lines of a hand from `hand` to `end`."""
    if hand.broken:
        return list(hand.lines)
    return [name_line("hand", hand.name), *statement_lines(hand.statements)]


def statement_lines(statements: Sequence[m.Statement]) -> list[str]:
    """The lines of statements; bids with the same line number share a line."""
    lines: list[str] = []
    said: list[m.SpokenStatement] = []
    for statement in statements:
        if isinstance(statement, m.SPOKEN):
            if said and not _is_same_line(said[-1], statement):
                lines.append(_spoken_line(said))
                said = []
            said.append(statement)
            continue
        if said:
            lines.append(_spoken_line(said))
            said = []
        lines.append(statement_line(statement))
    if said:
        lines.append(_spoken_line(said))
    return lines


def statement_line(statement: m.Statement) -> str:
    """The canonical line of one statement."""
    kind = type(statement)
    write_statement = _WRITERS.get(kind) or _WRITERS.setdefault(kind, _compile_writer(ROWS[KEYWORDS[kind]]))
    return require_readable_line(write_statement(statement))


def name_line(verb: str, name: str) -> str:
    """`hand 7`, `hand "7a"`, `hand`; the same for a match and a table."""
    written = write_name(name)
    return verb if written is None else f"{verb} {written}"


def require_readable_line(line: str) -> str:
    """The line, if it can be read again."""
    if by_pattern.is_canonical(line) and _is_text(line):
        return line
    raise ValueError(f"this cannot be said in a record: {line!r}")


def _is_text(line: str) -> bool:
    """Check whether it can be encoded: half of a surrogate pair cannot."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_same_line(before: m.SpokenStatement, now: m.SpokenStatement) -> bool:
    return type(before) is type(now) and before.line == now.line and now.nth == before.nth + 1


def _spoken_line(said: list[m.SpokenStatement]) -> str:
    return require_readable_line(
        " ".join([statement_line(said[0]), *(f"{statement.seat}: {statement.word}" for statement in said[1:])])
    )


_WRITERS: Final[dict[type[m.Statement], Callable[[m.Statement], str]]] = {}
"""Compiled when the first statement of a kind is written."""


def _compile_writer(row: StatementRow) -> Callable[[m.Statement], str]:
    """Compiles a function for one kind of statement, as `_maker` does for reading."""
    kind: Any = row.kind
    known: dict[str, Any] = {}
    texts = [repr(f" {row.keyword}")] if row.keyword not in NO_KEYWORDS else []
    for number, part in enumerate(row.parts):
        phrase = PHRASES[part.symbol]
        values = ", ".join(f"said[{kind._fields.index(field)}]" for field in part.fields)
        if isinstance(phrase.write, str):
            text = f"f' {phrase.write.replace('{', '{' + values)}'"
        else:
            known[f"write_{number}"] = phrase.write
            text = f"'' if (text := write_{number}({values})) is None else ' ' + text"
        if not phrase.is_required and all(field in kind._field_defaults for field in part.fields):
            defaults = ", ".join(repr(kind._field_defaults[field]) for field in part.fields)
            text = f"'' if ({values}) == ({defaults}) else {text}"
        texts.append(f"({text})")
    # Of `dummy D by B`: lambda said: (' dummy' + (f' {said[0]}') + ('' if (said[1]) == ('') else f' by {said[1]}'))[1:]
    writer: Callable[[m.Statement], str] = eval(f"lambda said: ({' + '.join(texts)})[1:]", known)
    return writer
