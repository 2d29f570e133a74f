"""Random rulesets of the whole vocabulary: shipped rules with other parameters.

Every parameter that a mechanism declares can be drawn, also those that no shipped file uses. A change that the checks
refuse is taken back, so that the result is a ruleset.

Terms. An *aim* is one parameter of the vocabulary: its section, its mechanism where `do` names one, and the way to it.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calarec.core.mechanisms.fields import PART_KINDS, About, Kind, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.rule_files.json_schema import validator
from calarec.rule_files.load import check_rules
from calarec.rule_files.schema import tree_schema
from tests.rulebooks import SHIPPED, game
from tests.rulesets.drawn_tables import fit_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.fields import Param

Tree = dict[str, Any]

_NAMED_BY: Final = {"pile": "piles", "contract": "contracts", "step": "steps"}
_MANY: Final = "*"
"""A key of a map, or a place in a list, that the file gives."""
_WHOLE: Final = ("table", "pack", "deal", "auction", "raising", "doubling", "play", "settle", "match")
_A_CARD: Final = About("", "", {}, None, None, None, None, "card", entries=False)
_PAYERS: Final = (
    {"paid_by": "card_winner", "to": "everyone"}, {"paid_by": "card_holder", "to": "everyone"},
    {"paid_by": "everyone", "to": "card_winner"}, {"paid_by": "everyone", "to": "card_holder"},
)  # fmt: skip
"""Payments that a card decides, so that they can be made in every hand."""
_EFFECTS: Final = ("times", "instead", "plus", "plus_stakes", "plus_pot")
"""The effects of a bonus: it has one of these."""
_NEW_KEYS: Final = ("other", "second", "third")
_PARENTS: Final = (
    "pagat", "spazzatura", "traversone", "beccaccino", "quintiglio", "gelli-terziglio", "tressette-in-due",
    "twenty-one", "cavendish",
)  # fmt: skip
"""Shipped rulesets that between them have every section, and whose checks take little time."""


class DrawnRules(NamedTuple):
    """An accepted rule file, the shipped ruleset that it began with, and additions."""

    text: str
    parent: str
    put: tuple[Aim, ...]


class Aim(NamedTuple):
    """One parameter of the vocabulary."""

    section: str
    do: str
    way: tuple[str, ...]


@cache
def aims() -> tuple[Aim, ...]:
    """Every parameter that any mechanism declares and that has several values, those within others too."""
    found: list[Aim] = []
    for section in SECTIONS:
        if section in FAMILIES:
            kind = FAMILIES[section]
            found += [
                Aim(section, do, way) for do in mechanism_names(kind) for way in _ways(find_mechanism(kind, do).params)
            ]
        else:
            found += [Aim(section, "", way) for way in _ways(find_mechanism(Kind.SECTION, section).params)]
    return tuple(found)


def _ways(part: type) -> Iterator[tuple[str, ...]]:
    for each in params_of(part):
        if not _has_one_value(each):
            yield (each.name,)
        yield from ((each.name, *way) for way in _within(each.type))


def _has_one_value(parameter: Param) -> bool:
    """Check whether rules cannot state a parameter otherwise than all others do."""
    shape = shape_of(parameter.type)
    return shape.kind == "word" and len(shape.words) == 1 and not shape.optional


def _within(annotation: Any) -> Iterator[tuple[str, ...]]:
    shape = shape_of(annotation)
    if shape.kind in PART_KINDS:
        yield from _ways(shape.item)
    elif shape.kind in ("map", "list") and shape_of(shape.item).kind == "part":
        yield from ((_MANY, *way) for way in _ways(shape_of(shape.item).item))


@cache
def language_keys() -> dict[str, Aim]:
    """Every parameter by its name; further conditions are worded like the first."""
    found: dict[str, Aim] = {}
    for aim in aims():
        way = ".".join(aim.way).replace(".also.*", ".when").replace(".one_of.*", "")
        found.setdefault(f"{aim.section}{f'({aim.do})' if aim.do else ''}.{way}", aim)
    return found


def draw_rules_with(aim: Aim, tries: int, seed: int = 0) -> DrawnRules | None:
    """Rules that are accepted and state a parameter as their parent does not; None after so many tries."""
    for number in range(tries):
        parent = _PARENTS[number % len(_PARENTS)]
        tree = with_parameter(Random(f"{seed} {number} {aim}"), parent, aim)
        if tree is None or not valid_tree().is_valid(tree):
            continue
        before = _stated_values(game(parent).ruleset.tree, aim)
        is_new = any(value not in before and value not in (None, [], {}) for value in _stated_values(tree, aim))
        if is_new and is_accepted(tree):
            return DrawnRules(text_of(tree), parent, (aim,))
    return None


@cache
def valid_tree() -> Any:
    """The schema of whole rulesets, which cheaply refuses most invalid trees."""
    return validator(tree_schema())


def _stated_values(tree: Any, aim: Aim) -> list[Any]:
    """The values of a parameter at each place of a tree."""
    root = tree.get(aim.section, {})
    found: list[Any] = [root] if aim.section in (*_WHOLE, "all_pass") else list(root.values())
    found = [node for node in found if not aim.do or node["do"] == aim.do]
    for name in aim.way:
        if name == _MANY:
            found = [each for node in found for each in (node.values() if hasattr(node, "values") else node)]
        else:
            found = [node[name] for node in found if hasattr(node, "values") and node.get(name) is not None]
    return found


def draw_rules(rng: Random, changes: int) -> DrawnRules:
    """Rules that are accepted, after so many parameters were tried."""
    parent = rng.choice(tuple(SHIPPED))
    tree = json.loads(json.dumps(game(parent).ruleset.tree))
    put: list[Aim] = []
    for aim in rng.choices(aims(), k=changes):
        trial = deepcopy(tree)
        if _Drawing(rng, trial).set_parameter(aim) and trial != tree and is_accepted(trial):
            tree = trial
            put.append(aim)
    return DrawnRules(text_of(tree), parent, tuple(put))


def with_parameter(rng: Random, parent: str, aim: Aim) -> Tree | None:
    """The tree of a shipped ruleset with one parameter put into it, accepted or not; None if it has no place there."""
    tree = json.loads(json.dumps(game(parent).ruleset.tree))
    return tree if _Drawing(rng, tree).set_parameter(aim) else None


def text_of(tree: Tree) -> str:
    """The rule file of a tree."""
    head = {"ruleset": "drawn", "version": "1.0.0", "source": "house rule"}
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in (head | tree).items()) + "\n"


def is_accepted(tree: Tree) -> bool:
    """Check whether a tree has no error."""
    return check_rules("drawn.yaml", raw=text_of(tree).encode()).ruleset is not None


def _is_in_order(bonus: Tree) -> bool:
    """Check whether a bonus is among those of which the first that applies counts."""
    return bool({"times", "instead"} & bonus.keys()) and not bonus.get("cumulative")


class _Drawing:
    """Puts parameters with drawn values into a tree."""

    def __init__(self, rng: Random, tree: Tree) -> None:
        self.rng = rng
        self.tree = tree
        self.section = ""

    def set_parameter(self, aim: Aim) -> bool:
        """Put one parameter, with its parents, into the tree; False if it has no place."""
        self.section = aim.section
        part, node = self._place(aim)
        if node is None or not self._down(part, node, aim.way):
            return False
        self._add_needed_rules(aim, node)
        fit_table(self.rng, self.tree, *aim)
        if aim.way == ("bonus",):
            for bonus in node["bonus"].values():
                self._leave_one_effect(bonus, "")
            node["bonus_order"] = [name for name, bonus in node["bonus"].items() if _is_in_order(bonus)]
        if aim.way[:2] == ("bonus", _MANY):
            for bonus in node["bonus"].values():
                self._leave_one_effect(bonus, aim.way[2])
            node["bonus_order"] = [name for name, bonus in node["bonus"].items() if _is_in_order(bonus)]
        return True

    def _add_needed_rules(self, aim: Aim, node: Tree) -> None:
        """State beside a parameter what it cannot do without: a pot, an end of the match, a word to answer."""
        tree, rng = self.tree, self.rng
        match aim.section, *aim.way:
            case "pack", "total":
                out = set(node.get("without", ()))
                cards = [rank + suit for rank in node["ranks"] for suit in node["suits"]]
                points = sum(node["points"].get(card[0], 0) for card in cards if card not in out)
                node["total"] = points + node["last_trick"]
            case "pack", "aliases":
                node["aliases"] = {letter: rng.choice(node["ranks"]) for letter in rng.sample("XYZ", 2)}
            case ("standing", "pay_pot") | ("settle", "bonus", _, "plus_pot"):
                tree["all_pass"] = {"do": "carry_on", "pot": {"each": 1, "to": rng.choice(("winner", "declarer"))}}
                if aim.section == "standing":
                    (fault,) = [entry for entry in tree["standing"].values() if entry is node]
                    fault["pay_pot"] = fault["pay_pot"] or 1
            case "doubling", "words", _, "after":
                node["words"] |= {"busso": {"by": "opponents"}, "volo": {"by": "declarer", "after": "busso"}}
            case "standing", "lead":
                led = [entry for entry in tree["standing"].values() if entry.get("meld") and entry.get("lead")]
                for entry in led:
                    entry["lead"] = rng.choice(entry["meld"]["ranks"])
                    node.pop("lead", None) if node is not entry else None
            case "all_pass", "steps":
                tree["steps"]["passed-on"] = {"do": "pass_cards", "to": rng.choice(("left", "right")), "cards": 1}
                node["steps"] = ["passed-on"]
            case "all_pass", "counts", *_:
                node |= {"pays": "nobody", "bonus": {}, "bonus_order": []}
                tree["match"] |= {"counts": "card_points", "until": {**tree["match"]["until"], "minutes": 60}}
                for rule in node["counts"].values():
                    rule["own"] = tree["pack"]["last_trick"]
            case "match", "next", *way:
                barred = rng.choice(list(tree["contracts"]) or [""])
                row = "won_in_a_row" if way[-1:] == ["won_in_a_row"] else "lost_in_a_row"
                stated = {"round": {"round": "last"}, "declared": {"declared": [*tree["contracts"]][:1]}}
                when = stated.get("".join(way[-1:])) or {row: rng.randint(1, 3)}
                changed = {"without": [barred]} if way[-1:] == ["without"] else {"times": rng.randint(2, 4)}
                node["until"] = {"deals": 12}
                node["next"] = {"streak": {"when": when, **changed}}

    def _leave_one_effect(self, bonus: Tree, aimed: str) -> None:
        """Remove parts of a bonus that cannot be beside the wanted effect."""
        stated = [effect for effect in _EFFECTS if bonus.get(effect)]
        if aimed in ("paid_by", "to", "card"):
            bonus.update(self.rng.choice(_PAYERS), card=self.rng.choice(self._names(_A_CARD)))
            bonus.pop("for_each", None)
        if aimed in ("for_each", "paid_by", "to", "card"):
            stated = ["plus"]
        elif aimed in _EFFECTS:
            stated = [aimed]
        kept = self.rng.choice(stated or ["times"])
        for effect in {*_EFFECTS} - {kept}:
            bonus.pop(effect, None)
        bonus[kept] = bonus.get(kept) or (True if kept == "plus_pot" else 2)
        if kept == "plus_pot":
            bonus.update(paid_by="declarer", to="pot", card=None, for_each=None)
        for key in ("for_each", "paid_by", "to", "card", "cumulative"):
            if aimed != key and (key == "cumulative") is not (kept == "times"):
                bonus.pop(key, None)

    def _place(self, aim: Aim) -> tuple[Any, Any]:
        section = aim.section
        if section == "all_pass":
            part = find_mechanism(Kind.ALL_PASS, aim.do).params
            if self.tree[section]["do"] != aim.do:
                self.tree[section] = {"do": aim.do, **self._part(part)}
            return part, self.tree[section]
        if section in _WHOLE:
            return find_mechanism(Kind.SECTION, section).params, self.tree.setdefault(section, {})
        kind = FAMILIES.get(section, Kind.SECTION)
        part = find_mechanism(kind, aim.do or section).params
        table = self.tree.setdefault(section, {})
        known = [key for key, entry in table.items() if not aim.do or entry["do"] == aim.do]
        if not known or self.rng.random() < 0.3:
            new = next((key for key in _NEW_KEYS if key not in table), None)
            if new is not None:
                table[new] = ({"do": aim.do} if aim.do else {}) | self._part(part)
                self._link(section, new)
                known = [new]
        return part, table[self.rng.choice(known)] if known else None

    def _link(self, section: str, name: str) -> None:
        """Names a new entry where such entries are named, so that it comes into play."""
        if section == "contracts" and self.tree["auction"].get("ladder"):
            ladder = self.tree["auction"]["ladder"]
            ladder.insert(self.rng.randint(0, len(ladder)), name)
        if section == "steps" and self.tree["contracts"]:
            steps = self.tree["contracts"][self.rng.choice(list(self.tree["contracts"]))].setdefault("steps", [])
            steps.insert(self.rng.randint(0, len(steps)), name)

    def _down(self, part: Any, node: Tree, way: tuple[str, ...]) -> bool:
        each = next(one for one in params_of(part) if one.name == way[0])
        shape = shape_of(each.type)
        if len(way) == 1:
            node[each.name] = self._value(each.type, each.about)
            return True
        if shape.kind in PART_KINDS:
            if not isinstance(node.get(each.name), dict):
                node[each.name] = self._part(shape.item)
            return self._down(shape.item, node[each.name], way[1:])
        item = shape_of(shape.item).item
        if shape.kind == "list":
            listed = node.setdefault(each.name, [])
            if not listed or self.rng.random() < 0.3:
                listed.append(self._part(item))
            return self._down(item, self.rng.choice(listed), way[2:])
        table = node.setdefault(each.name, {})
        if not table or self.rng.random() < 0.3:
            name = next((key for key in self._keys(each.about) if key not in table), "")
            if not name:
                return False
            table[name] = self._part(item)
        return self._down(item, table[self.rng.choice(list(table))], way[2:])

    def _part(self, part: Any) -> Tree:
        """A part with all that it must state and some of the rest."""
        return {
            each.name: self._value(each.type, each.about)
            for each in params_of(part)
            if each.required or self.rng.random() < self._share(each)
        }

    def _share(self, each: Param) -> float:
        return 0.15 if shape_of(each.type).kind in ("part", "map", "list") else 0.3

    def _value(self, annotation: Any, about: About) -> Any:
        shape = shape_of(annotation)
        if shape.optional and self.rng.random() < 0.1:
            return None
        match shape.kind:
            case "bool":
                return self.rng.random() < 0.5
            case "int":
                return self._number(about)
            case "int_or_word":
                return self._number(about) if self.rng.random() < 0.6 else self.rng.choice(shape.words)
            case "int_or_part":
                return self._number(about) if self.rng.random() < 0.6 else self._part(shape.item)
            case "bool_or_part":
                return self.rng.random() < 0.5 if self.rng.random() < 0.6 else self._part(shape.item)
            case "word":
                return self.rng.choice(shape.words)
            case "part":
                return self._part(shape.item)
            case "list":
                return self._list(shape.item, about)
            case "map":
                keys = self._keys(about)
                chosen = self.rng.sample(keys, min(len(keys), self.rng.randint(0, 2)))
                return {key: self._value(shape.item, about._replace(pattern=None)) for key in chosen}
        return self._text(about)

    def _number(self, about: About) -> int:
        least = about.least if about.least is not None else -2
        most = about.most if about.most is not None else 40
        return self.rng.randint(least, most if self.rng.random() < 0.1 else min(most, least + 5))

    def _list(self, item: Any, about: About) -> list[Any]:
        if shape_of(item).kind == "part":
            return [self._part(shape_of(item).item) for _ in range(self.rng.randint(0, 2))]
        found: list[Any] = []
        for _ in range(self.rng.randint(about.least or 0, 4)):
            value = self._value(item, about)
            if value not in found:
                found.append(value)
        return found

    def _keys(self, about: About) -> list[str]:
        ranks = self.tree["pack"]["ranks"]
        by_pattern = {"^[0-9A-Z]$": list(ranks), "^[0-9A-Za-z]$": ["X", "q", "J"], "^[2-8]$": list("345678")}
        return by_pattern.get(about.keys or "", list(_NEW_KEYS))

    def _text(self, about: About) -> str:
        if about.title == "Said":
            announced: list[str] = [name for name, entry in self.tree["standing"].items() if entry["do"] == "declare"]
            if not announced:
                self.tree["standing"]["third"] = {"do": "declare", "until_trick": 0}
            return self.rng.choice(announced or ["third"])
        names = self._names(about)
        pattern = about.pattern or ""
        if pattern == "^1(/[2-9])?$":
            return self.rng.choice(("1", "1/2", "1/3", "1/5"))
        if names and (about.refers_to in ("rank", "suit") or pattern.startswith(("^[0-9A-Z]{", "^[a-z]{"))):
            some = self.rng.sample(names, self.rng.randint(1, len(names)))
            return "".join(some)
        return self.rng.choice(names or ["busso", "volo", "third"])

    def _names(self, about: About) -> list[str]:
        if about.refers_to in _NAMED_BY:
            return list(self.tree.get(_NAMED_BY[about.refers_to], ()))
        if about.refers_to == "bonus":
            return list(self.tree[self.section].get("bonus", ()))
        ranks, suits = self.tree["pack"]["ranks"], self.tree["pack"]["suits"]
        if about.refers_to == "card":
            return [rank + suit for rank in ranks for suit in suits]
        if about.refers_to == "rank" or (about.pattern or "").startswith("^[0-9A-Z]"):
            return list(ranks)
        if about.refers_to == "suit" or (about.pattern or "").startswith("^[a-z]{"):
            return list(suits)
        return []
