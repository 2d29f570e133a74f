"""The layout: every ruleset in the same slots, and rules that do not fit are refused."""

from __future__ import annotations

from itertools import pairwise

import pytest

import calarec
from calarec.core.base.frozen import replace
from calarec.learning.layout import (
    ACTIONS,
    BIDS,
    CARDS,
    FIELDS,
    OBSERVATION_BYTES,
    RULE_FIGURES,
    RULE_NUMBERS,
    SLOTS,
    LayoutError,
)
from calarec.learning.rule_slots import RuleSlots, slots_of_game
from tests.learning.tables import HOUSES, RULES, TOO_LARGE, game_of, name_of_rules
from tests.rulebooks import SHIPPED


def test_slots_and_fields_follow_one_another() -> None:
    """Without gaps; new ones come last, so that learned places stay."""
    assert SLOTS["card"].first == FIELDS["known"].first == 0
    assert all(one.end == other.first for one, other in pairwise(SLOTS.values()))
    assert all(one.end == other.first for one, other in pairwise(FIELDS.values()))
    assert (ACTIONS, OBSERVATION_BYTES) == (114, 3188)
    assert [(name, group.first) for name, group in SLOTS.items()] == [
        ("card", 0), ("bid", 64), ("pass", 80), ("double", 84), ("trump", 92), ("declare", 96), ("signal", 104),
        ("unseen", 112), ("done", 113),
    ]  # fmt: skip
    assert len(RULE_FIGURES) <= RULE_NUMBERS


@pytest.mark.mass
@pytest.mark.parametrize("rules", RULES, ids=name_of_rules)
def test_cards_and_words_have_slots_of_their_own(rules: str) -> None:
    """Each name one slot, within its group."""
    slots = slots_of_game(game_of(rules))
    names = slots.game.cards.names
    assert len(set(slots.slot_of_card)) == len(names)
    assert [slots.name_slot(slot) for slot in slots.slot_of_card] == list(names)
    assert all(slot < CARDS for slot in slots.slot_of_card)
    for words in slots.slot_of_word.values():
        assert len(set(words.values())) == len(words)
    for kind, group in (("double", "double"), ("trump", "trump"), ("declare", "declare"), ("signal", "signal")):
        assert all(SLOTS[group].first <= slot < SLOTS[group].end for slot in slots.slot_of_word[kind].values())


def test_a_card_has_the_same_slot_under_every_ruleset() -> None:
    """In any order of suits and ranks, and with cards taken out."""
    found: dict[str, set[int]] = {}
    for rules in SHIPPED:
        slots = slots_of_game(game_of(rules))
        if {*slots.rules.pack.ranks} <= {*"32ARCF7654"}:
            for name, slot in zip(slots.game.cards.names, slots.slot_of_card, strict=True):
                found.setdefault(name, set()).add(slot)
    assert {name: sorted(places) for name, places in found.items() if len(places) > 1} == {}
    assert found["3b"] == {0}
    assert found["4d"] == {57}


def test_contracts_are_sorted_by_stake() -> None:
    """The lowest first, raises among them; their slots have their stakes in the rules."""
    slots = slots_of_game(game_of("pagat"))
    assert slots.contracts == ("chiamo", "solo", "solissimo", "dividete", "scegliete")
    assert slots.slot_of_word["raise"]["scegliete"] == SLOTS["bid"].first + 4
    start = FIELDS["stakes"].first - FIELDS["card_points"].first
    assert list(slots.rule_bytes(3, ""))[start : start + BIDS] == [2, 3, 5, 9, 17, *[0] * 11]


def test_the_rules_are_in_the_observation() -> None:
    """One policy can meet a house rule: points, ranks, target."""
    slots = slots_of_game(game_of("pagat"))
    rules = slots.rule_bytes(3, "chiamo")
    start = FIELDS["card_points"].first
    figures = dict(zip([name for name, _ in RULE_FIGURES], rules[FIELDS["figures"].first - start :], strict=False))
    assert figures == {
        "seats": 3, "hand": 12, "tricks": 12, "last_trick": 3, "units": 3, "points_at_least": 18, "points_at_most": 0,
        "follow": 1, "void": 0, "beat": 0, "sides": 0, "lowest": 0, "points_count": 0, "dummies": 0,
    }  # fmt: skip
    ace, three = slots.slot_of_card[slots.game.cards.numbers["Ab"]], slots.slot_of_card[slots.game.cards.numbers["3b"]]
    assert (rules[ace], rules[three]) == (3, 1)
    assert (rules[CARDS + ace], rules[CARDS + three]) == (8, 10)


def test_other_suits_and_ranks_take_free_slots() -> None:
    """A pack of 52 with French letters: those that the Latin pack has, too, keep their places."""
    latin = game_of("tressette")
    pack = replace(latin.rules.pack, suits="hsdc", ranks="AKQJT98765432", aliases={})
    slots = RuleSlots(calarec.Game(latin.ruleset, replace(latin.rules, pack=pack)))
    assert len({*slots.slot_of_card}) == 52
    assert max(slots.slot_of_card) < CARDS
    numbers, before = slots.game.cards.numbers, slots_of_game(latin)
    for name in ("As", "7d", "2c"):
        assert slots.slot_of_card[numbers[name]] == before.slot_of_card[latin.cards.numbers[name]]
    everything = slots.card_bytes(slots.game.cards.full)
    assert [slot for slot, is_there in enumerate(everything) if is_there] == sorted(slots.slot_of_card)


@pytest.mark.parametrize(("name", "contracts"), TOO_LARGE.items())
def test_rules_with_too_many_contracts_are_refused(name: str, contracts: int) -> None:
    """With the number of contracts, and the limit."""
    (file,) = [file for file in HOUSES if name in file]
    with pytest.raises(LayoutError, match=f"{name} has {contracts} contracts, and the layout has room for 16"):
        calarec.env(file)
