"""Validation of the flat tree by the schema: each mistake at its place, in words.

Terms. An *error* is one of jsonschema on a value; none of its words are ever shown. Errors of one place become one
finding: an unknown key and a similar missing one are one typo.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.spans import Span
from calarec.core.mechanisms.fields import LETTERS, WITH_UNIT
from calarec.core.mechanisms.registry import FAMILIES, mechanism_names
from calarec.core.wording.findings import Edit, Fix, Label
from calarec.core.wording.language import Listing, Words
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.number_words import number_with_letter, number_without_unit
from calarec.rule_files.other_words import find_meant_word
from calarec.rule_files.paths import find_likely_word
from calarec.rule_files.schema import tree_schema
from calarec.rule_files.schema_words import (
    BOOLEANS,
    condition_places,
    describe_pattern,
    found_kind,
    is_unknown_figure,
    places_of,
    wanted_kind,
)
from calarec.rule_files.tree import NO_PLACE, Node, find_node, put_node, to_plain
from calarec.rule_files.units import UNIT_KEYS, finer_unit, fitting_keys, fraction_text, is_counted, parts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import jsonschema

    from calarec.core.mechanisms.ruleset import Plain
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.tree import Path

_HERE_TOO: Final = Words("here already")
_MAX_ROUNDS: Final = 4
"""The most rounds for other names of keys in nested maps: enough to fix at once."""
_ORDER: Final = ("type", "enum", "const", "pattern", "minimum", "maximum", "minItems", "maxItems", "uniqueItems")
"""The errors in order; the first one of a value is reported."""


def validate(root: Node, composed: Composed | None = None) -> tuple[Finding, ...]:
    """Report everything that the schema does not allow in a flat tree.

    With `composed` the findings show its files' lines.
    """
    texts = {file.name: file.raw.decode("utf-8-sig", "replace") for file in composed.files} if composed else {}
    replaced = {change.path: change.before for change in composed.changes if change.kind == "set"} if composed else {}
    teller = _Teller(root, texts, replaced)
    if composed is not None:
        teller.spelt = composed.spelt
        teller.said |= {("RUL203", finding.span) for finding in composed.findings if finding.code == "RUL211"}
    schema = _schema()
    for _ in range(_MAX_ROUNDS):
        teller.report_complaints(schema.iter_errors(to_plain(teller.root)))
        if not teller.can_understand_other_names():
            break
    order = {file: number for number, file in enumerate(texts)}
    found = [finding for file in teller.files.values() for finding in file.found]
    return tuple(sorted(found, key=lambda each: (order.get(each.span.file, 0), each.span.start_position, each.code)))


@cache
def _schema() -> jsonschema.Draft202012Validator:
    from calarec.rule_files.json_schema import validator

    return validator(tree_schema())


class _Teller:
    """The conversion of jsonschema's errors to findings."""

    def __init__(self, root: Node, texts: dict[str, str], replaced: Mapping[Path, Plain]) -> None:
        self.root = root
        self.texts = texts
        self.replaced = replaced
        self.other: dict[Path, str] = {}
        self.files: dict[str, FileFindings] = {}
        self.said: set[tuple[str, Span]] = set()
        self.spelt: Mapping[Path, str] = {}

    def report_complaints(self, complaints: Iterable[Any]) -> None:
        """Report all errors of one tree, grouped by place."""
        values: dict[Path, Any] = {}
        maps: dict[Path, tuple[Any, Any]] = {}
        for complaint in complaints:
            path = tuple(map(str, complaint.absolute_path))
            if "propertyNames" in complaint.absolute_schema_path:
                self._id(complaint, path)
            elif complaint.validator in ("additionalProperties", "required"):
                unknown, missing = maps.get(path, (None, None))
                maps[path] = (
                    (complaint, missing) if complaint.validator == "additionalProperties" else (unknown, complaint)
                )
            elif complaint.validator in _ORDER:
                known = values.get(path)
                if known is None or _ORDER.index(complaint.validator) < _ORDER.index(known.validator):
                    values[path] = complaint
        for path, (unknown, missing) in sorted(maps.items(), key=lambda item: self._path_rank(item[0])):
            self._report_keys(path, unknown, missing)
        for path, each in sorted(values.items(), key=lambda item: self._path_rank(item[0])):
            if not any(path[:length] in values for length in range(len(path))):
                self._report_value(path, each)

    def can_understand_other_names(self) -> bool:
        """Rename keys with other names to the proper ones, to check their values too."""
        other, self.other = self.other, {}

        def rename_keys(path: Path, node: Node) -> Node:
            if not isinstance(node.value, dict):
                return node
            return node._replace(value={other.get((*path, key), key): child for key, child in node.value.items()})

        # The deepest first: what lies above is still called as it was written.
        for path in sorted(other, key=len, reverse=True):
            around = find_node(self.root, path[:-1])
            if around is not None:
                self.root = put_node(self.root, path[:-1], rename_keys(path[:-1], around))
        return bool(other)

    def _path_rank(self, path: Path) -> list[int]:
        """The rank of a path in the order of the tree, as jsonschema's order varies."""
        ranks, node = [], self.root
        for key in path:
            keys = list(node.entries)
            ranks.append(keys.index(key) if key in keys else len(keys))
            node = node.entries.get(key) or Node({})
        return ranks

    def add(self, code: str, span: Span, **values: Any) -> None:
        """Report a finding at a place, once for a path with stars."""
        if (code, span) in self.said:
            return
        self.said.add((code, span))
        if span == NO_PLACE and self.texts:
            span = Span.from_column(next(iter(self.texts)), 1, 1)
        file = self.files.setdefault(span.file, FileFindings(span.file, self.texts.get(span.file, "")))
        file.add(code, span, **values)

    def _path_span(self, path: Path, *, key: bool) -> Span:
        """The place of the key or value at a path, or of the nearest map in a file."""
        for length in range(len(path), 0, -1):
            node = find_node(self.root, path[:length])
            if node is not None and node.entry_span != NO_PLACE:
                return node.entry_span if key or length < len(path) else node.span
        # The whole file: what is missing there is missing at its top.
        file = next(iter(self.texts), self.root.span.file)
        return Span.from_column(file, 1, 1) if file else NO_PLACE

    def _report_keys(self, path: Path, unknown: Any, missing: Any) -> None:
        """Report keys that a map should not have, and keys that it should."""
        schema = unknown.schema if unknown is not None else missing.schema
        there = (unknown or missing).instance
        absent = [key for key in missing.validator_value if key not in there] if missing is not None else []
        known = list(schema.get("properties", {}))
        for key in [key for key in there if key not in known] if unknown is not None else []:
            near = find_likely_word(key, absent) or find_likely_word(
                key, [each for each in known if not self._is_said((*path, each))]
            )
            if near in absent:
                absent.remove(near)
            self._report_unknown_key(path, key, near, known)
        if absent:
            self._report_missing_keys(path, absent, there)

    def _is_said(self, path: Path) -> bool:
        """Check whether a file states the value at a path, not a default."""
        node = find_node(self.root, path)
        return node is not None and bool(node.origin.layer)

    def _report_unknown_key(self, path: Path, key: str, near: str, known: list[str]) -> None:
        span = self._path_span((*path, key), key=True)
        is_figure = is_unknown_figure(path, key)
        elsewhere = [place for place in (condition_places if is_figure else places_of)(key) if place != ".".join(path)]
        values = {"key": key, "within": _within_text(path), "near": near, "known": _list_quoted(known)}
        if near and find_meant_word(key, (near,)):
            self.other[(*path, key)] = near
        if near:
            self.add("RUL201", span, wording="near", fix=Fix((Edit(span, near),)), **values)
        elif elsewhere:
            listed = Listing(tuple(f"`{place}`" for place in elsewhere), either=True)
            self.add("RUL201", span, wording="figure" if is_figure else "elsewhere", places=listed, **values)
        else:
            self.add("RUL201", span, **values)

    def _report_missing_keys(self, path: Path, absent: list[str], there: dict[str, Any]) -> None:
        span = self._path_span(path, key=True)
        keys = Listing(tuple(f"`{key}`" for key in absent))
        if absent == ["do"]:
            from calarec.rule_files.schema_words import mechanisms_with

            guess = mechanisms_with(FAMILIES[path[0]], there)
            wording = "do" if guess else "do_unknown"
            self.add("RUL202", span, wording=wording, within=_within_text(path), guess=_list_quoted(guess), keys=keys)
        else:
            # In a file that extends another, a map was probably meant to change single rules.
            kept = [key for key in there if key in self._parent_map(path)]
            wording = "section" if not path else "extending" if kept else ""
            example = _within_text((*path, *kept[:1]))
            self.add("RUL202", span, wording=wording, within=_within_text(path), keys=keys, example=example)

    def _parent_map(self, path: Path) -> dict[str, Any]:
        """The parent's map at a path, if a file has set it or a map around it as a whole."""
        for length in range(len(path), 0, -1):
            before: Any = self.replaced.get(path[:length])
            for key in path[length:]:
                before = before.get(key) if isinstance(before, dict) else None
            if isinstance(before, dict):
                return before
        return {}

    def _id(self, each: Any, path: Path) -> None:
        name = str(each.instance)
        span = self._path_span((*path, name), key=True)
        self.add("RUL209", span, name=name, form=describe_pattern(each.validator_value), within=_within_text(path))

    def _report_value(self, path: Path, each: Any) -> None:
        kind = each.validator
        span = self._path_span(path, key=False)
        values: dict[str, Any] = {"within": _within_text(path)}
        if kind == "type" and not ("enum" in each.schema and isinstance(each.instance, (bool, int, str))):
            self._type(path, each, span, values)
        elif kind in ("type", "enum", "const"):
            self._report_word(path, each, span, values)
        elif kind == "pattern":
            form = describe_pattern(each.validator_value)
            wording = "" if each.instance else "empty"
            self.add("RUL205", span, wording=wording, value=_shorten_value(each.instance), form=form, **values)
        elif kind in ("minimum", "maximum"):
            least, most = each.schema.get("minimum"), each.schema.get("maximum")
            wording = "" if least is not None and most is not None else "least" if most is None else "most"
            written = self.spelt.get(path)
            value = f"{each.instance} (`{written}`)" if written else each.instance
            self.add("RUL206", span, wording=wording, value=value, least=least, most=most, **values)
        elif kind in ("minItems", "maxItems"):
            limit = each.validator_value
            wording = "many" if kind == "maxItems" else "" if limit == 1 else "few"
            self.add("RUL207", span, wording=wording, limit=limit, count=len(each.instance), **values)
        else:
            self._report_repeated(path, each, values)

    def _report_repeated(self, path: Path, each: Any, values: dict[str, Any]) -> None:
        for number, item in enumerate(each.instance):
            if item in each.instance[:number]:
                first = self._path_span((*path, str(each.instance.index(item))), key=False)
                span = self._path_span((*path, str(number)), key=False)
                self.add("RUL208", span, labels=(Label(first, _HERE_TOO),), item=_shorten_value(item), **values)
                return

    def _offer_or_ask_finer_unit(self, wording: str, text: str, counts: str, values: dict[str, Any]) -> tuple[str, str]:
        """Offer a number with its unit, or first a finer unit if it is uneven."""
        if is_counted(self.root, text, counts):
            return wording, text
        fine = finer_unit(self.root, counts, parts_in(text))
        values |= {"meant": text, "finer": f"{UNIT_KEYS[counts]}: {fine}" if fine else ""}
        return (f"{wording}_finer" if fine else wording), ""

    def _fitting(self, path: Path, value: str) -> tuple[str, ...]:
        """The keys beside one in which a number with this unit is at home."""
        return fitting_keys(self.root, path, value[-1])

    def _type(self, path: Path, each: Any, span: Span, values: dict[str, Any]) -> None:
        types = each.validator_value if isinstance(each.validator_value, list) else [each.validator_value]
        value, wanted = each.instance, [name for name in types if name != "null"]
        values |= {"wanted": wanted_kind(wanted), "found": found_kind(value), "value": _shorten_value(value)}
        wording, text, safe = _correct_value(value, wanted, each.schema, path[-1])
        if wording in ("points", "payment") and text:
            wording, text = self._offer_or_ask_finer_unit(wording, text, each.schema["counts"], values)
        if wording == "bare":
            values["others"] = Listing(tuple(f"`{key}`" for key in self._fitting(path, str(value))), either=True)
            wording = "other" if values["others"].items else "bare"
        keys = list(each.schema.get("properties", {}))
        if not wording and wanted == ["object"] and keys and not isinstance(value, list):
            wording = "do" if keys == ["do"] else "map"
            keys = each.schema["properties"]["do"]["enum"] if keys == ["do"] else keys
            values["keys"] = _list_quoted(keys)
        fix = Fix((Edit(span, text),), safe=safe) if text and wording != "other" else None
        self.add("RUL203", span, wording=wording, fix=fix, **values, text=text)

    def _report_word(self, path: Path, each: Any, span: Span, values: dict[str, Any]) -> None:
        value = each.instance
        words = [word for word in each.schema.get("enum", [each.validator_value]) if word is not None]
        near = find_likely_word(value, words) if isinstance(value, str) else ""
        values |= {"value": _shorten_value(value), "near": near, "words": _list_quoted(words)}
        fix = Fix((Edit(span, near),)) if near else None
        if path[-1] == "do":
            self._report_mechanism(path, span, values, fix)
        elif isinstance(value, bool) or (isinstance(value, str) and value.lower() in BOOLEANS):
            wording = "off" if value == "off" else "yes_no"
            self.add("RUL204", span, wording=wording, **values)
        else:
            self.add("RUL204", span, wording="near" if near else "", fix=fix, **values)

    def _report_mechanism(self, path: Path, span: Span, values: dict[str, Any], fix: Fix | None) -> None:

        value = values["value"]
        other = next((family for family, kind in FAMILIES.items() if value in mechanism_names(kind)), "")
        if other and other != path[0]:
            self.add("RUL210", span, wording="elsewhere", other=other, **values)
        else:
            self.add("RUL210", span, wording="near" if values["near"] else "", fix=fix, **values)


def _is_off(value: Any) -> bool:
    """Check whether a text means `off`: a word for it, its beginning, or a typo."""
    if not isinstance(value, str) or not value:
        return False
    said = value.lower()
    return BOOLEANS.get(said) == "false" or "off".startswith(said) or bool(find_likely_word(said, ["off"]))


def _correct_value(value: Any, wanted: list[str], schema: dict[str, Any], key: str) -> tuple[str, str, bool]:
    """The wording for a value of a wrong type, its replacement, and its certainty."""
    if value is None:
        return "nothing", "", False
    if value == "off" and wanted != ["boolean"]:
        return "off", "", False
    if "object" in wanted and (value is False or _is_off(value)):
        return "no", "off", False
    if wanted == ["boolean"]:
        meant = BOOLEANS.get(value.lower()) if isinstance(value, str) else None
        return ("yes_no", meant, True) if meant else ("", "", False)
    if wanted == ["array"] and not isinstance(value, (dict, list)):
        item = value[:-1] if isinstance(value, str) and re.fullmatch(r"[0-9]+[px]", value) else value
        return "list", f"[{item}]" if not isinstance(value, bool) else "", False
    if "integer" in wanted and isinstance(value, str):
        number = value.strip()
        if number.isascii() and number.isdigit():
            return "unquoted", str(int(number[:9])), number == str(int(number[:9]))
        if "counts" in schema:
            return _correct_unit(number, LETTERS[schema["counts"]])
        if number[-1:] in ("p", "x") and number[:-1].isascii() and number[:-1].isdigit():
            return "bare", str(int(number[:-1][:9])), False
        if _is_fraction_text(number):
            return "whole", "", False
        digits = re.match(r"([0-9]{1,9})\s*([^\W\d_]+)$", number)
        meant = number_without_unit(digits[1], digits[2], key) if digits is not None else ""
        return ("digits" if meant else "", meant, False)
    if wanted == ["string"] and isinstance(value, int) and not isinstance(value, bool):
        return "quoted", f'"{value}"', "enum" not in schema
    return "", "", False


def _correct_unit(text: str, letter: str) -> tuple[str, str, bool]:
    """The wording for a number without its unit, and its probable meaning."""
    wording = "points" if letter == "p" else "payment"
    found = re.match(r"((?:[0-9]+ )?[0-9]+(?:/[0-9]+)?) ?([a-z]*)$", text.lower())
    meant = number_with_letter(found[1], found[2], letter) if found else _from_decimal(text, letter)
    return wording, meant if re.fullmatch(WITH_UNIT % letter, meant) else "", False


def _from_decimal(text: str, letter: str) -> str:
    """A decimal number as a fraction: `2 1/2x` for 2.5; empty for other texts."""
    found = re.fullmatch(r"([0-9]{1,6})[.,]([0-9]{1,3})\s*([a-z]*)", text.lower())
    if found is None or number_with_letter("1", found[3], letter) != f"1{letter}":
        return ""
    parts = 10 ** len(found[2])
    # A third is written as 0.33, which is none.
    near = next((each for each in range(1, 10) if round(int(found[2]) * each / parts, 1) % 1 in (0.0, 1.0)), 0)
    if not near:
        return ""
    return f"{fraction_text(int(found[1]) * near + round(int(found[2]) * near / parts), near)}{letter}"


def _is_fraction_text(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+([.,/][0-9]+)", text) is not None


def _within_text(path: Path) -> str:
    return ".".join(path)


def _list_quoted(names: Iterable[Any]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _shorten_value(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value).replace("\n", "\\n")
    return text if len(text) <= 60 else text[:59] + "…"
