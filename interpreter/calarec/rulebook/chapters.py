"""The rulebook of a ruleset: its chapters in the order of play, and what to say of where each rule comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Words
from calarec.light import NamedTuple
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.rulesets.explain.marks import Marker
from calarec.rulesets.explain.sentences import Chapter, Grid, Sentence
from calarec.rulesets.explain.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.mechanisms.base import Mechanism
    from calarec.rulesets.explain.difference import Change, Changed
    from calarec.rulesets.explain.marks import Note
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.model import Named
    from calarec.rulesets.ruleset import Ruleset

_ORDER: Final = ("table", "pack", "deal", "auction", "all_pass", "contracts", "play", "settle", "standing", "match")
_TITLES: Final = {
    "all_pass": Words("When all pass"),
    "standing": Words("Claims and irregularities"),
    "idle": Words("Rules without effect"),
}
_UNUSED: Final = Words("No contract of this game takes these steps, which stand in the file all the same:")


class Book(NamedTuple):
    """A rulebook: `notes` are numbered from 1 in the order in which the text refers to them."""

    ruleset: Ruleset
    parent: Ruleset | None
    chapters: tuple[Chapter, ...]
    changes: tuple[Change, ...]
    """What differs from the parent, which stands at the left."""
    ranks: Mapping[str, str]
    """Ranks that only have another name than in the parent: its name, the name here."""
    marker: Marker

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of the whole book."""
        return self.marker.notes


def rulebook(ruleset: Ruleset, parent: Ruleset | None = None) -> Book:
    """The rulebook of a ruleset; with its parent, what differs from it is said first and marked."""
    chapters = chapters_of(ruleset)
    changes: tuple[Change, ...] = ()
    ranks: Mapping[str, str] = {}
    changed: Changed | None = None
    if parent is not None:
        from calarec.rulesets.diff import compare
        from calarec.rulesets.explain.difference import Changed

        comparison = compare(parent, ruleset)
        changes, ranks, changed = comparison.changes(), comparison.names["rank"], Changed(comparison)
    return Book(ruleset, parent, chapters, changes, ranks, Marker(ruleset, changed, chapters))


def chapters_of(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """The chapters in the order of play."""
    told = _by_room(ruleset)
    chapters = []
    for room in _ORDER:
        said = told.get(room, ())
        if room == "contracts":
            chapters.append(Chapter(_title(room), tuple(said)))
            chapters += [_contract(ruleset, name) for name in Telling(ruleset, "contracts").contract_order]
        elif said:
            chapters.append(Chapter(_title(room), tuple(said)))
    unused = tuple(_unused(ruleset))
    return tuple(chapters) + ((Chapter(_TITLES["idle"], unused),) if unused else ())


def _title(room: str) -> Words:
    return _TITLES.get(room) or mechanism(Kind.SECTION, room).title


def _by_room(ruleset: Ruleset) -> Mapping[str, list[Told]]:
    """Everything but the contracts, by the chapter that it belongs to."""
    rules = ruleset.rules
    told: dict[str, list[Told]] = {}

    def tell(each: Mechanism, part: object, at: str, room: str) -> None:
        for place, said in enumerate(_say(each, part, Telling(ruleset, at, room))):
            if not place and isinstance(said, Sentence) and each.kind is not Kind.SECTION:
                said = said._replace(also=(*said.also, f"{at}.do"))
            told.setdefault(said.room or room, []).append(said)

    for section in ("table", "pack", "deal", "auction", "play"):
        tell(mechanism(Kind.SECTION, section), getattr(rules, section), section, section)
    for key, pile in rules.piles.items():
        tell(mechanism(Kind.SECTION, "piles"), pile, f"piles.{key}", "deal")
    tell(mechanism(Kind.SECTION, "raising"), rules.raising, "raising", "contracts")
    tell(mechanism(Kind.ALL_PASS, rules.all_pass.do), rules.all_pass.part, "all_pass", "all_pass")
    tell(mechanism(Kind.SECTION, "settle"), rules.settle, "settle", "settle")
    for key, named in rules.standing.items():
        tell(mechanism(Kind.STANDING, named.do), named.part, f"standing.{key}", "standing")
    tell(mechanism(Kind.SECTION, "match"), rules.match, "match", "match")
    return told


def _contract(ruleset: Ruleset, name: str) -> Chapter:
    part = ruleset.rules.contracts[name]
    telling = Telling(ruleset, f"contracts.{name}", "contracts")
    return Chapter(ruleset.name("contracts", name), tuple(_say(mechanism(Kind.SECTION, "contracts"), part, telling)), 3)


def _unused(ruleset: Ruleset) -> Iterator[Told]:
    used = {step for contract in ruleset.rules.contracts.values() for step in contract.steps}
    idle = {key: named for key, named in ruleset.rules.steps.items() if key not in used}
    if idle:
        also = tuple(f"contracts.{name}.steps" for name in ruleset.rules.contracts)
        yield Sentence(_UNUSED, {}, (), also, "new", "idle")
    for key, named in idle.items():
        yield from _unused_step(ruleset, key, named)


def _unused_step(ruleset: Ruleset, key: str, named: Named) -> Iterator[Told]:
    telling = Telling(ruleset, f"steps.{key}", "idle")
    for place, said in enumerate(_say(mechanism(Kind.STEP, named.do), named.part, telling)):
        if isinstance(said, Grid):
            yield said
        elif place:
            yield said._replace(style="")
        else:
            yield said._replace(style="item", also=(*said.also, f"steps.{key}.do"))


def _say(each: Mechanism, part: object, telling: Telling) -> Iterator[Told]:
    if each.say is not None:
        yield from each.say(part, telling)
