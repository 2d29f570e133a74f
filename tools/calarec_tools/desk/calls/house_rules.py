"""House rules by menus: the rulebook's sentences, and their values to be chosen.

In comes the text of a rule file that builds on other rules, out comes

    parent {id, title}, usable, changes [{was, now, paths}],
    chapters [{title, rules [{sentence, was, paths, controls}]}] where a control is {path, label, about, kind, value,
        unit, least, most, options [{value, name}], empty (True if it may be empty)}.

Sentences are those of the rulebook; what a control may hold, and what it means, is what the mechanism declares.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.fields import LETTERS
from calarec.core.wording.cells import visible
from calarec.core.wording.findings import Told
from calarec.core.wording.language import Words, text_in
from calarec.rule_files.locate import is_id
from calarec.rule_files.parameters import places
from calarec.rule_files.places import place_at
from calarec.rule_files.tree import find_node, from_plain
from calarec.rule_files.vocabulary import Reference, list_defined_names
from calarec.rule_files.writing import flow_text
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.rulebook.pages import plain_text
from calarec.rulebook.sentences import Sentence
from calarec_tools.desk.calls.files import language_of, load_by_id
from calarec_tools.desk.calls.rule_files import NOT_USABLE, check_rule_text
from calarec_tools.desk.calls.rule_lines import with_rule, without_rule
from calarec_tools.output.docs.vocabulary import vocabulary_text
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.fields import About
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec.rule_files.parameters import Place
    from calarec.rule_files.places import SchemaPlace
    from calarec.rule_files.tree import Node, Path
    from calarec.rulebook.differences import Saying

OFF: Final = "off"
_SAID: Final = Words("{said}")
_NO_PARENT: Final = Words("These rules build on no others; they can be changed in the rule file.")
_ELSEWHERE: Final = Words("This is set together with other rules; change it in the rule file.")
_YES: Final = Words("yes")
_NO: Final = Words("no")
_NOTHING: Final = Words("(nothing)")
_EXISTS: Final = Words("{name} exists")
_NO_SUCH: Final = Words("{name} does not exist")
_THERE: Final = Words("At your table")
_UNITS: Final = {"p": Words("points", sense="unit"), "x": Words("stakes", sense="unit")}
_NAMED_ENTRIES: Final = {"contracts": "contracts", "bonus": "bonus", "standing": "faults", "words": "words"}
"""Kinds of names for map entries that can be removed, by section."""


class _House(NamedTuple):
    """Rules of a house beside those that they build on."""

    ruleset: Ruleset
    parent: Ruleset
    root: Node
    known: dict[Path, Place]
    """All values of the rules, with the description of their parameter."""
    lang: Language


def house_rules(*, text: str, lang: str) -> dict[str, Any]:
    """The sentences of a rule file that can be changed, and what it has changed."""
    house = _house_of(text, language_of(lang))
    comparison = compare(house.parent, house.ruleset)
    changed = {leaf.path for difference in comparison.differences for leaf in difference.existing_leaves}
    return {
        "id": house.ruleset.id,
        "title": visible(text_in(house.ruleset.title, house.lang)),
        "parent": {"id": house.parent.id, "title": visible(text_in(house.parent.title, house.lang))},
        "changes": [
            {
                "was": _saying_text(change.left, house.lang),
                "now": _saying_text(change.right, house.lang),
                "paths": [difference.path for difference in change.differences],
            }
            for change in differing_rules(comparison)
        ],
        "chapters": list(_chapters_data(house, changed)),
    }


def set_rules(*, text: str, changes: list[dict[str, Any]], lang: str) -> str:
    """Set rules of a file to what was chosen.

    All at once; a value that the parent has is written nowhere.
    """
    house = _house_of(text, language_of(lang))
    for change in changes:
        path, typed = tuple(str(change.get("path")).split(".")), " ".join(str(change.get("value")).split())
        text = _with_change(text, house, path, typed)
    _refuse_unusable(text)
    return text


def take_back_rules(*, text: str, paths: list[str], lang: str) -> str:  # noqa: ARG001 - every call says its language
    """Remove what a rule file does at these paths: the parent's rules hold again."""
    before = text
    for path in paths:
        text = without_rule(text, tuple(path.split(".")))
    if text == before:
        raise RefusalError(_ELSEWHERE)
    _refuse_unusable(text)
    return text


def rule_options(*, text: str, path: str, lang: str) -> list[dict[str, Any]]:
    """All options at a path, each with the rulebook's sentence for it."""
    house = _house_of(text, language_of(lang))
    at = tuple(path.split("."))
    found = []
    for option in _options(house, at):
        changed = _with_change(text, house, at, option["value"])
        ruleset = check_rule_text(changed)[0].ruleset
        told = _sentences_at(ruleset, path, house.lang) if ruleset is not None else ""
        found.append({**option, "sentence": told, "usable": ruleset is not None})
    return found


def house_parts(text: str) -> tuple[Ruleset, Ruleset]:
    """The rules of a file and its parent; a refusal where one cannot be had."""
    ruleset = check_rule_text(text)[0].ruleset
    if ruleset is None:
        raise RefusalError(NOT_USABLE)
    parent = next((layer for layer in ruleset.layers[1:] if layer != ruleset.id and is_id(layer)), "")
    if not parent:
        raise RefusalError(_NO_PARENT)
    return ruleset, load_by_id(parent)


def _house_of(text: str, lang: Language) -> _House:
    ruleset, parent = house_parts(text)
    root = from_plain(dict(ruleset.tree))
    return _House(ruleset, parent, root, {place.path: place for place in places(root)}, lang)


def _refuse_unusable(text: str) -> None:
    """Refuse rules that cannot be played by, with what is wrong with them."""
    loaded, _ = check_rule_text(text)
    if loaded.ruleset is None:
        raise RefusalError(_SAID, said=Told(_first_error(loaded.findings)))


def _saying_text(saying: Saying | None, lang: Language) -> str:
    return plain_text(saying.saying_text(lang)) if saying else ""


def _first_error(findings: tuple[Finding, ...]) -> Finding:
    return next(finding for finding in findings if finding.severity == "error")


# ---------------------------------------------------------------------- sentences


def _chapters_data(house: _House, changed: set[str]) -> Iterator[dict[str, Any]]:
    entries: set[Path] = set()
    for chapter in chapters_of(house.ruleset):
        told = [sentence for sentence in chapter.told if isinstance(sentence, Sentence)]
        rules = [found for sentence in told if (found := _rule_data(house, sentence, changed, entries))]
        if rules:
            title = plain_text(visible(text_in(chapter.title, house.lang)))
            yield {"title": title, "rules": rules}


def _rule_data(house: _House, told: Sentence, changed: set[str], entries: set[Path]) -> dict[str, Any] | None:
    """A sentence and its controls; None without any.

    `entries` are those that were offered before.
    """
    paths = [leaf for own in told.own for leaf in _leaves_at(house.ruleset, own)]
    controls = [found for path in dict.fromkeys(paths) if (found := _control(house, tuple(path.split("."))))]
    _tell_apart(house, controls)
    entry = _entry_of(house, [tuple(path.split(".")) for path in told.own])
    if entry and controls and entry not in entries:
        entries.add(entry)
        controls.insert(0, _entry_control(house, entry))
    if not controls:
        return None
    return {
        "sentence": plain_text(told.sentence_text(house.lang)),
        "is_changed": any(path in changed for path in paths),
        "controls": controls,
    }


def _tell_apart(house: _House, controls: list[dict[str, Any]]) -> None:
    """Name, for controls with one meaning, the rank or case of each."""
    many = Counter(control["label"] for control in controls)
    for control in controls:
        if many[control["label"]] > 1:
            control["label"] = f"{_name_of_place(house, tuple(control['path'].split('.')))}: {control['label']}"


def _name_of_place(house: _House, path: Path) -> str:
    for key in reversed(path):
        for words in house.ruleset.words.values():
            if key in words:
                return visible(text_in(words[key], house.lang))
    around = place_at(path[:-1], house.root)
    about = around.schema.get("description", "") if around is not None else ""
    return plain_text(vocabulary_text(about, house.lang)).removesuffix(".") if about else path[-1]


def _leaves_at(ruleset: Ruleset, path: str) -> list[str]:
    return [leaf for leaf in ruleset.leaves if leaf == path or leaf.startswith(f"{path}.")]


def _sentences_at(ruleset: Ruleset, path: str, lang: Language) -> str:
    """Return the sentences of the rulebook on a path; empty if there are none."""
    told = (
        plain_text(sentence.sentence_text(lang))
        for chapter in chapters_of(ruleset)
        for sentence in chapter.told
        if isinstance(sentence, Sentence) and any(path == own or path.startswith(f"{own}.") for own in sentence.own)
    )
    return " ".join(dict.fromkeys(told))


# ---------------------------------------------------------------------- what can be chosen


def _control(house: _House, path: Path) -> dict[str, Any] | None:
    """The value at a path as a control; None where only the file can state it."""
    place, schema = house.known.get(path), place_at(path, house.root)
    if place is None or schema is None or path[-1] == "do":
        return None
    kind = _kind_of(house, path, place, schema)
    if not kind:
        return None
    about = place.about
    value = house.ruleset.leaves[".".join(path)][0]
    return {
        "path": ".".join(path),
        "label": plain_text(vocabulary_text(about.text, house.lang)).removesuffix("."),
        "kind": kind,
        "value": _typed_now(house.ruleset, ".".join(path)),
        "unit": text_in(_UNITS[LETTERS[about.counts]], house.lang) if about.counts else "",
        "least": about.least,
        "most": about.most,
        "options": _options(house, path) if kind == "choice" else [],
        "can_be_empty": schema.optional,
        "is_set": value not in (None, [], ""),
    }


def _kind_of(house: _House, path: Path, place: Place, schema: SchemaPlace) -> str:
    kinds = schema.schema.get("type", ())
    kinds = set(kinds if isinstance(kinds, list) else [kinds])
    if schema.allowed_words or "boolean" in kinds or (place.about.refers_to and "string" in kinds):
        return "choice" if len(_options(house, path)) > 1 else ""
    if "integer" in kinds or place.about.counts:
        return "number"
    if "array" in kinds and place.node.is_leaf:
        return "list"
    return ""


def _typed_now(ruleset: Ruleset, path: str) -> str:
    """A value as people type it: in whole units, the items of a list."""
    if ruleset.spoken.get(path):
        return ruleset.spoken[path][:-1]
    value = ruleset.leaves[path][0]
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else value if isinstance(value, str) else flow_text(value)


def _options(house: _House, path: Path) -> list[dict[str, str]]:
    """All that may be chosen at a path, each with its name."""
    place, schema = house.known.get(path), place_at(path, house.root)
    if place is None:
        return _entry_control(house, path)["options"] if _is_entry(house, path) else []
    assert schema is not None
    found = [{"value": "", "name": text_in(_NOTHING, house.lang)}] if schema.optional else []
    words = schema.allowed_words
    kinds = schema.schema.get("type", ())
    if words:
        return found + [{"value": word, "name": _word_name(place.about, word, house.lang)} for word in words]
    if "boolean" in (kinds if isinstance(kinds, list) else [kinds]):
        return [
            *found,
            {"value": "true", "name": text_in(_YES, house.lang)},
            {"value": "false", "name": text_in(_NO, house.lang)},
        ]
    if place.about.refers_to in ("contract", "step", "pile", "bonus"):
        reference = Reference(path, place.about.refers_to, "", in_list=False)
        return found + [
            {"value": name, "name": _name_of(house, place.about.refers_to, name)}
            for name in list_defined_names(house.root, reference)
        ]
    return []


def _word_name(about: About, word: str, lang: Language) -> str:
    return plain_text(vocabulary_text(about.options[word], lang)) if word in about.options else word


def _name_of(house: _House, kind: str, key: str) -> str:
    return visible(text_in(house.ruleset.name(kind if kind == "bonus" else f"{kind}s", key), house.lang))


# ---------------------------------------------------------------------- entries, which can be taken out


def _entry_of(house: _House, own: list[Path]) -> Path | None:
    """The removable entry of a map that holds all rules of a sentence."""
    if not own:
        return None
    for length in (2, 3):
        heads = {path[:length] for path in own}
        head = next(iter(heads))
        if len(heads) == 1 and len(head) == length < len(own[0]) and _is_entry(house, head):
            return head
    return None


def _is_entry(house: _House, path: Path) -> bool:
    """Check whether an entry can be removed and has a name in the ruleset."""
    kind = _NAMED_ENTRIES.get(path[-2], "") if len(path) > 1 else ""
    is_named = bool(kind) and (kind != "faults" or path[-1] in house.ruleset.words.get(kind, {}))
    found = place_at(path, house.root)
    return is_named and found is not None and found.is_open and find_node(house.root, path) is not None


def _entry_control(house: _House, path: Path) -> dict[str, Any]:
    name = visible(text_in(house.ruleset.name(_NAMED_ENTRIES[path[-2]], path[-1]), house.lang))
    options = [
        {"value": "on", "name": text_in(_EXISTS.with_values(name=name), house.lang)},
        {"value": OFF, "name": text_in(_NO_SUCH.with_values(name=name), house.lang)},
    ]
    return {
        "path": ".".join(path),
        "label": text_in(_THERE, house.lang),
        "kind": "choice",
        "value": "on",
        "unit": "",
        "least": None,
        "most": None,
        "options": options,
        "can_be_empty": False,
        "is_set": True,
    }


# ---------------------------------------------------------------------- the file


def _with_change(text: str, house: _House, path: Path, typed: str) -> str:
    """The file with one rule at what was typed or chosen."""
    key = ".".join(path)
    if typed == "on" and path not in house.known:
        return text
    value = _value_text(house, path, typed)
    if key in house.parent.leaves and value == _value_text(house, path, _typed_now(house.parent, key)):
        return without_rule(text, path)
    return with_rule(text, path, value)


def _value_text(house: _House, path: Path, typed: str) -> str:
    """A typed value as YAML: with its unit, nothing as `~`, several as a list."""
    place, schema = house.known.get(path), place_at(path, house.root)
    if place is None or schema is None:
        return OFF
    kind = _kind_of(house, path, place, schema)
    if kind == "list":
        items = [item.strip() for item in typed.split(",") if item.strip()]
        return flow_text([int(item) if item.isdecimal() else item for item in items])
    if not typed:
        return "~"
    if kind == "number":
        counts = place.about.counts
        return f"{typed}{LETTERS[counts]}" if counts and counts != "total" and typed[-1:].isdecimal() else typed
    return typed if typed in ("true", "false") and kind == "choice" else flow_text(typed)
