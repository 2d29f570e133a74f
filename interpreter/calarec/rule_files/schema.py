"""The JSON Schema of rule files, built from the registered parts.

Header, notes and changes to a parent belong to every file. The same document is published for editors and enforced by
`calarec.rule_files.validate`. Alternatives are chosen by name (`do`), never by trying one after the other: so a
mistake is reported where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.fields import ID_PATTERN, LETTERS, WITH_UNIT, Kind, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.core.wording.language import SOURCE, text_in
from calarec.rule_files.header import PART_KEYS, VERSION
from calarec.rule_files.schema_changes import changes_schema

if TYPE_CHECKING:
    from calarec.core.mechanisms.fields import About, Mechanism, Shape


RULESET_ID: Final = "^[a-z0-9][a-z0-9-]{0,63}$"

_TEXT: Final[Schema] = {
    "description": "A text, or one for each language.",
    "type": ["string", "object"],
    "properties": {
        "en": {"type": "string", "title": "English", "description": "The text in English."},
        "it": {"type": "string", "title": "Italian", "description": "The text in Italian."},
    },
    "additionalProperties": False,
    "minProperties": 1,
}
NOTES: Final[Schema] = {
    "source": {
        "type": "string",
        "title": "Source",
        "description": "A source by its id and a place in it, if you like; or `project default`.",
    },
    "why": {
        "title": "Why",
        **_TEXT,
        "description": "Why it is so; it answers a warning raised at this place.",
    },
}


def header() -> Schema:
    """The schema of a rule file's header."""

    def text_schema(title: str, about: str, pattern: str = "") -> Schema:
        return {"type": "string", "title": title, "description": about, **({"pattern": pattern} if pattern else {})}

    source = {
        "title": "Source",
        "description": "A text that rules come from.",
        "type": "object",
        "properties": {
            "name": text_schema("Name", "What people call the text, in a word or two; by default its title."),
            "title": text_schema("Title", "What the text is called."),
            "by": text_schema("By", "Who wrote it."),
            "where": text_schema("Where", "Where it can be found."),
            "seen": text_schema("Seen", "When it was read."),
        },
        "additionalProperties": False,
    }
    reason = {
        "title": "Because",
        "description": "Source and reason of the rules at a path.",
        "type": "object",
        "properties": dict(NOTES),
        "additionalProperties": False,
    }
    return {
        "ruleset": text_schema("Ruleset", "The id of this ruleset; the file is called by it.", RULESET_ID),
        "part": text_schema(
            "Part", "Instead of `ruleset` in `NAME.part.yaml`: rules and words that files share.", RULESET_ID
        ),
        "version": text_schema("Version", "Three numbers: a changed result, a new option, new words.", f"^{VERSION}$"),
        "title": {"title": "Title", **_TEXT, "description": "The name of the game."},
        "summary": {"title": "Summary", **_TEXT, "description": "The game in a sentence or two."},
        "sources": {
            "title": "Sources",
            "description": "The texts that this file cites, by id.",
            "type": "object",
            "additionalProperties": source,
        },
        "source": {**NOTES["source"], "description": "The source of everything in this file that names no other."},
        "because": {
            "title": "Because",
            "description": "Path → source and reason, for single rules.",
            "type": "object",
            "additionalProperties": reason,
        },
        "words": {
            "title": "Words",
            "description": "Names of things: by kind (suits, ranks, contracts, piles, bonus …) and id.",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": {**_TEXT}},
        },
        "examples": _examples_schema(),
        "extends": text_schema(
            "Extends",
            "The ruleset that this one changes, or the part that it completes; its version after @ if it must be that.",
            f"^[a-z0-9][a-z0-9-]{{0,63}}(@{VERSION})?$",
        ),
    }


def _examples_schema() -> Schema:
    """Hands with what they must pay, by id: each as text, or as a map."""
    example = {
        "title": "Example",
        "description": "A hand with what it must pay.",
        "type": "object",
        "properties": {
            "hand": {"type": "string", "title": "Hand", "description": "The lines of the hand, as in a record."},
            "source": {**NOTES["source"], "description": "The text that prints the example, or `composed`."},
            "title": {"title": "Title", **_TEXT, "description": "What the example shows."},
        },
        "required": ["hand"],
        "additionalProperties": False,
    }
    return {
        "title": "Examples",
        "description": "Short hands with what they must pay; `calarec rules check` replays them.",
        "type": "object",
        "properties": {"source": {**NOTES["source"], "description": "The source of the examples that name none."}},
        "additionalProperties": {"oneOf": [{"type": "string"}, example]},
    }


Schema = dict[str, Any]

VOCABULARY_VERSION: Final = 1
UNITS_SAID: Final = {
    "points": " A number counts the file's `pack.unit`; with its unit, `6p` or `1/3p`, points.",
    "payment": " A number counts the file's `settle.pay_unit`; with its unit, `2x` or `1/2x`, stakes.",
    "rate": " A number counts the file's `settle.pay_unit`; with its unit, `2x` or `1/2x`, stakes (where the "
    "difference of the points is paid: for each point of it).",
    "total": " `31p` is the same as `31`: a total is counted in wholes.",
}
"""The sentences of editors for a number with a unit, by what it counts."""


def file_schema() -> Schema:
    """The schema of a rule file: a complete one, a change, or a part, or its user.

    A file may leave out what its part contains, and a part what its user contains: only complete files have to have
    everything.
    """
    rules, parts = section_schemas(notes=True), definitions(notes=True)
    required = [name for name in SECTIONS if is_required(name)]
    changed = changes_schema(rules, parts, {name: str(kind) for name, kind in FAMILIES.items()}, required)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:calarec:ruleset:{VOCABULARY_VERSION}",
        "title": "calarec ruleset",
        "description": "The rules of one game of the family, or what one house changes in another ruleset.",
        "type": "object",
        "properties": {**header(), **{name: _some_of(rule) for name, rule in rules.items()}, **changed},
        "required": ["version"],
        "additionalProperties": False,
        "if": {"required": ["part"]},
        "then": {"properties": {name: False for name in (*header(), *changed) if name not in PART_KEYS}},
        "else": {
            "required": ["ruleset"],
            "if": {"required": ["extends"]},
            "then": {
                "if": {"anyOf": [{"required": [name]} for name in changed]},
                "then": {"properties": dict.fromkeys(SECTIONS, False)},
            },
            "else": {
                "required": required,
                "properties": {
                    name: {"required": rule["required"]} for name, rule in rules.items() if "required" in rule
                }
                | dict.fromkeys(changed, False),
            },
        },
        "$defs": parts,
    }


def _some_of(section: Schema) -> Schema:
    """A section of which not everything must be there."""
    return {key: each for key, each in section.items() if key != "required"}


def tree_schema() -> Schema:
    """The schema of the flat tree of rules: the sections, without header and notes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": section_schemas(notes=False),
        "required": [name for name in SECTIONS if is_required(name)],
        "additionalProperties": False,
        "$defs": definitions(notes=False),
    }


def is_required(section: str) -> bool:
    """Check whether a complete rule file must have the section."""
    return section == "all_pass" or (section not in FAMILIES and find_mechanism(Kind.SECTION, section).required)


def section_schemas(*, notes: bool) -> Schema:
    """The schema of each section by name."""
    return {name: _section_schema(name, notes=notes) for name in SECTIONS}


def definitions(*, notes: bool) -> Schema:
    """The parts that are chosen by `do`, by the name `family.mechanism`."""
    return {
        f"{kind}.{name}": _part_schema(find_mechanism(kind, name), notes=notes, do=name)
        for kind in FAMILIES.values()
        for name in mechanism_names(kind)
    }


def _section_schema(name: str, *, notes: bool) -> Schema:
    if name == "all_pass":
        return {
            "title": "All pass",
            "description": "What happens when nobody bids.",
            **_dispatch(Kind.ALL_PASS),
        }
    if name in FAMILIES:
        about = {
            "steps": ("Steps", "What may happen between the auction and the first lead; contracts name them."),
            "standing": ("Standing rules", "What may happen between any two moves, or when a condition holds."),
        }[name]
        return _map(about[0], about[1], ID_PATTERN, _dispatch(FAMILIES[name]), notes=notes)
    section = find_mechanism(Kind.SECTION, name)
    part = _part_schema(section, notes=notes)
    if not section.entries:
        return part
    return _map(text_in(section.title, SOURCE), section.about, ID_PATTERN, part, notes=notes)


def _map(title: str, about: str, keys: str, entry: Schema, *, notes: bool) -> Schema:
    return {
        "title": title,
        "description": about,
        "type": "object",
        "properties": dict(NOTES) if notes else {},
        "propertyNames": {"pattern": keys},
        "additionalProperties": entry,
    }


def _dispatch(kind: Kind) -> Schema:
    return {
        "type": "object",
        "required": ["do"],
        "properties": {
            "do": {
                "title": "Do",
                "description": "The mechanism: "
                + "; ".join(f"{n}: {find_mechanism(kind, n).about}" for n in mechanism_names(kind)),
                "enum": list(mechanism_names(kind)),
            }
        },
        "allOf": [
            {
                "if": {"properties": {"do": {"const": name}}, "required": ["do"]},
                "then": {"$ref": f"#/$defs/{kind}.{name}"},
            }
            for name in mechanism_names(kind)
        ],
    }


def _part_schema(of: Mechanism, *, notes: bool, do: str = "") -> Schema:
    schema = _object_schema(of.params, text_in(of.title, SOURCE), of.about, notes=notes)
    if do:
        name: Schema = {"title": "Do", "description": of.about, "const": do}
        schema["properties"] = {"do": name, **schema["properties"]}
        schema["required"] = ["do", *schema["required"]]
    return schema


def _object_schema(part: type, title: str, about: str, *, notes: bool) -> Schema:
    params = params_of(part)
    return {
        "title": title,
        "description": about,
        "type": "object",
        "properties": {
            **{param.name: _param(param.type, param.about, notes=notes, default=param) for param in params},
            **(NOTES if notes else {}),
        },
        "required": [param.name for param in params if param.required],
        "additionalProperties": False,
    }


def _param(annotation: Any, about: About, *, notes: bool, default: Any = None) -> Schema:
    schema: Schema = {
        "title": about.title,
        "description": _describe_parameter(about),
        **_type_schema(annotation, about, notes=notes),
    }
    if notes and about.more:
        schema |= {"type": ["object", "array"], "items": _type_schema(annotation, about, notes=notes), "minItems": 1}
    if default is not None and not default.required:
        value = default_as_data(default.default)
        if value is not None:
            schema["default"] = value
    return schema


def _describe_parameter(about: About) -> str:
    options = "".join(f" `{word}`: {meaning}." for word, meaning in about.options.items())
    since = f" Since {about.since}." if about.since else ""
    return about.text + options + (UNITS_SAID[about.counts] if about.counts else "") + since


def _type_schema(annotation: Any, about: About, *, notes: bool) -> Schema:
    shape = shape_of(annotation)
    match shape.kind:
        case "bool":
            schema: Schema = {"type": "boolean"}
        case "int" | "int_or_word":
            schema = _number_schema(shape, about, notes=notes)
        case "str":
            schema = {"type": "string", "pattern": about.pattern or "^.{1,200}$"}
        case "word":
            schema = {"type": "string", "enum": list(shape.words)}
        case "part":
            schema = _object_schema(shape.item, about.title, about.text, notes=notes)
        case "list":
            schema = _list(shape.item, about, notes=notes)
        case "map":
            entry = _type_schema(shape.item, about._replace(pattern=None), notes=notes)
            if shape_of(shape.item).kind == "part":
                entry["description"] = str(shape.item.__doc__)
            schema = _map(about.title, about.text, about.keys or ID_PATTERN, entry, notes=notes)
        case "int_or_part" | "bool_or_part":
            part = _object_schema(shape.item, about.title, about.text, notes=notes)
            scalar = "integer" if shape.kind == "int_or_part" else "boolean"
            schema = {**part, **_limit_schema(about), "type": [scalar, "object"]}
            schema |= _schema_with_unit(about, schema["type"], notes=notes)
    if shape.optional:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        schema["type"] = [*kinds, "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    return schema


def _number_schema(shape: Shape, about: About, *, notes: bool) -> Schema:
    """A number, which may have its unit, or one of the words in its place."""
    if shape.words:
        return {**_limit_schema(about), "type": ["integer", "string"], "pattern": f"^({'|'.join(shape.words)})$"}
    return {"type": "integer", **_limit_schema(about), **_schema_with_unit(about, ["integer"], notes=notes)}


def _list(item: Any, about: About, *, notes: bool) -> Schema:
    of_parts, of_numbers = shape_of(item).kind == "part", shape_of(item).kind == "int"
    single = _type_schema(item, about._replace(text="One of them."), notes=notes)
    if of_parts:
        single["description"] = str(item.__doc__)
    return {
        "type": "array",
        "items": single,
        "minItems": 0 if of_numbers else about.least or 0,
        "maxItems": 64,
        **({} if of_parts else {"uniqueItems": True}),
    }


def _limit_schema(about: About) -> Schema:
    return {
        **({"minimum": about.least} if about.least is not None else {}),
        **({"maximum": about.most} if about.most is not None else {}),
    }


def _schema_with_unit(about: About, kinds: list[str], *, notes: bool) -> Schema:
    """Allow a number with its unit; validation of the flat tree needs only its kind."""
    if about.counts is None:
        return {}
    if not notes:
        return {"counts": about.counts}
    return {"type": [*kinds, "string"], "pattern": WITH_UNIT % LETTERS[about.counts]}
