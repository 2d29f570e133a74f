"""Conditions on cards as a rulebook says them, in both languages."""

from __future__ import annotations

import pytest

from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence
from calarec.rulesets.load import check_rules

CASES = (
    (
        '{ranks: "3", at_least: 3, where: dealt}',
        "was dealt at least three of these cards (the three of every suit)",
        "ha ricevuto almeno tre di queste carte (il tre di ogni seme)",
    ),
    (
        '{ranks: "3", at_least: 4, where: held}',
        "has all of these cards (the three of every suit) in hand at the first lead",
        "ha in mano, alla prima uscita, tutte queste carte (il tre di ogni seme)",
    ),
    (
        '{ranks: "3", suits: d, at_least: 1, where: held}',
        "has the three of coins in hand at the first lead",
        "ha in mano, alla prima uscita, il tre di denari",
    ),
    (
        "{ranks: A, at_most: 0, where: held}",
        "has none of these cards (the ace of every suit) in hand at the first lead",
        "non ha in mano, alla prima uscita, nessuna di queste carte (l'asso di ogni seme)",
    ),
    (
        "{ranks: RC, suits: bd, at_least: 1, at_most: 1, where: dealt}",
        "was dealt exactly one of these cards (the king and the knight of batons and coins)",
        "ha ricevuto esattamente una di queste carte (il re e il cavallo di bastoni e denari)",
    ),
    (
        "{suits: c, at_least: 3, at_most: 5, where: won}",
        "has won three to five of these cards (every card of cups), counting the cards in the monte that fall to it",
        "ha preso da tre a cinque di queste carte (ogni carta di coppe), contando le carte nel monte che le spettano",
    ),
    (
        "{ranks: A, at_most: 1, where: won}",
        "has won at most one of these cards (the ace of every suit), counting the cards in the monte that fall to it",
        "ha preso al massimo una di queste carte (l'asso di ogni seme), contando le carte nel monte che le spettano",
    ),
    (
        "{at_least: 20, where: won}",
        "has won at least twenty of these cards (any card), counting the cards in the monte that fall to it",
        "ha preso almeno venti di queste carte (qualunque carta), contando le carte nel monte che le spettano",
    ),
)


@pytest.mark.parametrize(("cards", "english", "italian"), CASES)
def test_a_condition_on_cards_is_said(cards: str, english: str, italian: str) -> None:
    text = f"ruleset: r\nversion: 1.0.0\nextends: pagat\nset:\n  settle.bonus.cappotto.when: {{cards: {cards}}}\n"
    ruleset = check_rules("r.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    told = [each for chapter in chapters_of(ruleset) for each in chapter.told if isinstance(each, Sentence)]
    (said,) = (each for each in told if any("cappotto.when.cards" in path for path in each.own))
    assert english in said.sentence_text("en")
    assert italian in said.sentence_text("it")
