"""Make `grammar/record.schema.json` from the model, so that the two agree."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from calarec.core.records import model as m
from calarec.core.records.plain import KINDS, hints


def schema() -> dict[str, Any]:
    """The schema of one line of JSON Lines, and of a JSON document."""
    items = [_statement(verb, kind) for verb, kind in KINDS.items()]
    hand_item = _object({"do": {"const": "hand"}, "name": {"type": "string"}, "comment": _COMMENT}, ["do"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "calarec records as JSON, version 1",
        "description": "A line of JSON Lines is a `hand` with its format; a JSON document holds them all.",
        "oneOf": [{"$ref": "#/$defs/document"}, {"$ref": "#/$defs/line"}],
        "$defs": {
            "format": {"const": "cal-json/1"},
            "document": _object(
                {"format": {"$ref": "#/$defs/format"}, "hands": _list({"$ref": "#/$defs/hand"})}, ["format", "hands"]
            ),
            "line": _object(
                {"format": {"$ref": "#/$defs/format"}, "file": {"type": "string"}, **_HAND}, ["format", *_HAND]
            ),
            "hand": _object(_HAND, list(_HAND)),
            "item": {
                "oneOf": [
                    _object({"blank": {"const": True}}, ["blank"]),
                    _object({"broken": {"type": "string"}}, ["broken"]),
                    _object({"comment": _COMMENT}, ["comment"]),
                    hand_item,
                    *items,
                ]
            },
        },
    }


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_COMMENT = {"type": "string", "pattern": "^;"}
_ITEMS = _list({"$ref": "#/$defs/item"})
_HAND = {"before": _ITEMS, "lines": _ITEMS}


def _statement(verb: str, kind: type) -> dict[str, Any]:
    if kind in m.SPOKEN:
        said = {**_list(_fields(kind)), "minItems": 1}
        return _object({"do": {"const": verb}, "said": said, "comment": _COMMENT}, ["do", "said"])
    fields = _fields(kind)
    properties = {"do": {"const": verb}, **fields["properties"], "comment": _COMMENT}
    return _object(properties, ["do", *fields["required"]])


def _fields(kind: type) -> dict[str, Any]:
    properties = {name: _type(name, hint) for name, hint in hints(kind).items()}
    optional = kind._field_defaults  # type: ignore[attr-defined]
    if kind is m.Stated:
        properties["amount"] = {"type": ["integer", "null"]}
    return _object(properties, [name for name in properties if name not in optional])


def _type(name: str, hint: Any) -> dict[str, Any]:
    if name == "sides":
        return _list(_fields(m.Stated))
    if name in ("amounts", "people", "hashes"):
        return {"type": "object", "additionalProperties": {"type": "string" if name == "hashes" else "integer"}}
    if get_origin(hint) in (Union, UnionType):
        return _type(name, next(one for one in get_args(hint) if one is not NoneType))
    if get_origin(hint) is tuple:
        return _list({"type": "string"})
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}
