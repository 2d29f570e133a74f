"""Declarations of parameters, as model, schema and documentation at once.

Terms. A *part* is such a dataclass. `param` declares one parameter of it: a title, what it means, and its
limits; the type annotation has the rest.

Types understood: bool, int, str, Literal of words, a part, `tuple[T, ...]`, `Mapping[str, T]`, `T | None`,
`int | part`, `bool | part` and `int | Literal` of words.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin

from calarec.core.base.frozen import MISSING, FrozenMap, NamedTuple, dataclass, field, fields

if TYPE_CHECKING:
    from calarec.core.wording.language import Words


ID_PATTERN = "^[a-z][a-z0-9_-]*$"
"""Names that a rule file gives: contracts, steps, piles, bonuses, words."""

LETTERS = {"points": "p", "payment": "x", "rate": "x", "total": "p"}
"""The letter after a number with its unit, by what the number counts.

See `calarec.rule_files.units`.
"""
WITH_UNIT = "^([0-9]{1,6}|([0-9]{1,6} )?[1-9][0-9]{0,3}/[1-9][0-9]{0,3})%s$"
"""The pattern of such a number: `6p`, `1/3p`, `2 1/3p`."""


DEALER = {"same": "the same dealer", "next": "the next dealer"}
"""The next dealer, as several rules define it."""
WHO = {"anyone": "anyone", "declarer": "the declarer", "opponents": "an opponent of the declarer"}
"""The players that a rule is for."""


class About(NamedTuple):
    """The declaration of a parameter."""

    title: str
    text: str
    options: Mapping[str, str]
    """The meaning of each possible word."""
    least: int | None
    most: int | None
    pattern: str | None
    keys: str | None
    """The pattern of the keys of a map."""
    refers_to: str | None
    """The kind of thing that the text names: contract, step, pile, rank, card, bonus."""
    entries: bool
    """True if the entries of the map may be removed with `off`."""
    counts: str | None = None
    """The unit of the number: points, payment, rate, total.

    See `calarec.rule_files.units`.
    """
    since: str = ""
    """The release that added the parameter; empty if the first digests have it.

    See `rulesets.digest`.
    """
    follows: str = ""
    """The map beside it whose entries it lists, in file order, if it is left out."""
    more: str = ""
    """The list beside it for all but the first value, if several are written here."""


def param(
    title: str,
    text: str,
    *,
    default: Any = MISSING,
    options: Mapping[str, str] | None = None,
    least: int | None = None,
    most: int | None = None,
    pattern: str | None = None,
    keys: str | None = None,
    refers_to: str | None = None,
    entries: bool = False,
    counts: str | None = None,
    since: str = "",
    follows: str = "",
    more: str = "",
) -> Any:
    """Declare a parameter; without a default a rule file must state it.

    A parameter `since` a later release needs a default.
    """
    if since and default is MISSING:
        raise ValueError("files written before cannot state it: it needs a default")
    about = About(
        title, text, options or {}, least, most, pattern, keys, refers_to, entries, counts, since, follows, more
    )
    metadata = {"about": about}
    if isinstance(default, dict):
        return field(default_factory=lambda: FrozenMap(dict(default)), metadata=metadata)
    return field(default=default, metadata=metadata)


class Param(NamedTuple):
    """A parameter as the rest of the rules room reads it."""

    name: str
    annotation: str
    module: str
    """The module in which the annotation is written."""
    required: bool
    default: Any
    about: About

    @property
    def type(self) -> Any:
        """The type that the annotation names."""
        return _read_annotation(self.annotation, self.module)


@cache
def _read_annotation(annotation: str, module: str) -> Any:
    # Evaluating every annotation (`get_type_hints`) would be a twelfth of one replay, and most values need no type.
    return eval(annotation, vars(sys.modules[module]))


@cache
def params_of(part: type) -> tuple[Param, ...]:
    """The parameters of a part, in the order of their declaration."""
    modules = {name: cls.__module__ for cls in reversed(part.__mro__) for name in vars(cls).get("__annotations__", ())}
    found = []
    for attribute in fields(part):
        required = attribute.default is MISSING and attribute.default_factory is MISSING
        default: Any = None
        if not required:
            make: Any = attribute.default_factory
            default = attribute.default if attribute.default is not MISSING else make()
        found.append(
            Param(
                attribute.name,
                str(attribute.type),
                modules[attribute.name],
                required,
                default,
                attribute.metadata["about"],
            )
        )
    return tuple(found)


class Shape(NamedTuple):
    """A type annotation taken apart."""

    kind: Literal["bool", "int", "str", "word", "part", "list", "map", "int_or_part", "bool_or_part", "int_or_word"]
    item: Any = None
    """The part, or the type of the items or entries."""
    words: tuple[str, ...] = ()
    optional: bool = False
    """True if nothing (`~`) is allowed."""


PART_KINDS: Final = ("part", "int_or_part", "bool_or_part")
"""The kinds whose value may be a map of parameters."""


@cache
def shape_of(annotation: Any) -> Shape:
    """Takes a type annotation apart."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union_shape(args)
    if origin is Literal:
        return Shape("word", None, tuple(args))
    if origin is tuple:
        return Shape("list", args[0])
    if origin is not None and issubclass(origin, Mapping):
        return Shape("map", args[1])
    if annotation in (bool, int, str):
        return Shape(annotation.__name__)
    return Shape("part", annotation)


def _union_shape(args: tuple[Any, ...]) -> Shape:
    optional = type(None) in args
    rest = [arg for arg in args if arg is not type(None)]
    if len(rest) == 1:
        return shape_of(rest[0])._replace(optional=optional)
    (part,) = (arg for arg in rest if arg not in (int, bool))
    if get_origin(part) is Literal:
        return Shape("int_or_word", None, get_args(part), optional)
    return Shape("bool_or_part" if bool in rest else "int_or_part", part, (), optional)


def default_as_data(value: Any) -> Any:
    """Convert a default to the data of a file."""
    if isinstance(value, (tuple, list)):
        return [default_as_data(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {
            parameter.name: default_as_data(getattr(value, parameter.name)) for parameter in params_of(value.__class__)
        }
    if hasattr(value, "keys"):
        mapping: Mapping[str, Any] = value
        return {key: default_as_data(mapping[key]) for key in mapping}
    return value


class Kind(StrEnum):
    """The purpose of a mechanism, which decides its place in a rule file."""

    SECTION = "section"
    """A top-level section of a rule file: table, pack, auction, play, settle, match …"""
    STEP = "step"
    """Acts in turn; an entry of `steps`."""
    STANDING = "standing"
    """An entry of `standing`: acts between two statements, or on a condition."""
    ALL_PASS = "all_pass"
    """The mechanism for a hand that all pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanism:
    """One mechanism: its name and its parameters.

    Its behaviour is under its name in `engine`, its checks in `rulesets.lint`, its text in `rulebook`.
    """

    name: str
    kind: Kind
    params: Any
    """The dataclass of its parameters (for a section that is a map: of each entry)."""
    title: Words
    about: str
    """One sentence for the schema and the documentation."""
    entries: bool = False
    """A section that is a map of entries keyed by id."""
    required: bool = True
    """True if a rule file must have the section."""
    since: str = ""
    """The release that brought the mechanism; empty for those of the first."""
