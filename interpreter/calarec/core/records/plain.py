"""Statements as plain data for JSON, `{"seat": "A", "cards": ["3b"]}`, and back.

Absent parts are left out; cards are lists of names; pairs of a name and an amount are an object.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from calarec.core.base.errors import PortableError
from calarec.core.records import model as m
from calarec.core.records.rows import KEYWORDS, ROWS
from calarec.core.wording.language import SOURCE, Words, text_in

Fields: TypeAlias = dict[str, Any]

KINDS: Final = {row.keyword: row.kind for row in ROWS.values()}
"""Statement types by what JSON calls them in `do`."""

PAIRS: Final = ("amounts", "people", "hashes")
"""Fields that are pairs of a name and a value."""


class NotAStatementError(PortableError, ValueError):
    """Plain data that is not a statement; `reason` says why in each language."""

    def __init__(self, reason: Words) -> None:
        super().__init__(text_in(reason, SOURCE))
        self.reason = reason


def fields_of(statement: m.Statement | m.Stated) -> Fields:
    """The fields of a statement, without its kind."""
    defaults = statement._field_defaults
    return {
        name: _plain_value(name, value)
        for name, value in statement._asdict().items()
        if name not in ("line", "nth") and (name not in defaults or value != defaults[name])
    }


def _plain_value(name: str, value: Any) -> Any:
    if name in PAIRS:
        return dict(value)
    if name == "sides":
        return [fields_of(side) for side in value]
    return list(value) if isinstance(value, tuple) else value


def make_statement(kind: type, fields: object) -> Any:
    """The statement of a kind that the fields say; NotAStatementError if they cannot."""
    if not isinstance(fields, dict) or not set(fields) <= set(hints(kind)):
        names = ", ".join(hints(kind))
        raise NotAStatementError(Words("the fields of `{kind}` are {names}", kind=statement_keyword(kind), names=names))
    return kind(**{name: _value_of_type(hints(kind)[name], value, name) for name, value in fields.items()})


def statement_keyword(kind: type) -> str:
    """The name of a kind of statement in JSON."""
    return KEYWORDS.get(kind, kind.__name__)


@cache
def hints(kind: type) -> dict[str, Any]:
    """The types of a statement's fields."""
    found = get_type_hints(kind)
    return {name: found[name] for name in kind._fields if name not in ("line", "nth")}  # type: ignore[attr-defined]


def _value_of_type(hint: Any, value: Any, name: str) -> Any:
    """A value of the type that a field wants."""
    if name in PAIRS and isinstance(value, dict):
        wanted = str if name == "hashes" else int
        if all(type(entry) is wanted for entry in value.values()):
            return tuple(value.items())
    elif name == "sides" and isinstance(value, list):
        return tuple(make_statement(m.Stated, side) for side in value)
    elif get_origin(hint) is tuple and isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    elif type(value) in (get_args(hint) or (hint,)):
        return value
    elif isinstance(value, list) and any(get_origin(arg) is tuple for arg in get_args(hint)):
        return tuple(require_string(entry, name) for entry in value)
    raise NotAStatementError(Words("`{name}` cannot be {value}", name=name, value=repr(value)))


def require_string(value: object, name: str) -> str:
    """A value that has to be a text."""
    if isinstance(value, str):
        return value
    raise NotAStatementError(Words("`{name}` is a text", name=name))
