"""Results as JSON and back: reading creates only objects of the listed classes.

Takes a value that work has returned, gives a text; takes such a text, gives an equal value or raises `NoPartError`.
Reading imports nothing, calls nothing but the constructors of the listed classes, and checks each of their fields
against its annotation.

Form. A tuple is an array. Everything else that JSON lacks is an object with one key: `list`, `dict`, `set`, `bytes`,
`Fraction`, `Counter`, or the name of a class with the values of its fields in order.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections import Counter
from fractions import Fraction
from functools import cache
from types import FunctionType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_origin, get_type_hints

from calarec.core.base import spans
from calarec.core.base.frozen import fields
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.records import model
from calarec.core.wording import findings, language
from calarec.rule_files.kept import flat_text
from calarec.rule_files.load import restore_ruleset
from calarec_tools.archive.runs.kept_classes import KEPT_CLASSES, keep_in_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

_SCALARS: Final = (NoneType, bool, int, float, str)
_PLACEHOLDERS: Final = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w+(?::[^{}|]*\|[^{}|]*)?\})*")
"""Templates may name their values and the forms that agree (`{x:is|are}`).

They may not look into values (`{x.__class__}`) or make them wide (`{x:>999999999}`).
"""


class NoPartError(ValueError):
    """A value that JSON cannot express, or a text that contains no such value."""


def to_text(value: object) -> str:
    """A value as JSON."""
    _list_core_classes()
    return json.dumps(_to_plain(value), separators=(",", ":"))


def from_text(text: str | bytes) -> Any:
    """Return the value that a text contains; raise NoPartError if there is none."""
    _list_core_classes()
    try:
        return _from_plain(json.loads(text))
    except (ValueError, TypeError, KeyError, ArithmeticError, AttributeError, RecursionError) as error:
        raise NoPartError(str(error)) from None


@cache
def _list_core_classes() -> None:
    from calarec.core.engine.state import Inherited
    from calarec.core.judge.gains import GainsInARow, HandScore, PlainGains
    from calarec.simulation.run import MadeHand

    keep_in_parts(Inherited, GainsInARow, HandScore, PlainGains, MadeHand)
    keep_in_parts(*_classes_of(model), *_classes_of(findings), *_classes_of(spans))
    keep_in_parts(language.Listing, language.Joined, language.Translated)


def _classes_of(module: ModuleType) -> list[type]:
    return [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]


# ---------------------------------------------------------------------- there


def _to_plain(value: Any) -> Any:
    kind: type = type(value)
    if kind in _SCALARS:
        return value
    if kind is tuple:
        return [*map(_to_plain, value)]
    writer = _WRITERS.get(kind)
    if writer is not None:
        return {kind.__name__: writer(value)}
    if KEPT_CLASSES.get(kind.__name__) is not kind:
        raise NoPartError(f"no result holds a {kind.__qualname__}")
    return {kind.__name__: [_to_plain(getattr(value, name)) for name in _names_of(kind)]}


def _pairs_of_value(value: Mapping[Any, Any]) -> list[Any]:
    return [[_to_plain(key), _to_plain(item)] for key, item in value.items()]


_WRITERS: Final[Mapping[type, Callable[[Any], Any]]] = {
    list: lambda value: [*map(_to_plain, value)],
    set: lambda value: [*map(_to_plain, value)],
    dict: _pairs_of_value,
    Counter: _pairs_of_value,
    bytes: lambda value: b64encode(value).decode("ascii"),
    Fraction: lambda value: [value.numerator, value.denominator],
    Ruleset: flat_text,
    language.Words: lambda value: [value.template, value.sense, _pairs_of_value(value.values)],
    language.Phrase: lambda value: [value.form, [*map(_to_plain, value.of)]],
}


# ---------------------------------------------------------------------- and back


def _from_plain(plain: Any) -> Any:
    if type(plain) in _SCALARS:
        return plain
    if type(plain) is list:
        return tuple(map(_from_plain, plain))
    ((name, inner),) = plain.items()
    reader = _READERS.get(name)
    return _object_from_values(KEPT_CLASSES[name], [*map(_from_plain, inner)]) if reader is None else reader(inner)


def _object_from_values(kind: type, values: list[Any]) -> Any:
    names = _names_of(kind)
    hints = _hints_of(kind)
    for name, value in zip(names, values, strict=True):
        if not _is_a(value, hints[name]):
            raise NoPartError(f"{kind.__name__}.{name}: {value!r}")
    return kind(**dict(zip(names, values, strict=True)))


def _mapping(pairs: list[Any]) -> dict[Any, Any]:
    return {_from_plain(key): _from_plain(value) for key, value in pairs}


def _words_from_plain(inner: list[Any]) -> language.Words:
    template, sense, pairs = inner
    values = _mapping(pairs)
    if type(sense) is not str or not _PLACEHOLDERS.fullmatch(template) or not all(type(key) is str for key in values):
        raise NoPartError(repr(inner))
    return language.Words(template, sense, **values)


def _phrase(inner: list[Any]) -> language.Phrase:
    """A form of the grammar; nothing else that its module knows may be called."""
    form, of = inner
    grammar = language.grammar(language.SOURCE)
    known = getattr(grammar, form)
    if form.startswith("_") or not isinstance(known, FunctionType) or known.__module__ != grammar.__name__:
        raise NoPartError(repr(inner))
    return language.Phrase(form, *map(_from_plain, of))


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "list": lambda inner: [*map(_from_plain, inner)],
    "set": lambda inner: {*map(_from_plain, inner)},
    "dict": _mapping,
    "Counter": lambda inner: Counter(_mapping(inner)),
    "bytes": lambda inner: b64decode(inner, validate=True),
    "Fraction": lambda inner: Fraction(*inner),
    "Ruleset": restore_ruleset,
    "Words": _words_from_plain,
    "Phrase": _phrase,
}


# ---------------------------------------------------------------------- fields


@cache
def _names_of(kind: type) -> tuple[str, ...]:
    named: tuple[str, ...] | None = getattr(kind, "_fields", None)
    return named if named is not None else tuple(field.name for field in fields(kind))


@cache
def _hints_of(kind: type) -> dict[str, Any]:
    """Return the annotations of a class.

    Names that its module imports only for type checkers are found among the listed classes.
    """
    names = {
        **{name: getattr(model, name) for name in ("Cards", "Amounts", "Statement", "TableStatement")},
        "Counter": Counter, "Ruleset": Ruleset, "Sayable": object, "Language": str, "Turn": tuple[str, str],
        "Words": language.Words, **KEPT_CLASSES,
    }  # fmt: skip
    return get_type_hints(kind, None, names)


def _is_a(value: Any, hint: Any) -> bool:
    """Check whether a value has the type of an annotation."""
    if hint is object or hint is Any:
        return True
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_is_a(value, arg) for arg in args)
    if origin is None:
        return type(value) is hint
    if type(value) is not origin:
        return False
    if origin is tuple and args[-1:] != (...,):
        return len(value) == len(args) and all(map(_is_a, value, args))
    if origin in (dict, Counter):
        # Counter[str] names its keys alone.
        return all(_is_a(key, args[0]) and _is_a(item, (*args, int)[1]) for key, item in value.items())
    return all(_is_a(item, args[0]) for item in value)
