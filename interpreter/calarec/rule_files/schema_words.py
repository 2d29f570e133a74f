"""The requirements of the schema in words: kinds, forms of texts, places of keys."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import (
    CONDITIONS,
    BidCondition,
    LeadCondition,
    OpponentCondition,
    SideCondition,
    When,
)
from calarec.core.mechanisms.fields import ID_PATTERN, params_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.core.wording.language import Listing, Words
from calarec.rule_files.schema import Schema, section_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.fields import Kind

BOOLEANS: Final = {
    "yes": "true", "y": "true", "on": "true", "true": "true", "si": "true", "sì": "true", "vero": "true",
    "no": "false", "n": "false", "off": "false", "false": "false", "falso": "false",
}  # fmt: skip
"""Words that people write for true and false."""

_KINDS: Final = {
    "boolean": Words("`true` or `false`"),
    "integer": Words("a whole number"),
    "string": Words("a text"),
    "array": Words("a list"),
    "object": Words("a map"),
}

_FORMS: Final = {
    ID_PATTERN: Words("small letters, digits, hyphens and underscores, a letter first"),
    "^[a-z][a-z0-9-]*$": Words("one word of small letters, digits and hyphens, a letter first"),
    "^[a-z]{1,8}$": Words("one to eight small letters, one for each suit"),
    "^[0-9A-Z]{1,16}$": Words("one to sixteen digits and capital letters, one for each rank (ten is `T`)"),
    "^[0-9A-Z]$": Words("one digit or one capital letter"),
    "^[0-9A-Z][a-z]$": Words("a card: its rank, then the letter of its suit"),
    "^[0-9A-Za-z]$": Words("one digit or one letter"),
    "^[2-8]$": Words("the number of seats, from 2 to 8"),
    "^(1/2)$": Words("`1/2`, or a number"),
    "^1(/[2-9])?$": Words("`1`, or a part such as `1/3`"),
    "^.{1,200}$": Words("a text of at most 200 characters"),
    "^.{1,1000}$": Words("a text of at most 1,000 characters"),
}


def wanted_kind(kinds: list[str]) -> Listing:
    """The kind that a value should have."""
    return Listing(tuple(_KINDS.get(kind, kind) for kind in kinds), either=True)


def found_kind(value: Any) -> Words | str:
    """The kind that a value has."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value is None:
        return Words("nothing")
    if isinstance(value, int):
        return Words("the number {value}", value=value)
    if isinstance(value, str):
        line = value.replace("\n", "\\n")
        text = line if len(line) <= 40 else line[:39] + "…"
        return Words("the text `{text}`", text=text)
    return _KINDS["object"] if isinstance(value, dict) else _KINDS["array"]


def describe_pattern(pattern: str) -> Words:
    """The form that a pattern asks for, in words."""
    return _FORMS.get(pattern) or Words("the pattern {pattern}", pattern=pattern)


def mechanisms_with(kind: Kind, keys: dict[str, Any]) -> list[str]:
    """The mechanisms of a family that know every key of a map, the key `do` apart."""
    wanted = set(keys) - {"do"}
    return [
        name
        for name in mechanism_names(kind)
        if wanted and wanted <= {p.name for p in params_of(find_mechanism(kind, name).params)}
    ]


_CONDITION_PLACES: Final[Mapping[str, type]] = {
    "settle.bonus": When, "all_pass.bonus": When, "settle.each": OpponentCondition, "settle.won_if": WonIf,
    "contracts.*.won_if": WonIf, "all_pass.counts": SideCondition,
    "auction.must": BidCondition, "play.leads": LeadCondition,
}  # fmt: skip
"""The places of conditions in a rule file, and the figures that they know."""
_FIGURE_KEYS: Final = frozenset((*(row.name for row in CONDITIONS), "contracts"))


def places_of(key: str) -> tuple[str, ...]:
    """The places of a key in a rule file, as paths; of figures: the conditions."""
    others = (place for place in _word_places().get(key, ()) if key not in _FIGURE_KEYS or not _is_in_condition(place))
    return tuple(dict.fromkeys((*condition_places(key), *others)))


def condition_places(key: str) -> tuple[str, ...]:
    """The conditions of a rule file in which a figure is known; none for other keys."""
    if key not in _FIGURE_KEYS:
        return ()
    return tuple(place for place, part in _CONDITION_PLACES.items() if key in {param.name for param in params_of(part)})


def is_unknown_figure(path: tuple[str, ...], key: str) -> bool:
    """Check whether a key is a figure of conditions, in a condition."""
    return key in _FIGURE_KEYS and _is_in_condition(".".join(path))


def _is_in_condition(path: str) -> bool:
    return not {"when", "also", "won_if", "for_each"}.isdisjoint(path.split("."))


@cache
def _word_places() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, schema in section_schemas(notes=False).items():
        if name in FAMILIES:
            for do in mechanism_names(FAMILIES[name]):
                entry = name if name == "all_pass" else f"{name}.*"
                for param in params_of(find_mechanism(FAMILIES[name], do).params):
                    found.setdefault(param.name, []).append(f"{entry} (do: {do})")
        else:
            for place, key in _keys_in(schema, name):
                found.setdefault(key, []).append(place)
    for name in SECTIONS:
        found.setdefault(name, [])
    return found


def _keys_in(schema: Schema, path: str) -> Iterator[tuple[str, str]]:
    for key, child in schema.get("properties", {}).items():
        yield path, key
        if isinstance(child, dict):
            yield from _keys_in(child, f"{path}.{key}")
    for name in ("additionalProperties", "items"):
        child = schema.get(name)
        if isinstance(child, dict):
            yield from _keys_in(child, f"{path}.*")
