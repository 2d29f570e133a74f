"""The schema of rule files as it is published, with repeated parts under `$defs`."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from calarec.rule_files.schema import file_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rule_files.schema import Schema

_SAID: Final = ("title", "description", "default")
"""The keys that each place has for itself."""
_MIN_LENGTH: Final = 200
"""A part of fewer characters is not worth a reference."""


def published_schema() -> Schema:
    """The schema of rule files for editors; it allows what `file_schema` allows."""
    whole = file_schema()
    counts = Counter(_part_text(part) for part in _parts_within(whole))
    shared = {text: f"part-{number}" for number, text in enumerate(text for text, count in counts.items() if count > 1)}
    definitions: Schema = {}
    found: Schema = _share(whole, shared, definitions)
    found["$defs"] |= dict(sorted(definitions.items(), key=lambda item: int(item[0].removeprefix("part-"))))
    _redirect(found, found)
    return found


def _is_part(schema: Any) -> bool:
    return isinstance(schema, dict) and "additionalProperties" in schema and isinstance(schema.get("type"), str | list)


def _part_of(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in _SAID}


def _part_text(schema: Schema) -> str:
    return json.dumps(_part_of(schema), sort_keys=True)


def _parts_within(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, list):
        for item in schema:
            yield from _parts_within(item)
    elif isinstance(schema, dict):
        if _is_part(schema) and len(_part_text(schema)) >= _MIN_LENGTH:
            yield schema
        for value in schema.values():
            yield from _parts_within(value)


def _share(schema: Any, shared: dict[str, str], definitions: Schema) -> Any:
    """The schema with a reference in the place of each part that is shared."""
    if isinstance(schema, list):
        return [_share(item, shared, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    name = shared.get(_part_text(schema)) if _is_part(schema) else None
    if name is None:
        return {key: _share(value, shared, definitions) for key, value in schema.items()}
    if name not in definitions:
        definitions[name] = {}
        definitions[name] |= {key: _share(value, shared, definitions) for key, value in _part_of(schema).items()}
    return {**{key: schema[key] for key in _SAID if key in schema}, "$ref": f"#/$defs/{name}"}


def _redirect(schema: Any, root: Schema) -> None:
    """Lets references to places within shared parts point into these."""
    for child in schema if isinstance(schema, list) else schema.values() if isinstance(schema, dict) else ():
        _redirect(child, root)
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        schema["$ref"] = _pointer(schema["$ref"], root)


def _pointer(pointer: str, root: Schema) -> str:
    place: Any = root
    at = "#"
    for key in pointer.removeprefix("#/").split("/"):
        while isinstance(place, dict) and key not in place and "$ref" in place:
            at = _pointer(place["$ref"], root)
            place = _schema_at(at, root)
        place = place[key]
        at = f"{at}/{key}"
    return at


def _schema_at(pointer: str, root: Schema) -> Any:
    place: Any = root
    for key in pointer.removeprefix("#/").split("/"):
        place = place[key]
    return place
