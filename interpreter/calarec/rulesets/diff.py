"""Two rulesets compared by meaning: which rules differ, who says each, and how the rulebook says it.

Terms. A *difference* is a leaf that the two do not share once names that mean the same are made one. A
*saying* is a sentence with the contracts in whose chapters it stands. A *change* is what one ruleset says
and what the other says in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing, say
from calarec.light import NamedTuple
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.rulesets.explain.sentences import Sentence
from calarec.rulesets.renames import renamed, renames, typed
from calarec.rulesets.tree import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.language import Language
    from calarec.rulesets.renames import Renaming
    from calarec.rulesets.ruleset import Ruleset
    from calarec.rulesets.tree import Origin, Plain

_GONE = Both("There is no contract {name}.", "Non c'è il contratto {name}.")
_STEPS = Both("Before the play: {steps}.", "Prima del gioco: {steps}.")
_NO_STEPS = Both("Before the play nothing happens.", "Prima del gioco non accade nulla.")
_NEW = Both("There is a contract {name}.", "C'è il contratto {name}.")


class Leaf(NamedTuple):
    """A rule in one of the two rulesets."""

    path: str
    value: Plain
    origin: Origin


class Difference(NamedTuple):
    """A rule that is not the same in both; None where one has no such rule."""

    left: Leaf | None
    right: Leaf | None


class Saying(NamedTuple):
    """A sentence and the contracts of which it is said (none: of the game)."""

    sentence: Sentence
    contracts: tuple[Both, ...] = ()

    def text(self, lang: Language) -> str:
        """The sentence, with its contracts in front."""
        said = self.sentence.text(lang)
        names = Listing(tuple(Both(f"*{name.en}*", f"*{name.it}*") for name in self.contracts))
        return f"{say(names, lang)}: {said[:1].lower()}{said[1:]}" if self.contracts else said

    def beside(self, other: Saying | None) -> Saying:
        """The same sentence, of the other saying's contracts too."""
        return self._replace(contracts=tuple(dict.fromkeys((*(other.contracts if other else ()), *self.contracts))))


class Change(NamedTuple):
    """What the one says, what the other says, and the differences that make it so."""

    left: Saying | None
    right: Saying | None
    differences: tuple[Difference, ...]


class Comparison(NamedTuple):
    """Everything in which two rulesets differ."""

    left: Ruleset
    right: Ruleset
    names: Renaming
    differences: tuple[Difference, ...]

    def changes(self) -> tuple[Change, ...]:
        """The differences in sentences, in the order of play; those that no sentence shows come last."""
        return tuple(_changes(self))


def compare(left: Ruleset, right: Ruleset) -> Comparison:
    """What differs between two rulesets, leaf by leaf, names that mean the same made one."""
    names = renames(left, right)
    before = {
        ".".join(path): (value, ".".join(leaf[0]))
        for leaf in typed(left.tree)
        for path, value in [renamed(leaf, names)]
    }
    after = {".".join(path): value for path, value, _ in typed(right.tree)}
    found = []
    for path in _merged(list(before), list(after)):
        old = _leaf(left, before[path][1]) if path in before else None
        new = _leaf(right, path) if path in after else None
        if old and new and same(before[path][0], after[path]):
            continue
        if not (old and new) and _is_void(old or new):
            continue
        found.append(Difference(old, new))
    return Comparison(left, right, names, tuple(found))


def _leaf(ruleset: Ruleset, path: str) -> Leaf:
    value, origin = ruleset.leaves[path]
    return Leaf(path, value, origin)


def _merged(left: list[str], right: list[str]) -> list[str]:
    """The paths of both, those of the right where they stand there, others behind their neighbour."""
    order = list(right)
    known = set(right)
    for place, path in enumerate(left):
        if path not in known:
            before = next((each for each in reversed(left[:place]) if each in known), None)
            order.insert(order.index(before) + 1 if before else 0, path)
            known.add(path)
    return order


def _is_void(leaf: Leaf | None) -> bool:
    """Is it nothing, an empty list or an empty map? Where the other side has no such rule, that is no difference."""
    return leaf is not None and (leaf.value is None or leaf.value in ({}, []))


class _Sayings:
    """Finds the sentence that says a leaf of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        from calarec.rulesets.explain.book import chapters_of

        self.own: dict[str, Sentence] = {}
        self.also: dict[str, Sentence] = {}
        self.where: dict[tuple[str, ...], dict[Both, None]] = {}
        for chapter in chapters_of(ruleset):
            for told in chapter.told:
                if not isinstance(told, Sentence):
                    continue
                if chapter.level == 3:
                    self.where.setdefault(told.own, {})[chapter.title] = None
                for path in told.own:
                    self.own.setdefault(path, told)
                for path in told.also:
                    self.also.setdefault(path, told)

    def of(self, leaf: Leaf | None) -> Saying | None:
        """The saying of a leaf, or of the nearest branch above it that a sentence rests on."""
        keys = leaf.path.split(".") if leaf else []
        for end in range(len(keys), 0, -1):
            path = ".".join(keys[:end])
            told = self.own.get(path) or (None if _is_void(leaf) else self.also.get(path))
            if told is not None:
                return Saying(told, tuple(self.where.get(told.own, ())) if told.own else ())
        return None


def _changes(comparison: Comparison) -> Iterator[Change]:
    left, right = comparison.left, comparison.right
    olds, news = _Sayings(left), _Sayings(right)
    gone = {
        name
        for name in left.rules.contracts
        if comparison.names.get("contract", {}).get(name, name) not in right.rules.contracts
    }
    come = set(right.rules.contracts) - {
        comparison.names.get("contract", {}).get(name, name) for name in left.rules.contracts
    }
    grouped: dict[tuple[str, str], Change] = {}
    for difference in comparison.differences:
        if _follows(difference):
            continue
        old, new = olds.of(difference.left), news.of(difference.right)
        if difference.left and _contract(difference.left) in gone:
            old, new = _named(_GONE, left, _contract(difference.left)), None
        elif difference.right and _contract(difference.right) in come:
            old, new = None, _named(_NEW, right, _contract(difference.right))
        elif _only(new, right, come) or _only(old, left, gone):
            continue  # the chapter of a contract that the other does not have says it
        elif _is_steps(difference):
            old, new = _steps_said(left, difference.left), _steps_said(right, difference.right)
        key = (old.sentence.text("en") if old else "", new.sentence.text("en") if new else "")
        seen = grouped.get(key)
        grouped[key] = Change(
            old.beside(seen.left if seen else None) if old else None,
            new.beside(seen.right if seen else None) if new else None,
            (*(seen.differences if seen else ()), difference),
        )
    paired = {side for old, new in grouped if old and new for side in ((0, old), (1, new))}
    for (old_text, new_text), change in grouped.items():
        alone = bool(old_text) != bool(new_text)
        silent = not old_text and not new_text and all(_by_default(each) for each in change.differences)
        if not silent and not (alone and ((0, old_text) in paired or (1, new_text) in paired)):
            yield change


def _by_default(difference: Difference) -> bool:
    """Does one side alone have the rule, and only because the vocabulary fills it in?"""
    leaf = difference.left or difference.right
    return leaf is not None and None in difference and not leaf.origin.layer


def _is_steps(difference: Difference) -> bool:
    leaf = difference.right or difference.left
    return leaf is not None and leaf.path.startswith("contracts.") and leaf.path.endswith(".steps")


def _steps_said(ruleset: Ruleset, leaf: Leaf | None) -> Saying | None:
    """What happens before the play, step by step."""
    if leaf is None or not isinstance(leaf.value, list):
        return None
    named = [ruleset.rules.steps[each].do for each in map(str, leaf.value) if each in ruleset.rules.steps]
    titles = [mechanism(Kind.STEP, each).title for each in named]
    steps = tuple(Both(each.en[:1].lower() + each.en[1:], each.it[:1].lower() + each.it[1:]) for each in titles)
    said = Sentence(_STEPS if steps else _NO_STEPS, {"steps": Listing(steps)}, (leaf.path,))
    return Saying(said, (ruleset.name("contracts", _contract(leaf)),))


def _follows(difference: Difference) -> bool:
    """Is it the order of bonuses, with nothing but entries gone or come, of which something else tells?"""
    old, new = difference.left, difference.right
    if not (old and new and old.path.endswith("bonus_order") and isinstance(old.value, list)):
        return False
    assert isinstance(new.value, list)
    common = [each for each in old.value if each in new.value]
    return common == [each for each in new.value if each in old.value]


def _contract(leaf: Leaf) -> str:
    keys = leaf.path.split(".")
    return keys[1] if keys[0] == "contracts" and len(keys) > 1 else ""


def _only(saying: Saying | None, ruleset: Ruleset, contracts: set[str]) -> bool:
    """Is it said of these contracts alone?"""
    names = {ruleset.name("contracts", each) for each in contracts}
    return saying is not None and bool(saying.contracts) and set(saying.contracts) <= names


def _named(template: Both, ruleset: Ruleset, contract: str) -> Saying:
    name = ruleset.name("contracts", contract)
    return Saying(Sentence(template, {"name": Both(f"*{name.en}*", f"*{name.it}*")}, ()))
