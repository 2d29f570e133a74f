"""The chapters of a rulebook: all sentences of its mechanisms, in order of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.registry import find_mechanism
from calarec.core.wording.language import Words
from calarec.rulebook.mechanisms import mechanism_sentences
from calarec.rulebook.sentences import Chapter, Grid, Sentence
from calarec.rulebook.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.fields import Mechanism
    from calarec.core.mechanisms.rules import Named
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.rulebook.sentences import Told


_ORDER: Final = (
    "table",
    "pack",
    "deal",
    "auction",
    "all_pass",
    "contracts",
    "play",
    "settle",
    "standing",
    "match",
    "agreed",
)
_TITLES: Final = {
    "all_pass": Words("When all pass"),
    "standing": Words("Claims and irregularities"),
    "idle": Words("Rules without effect"),
}
_UNUSED: Final = Words("No contract of this game takes these steps, which are in the file all the same:")


def chapters_of(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """The chapters in the order of play."""
    told = _by_room(ruleset)
    chapters = []
    for room in _ORDER:
        said = told.get(room, ())
        if room == "contracts" and ruleset.rules.contracts:
            chapters.append(Chapter(_title(room), tuple(said)))
            chapters += [_contract_chapter(ruleset, name) for name in Telling(ruleset, "contracts").contract_order]
        elif said:
            chapters.append(Chapter(_title(room), tuple(said)))
    unused = tuple(_unused_rules(ruleset))
    return tuple(chapters) + ((Chapter(_TITLES["idle"], unused),) if unused else ())


def _title(room: str) -> Words:
    return _TITLES.get(room) or find_mechanism(Kind.SECTION, room).title


def _by_room(ruleset: Ruleset) -> Mapping[str, list[Told]]:
    """Everything but the contracts, by the chapter that it belongs to."""
    rules = ruleset.rules
    told: dict[str, list[Told]] = {}

    def tell(each: Mechanism, params: object, at: str, room: str) -> None:
        for place, said in enumerate(_mechanism_sentences(each, params, Telling(ruleset, at, room))):
            if not place and isinstance(said, Sentence) and each.kind is not Kind.SECTION:
                said = said._replace(also=(*said.also, f"{at}.do"))
            told.setdefault(said.room or room, []).append(said)

    for section in ("table", "pack", "deal", "auction"):
        tell(find_mechanism(Kind.SECTION, section), getattr(rules, section), section, section)
    for key, pile in rules.piles.items():
        tell(find_mechanism(Kind.SECTION, "piles"), pile, f"piles.{key}", "deal")
    tell(find_mechanism(Kind.SECTION, "raising"), rules.raising, "raising", "contracts")
    tell(find_mechanism(Kind.SECTION, "doubling"), rules.doubling, "doubling", "contracts")
    tell(find_mechanism(Kind.ALL_PASS, rules.all_pass.do), rules.all_pass.params, "all_pass", "all_pass")
    tell(find_mechanism(Kind.SECTION, "play"), rules.play, "play", "play")
    tell(find_mechanism(Kind.SECTION, "settle"), rules.settle, "settle", "settle")
    for key, named in rules.standing.items():
        tell(find_mechanism(Kind.STANDING, named.do), named.params, f"standing.{key}", "standing")
    tell(find_mechanism(Kind.SECTION, "match"), rules.match, "match", "match")
    for key, agreed in rules.agreed.items():
        tell(find_mechanism(Kind.SECTION, "agreed"), agreed, f"agreed.{key}", "agreed")
    return told


def _contract_chapter(ruleset: Ruleset, name: str) -> Chapter:
    params = ruleset.rules.contracts[name]
    telling = Telling(ruleset, f"contracts.{name}", "contracts")
    return Chapter(
        ruleset.name("contracts", name),
        tuple(_mechanism_sentences(find_mechanism(Kind.SECTION, "contracts"), params, telling)),
        3,
    )


def _unused_rules(ruleset: Ruleset) -> Iterator[Told]:
    used = {step for contract in ruleset.rules.contracts.values() for step in contract.steps}
    used |= {*getattr(ruleset.rules.all_pass.params, "steps", ())}
    idle = {key: named for key, named in ruleset.rules.steps.items() if key not in used}
    if idle:
        also = tuple(f"contracts.{name}.steps" for name in ruleset.rules.contracts)
        yield Sentence(_UNUSED, {}, (), also, "new", "idle")
    for key, named in idle.items():
        yield from _unused_step(ruleset, key, named)


def _unused_step(ruleset: Ruleset, key: str, named: Named) -> Iterator[Told]:
    telling = Telling(ruleset, f"steps.{key}", "idle")
    for place, said in enumerate(_mechanism_sentences(find_mechanism(Kind.STEP, named.do), named.params, telling)):
        if isinstance(said, Grid):
            yield said
        elif place:
            yield said._replace(style="")
        else:
            yield said._replace(style="item", also=(*said.also, f"steps.{key}.do"))


def _mechanism_sentences(each: Mechanism, params: object, telling: Telling) -> Iterator[Told]:
    return mechanism_sentences(each.kind, each.name, params, telling)
