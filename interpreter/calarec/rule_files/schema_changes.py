"""The schema of `set` and `add`: the possible paths, and the values of each.

The schema of the rules goes in, the same places come out as paths; the value of a path has the same schema, by
reference. An id that the file gives may be any key in a path, `*` too. With a `*` in another place a path is allowed,
and its value is not checked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

Schema = dict[str, Any]

_ANY: Final = "*"
_KEY: Final = r"[^.\s]+"
_STARRED: Final = rf"^({_KEY}\.)*\*(\.{_KEY})*$"
_OFF: Final = {"title": "Off", "description": "Takes it out.", "const": "off"}


class _At(NamedTuple):
    """One place: its path, with `*` for ids of the file, and its placed schema."""

    path: tuple[str, ...]
    where: str
    schema: Schema
    required: bool


def changes_schema(
    rules: Schema, definitions: Schema, families: Mapping[str, str], required: Collection[str]
) -> Schema:
    """The schema of `set` and `add`.

    `families`: a section → the family of the parts among which it chooses by `do`.
    """
    found: dict[tuple[str, ...], list[_At]] = {}
    for name, schema in rules.items():
        at = _At((name,), f"#/properties/{name}", schema, required=name in required)
        found.setdefault(at.path, []).append(at)
        for each in _places_below(at, definitions, families.get(name, "")):
            found.setdefault(each.path, []).append(each)
    new = {path: places for path, places in found.items() if path[-1] == _ANY}
    return {
        "set": {
            "title": "Set",
            "description": "Path → value: replaces what is there; `*` stands for any one key; "
            "`off` takes out what may be left out.",
            **_paths_schema(found, off=True),
        },
        "add": {
            "title": "Add",
            "description": "Path → value: adds what is not there yet.",
            **_paths_schema(new, off=False),
        },
    }


def _places_below(at: _At, definitions: Schema, family: str) -> Iterator[_At]:
    """Every place below one."""
    required = at.schema.get("required", ())
    for key, child in at.schema.get("properties", {}).items():
        if key not in ("source", "why") and isinstance(child, dict):
            inner = _At((*at.path, key), f"{at.where}/properties/{key}", child, required=key in required)
            yield inner
            yield from _places_below(inner, definitions, "")
    entry = at.schema.get("additionalProperties")
    if isinstance(entry, dict):
        inner = _At((*at.path, _ANY), f"{at.where}/additionalProperties", entry, required=False)
        yield inner
        yield from _places_below(inner, definitions, family)
    elif family:
        for name, part in definitions.items():
            if name.startswith(f"{family}."):
                yield from _places_below(_At(at.path, f"#/$defs/{name}", part, required=True), definitions, "")


def _paths_schema(found: dict[tuple[str, ...], list[_At]], *, off: bool) -> Schema:
    values = {path: _value_schema(places, off=off) for path, places in found.items()}
    known = "|".join(map(_pattern, values))
    return {
        "type": "object",
        "properties": {".".join(path): value for path, value in values.items() if off},
        "patternProperties": {_pattern(path): value for path, value in values.items() if _ANY in path},
        "propertyNames": {"pattern": f"{known}|{_STARRED}" if off else known},
    }


def _value_schema(places: list[_At], *, off: bool) -> Schema:
    """The schema of a path: that of any of its places, and `off` where allowed."""
    first = places[0].schema
    path = ".".join(places[0].path)
    said: Schema = {
        "title": first.get("title", path),
        "description": first.get("description", f"What stands at {path}."),
    }
    parts: list[Schema] = [{"$ref": where} for where in dict.fromkeys(place.where for place in places)]
    if off and any(_is_optional_place(place) for place in places):
        parts.append(dict(_OFF))
    return {**said, **(parts[0] if len(parts) == 1 else {"anyOf": parts})}


def _is_optional_place(at: _At) -> bool:
    kinds = at.schema.get("type", ())
    empty = not at.required and bool({"object", "array"} & set([kinds] if isinstance(kinds, str) else kinds))
    return at.path[-1] == _ANY or "null" in kinds or empty


def _pattern(path: tuple[str, ...]) -> str:
    keys = r"\.".join(_KEY if key == _ANY else re.escape(key) for key in path)
    return f"^{keys}$"
