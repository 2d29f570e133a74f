"""No sentence loses its condition, wherever it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.mechanisms.rules import has_exchange
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.rulebook.opening import opening_of
from calarec.rulebook.sentences import Sentence
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

_HEAD: Final = "ruleset: club\nversion: 1.0.0\nextends: {parent}\nset:\n"
_CALLS: Final = (
    ("{then: satisfied, won: 2, lost: 1}", "in the monte"),
    ("{then: alone, won: 2, lost: 1}", "in the monte"),
    ("{then: again, won: {of: solo}}", "in the monte"),
)


def _club(changes: str, parent: str = "pagat") -> Ruleset:
    found = check_rules("club.yaml", raw=(_HEAD.format(parent=parent) + changes).encode())
    assert found.ruleset is not None, [each.message() for each in found.findings]
    return found.ruleset


@pytest.mark.parametrize(("found", "lies"), _CALLS)
def test_what_a_call_brings_is_said_with_where_the_card_was(found: str, lies: str) -> None:
    """In a comparison of rulesets too, where the sentence is alone."""
    if "alone" in found or "again" in found:
        club = _club(f"  steps.partner.in_pile: {found}\n", "sestiglio")
        parent = load_ruleset("sestiglio")
    else:
        club, parent = _club(f"  steps.ask.in_pile: {found}\n"), load_ruleset("pagat")
    told = [
        part.sentence.sentence_text("en")
        for change in differing_rules(compare(parent, club)) if change.right
        for part in change.right.parts
    ]  # fmt: skip
    stakes = [each for each in told if "a win" in each.lower() or "a loss" in each.lower()]
    assert stakes
    assert all(each.startswith("If the card is") and lies in each for each in stakes), stakes


@pytest.mark.parametrize("name", shipped())
def test_an_exchange_is_said_where_cards_are_exchanged(name: str) -> None:
    """And nowhere else: a call that seeks a partner, or a look at the monte, moves no card."""
    ruleset = load_ruleset(name)
    said = " ".join(each.sentence_text("en") for each in opening_of(ruleset).told if isinstance(each, Sentence))
    contracts = ruleset.rules.contracts
    assert ("cards are exchanged" in said) == any(has_exchange(ruleset.rules, key) for key in contracts)


def test_a_game_of_calls_alone_exchanges_nothing() -> None:
    """Steps that move no card are not an exchange."""
    changes = "".join(f"  contracts.{key}.steps: []\n" for key in load_ruleset("pagat").rules.contracts)
    told = " ".join(
        each.sentence_text("en")
        for chapter in chapters_of(_club(changes))
        for each in chapter.told
        if isinstance(each, Sentence)
    )
    assert "cards are exchanged" not in told


def test_hands_that_are_thrown_in_are_said_in_one_way() -> None:
    """The mechanism differs, the effect does not: no pair that differs in a word."""
    club = _club("  all_pass: {do: carry_on, times: 2, dealer: next}\n")
    for change in differing_rules(compare(load_ruleset("pagat"), club)):
        sides = [side.saying_text("en") if side else "" for side in (change.left, change.right)]
        assert sides[0].replace("all the cards", "the cards") != sides[1].replace("all the cards", "the cards")
