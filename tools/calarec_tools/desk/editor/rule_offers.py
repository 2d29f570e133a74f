"""Completions in a rule file: keys, words, paths under `set`, names of entries.

The lines above a place determine its keys, since a file that is being typed is seldom complete. The completions come
from the parameters of the mechanisms; for paths they come from the parent ruleset.
"""

from __future__ import annotations

import os
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.fields import PART_KINDS, Kind, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.core.wording.language import Words, text_in
from calarec.core.wording.sources import HOUSE_RULE, PROJECT_DEFAULT
from calarec.rule_files.locate import PART_ENDING, is_id, known_ids, rule_folders
from calarec.rule_files.paths import STAR, is_covering, parse_path
from calarec.rule_files.schema import header
from calarec.rule_files.tree import from_plain, to_plain
from calarec.rule_files.vocabulary import MechanismVocabulary
from calarec.rule_files.writing import flow_text
from calarec_tools.desk.editor.offers import WrittenOffer, without_repeats
from calarec_tools.desk.editor.positions import editor_lines
from calarec_tools.desk.editor.rule_file import CHANGES, KEY, begun_key
from calarec_tools.desk.editor.rule_texts import leaves_at, value_at
from calarec_tools.output.docs.vocabulary import vocabulary_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.mechanisms.fields import Param
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.rule_files.tree import Path
    from calarec_tools.desk.editor.rule_file import EditedRules

_DO: Final = re.compile(r"\bdo: *([a-z_]+) *,")
_DO_LINE: Final = re.compile(r"( +)do: *([a-z_]+)")
_NOTES: Final = ("source", "why")
_BRANCHES: Final = {"contract": "contracts", "step": "steps", "pile": "piles", "bonus": "settle.bonus"}
_OFF: Final = "off"
_FIRST_VERSION: Final = "1.0.0"
_REASONS: Final = ('{source: house rule, why: ""}', "{source: house rule}")
_ALL_CONTRACTS: Final = ("contracts", STAR, "")


HEADER_TEXTS: Final = {
    "ruleset": Words("The id of this ruleset; the file is called by it."),
    "part": Words("Instead of `ruleset` in `NAME.part.yaml`: rules and words that files share."),
    "version": Words("Three numbers: a changed result, a new option, new words."),
    "title": Words("The name of the game."),
    "summary": Words("The game in a sentence or two."),
    "sources": Words("The texts that this file cites, by id."),
    "source": Words("The source of everything in this file that names no other."),
    "because": Words("Path → source and reason, for single rules."),
    "words": Words("Names of things: by kind (suits, ranks, contracts, piles, bonus …) and id."),
    "examples": Words("Short hands with what they must pay; `calarec rules check` replays them."),
    "extends": Words(
        "The ruleset that this one changes, or the part that it completes; its version after @ if it must be that."
    ),
}
"""The meanings of the keys of the header.

They are the descriptions of the schema, in both languages.
"""


def header_text(key: str, lang: Language) -> str:
    """Return the meaning of a key of the header; empty if unknown."""
    return text_in(HEADER_TEXTS[key], lang) if key in HEADER_TEXTS else ""


class TypedPlace(NamedTuple):
    """The place of the cursor.

    It has the keys above, the key before (empty: a key is typed), and the column at which the word begins.
    """

    keys: Path
    key: str
    column: int
    do: str = ""
    """The mechanism that is named beside it."""


def list_rule_offers(rules: EditedRules, line: int, column: int, lang: Language = "en") -> list[WrittenOffer]:
    """Return the completions at a place."""
    lines = editor_lines(rules.text)
    place = typed_place(lines, line, column)
    if place is None:
        return []
    # A text that was opened again as something else may be longer than the rules.
    typed = lines[line - 1][place.column - 1 : column - 1].lstrip(" ") if line <= len(lines) else ""
    return without_repeats(_RuleOffers(rules, rules.parent(), place, typed, lang).all_offers())


def typed_place(lines: Sequence[str], line: int, column: int) -> TypedPlace | None:
    """Return the place of the cursor; None in a comment."""
    typed = lines[line - 1][: column - 1] if line <= len(lines) else ""
    if re.search(r"(?:^|\s)#", typed):
        return None
    indent = len(typed) - len(typed.lstrip(" "))
    out = begun_key([*lines[: line - 1], typed], line)
    typed, indent = typed[out:], indent - out
    beside = _DO.findall(typed) or [
        each[2] for each in map(_DO_LINE.match, lines) if each and len(each[1]) == indent and indent
    ]
    keys: list[str] = []
    for above in reversed(lines[: line - 1]):
        found = KEY.match(above)
        if found and len(found[1]) < indent:
            keys.insert(0, _bare(found[2]))
            indent = len(found[1])
    return _place_within(typed, tuple(keys))._replace(do=beside[-1] if beside else "")


def _place_within(typed: str, keys: Path) -> TypedPlace:
    """The place within its line: maps and lists may begin in it."""
    found = KEY.match(typed)
    if found is None:
        return TypedPlace(keys, "", len(typed) - len(typed.lstrip(" -")) + 1)
    key, rest, start = _bare(found[2]), typed[found.end() :], found.end()
    while True:
        opened = _open_bracket(rest)
        if opened is None:
            break
        mark, at = opened
        inner = rest[at + 1 :]
        if mark == "[":
            last = max(inner.rfind(","), inner.rfind("[")) + 1
            word = inner[last:]
            return TypedPlace(keys, key, start + at + 1 + last + len(word) - len(word.lstrip(" ")) + 1)
        keys, last = (*keys, key), _last_comma(inner) + 1
        entry = inner[last:]
        begin = start + at + 1 + last
        inside = KEY.match(entry)
        if inside is None:
            return TypedPlace(keys, "", begin + len(entry) - len(entry.lstrip(" ")) + 1)
        key, rest, start = _bare(inside[2]), entry[inside.end() :], begin + inside.end()
    return TypedPlace(keys, key, start + len(rest) - len(rest.lstrip(" ")) + 1)


def _open_bracket(text: str) -> tuple[str, int] | None:
    """The first bracket that is not closed again."""
    waiting: list[tuple[str, int]] = []
    for at, each in enumerate(text):
        if each in "{[":
            waiting.append((each, at))
        elif each in "}]" and waiting:
            waiting.pop()
    return waiting[0] if waiting else None


def _last_comma(text: str) -> int:
    """The last comma outside of inner brackets that are closed."""
    depth, found = 0, -1
    for at, each in enumerate(text):
        depth += each in "{["
        depth -= each in "}]"
        found = at if each == "," and not depth else found
    return found


def _bare(key: str) -> str:
    return key[1:-1] if key[:1] in ("'", '"') else key


class _RuleOffers:
    """The offers at one place."""

    def __init__(
        self, rules: EditedRules, parent: Ruleset | None, place: TypedPlace, typed: str, lang: Language
    ) -> None:
        self.lang = lang
        self.rules, self.parent, self.place, self.typed = rules, parent, place, typed
        own: Any = to_plain(rules.root) if rules.root is not None else {}
        self.own: dict[str, Any] = own if isinstance(own, dict) else {}
        known = rules.ruleset or parent
        self.tree: Any = known.tree if known is not None else self.own

    def all_offers(self) -> Iterator[WrittenOffer]:
        """All of them."""
        keys, key = self.place.keys, self.place.key
        if not key:
            yield from self._keys(keys)
        elif not keys and key == "extends":
            known = known_ids(rule_folders()) | known_ids(rule_folders(), PART_ENDING)
            yield from (self._value(each) for each in known if each != self.own.get("ruleset"))
        elif not keys and key == "version":
            yield self._value(_FIRST_VERSION)
        elif not keys and key in ("ruleset", "part"):
            name = os.path.basename(self.rules.file).partition(".")[0]  # noqa: PTH119
            yield from map(self._value, filter(is_id, (name,)))
        elif key == "source":
            yield from map(self._value, (*self._sources(), HOUSE_RULE, PROJECT_DEFAULT))
        elif keys and keys[0] in CHANGES:
            path = parse_path(keys[1] if len(keys) > 1 else key)
            if keys[0] == "because":
                yield from map(self._value, _REASONS if len(keys) == 1 else ())
            elif path is not None:
                yield from self._values((*path, *keys[2:], *((key,) if len(keys) > 1 else ())), changed=len(keys) == 1)
        elif keys or key in SECTIONS:
            yield from self._values((*keys, key), changed=False)

    # ------------------------------------------------------------------ keys

    def _keys(self, keys: Path) -> Iterator[WrittenOffer]:
        if not keys:
            yield from self._top()
        elif keys[0] in CHANGES:
            path = parse_path(keys[1]) if len(keys) > 1 else None
            if path is None:
                yield from self._paths(keys[0])
            elif keys[0] == "because":
                yield from map(self._key, _NOTES)
            else:
                yield from self._parameters((*path, *keys[2:]))
        elif keys == ("words",):
            kinds = self.parent.words if self.parent is not None else {}
            yield from map(self._key, dict.fromkeys((*kinds, "suits", "ranks", "contracts", "words", "piles", "bonus")))
        elif keys[0] in SECTIONS:
            yield from self._parameters(keys)

    def _top(self) -> Iterator[WrittenOffer]:
        for name, schema in header().items():
            if name not in self.own:
                below = schema.get("type") == "object"
                yield self._key(name, header_text(name, self.lang), below=below)
        extends = "extends" in self.own and not self.rules.has_part_above()
        for name in ("set", "add") if extends else SECTIONS:
            if name not in self.own:
                about = "" if extends or name in FAMILIES else self._text(find_mechanism(Kind.SECTION, name).about)
                yield self._key(name, about, below=True)

    def _paths(self, under: str) -> Iterator[WrittenOffer]:
        """Yield paths of rules: under `set` those of the parent, with its values."""
        ruleset = self.parent if under != "because" else self.rules.ruleset or self.parent
        if ruleset is None:
            return
        there = self.own.get(under)
        written = set(there) if isinstance(there, dict) else set()
        if under == "add":
            branches = ("contracts", "steps", "standing", "piles", "settle.bonus", "auction.words")
            yield from (self._path(f"{branch}.", "") for branch in branches)
            return
        changed = [self.own.get(each) for each in ("set", "add")] if under == "because" else []
        own = [path for each in changed if isinstance(each, dict) for path in each]
        leaves = [*ruleset.leaves]
        stars = [*_starred_paths(leaves, self.typed.split("."))]
        for path in dict.fromkeys(
            (*own, *stars, *leaves, *_starred_paths(leaves, _ALL_CONTRACTS), *map(_parent_path, leaves))
        ):
            if path and path not in written:
                yield self._path(path, _values_text(ruleset, path))

    def _parameters(self, path: Path) -> Iterator[WrittenOffer]:
        part = part_at(path, self.tree, self.place.do)
        if isinstance(part, tuple):
            return
        if part is None:
            yield from self._mechanisms(path)
            return
        for param in params_of(part):
            yield self._key(param.name, self._describe_parameter(param))
        yield from map(self._key, _NOTES)

    def _mechanisms(self, path: Path) -> Iterator[WrittenOffer]:
        if path[0] in FAMILIES:
            yield self._key("do")

    # ------------------------------------------------------------------ values

    def _values(self, path: Path, *, changed: bool) -> Iterator[WrittenOffer]:
        before = value_at(self.parent, ".".join(path)) if self.parent is not None else None
        if path[-1] == "do" and path[0] in FAMILIES:
            kind = FAMILIES[path[0]]
            yield from (
                self._value(name, about=self._text(find_mechanism(kind, name).about)) for name in mechanism_names(kind)
            )
            return
        found = param_at(path, self.tree, self.place.do)
        if found is not None:
            yield from self._of_parameter(found)
        if before is not None:
            yield self._value(before)
        if changed and self._may_be_taken_out(path):
            yield self._value(_OFF)

    def _may_be_taken_out(self, path: Path) -> bool:
        """Check whether `off` is a value for a path, or for all paths that stars name."""
        if self.parent is None:
            return False
        named = {
            each[: len(path)]
            for leaf in self.parent.leaves
            if is_covering(path, (each := tuple(leaf.split(".")))[: len(path)])
        }
        root = from_plain(dict(self.parent.tree))
        return all(MechanismVocabulary().is_removable(each, root) for each in named or (path,))

    def _of_parameter(self, each: Param) -> Iterator[WrittenOffer]:
        shape, about = shape_of(each.type), each.about
        inner = shape_of(shape.item) if shape.kind == "list" else shape
        if inner.kind == "bool":
            yield from map(self._value, ("true", "false"))
        for word in inner.words:
            yield self._value(word, about=self._text(about.options.get(word, "")))
        if about.refers_to in _BRANCHES:
            branch: Any = self.tree
            for key in _BRANCHES[about.refers_to].split("."):
                branch = branch.get(key, {}) if isinstance(branch, dict) else {}
            yield from map(self._value, branch if isinstance(branch, dict) else ())
        if (
            not each.required
            and shape.kind in ("bool", "int", "str", "word", "int_or_part", "int_or_word")
            and each.default is not None
        ):
            yield self._value(flow_text(default_as_data(each.default)), about=self._text(about.text))

    def _sources(self) -> Iterable[str]:
        found = self.own.get("sources")
        return (f'"{each}"' if each[:1].isdigit() else each for each in found) if isinstance(found, dict) else ()

    # ------------------------------------------------------------------ as offers

    def _text(self, english: str) -> str:
        return vocabulary_text(english, self.lang) if english else ""

    def _describe_parameter(self, each: Param) -> str:
        said = "".join(f"\n- `{word}`: {self._text(meaning)}" for word, meaning in each.about.options.items())
        return self._text(each.about.text) + (f"\n{said}" if said else "")

    def _key(self, text: str, about: str = "", *, below: bool = False) -> WrittenOffer:
        """Return the completion of a key; its value follows, or is `below` it."""
        return WrittenOffer(f"{text}:", "key", self.place.column, about=about, more=not below)

    def _path(self, text: str, detail: str) -> WrittenOffer:
        bare = text.endswith(".")
        return WrittenOffer(text if bare else f"{text}:", "path", self.place.column, detail, more=not bare)

    def _value(self, text: str, about: str = "") -> WrittenOffer:
        return WrittenOffer(text, "value", self.place.column, about=about)


def _parent_path(path: str) -> str:
    return path.rpartition(".")[0]


def _starred_paths(paths: Iterable[str], typed: Sequence[str]) -> Iterator[str]:
    """Yield the paths that continue typed keys, with their stars; none without stars."""
    for path in paths if STAR in typed else ():
        keys = path.split(".")
        if len(keys) >= len(typed) and all(one in (STAR, key) for one, key in zip(typed[:-1], keys, strict=False)):
            yield ".".join(STAR if one == STAR else key for one, key in zip_longest(typed[: len(keys)], keys))


def _values_text(ruleset: Ruleset, path: str) -> str:
    """Return the value at a path, or at all it names; three dots for several values."""
    found = {value_at(ruleset, leaf) for leaf in leaves_at(ruleset, path)}
    return next(iter(found)) or "…" if len(found) == 1 else "…"


def part_at(path: Path, tree: Any, do: str = "") -> Any:
    """Return the part that has the parameters of a path.

    None if that depends on `do`, a tuple if the keys there are ids.
    """
    section, rest = path[0], path[1:]
    if section not in SECTIONS:
        return ()
    if section in FAMILIES:
        entry = tree.get(section, {}) if isinstance(tree, dict) else {}
        if section != "all_pass":
            if not rest:
                return ()
            entry, rest = entry.get(rest[0], {}) if isinstance(entry, dict) else {}, rest[1:]
        do = do or (entry.get("do", "") if isinstance(entry, dict) else "")
        if do not in mechanism_names(FAMILIES[section]):
            return None
        part: Any = find_mechanism(FAMILIES[section], do).params
    else:
        of = find_mechanism(Kind.SECTION, section)
        if of.entries:
            if not rest:
                return ()
            rest = rest[1:]
        part = of.params
    return _inside(part, rest)


def _inside(part: Any, rest: Path) -> Any:
    while rest:
        each = next((param for param in params_of(part) if param.name == rest[0]), None)
        if each is None:
            return ()
        shape, rest = shape_of(each.type), rest[1:]
        if shape.kind in PART_KINDS:
            part = shape.item
            if each.about.more and rest and rest[0].isdigit():
                rest = rest[1:]
        elif shape.kind in ("map", "list") and shape_of(shape.item).kind in PART_KINDS:
            if not rest:
                return ()
            part, rest = shape_of(shape.item).item, rest[1:]
        else:
            return ()
    return part


def param_at(path: Path, tree: Any, do: str = "") -> Param | None:
    """Return the parameter at a path."""
    part = part_at(path[:-1], tree, do) if len(path) > 1 else None
    if part is None or isinstance(part, tuple):
        return None
    return next((param for param in params_of(part) if param.name == path[-1]), None)
