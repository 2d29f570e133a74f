"""The differences of two rulesets in words, and the sentences that express them.

Terms. A sentence *stays* if the other book has it too. A *saying* is some sentences of one ruleset, each with the
contracts (or irregularities) that it is about. A *change* is the rule of one ruleset and its counterpart in the
other. Differences in one sentence belong to one change, so that none appears twice. Without a sentence that
distinguishes them, the rules are spelt out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.registry import find_mechanism
from calarec.core.wording.language import LANGUAGES, Listing, Phrase, Words, text_in
from calarec.rule_files.renames import ENTRIES
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.comparison import is_void
from calarec.rulebook.sentences import Grid, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language, Sayable
    from calarec.rulebook.comparison import Comparison, Difference, Leaf
    from calarec.rulebook.sentences import Chapter, Told

_NO_CONTRACT: Final = Words("There is no contract {name}.")
_CONTRACT: Final = Words("There is a contract {name}.")
_STEPS: Final = Words("Before the play: {steps}.")
_NO_STEPS: Final = Words("Before the play nothing happens.")
_SPELT: Final = Words("In the file: `{rules}`.")
_ORDERED: Final = Words("Only the first of these that applies counts: {bonuses}.")


class SayingPart(NamedTuple):
    """A sentence and the things it is about (none: the game); `named`: it names them."""

    sentence: Sentence
    of: tuple[Sayable, ...] = ()
    named: bool = False

    def part_text(self, lang: Language) -> str:
        """The sentence, with the things it is about in front."""
        said = self.sentence.sentence_text(lang)
        if not self.of or self.named:
            return said
        names = Listing(tuple(Words("*{name}*", name=name) for name in self.of))
        return f"{text_in(names, lang)}: {said[:1].lower()}{said[1:]}"


class Saying(NamedTuple):
    """The sentences of one ruleset in a change."""

    parts: tuple[SayingPart, ...]

    def saying_text(self, lang: Language) -> str:
        """Its sentences, one after the other."""
        said: list[str] = []
        before: tuple[Sayable, ...] = ()
        for part in self.parts:
            said.append(part.sentence.sentence_text(lang) if part.of == before else part.part_text(lang))
            before = part.of
        return " ".join(said)


class DifferingRule(NamedTuple):
    """The sentences of both rulesets, and their differences."""

    left: Saying | None
    right: Saying | None
    differences: tuple[Difference, ...]


_Node: TypeAlias = tuple[str, str]
"""The subject of a change: a side with a sentence number, contract, entry or rule."""


def differing_rules(comparison: Comparison) -> tuple[DifferingRule, ...]:
    """The differences in sentences, in the order of the rules, each only once."""
    books = (_Book(comparison.left), _Book(comparison.right))
    books[0].leave_out(books[1])
    theirs = _renamed_contracts(comparison)
    books[0].alone = {old for new, old in theirs.items() if new not in comparison.right.rules.contracts}
    books[1].alone = set(comparison.right.rules.contracts) - set(theirs)
    found = _JoinedSayings()
    paths = {difference.path for difference in comparison.differences}
    for difference in comparison.differences:
        # A rule that has become a map, or the other way round, is one; so is a condition, whatever it looks at.
        keys = difference.path.split(".")
        if "when" in keys[:-1]:
            keys = keys[: keys.index("when") + 1]
        above = next((at for end in range(1, len(keys)) if (at := ".".join(keys[:end])) in paths), ".".join(keys))
        found.join(difference, [*_nodes(difference, books), ("at", above)])
    groups = found.list_groups()
    _attach_untold(groups)
    said = [_make_change(nodes, differences, books) for nodes, differences in groups]
    return tuple(_gather_contracts(_join_mechanisms(said)))


def _renamed_contracts(comparison: Comparison) -> dict[str, str]:
    """The contracts of the left ruleset by their names in the right one."""
    renaming = comparison.names.get("contract", {})
    return {renaming.get(name, name): name for name in comparison.left.rules.contracts}


class _JoinedSayings:
    """Differences gathered by what they have in common."""

    def __init__(self) -> None:
        self.of: dict[_Node, _Node] = {}
        self.first: list[tuple[_Node, Difference]] = []

    def join(self, difference: Difference, nodes: list[_Node]) -> None:
        """One more difference, with everything that tells it."""
        for node in nodes:
            self.of.setdefault(node, node)
            self.of[self.find_root(node)] = self.find_root(nodes[0])
        self.first.append((nodes[0], difference))

    def find_root(self, node: _Node) -> _Node:
        """The representative of all that belong together."""
        while self.of[node] != node:
            node = self.of[node]
        return node

    def list_groups(self) -> list[tuple[list[_Node], list[Difference]]]:
        """The groups that belong together, in the order of the differences."""
        found: dict[_Node, tuple[list[_Node], list[Difference]]] = {}
        for node, difference in self.first:
            found.setdefault(self.find_root(node), ([], []))[1].append(difference)
        for node in self.of:
            found[self.find_root(node)][0].append(node)
        return list(found.values())


class _Book:
    """The sentences of one ruleset, by the rules that they rest on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.parts: list[SayingPart] = []
        self.alone: set[str] = set()
        """The contracts that the other ruleset does not have."""
        self.places: dict[tuple[object, ...], int] = {}
        """The place of each sentence, by its text in every language and its rules."""
        for chapter in chapters_of(ruleset):
            for told in chapter.told:
                if isinstance(told, Sentence):
                    part = SayingPart(told, (chapter.title,)) if chapter.level == 3 else _fault_part(told, ruleset)
                    place = self.places.setdefault(_told_key(told), len(self.parts))
                    if place == len(self.parts):
                        self.parts.append(part)
                    else:
                        known = self.parts[place]
                        self.parts[place] = known._replace(of=tuple(dict.fromkeys((*known.of, *part.of))))
        self.staying: set[int] = set()
        self.own: dict[str, list[int]] = {}
        self.also: dict[str, list[int]] = {}
        for place, part in enumerate(self.parts):
            for paths, known_at in ((part.sentence.own, self.own), (part.sentence.also, self.also)):
                for path in dict.fromkeys(paths):
                    known_at.setdefault(path, []).append(place)

    def leave_out(self, other: _Book) -> None:
        """Mark the sentences that both have."""
        both = self.places.keys() & other.places.keys()
        for book in (self, other):
            book.staying = {book.places[key] for key in both}

    def telling(self, leaf: Leaf | None) -> list[int]:
        """The sentences on a leaf that do not stay, or on the nearest branch above it."""
        keys = leaf.path.split(".") if leaf else []
        for end in range(len(keys), 0, -1):
            path = ".".join(keys[:end])
            for known in (self.own, {} if is_void(leaf) else self.also):
                found = [place for place in known.get(path, ()) if place not in self.staying]
                if found:
                    return found
        return []

    def contract_of(self, place: int) -> list[str]:
        """The contracts of a sentence, if only this ruleset has them."""
        names: dict[object, str] = {self.ruleset.name("contracts", each): each for each in self.alone}
        of = self.parts[place].of
        return [names[each] for each in of] if of and all(each in names for each in of) else []

    def describe_contract(self, name: str) -> list[SayingPart]:
        """The steps of a new contract, and the sentences on it."""
        title, steps = self.ruleset.name("contracts", name), self.ruleset.rules.contracts[name].steps
        parts = [
            part._replace(of=(title,)) for place, part in enumerate(self.parts)
            if title in part.of and place not in self.staying
            and any(path.startswith(f"contracts.{name}.") for path in part.sentence.own)
        ]  # fmt: skip
        return [*(_steps_sentence(self.ruleset, name, steps) if steps else ()), *parts]


def _told_key(told: Sentence) -> tuple[object, ...]:
    return (told.own, *(told.sentence_text(lang) for lang in LANGUAGES))


def _fault_part(told: Sentence, ruleset: Ruleset) -> SayingPart:
    """The part of a sentence on an irregularity; the first one on each names it."""
    keys = told.own[0].split(".") if told.own else [""]
    if keys[0] != "standing" or ruleset.rules.standing[keys[1]].do != "fault":
        return SayingPart(told)
    return SayingPart(told, (ruleset.name("faults", keys[1]),), named=told.style == "item")


def _nodes(difference: Difference, books: tuple[_Book, _Book]) -> list[_Node]:
    """The subjects of a difference: a contract or steps of one, sentences, an entry."""
    for leaf, book, kind in ((difference.left, books[0], "gone"), (difference.right, books[1], "come")):
        if leaf is not None and _contract_of_leaf(leaf) in book.alone:
            return [(kind, _contract_of_leaf(leaf))]
    if _is_steps(difference):
        return [("steps", difference.path)]
    if difference.path.endswith(".bonus_order"):
        return [_bonus_order_node(difference, books), *_new_sentences(difference, books)]
    found: list[_Node] = []
    for leaf, book, side, kind in (
        (difference.left, books[0], "left", "gone"),
        (difference.right, books[1], "right", "come"),
    ):
        for place in book.telling(leaf):
            found += [(kind, name) for name in book.contract_of(place)] or [(side, str(place))]
    entry = _find_lone_entry(difference, books)
    if entry:
        found.append(("entry", entry))
    return found or [("rule", difference.path)]


def _new_sentences(difference: Difference, books: tuple[_Book, _Book]) -> Iterator[_Node]:
    """Yield the sentences on bonuses that only one of two orders leaves out."""
    section = difference.path.removesuffix("_order")
    for side, book in zip(("left", "right"), books, strict=True):
        for place in book.own.get(difference.path, ()):
            is_of_bonus = any(path.startswith(f"{section}.") for path in book.parts[place].sentence.own)
            if place not in book.staying and is_of_bonus:
                yield side, str(place)


def _find_lone_entry(difference: Difference, books: tuple[_Book, _Book]) -> str:
    """The entry with a rule that one ruleset lacks completely, with its names."""
    if difference.left and difference.right:
        return ""
    keys = tuple(difference.path.split("."))
    other = books[0] if difference.right else books[1]
    for at in (*ENTRIES, ("standing",)):
        if keys[: len(at)] == at and len(keys) > len(at) + 1:
            node: object = other.ruleset.tree
            for key in keys[: len(at) + 1]:
                node = node.get(key) if isinstance(node, dict) else None
            return ".".join(keys[: len(at) + 1]) if node is None else ""
    return ""


def _attach_untold(groups: list[tuple[list[_Node], list[Difference]]]) -> None:
    """Join a rule of one ruleset without a sentence to its neighbours' change."""
    told = [group for group in groups if any(kind not in ("rule", "at") for kind, _ in group[0])]
    for group in [each for each in groups if each not in told]:
        only = group[1][0]
        if (only.left and only.right) or len(group[1]) > 1:
            continue
        keys = only.path.split(".")[:-1]
        while keys:
            near = [each for each in told if any(one.path.startswith(".".join(keys) + ".") for one in each[1])]
            if near:
                near[0][1].append(only)
                groups.remove(group)
                break
            keys.pop()


def _make_change(nodes: list[_Node], differences: list[Difference], books: tuple[_Book, _Book]) -> DifferingRule:
    """One change: the sentences of both sides without those that read the same."""
    left, right = _saying_parts(nodes, "left", differences, books), _saying_parts(nodes, "right", differences, books)
    texts = [Counter(tuple(part.part_text(lang) for lang in LANGUAGES) for part in side) for side in (left, right)]
    left, right = (_drop_shared(side, texts[0] & texts[1]) for side in (left, right))
    if (not left and not right) or _is_same_text(left, right):
        left = [*left, *_spell_leaves(difference.left for difference in differences)]
        right = [*right, *_spell_leaves(difference.right for difference in differences)]
    old, new = (Saying(tuple(side)) if side else None for side in (left, right))
    return DifferingRule(old, new, tuple(differences))


def _saying_parts(
    nodes: list[_Node], side: str, differences: list[Difference], books: tuple[_Book, _Book]
) -> list[SayingPart]:
    book = books[side == "right"]
    found: list[SayingPart] = []
    for kind, name in sorted(nodes, key=lambda node: (node[0] in ("left", "right"), node[0])):
        if kind in ("gone", "come"):
            owner = books[kind == "come"].ruleset
            there = (kind == "gone") == (side == "left")
            found.append(_name_part(_CONTRACT if there else _NO_CONTRACT, owner, name))
            found += book.describe_contract(name) if there and kind == "come" else []
        elif kind == "steps":
            leaf = differences[0].left if side == "left" else differences[0].right
            found += _steps_said(book.ruleset, leaf)
    places = sorted(int(name) for kind, name in nodes if kind == side)
    return [*found, *(book.parts[place] for place in places), *_orders_said(books, side, differences)]


def _drop_shared(parts: list[SayingPart], shared: Counter[tuple[str, ...]]) -> list[SayingPart]:
    left, kept = Counter(shared), []
    for part in parts:
        text = tuple(part.part_text(lang) for lang in LANGUAGES)
        if left[text]:
            left[text] -= 1
        else:
            kept.append(part)
    return kept


def _is_same_text(left: list[SayingPart], right: list[SayingPart]) -> bool:
    """Do both sides read the same in one of the languages?"""
    sides = Saying(tuple(left)), Saying(tuple(right))
    return any(sides[0].saying_text(lang) == sides[1].saying_text(lang) for lang in LANGUAGES)


def _spell_leaves(leaves: Iterable[Leaf | None]) -> list[SayingPart]:
    """Rules as they are in a file."""
    from calarec.rule_files.writing import flow_text

    found = [leaf for leaf in leaves if leaf is not None]
    said = "`, `".join(f"{each.path}: {each.said or flow_text(each.value)}" for each in found)
    return [SayingPart(Sentence(_SPELT, {"rules": said}, tuple(each.path for each in found)))] if found else []


def _gather_contracts(found: list[DifferingRule]) -> list[DifferingRule]:
    """Join equal changes for several contracts; spelt-out rules come last."""
    gathered: dict[object, DifferingRule] = {}
    for number, rule in enumerate(found):
        parts = [part for side in (rule.left, rule.right) if side for part in side.parts]
        same = {part.of for part in parts}
        key: object = number
        if len(same) == 1 and parts[0].of and not any(part.named for part in parts):
            key = tuple(
                tuple(part.sentence.sentence_text(lang) for part in side.parts for lang in LANGUAGES) if side else ()
                for side in (rule.left, rule.right)
            )
        known = gathered.get(key)
        gathered[key] = rule if known is None else _merge_rules(known, rule)
    return sorted(gathered.values(), key=_is_spelt)


def _merge_rules(one: DifferingRule, other: DifferingRule) -> DifferingRule:
    def join_sayings(first: Saying | None, second: Saying | None) -> Saying | None:
        if first is None or second is None:
            return first
        names = tuple(dict.fromkeys((*first.parts[0].of, *second.parts[0].of)))
        return Saying(tuple(part._replace(of=names) for part in first.parts))

    left, right = join_sayings(one.left, other.left), join_sayings(one.right, other.right)
    return DifferingRule(left, right, (*one.differences, *other.differences))


def _is_spelt(change: DifferingRule) -> bool:
    parts = [part for side in (change.left, change.right) if side for part in side.parts]
    return all(part.sentence.template == _SPELT for part in parts)


def _is_steps(difference: Difference) -> bool:
    return difference.path.startswith("contracts.") and difference.path.endswith(".steps")


def _steps_said(ruleset: Ruleset, leaf: Leaf | None) -> list[SayingPart]:
    """The sentences on the steps before the play, one by one."""
    if leaf is None or not isinstance(leaf.value, list):
        return []
    return _steps_sentence(ruleset, _contract_of_leaf(leaf), tuple(map(str, leaf.value)))


def _steps_sentence(ruleset: Ruleset, contract: str, names: tuple[str, ...]) -> list[SayingPart]:
    """The sentence on the steps of a contract."""
    named = [ruleset.rules.steps[each].do for each in names if each in ruleset.rules.steps]
    titles = [find_mechanism(Kind.STEP, each).title for each in named]
    steps = tuple(Phrase("small", title) for title in titles)
    said = Sentence(_STEPS if steps else _NO_STEPS, {"steps": Listing(steps)}, (f"contracts.{contract}.steps",))
    return [SayingPart(said, (ruleset.name("contracts", contract),))]


def _bonus_order_node(difference: Difference, books: tuple[_Book, _Book]) -> _Node:
    """The subject of a changed bonus order: with new or removed entries, theirs."""
    old, new = (
        leaf.value if leaf and isinstance(leaf.value, list) else [] for leaf in (difference.left, difference.right)
    )
    common = [each for each in old if each in new]
    moved = [str(each) for each in (*old, *new) if each not in common]
    section = difference.path.partition(".")[0]
    tables = [book.ruleset.tree[section].get("bonus", {}) for book in books]
    if (
        moved
        and common == [each for each in new if each in old]
        and all((n in tables[0]) != (n in tables[1]) for n in moved)
    ):
        return ("entry", f"{section}.bonus.{moved[0]}")
    return ("rule", difference.path)


def _orders_said(books: tuple[_Book, _Book], side: str, differences: list[Difference]) -> list[SayingPart]:
    """The sentences on changed orders of bonuses with something to order."""
    found = []
    for difference in differences:
        if difference.path.endswith(".bonus_order"):
            old, new = (
                _list_ordered_bonuses(difference.left, books[0].ruleset),
                _list_ordered_bonuses(difference.right, books[1].ruleset),
            )
            names = old if side == "left" else new
            if len(new) > 1 < len(names):
                found.append(SayingPart(Sentence(_ORDERED, {"bonuses": Listing(names)}, (difference.path,))))
    return found


def _list_ordered_bonuses(leaf: Leaf | None, ruleset: Ruleset) -> tuple[Words, ...]:
    """The names of the bonuses in an order."""
    if leaf is None or not isinstance(leaf.value, list):
        return ()
    table = ruleset.tree[leaf.path.partition(".")[0]].get("bonus", {})
    return tuple(Words("*{name}*", name=ruleset.name("bonus", str(key))) for key in leaf.value if key in table)


def _join_mechanisms(found: list[DifferingRule]) -> list[DifferingRule]:
    """Join a changed mechanism without words of its own to what it changes."""
    joined = list(found)
    for rule in filter(_is_spelt, found):
        paths = [difference.path for difference in rule.differences]
        section = next((path.removesuffix("do") for path in paths if path.endswith(".do")), None)
        if section is None or not all(path.startswith(section) for path in paths):
            continue
        for place, other in enumerate(joined):
            if not _is_spelt(other) and any(changed.path.startswith(section) for changed in other.differences):
                joined[place] = other._replace(differences=(*other.differences, *rule.differences))
                joined.remove(rule)
                break
    return joined


def _contract_of_leaf(leaf: Leaf) -> str:
    keys = leaf.path.split(".")
    return keys[1] if keys[0] == "contracts" and len(keys) > 1 else ""


def _name_part(template: Words, ruleset: Ruleset, contract: str) -> SayingPart:
    name = ruleset.name("contracts", contract)
    return SayingPart(Sentence(template, {"name": Words("*{name}*", name=name)}, ()))


class Changed:
    """The sentences of a rulebook that the parent's lacks, by rule and text."""

    def __init__(self, comparison: Comparison) -> None:
        sides = [leaf for difference in comparison.differences for leaf in difference.existing_leaves]
        new_contracts = set(comparison.right.rules.contracts) - set(_renamed_contracts(comparison)) if sides else set()
        self.paths: set[str] = {leaf.path for leaf in sides} | {f"contracts.{name}" for name in new_contracts}
        self.within: set[str] = {leaf.path[:end] for leaf in sides for end in _dots(leaf.path)}
        # In the child's words: another name is not another rule.
        parent = replace(comparison.left, words=comparison.right.words)
        self.known: set[tuple[object, ...]] = (
            {_told_key(told) for told in _sentences(chapters_of(parent))} if sides else set()
        )

    def __contains__(self, told: Told) -> bool:
        if isinstance(told, Grid):
            return any(map(self._has_change, told.own))
        return any(map(self._has_change, told.rests)) and _told_key(told) not in self.known

    def _has_change(self, path: str) -> bool:
        above = (path[:end] for end in _dots(path))
        return path in self.paths or path in self.within or any(each in self.paths for each in above)


def _dots(path: str) -> list[int]:
    return [place for place, sign in enumerate(path) if sign == "."]


def _sentences(chapters: Iterable[Chapter]) -> Iterable[Sentence]:
    return (told for chapter in chapters for told in chapter.told if isinstance(told, Sentence))
