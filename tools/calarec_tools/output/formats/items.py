"""Lines of a record as JSON objects, and back.

Terms. An *item* is one line: `{"do": "deal", "seat": "A", "cards": ["3b", …]}`, with its `comment`
if it has one; `{"comment": "; …"}` and `{"blank": true}` are lines without a statement, and
`{"broken": "…"}` is an unreadable line, unchanged. Missing values are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.notation.blocks import MAX_LINE_CHARACTERS
from calarec.core.notation.source import to_presentable
from calarec.core.notation.writer import name_line, require_readable_line, statement_line, statement_lines
from calarec.core.records.model import SPOKEN_KEYWORDS
from calarec.core.records.plain import KINDS, PAIRS, NotAStatementError, fields_of, make_statement, require_string
from calarec.core.wording.language import Words
from calarec_tools.output.formats.division import GivenRecord
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from calarec.core.notation.formatter import LineParts
    from calarec.core.records import model as m

Item: TypeAlias = dict[str, Any]

_ALONE: Final = ({"broken"}, {"blank"}, {"comment"})
"""The keys of an item without a statement."""


def item_of(row: LineParts) -> Item:
    """One line as an item."""
    line = row.canonical_text()
    if row.verb is None or len(line) >= MAX_LINE_CHARACTERS or any(map(_has_duplicate_names, row.statements)):
        return {"broken": to_presentable(line)}
    item: Item = {}
    if row.verb == "hand":
        item = {"do": "hand", **({"name": row.name} if row.name else {})}
    elif row.verb in SPOKEN_KEYWORDS:
        item = {"do": row.verb, "said": [fields_of(statement) for statement in row.statements]}
    elif row.statements:
        item = {"do": row.verb, **fields_of(row.statements[0])}
    if row.comment:
        item["comment"] = row.comment
    return item or {"blank": True}


def _has_duplicate_names(statement: m.Statement) -> bool:
    """Check whether pairs repeat a name, which an object cannot express."""
    every: tuple[tuple[tuple[str, object], ...], ...] = tuple(getattr(statement, name, ()) for name in PAIRS)
    return any(len(dict(pairs)) < len(pairs) for pairs in every)


# ------------------------------------------------------------------ back


def given_by(item: object, where: str) -> GivenRecord:
    """The line that an item means."""
    if not isinstance(item, dict):
        raise Unconvertible(Words("an item is an object"), where=where)
    if "do" not in item and (set(item) not in _ALONE or item.get("blank", True) is not True):
        reason = Words("an item is a statement with `do`, or has only `comment`, `blank: true` or `broken`")
        raise Unconvertible(reason, where=where)
    if "do" not in item and "broken" in item:
        return GivenRecord(_single_line_text(item["broken"], "broken", where), where, broken=True)
    comment = _single_line_text(item.get("comment", ""), "comment", where)
    if comment and not comment.startswith(";"):
        raise Unconvertible(Words("a comment begins with `;`"), where=where)
    line = _statement_from_item(item, where) if "do" in item else ""
    return GivenRecord(f"{line}  {comment}" if line and comment else line or comment, where)


def _statement_from_item(item: Item, where: str) -> str:
    verb = item["do"]
    fields = {name: value for name, value in item.items() if name not in ("do", "comment")}
    kind = KINDS.get(verb) if isinstance(verb, str) else None
    if kind is None and verb != "hand":
        raise Unconvertible(Words("`{verb}` is not a statement", verb=verb), where=where)
    only = "name" if kind is None else "said" if verb in SPOKEN_KEYWORDS else ""
    if only and not set(fields) <= {only}:
        reason = Words("the only field of `{verb}` is {only}", verb=verb, only=only)
        raise Unconvertible(reason, where=where)
    try:
        if kind is None:
            return require_readable_line(name_line("hand", require_string(fields.get("name", ""), "name")))
        if verb in SPOKEN_KEYWORDS:
            said = [make_statement(kind, one)._replace(nth=nth) for nth, one in enumerate(fields.get("said", []))]
            return "".join(statement_lines(said)[:1])
        statement: m.Statement = make_statement(kind, fields)
        return statement_line(statement)
    except NotAStatementError as error:
        raise Unconvertible(error.reason, where=where) from error
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
        reason = Words("this cannot be said in a record: {item}", item=item)
        raise Unconvertible(reason, where=where) from error


def _single_line_text(value: object, name: str, where: str) -> str:
    """Check a text that the record has unchanged: it must be one line."""
    if not isinstance(value, str):
        raise Unconvertible(Words("`{name}` is a text", name=name), where=where)
    if any(char == "\n" or "\ud800" <= char <= "\udfff" for char in value):
        raise Unconvertible(Words("`{name}` is a text of one line", name=name), where=where)
    return value
