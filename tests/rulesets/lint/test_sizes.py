"""Walks through contracts: no card is lost, every way is gone, every hand is right at the first lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.lint.facts import Facts
from calarec.rule_files.lint.sizes import FOUND, walk_contract
from calarec.rule_files.load import load_ruleset
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules

IDS = tuple(SHIPPED)


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)


def _rules(ruleset: str) -> Rules:
    return load_ruleset(ruleset).rules


@pytest.mark.parametrize("ruleset", IDS)
def test_no_card_is_lost(ruleset: str) -> None:
    """Hands and piles together are the pack at the end of every way, and every hand has as many as were dealt."""
    facts = Facts(_rules(ruleset))
    for contract in facts.rules.contracts:
        for found in facts.walks_of(contract):
            assert found.troubles == ()
            assert found.ends
            for end in found.ends:
                assert sum(end.hands) + sum(end.piles.values()) == len(facts.pack_cards)
                assert set(end.hands) == {facts.rules.deal.hand}
                assert min(end.piles.values(), default=0) >= 0


def test_every_place_of_the_called_card_is_a_way() -> None:
    """In another hand, on the table, in one's own hand."""
    ends = walk_contract(_rules("pagat"), "chiamo", 3).ends
    assert {end.way[0] for end in ends} == set(FOUND.values())


def test_a_refused_call_is_no_way() -> None:
    """A card of one's own hand that may not be called leads nowhere."""
    ends = walk_contract(_rules("tretre"), "chiedo", 3).ends
    assert {end.called for end in ends} == {"other", "pile"}


def test_the_tabled_card_stays_when_the_called_card_is_in_the_monte() -> None:
    """Then three are discarded instead of four."""
    piles = {end.called: dict(end.piles) for end in walk_contract(_rules("tretre"), "chiedo", 3).ends}
    assert piles == {"other": {"monte": 4, "tabled": 0}, "pile": {"monte": 3, "tabled": 1}}


def test_any_number_of_cards_laid_aside_is_a_way() -> None:
    """From none to four, and what is not chosen stays."""
    ends = walk_contract(_rules("cavendish"), "play", 3).ends
    assert sorted({(end.piles["aside"], end.piles["widow"]) for end in ends}) == [
        (0, 4), (1, 3), (2, 2), (3, 1), (4, 0),
    ]  # fmt: skip


def test_facts_of_a_table() -> None:
    """A seat that sits out gets no hand, a dummy gets one."""
    assert Facts(_rules("pagat")).hands_by_seats == {3: 3, 4: 3}
    assert Facts(_rules("a-due")).hands_by_seats == {2: 3}
    assert Facts(_rules("pagat")).pack_total == 35
    assert Facts(_rules("pagat")).playable_contracts == ("chiamo", "solo", "solissimo", "dividete", "scegliete")
    assert Facts(_rules("sestiglio")).partners_of_contract("chiamo")
    assert not Facts(_rules("sestiglio")).partners_of_contract("chiedo")
