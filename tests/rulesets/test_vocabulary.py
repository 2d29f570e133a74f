"""Every word of the vocabulary is used: by a shipped ruleset or by one in `attested/`.

So a word that is taken out of the vocabulary makes a ruleset invalid, and an unused word is found here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calarec.core.mechanisms.fields import PART_KINDS, Kind, Param, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import all_mechanisms
from calarec.rule_files.load import load_ruleset
from calarec.simulation.witness import try_out
from tests.rulebooks import IDS, WITHOUT_AUCTION, game

pytestmark = pytest.mark.slow

ATTESTED = sorted((Path(__file__).parent / "attested").glob("*.yaml"))
Uses = dict[str, set[Any]]

UNUSED_TO_WIN: dict[str, set[Any]] = {
    **{key: {"part", "other"} for key in ("counted", "tricks", "trick_points", "card_points", "points")},
    **{
        f"{figure}.{limit}": {"other"}
        for figure in ("counted", "tricks", "trick_points", "card_points", "points")
        for limit in ("at_least", "at_most", "above", "below")
    },
    "last_trick": {True, False, "part", "other"},
    "last_trick.ranks": {"other"},
    "last_trick.suits": {"other"},
    "trump": {"other"},
    "cards": {"part"},
    "cards.ranks": {"other"},
    "cards.suits": {"other"},
    "cards.at_least": {"other"},
    "cards.at_most": {"other"},
    "cards.where": {"dealt", "held", "won"},
    "has": {"dealer", "eldest"},
}

# One form of condition serves hands with a declarer and without one. Without one there are no opponents of his and
# no contract is played; with one there are no `others`: RUL510 says so.
OUT_OF_PLACE: dict[str, set[Any]] = {
    "play_out.bonus.when.of": {"declarer", "opponents"},
    "play_out.bonus.when.contracts": {"some"},
    "settle.bonus.when.of": {"others"},
    "call.in_pile.then": {"again"},
    # The pot, and sides that pay apart, are those of a contract.
    "play_out.bonus.paid_by": {"losers", "winners", "declarer", "opponents", "pot", "card_holder"},
    "play_out.bonus.to": {"pot"},
    "play_out.bonus.for_each.of": {"declarer", "opponents"},
    "settle.bonus.for_each.of": {"others"},
    # Contracts of these files state the same part; for all of them `tests/referees/test_on_won_if.py` draws it.
    **{f"settle.won_if.{way}": values for way, values in UNUSED_TO_WIN.items()},
    # Limits of these points are older keys in the tree.
    "contracts.won_if.counted": {"part"},
    **{f"contracts.won_if.counted.{limit}": {"other"} for limit in ("at_least", "at_most")},
    **{
        f"contracts.won_if.{figure}.{limit}": {"other"}
        for figure in ("tricks", "trick_points", "card_points", "points", "counted")
        for limit in ("above", "below")
    },
    **{
        f"settle.each.when.{figure}.{limit}": {"other"}
        for figure in ("tricks", "trick_points", "card_points")
        for limit in ("above", "below")
    },
    **{f"play.leads.when.trick.{limit}": {"other"} for limit in ("above", "below")},
    # Nobody has a trump in the hands of these files that nobody bids.
    "play_out.counts.when.trump": {"other"},
    # `tests/referees/test_on_counts.py` draws every limit of every figure.
    **{
        f"play_out.counts.when.{figure}.{limit}": {"other"}
        for figure in ("tricks", "trick_points", "card_points", "points", "counted")
        for limit in ("at_least", "at_most", "above", "below")
    },
    **{
        f"play_out.counts.when.{figure}": {"other", "part"}
        for figure in ("trick_points", "card_points", "points", "counted")
    },
    "play_out.bonus.plus_pot": {True},
    # Nobody has a trump in the hands of these files that nobody bids.
    "play_out.bonus.when.trump": {"other"},
    # Nobody announces anything there; `tests/referees/test_on_conditions.py` has announcements under contracts.
    "play_out.bonus.when.said": {"other"},
    # In the tree a limit is inclusive, whichever the file states.
    **{
        f"{section}.bonus.when.{figure}.{limit}": {"other"}
        for section in ("settle", "play_out")
        for figure in ("tricks", "trick_points", "card_points", "points", "counted")
        for limit in ("above", "below")
    },
}


@pytest.mark.mass
@pytest.mark.parametrize("file", ATTESTED, ids=lambda file: file.stem)
def test_attested_rules_can_be_played(file: Path) -> None:
    """Each of the test rulesets is accepted and plays three hundred random hands, whose payments sum to zero.

    With a pot it is the sum of payments and of what goes into the pot or comes from it.
    """
    assert try_out(load_ruleset(str(file)), hands=300).problem == ""


def _uses() -> Uses:
    trees: list[Any] = [game(each).ruleset.tree for each in (*IDS, *WITHOUT_AUCTION)]
    trees += [load_ruleset(str(file)).tree for file in ATTESTED]
    by_name = {each.name: each for each in all_mechanisms()}
    uses: Uses = {}
    for tree in trees:
        for section, data in tree.items():
            if section in ("steps", "standing", "all_pass"):
                for entry in [data] if section == "all_pass" else data.values():
                    uses.setdefault("do", set()).add(entry["do"])
                    _visit(by_name[entry["do"]].params, entry, entry["do"], uses)
            else:
                entries = data.values() if by_name[section].entries else [data]
                for entry in entries:
                    _visit(by_name[section].params, entry, section, uses)
    return uses


def _visit(part: Any, data: dict[str, Any], name: str, uses: Uses) -> None:
    for each in params_of(part):
        if each.name in data:
            _note(each, data[each.name], f"{name}.{each.name}", uses)


def _note(each: Param, value: Any, key: str, uses: Uses) -> None:
    """Record a parameter's used words, and whether other values are not the default."""
    shape = shape_of(each.type)
    found = uses.setdefault(key, set())
    if value is None:
        return
    if shape.kind in ("word", "bool"):
        found.add(value)
    elif isinstance(value, dict) and shape.kind in PART_KINDS:
        found.add("part")
        _visit(shape.item, value, key, uses)
    elif isinstance(value, dict | list):
        found.update({"some"} if value else set())
        inner = shape_of(shape.item)
        for child in value.values() if isinstance(value, dict) else value:
            if inner.kind == "part":
                _visit(inner.item, child, _as_first(key), uses)
    elif each.required or value != default_as_data(each.default):
        found.add("other")


def _wanted(part: Any, name: str) -> Uses:
    wanted: Uses = {}
    for each in params_of(part):
        shape, key = shape_of(each.type), f"{name}.{each.name}"
        by_kind: dict[str, set[Any]] = {
            "word": set(shape.words),
            "bool": {True, False},
            "part": {"part"},
            "int_or_part": {"part", "other"},
            "list": {"some"},
            "map": {"some"},
        }
        wanted[key] = by_kind.get(shape.kind, {"other"})
        inner = shape if shape.kind in PART_KINDS else shape_of(shape.item) if shape.item else shape
        if inner.kind in PART_KINDS:
            wanted |= _wanted(inner.item, _as_first(key))
    return wanted


def _as_first(key: str) -> str:
    """Return the key of the first condition, whose words others share."""
    return key.removesuffix("also") + "when" if key.endswith(".also") else key.removesuffix(".one_of")


def test_no_word_is_unused() -> None:
    """Each option of each parameter is in some ruleset."""
    uses = _uses()
    unused = {}
    for each in all_mechanisms():
        for key, wanted in _wanted(each.params, each.name).items():
            missing = wanted - uses.get(key, set()) - OUT_OF_PLACE.get(key, set())
            if missing:
                unused[key] = missing
    steps = {each.name for each in all_mechanisms() if each.kind != Kind.SECTION}
    assert unused == {}
    assert uses["do"] == steps
