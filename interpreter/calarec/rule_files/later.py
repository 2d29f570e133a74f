"""A flat tree in the form of the first vocabulary, for its digest.

A later parameter is left out while it has its default, at any depth: so no release that adds one changes the digest
of earlier rulesets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.mechanisms.fields import PART_KINDS, Kind, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.rule_files.digest import canonical_json, digest_of

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Plain


def digest(rules: Plain) -> str:
    """The digest of a flat tree as plain data."""
    return digest_of(without_later(rules))


def without_later(rules: Plain) -> Plain:
    """Drop later parameters with their defaults from a filled tree.

    Undeclared keys stay.
    """
    if not isinstance(rules, dict):
        return rules
    kept: dict[str, Plain] = {}
    for section, value in rules.items():
        left = _section_without_later(section, value)
        known = _section_at(section)
        if (
            known is None
            or not known.since
            or not _is_same_default(
                left, _section_without_later(section, {} if known.entries else _defaults(known.params))
            )
        ):
            kept[section] = left
    return kept


def _section_at(section: str) -> Any:
    return find_mechanism(Kind.SECTION, section) if section in SECTIONS and section not in FAMILIES else None


def _defaults(part: Any) -> Plain:
    return {param.name: default_as_data(param.default) for param in params_of(part)}


def _section_without_later(section: str, value: Plain) -> Plain:
    if not isinstance(value, dict) or section not in SECTIONS:
        return value
    known = _section_at(section)
    if section == "all_pass":
        return _entry_without_later(Kind.ALL_PASS, value)
    if known is None:
        return {key: _entry_without_later(FAMILIES[section], child) for key, child in value.items()}
    if known.entries:
        return {key: _part_without_later(known.params, child) for key, child in value.items()}
    return _part_without_later(known.params, value)


def _entry_without_later(kind: Kind, value: Plain) -> Plain:
    do = value.get("do") if isinstance(value, dict) else None
    return _part_without_later(find_mechanism(kind, str(do)).params, value) if do in mechanism_names(kind) else value


def _part_without_later(part: Any, value: Plain) -> Plain:
    if not isinstance(value, dict):
        return value
    kept = dict(value)
    for param in params_of(part):
        if param.name not in value:
            continue
        kept[param.name] = _value_without_later(param.type, value[param.name])
        if param.about.since and _is_same_default(
            kept[param.name], _value_without_later(param.type, default_as_data(param.default))
        ):
            del kept[param.name]
    return kept


def _value_without_later(annotation: Any, value: Plain) -> Plain:
    shape = shape_of(annotation)
    if shape.kind in PART_KINDS:
        return _part_without_later(shape.item, value)
    if shape.kind == "map" and isinstance(value, dict):
        return {key: _value_without_later(shape.item, child) for key, child in value.items()}
    if shape.kind == "list" and isinstance(value, list):
        return [_value_without_later(shape.item, item) for item in value]
    return value


# Compared as it is hashed: `false` is not 0. A part that came as a whole goes as a whole.
def _is_same_default(left: Plain, right: Plain) -> bool:
    return canonical_json(left) == canonical_json(right)
