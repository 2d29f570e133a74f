"""The identity of a ruleset: what it decides, whatever it looks like.

The digest is sha256 over canonical JSON of the flat tree with its defaults filled in and of the
vocabulary's version. It has no id, version, titles, words, sources and reasons in it: two files that
always decide alike through the same rules have the same digest.

A parameter that came later is left out while it stands at its default, at any depth: so no release that adds one
changes what rulesets written before are known by.
"""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from calarec.mechanisms.fields import as_data, params_of, shape_of
from calarec.mechanisms.mechanism import Kind
from calarec.mechanisms.registry import FAMILIES, SECTIONS, mechanism, names
from calarec.rulesets.cache import sha256

if TYPE_CHECKING:
    from calarec.mechanisms.ruleset import Plain

VOCABULARY_VERSION: Final = 1
"""Goes up by one when a rule that is spelt as before comes to mean something else."""

SHORTEST_PIN: Final = 12


def canonical_json(data: Plain) -> bytes:
    """JSON with sorted keys and no blanks, in UTF-8, every text in NFC."""
    text = json.dumps(_composed(data), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def identity(rules: Plain) -> bytes:
    """What is hashed for a flat tree."""
    return canonical_json({"rules": _first_said(rules), "vocabulary": VOCABULARY_VERSION})


def digest(rules: Plain) -> str:
    """The digest of a flat tree as plain data, in 64 hexadecimal digits."""
    return sha256(identity(rules))


def pin(ruleset: str, version: str, hexadecimal: str) -> str:
    """What a record says to name its rules beyond doubt."""
    return f"{ruleset}@{version} sha256:{hexadecimal[:SHORTEST_PIN]}"


def _composed(data: Plain) -> Plain:
    if isinstance(data, str):
        return unicodedata.normalize("NFC", data)
    if isinstance(data, dict):
        return {unicodedata.normalize("NFC", key): _composed(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_composed(item) for item in data]
    return data


def _first_said(rules: Plain) -> Plain:
    """A filled tree without what came later and stands at its default; what nothing declares stays as it is."""
    if not isinstance(rules, dict):
        return rules
    kept: dict[str, Plain] = {}
    for section, value in rules.items():
        left = _section(section, value)
        known = _section_at(section)
        if (
            known is None
            or not known.since
            or not _same(left, _section(section, {} if known.entries else _defaults(known.params)))
        ):
            kept[section] = left
    return kept


def _section_at(section: str) -> Any:
    return mechanism(Kind.SECTION, section) if section in SECTIONS and section not in FAMILIES else None


def _defaults(part: Any) -> Plain:
    return {each.name: as_data(each.default) for each in params_of(part)}


def _section(section: str, value: Plain) -> Plain:
    if not isinstance(value, dict) or section not in SECTIONS:
        return value
    known = _section_at(section)
    if section == "all_pass":
        return _entry(Kind.ALL_PASS, value)
    if known is None:
        return {key: _entry(FAMILIES[section], child) for key, child in value.items()}
    if known.entries:
        return {key: _part(known.params, child) for key, child in value.items()}
    return _part(known.params, value)


def _entry(kind: Kind, value: Plain) -> Plain:
    do = value.get("do") if isinstance(value, dict) else None
    return _part(mechanism(kind, str(do)).params, value) if do in names(kind) else value


def _part(part: Any, value: Plain) -> Plain:
    if not isinstance(value, dict):
        return value
    kept = dict(value)
    for each in params_of(part):
        if each.name not in value:
            continue
        kept[each.name] = _value(each.type, value[each.name])
        if each.about.since and _same(kept[each.name], _value(each.type, as_data(each.default))):
            del kept[each.name]
    return kept


def _value(annotation: Any, value: Plain) -> Plain:
    shape = shape_of(annotation)
    if shape.kind in ("part", "int_or_part"):
        return _part(shape.item, value)
    if shape.kind == "map" and isinstance(value, dict):
        return {key: _value(shape.item, child) for key, child in value.items()}
    if shape.kind == "list" and isinstance(value, list):
        return [_value(shape.item, item) for item in value]
    return value


def _same(left: Plain, right: Plain) -> bool:
    return canonical_json(left) == canonical_json(right)
