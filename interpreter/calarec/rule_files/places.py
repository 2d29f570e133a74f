"""The schema for a path of a tree, by the vocabulary, or nothing.

A *place* is open if the file gives its name: an entry of a map of contracts, steps, piles, bonuses, words.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.schema import Schema, tree_schema

if TYPE_CHECKING:
    from calarec.rule_files.tree import Node, Path


class SchemaPlace(NamedTuple):
    """The schema of a place, whether it is open, and whether it may be left out."""

    schema: Schema
    is_open: bool
    optional: bool

    @property
    def schema_keys(self) -> tuple[str, ...]:
        """The keys that the vocabulary gives to a map at this place."""
        return tuple(self.schema.get("properties", {}))

    @property
    def allowed_words(self) -> tuple[str, ...]:
        """The words among which is chosen here."""
        return tuple(word for word in self.schema.get("enum", ()) if word is not None)

    def is_allowed(self, value: Any) -> bool:
        """Is this a value for the place?"""
        from calarec.rule_files.json_schema import validator

        schema = {**self.schema, "$defs": _whole_schema()["$defs"]}
        return bool(validator(schema).is_valid(value))


@cache
def _whole_schema() -> Schema:
    return tree_schema()


def place_at(path: Path, root: Node | None) -> SchemaPlace | None:
    """The place at a path; the tree gives the mechanism of an entry. None without one."""
    place, node = SchemaPlace(_whole_schema(), is_open=False, optional=False), root
    for key in path:
        found = _place_below(place.schema, key, node)
        if found is None:
            return None
        place = found
        node = node.entries.get(key) if node is not None else None
    return place._replace(schema=_mechanism_schema(place.schema, node))


def _place_below(schema: Schema, key: str, node: Node | None) -> SchemaPlace | None:
    schema = _mechanism_schema(schema, node)
    known = schema.get("properties", {})
    if key in known:
        return SchemaPlace(
            known[key],
            is_open=False,
            optional=_is_optional_schema(known[key], required=key in schema.get("required", ())),
        )
    entries = schema.get("additionalProperties")
    if isinstance(entries, dict) and re.search(schema["propertyNames"]["pattern"], key):
        return SchemaPlace(entries, is_open=True, optional=True)
    return None


def _mechanism_schema(schema: Schema, node: Node | None) -> Schema:
    """The schema of the mechanism that an entry names by `do`, where it names one."""
    do = node.entries.get("do") if node is not None else None
    if do is None or "allOf" not in schema:
        return schema
    for each in schema["allOf"]:
        if each["if"]["properties"]["do"]["const"] == do.value:
            chosen: Schema = _whole_schema()["$defs"][each["then"]["$ref"].removeprefix("#/$defs/")]
            return chosen
    return schema


def _is_optional_schema(schema: Schema, *, required: bool) -> bool:
    """Check whether a value may be left out, with no default value."""
    kinds = schema.get("type", ())
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return "null" in kinds or (not required and ("object" in kinds or "array" in kinds))
