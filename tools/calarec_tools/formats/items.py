"""Lines of a record as JSON objects, and back.

Terms. An *item* is one line: `{"do": "deal", "seat": "A", "cards": ["3b", …]}`, with its `comment`
where it has one; `{"comment": "; …"}` and `{"blank": true}` are lines without a statement, and
`{"broken": "…"}` is a line that could not be read, as it stands. What is unsaid is left out.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from calarec.notation.blocks import LINE
from calarec.notation.build import verb_of
from calarec.notation.source import presentable
from calarec.notation.writer import checked, line_of, name_line, statement_lines
from calarec.records import model as m
from calarec.wording.language import Words
from calarec_tools.formats.division import GivenRecord
from calarec_tools.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from calarec.notation.formatter import LineParts

Item: TypeAlias = dict[str, Any]

KINDS: Final[dict[str, type]] = {
    verb_of(line): kind
    for kind, line in {
        m.Version: "cal", m.RulesPin: "rules", m.Tag: "tag", m.Table: "table", m.Seat: "seat", m.Leave: "leave",
        m.Dummy: "dummy", m.Match: "match", m.Carried: "carried", m.Adjust: "adjust", m.At: "at", m.Carry: "carry",
        m.Dealer: "dealer", m.Out: "out",
        m.Deal: "deal", m.Monte: "monte", m.Bid: "bid", m.Raise: "raise", m.Call: "call",
        m.TableCard: "table-card", m.Give: "give", m.Take: "take", m.Discard: "discard", m.Show: "show",
        m.Trick: "1", m.Signal: "signal", m.Claim: "claim", m.Concede: "concede", m.Fault: "fault",
        m.Penalty: "penalty", m.Note: "note", m.Result: "result", m.Score: "score", m.Total: "total", m.Id: "id",
        m.Extension: "x-", m.End: "end",
    }.items()
}  # fmt: skip
"""Statement types by the `do` of their items."""

_VERBS: Final = {kind: verb for verb, kind in KINDS.items()}
_PAIRS: Final = ("amounts", "people", "hashes")
_SEVERAL: Final = ("bid", "raise")
_ALONE: Final = ({"broken"}, {"blank"}, {"comment"})
"""What an item without a statement has."""


def item_of(row: LineParts) -> Item:
    """One line as an item."""
    line = row.line()
    if row.verb is None or len(line) >= LINE or any(map(_twice, row.statements)):
        return {"broken": presentable(line)}
    item: Item = {}
    if row.verb == "hand":
        item = {"do": "hand", **({"name": row.name} if row.name else {})}
    elif row.verb in _SEVERAL:
        item = {"do": row.verb, "said": [_fields(one) for one in row.statements]}
    elif row.statements:
        item = {"do": row.verb, **_fields(row.statements[0])}
    if row.comment:
        item["comment"] = row.comment
    return item or {"blank": True}


def _fields(statement: m.Statement) -> Item:
    fields = statement._asdict()
    defaults = statement._field_defaults
    return {
        name: _plain(name, value)
        for name, value in fields.items()
        if name not in ("line", "nth") and (name not in defaults or value != defaults[name])
    }


def _plain(name: str, value: Any) -> Any:
    if name in _PAIRS:
        return dict(value)
    if name == "sides":
        return [_fields(side) for side in value]
    return list(value) if isinstance(value, tuple) else value


def _twice(statement: m.Statement) -> bool:
    """Whether pairs name something twice, which an object cannot say."""
    every: tuple[tuple[tuple[str, object], ...], ...] = tuple(getattr(statement, name, ()) for name in _PAIRS)
    return any(len(dict(pairs)) < len(pairs) for pairs in every)


# ------------------------------------------------------------------ back


def given_by(item: object, where: str) -> GivenRecord:
    """The line that an item stands for."""
    if not isinstance(item, dict):
        raise Unconvertible(Words("an item is an object"), where=where)
    if "do" not in item and (set(item) not in _ALONE or item.get("blank", True) is not True):
        reason = Words("an item is a statement with `do`, or has `comment`, `blank: true` or `broken` alone")
        raise Unconvertible(reason, where=where)
    if "do" not in item and "broken" in item:
        return GivenRecord(_one_line(item["broken"], "broken", where), where, broken=True)
    comment = _one_line(item.get("comment", ""), "comment", where)
    if comment and not comment.startswith(";"):
        raise Unconvertible(Words("a comment begins with `;`"), where=where)
    line = _statement(item, where) if "do" in item else ""
    return GivenRecord(f"{line}  {comment}" if line and comment else line or comment, where)


def _statement(item: Item, where: str) -> str:
    verb = item["do"]
    fields = {name: value for name, value in item.items() if name not in ("do", "comment")}
    kind = KINDS.get(verb) if isinstance(verb, str) else None
    if kind is None and verb != "hand":
        raise Unconvertible(Words("`{verb}` is no statement", verb=verb), where=where)
    only = "name" if kind is None else "said" if verb in _SEVERAL else ""
    if only and not set(fields) <= {only}:
        reason = Words("the only field of `{verb}` is {only}", verb=verb, only=only)
        raise Unconvertible(reason, where=where)
    try:
        if kind is None:
            return checked(name_line("hand", _text(fields.get("name", ""), "name", where)))
        if verb in _SEVERAL:
            said = [_made(kind, one, where)._replace(nth=nth) for nth, one in enumerate(fields.get("said", []))]
            return "".join(statement_lines(said)[:1])
        statement: m.Statement = _made(kind, fields, where)
        return line_of(statement)
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
        reason = Words("this cannot be said in a record: {item}", item=item)
        raise Unconvertible(reason, where=where) from error


@cache
def hints(kind: type) -> dict[str, Any]:
    """The types of a statement's fields."""
    found = get_type_hints(kind)
    return {name: found[name] for name in kind._fields if name not in ("line", "nth")}  # type: ignore[attr-defined]


def _made(kind: type, fields: object, where: str) -> Any:
    if not isinstance(fields, dict) or not set(fields) <= set(hints(kind)):
        names = ", ".join(hints(kind))
        reason = Words("the fields of `{kind}` are {names}", kind=_VERBS.get(kind, kind.__name__), names=names)
        raise Unconvertible(reason, where=where)
    return kind(**{name: _typed(hints(kind)[name], value, name, where) for name, value in fields.items()})


def _typed(hint: Any, value: Any, name: str, where: str) -> Any:
    """A value of the type that a field wants."""
    if name in _PAIRS and isinstance(value, dict):
        wanted = str if name == "hashes" else int
        if all(type(one) is wanted for one in value.values()):
            return tuple(value.items())
    elif name == "sides" and isinstance(value, list):
        return tuple(_made(m.Stated, side, where) for side in value)
    elif get_origin(hint) is tuple and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    elif type(value) in (get_args(hint) or (hint,)):
        return value
    elif isinstance(value, list) and any(get_origin(one) is tuple for one in get_args(hint)):
        return tuple(_text(one, name, where) for one in value)
    raise Unconvertible(Words("`{name}` cannot be {value}", name=name, value=repr(value)), where=where)


def _text(value: object, name: str, where: str) -> str:
    if isinstance(value, str):
        return value
    raise Unconvertible(Words("`{name}` is a text", name=name), where=where)


def _one_line(value: object, name: str, where: str) -> str:
    """A text that stands in the record as it is."""
    text = _text(value, name, where)
    if any(char == "\n" or "\ud800" <= char <= "\udfff" for char in text):
        raise Unconvertible(Words("`{name}` is a text of one line", name=name), where=where)
    return text
