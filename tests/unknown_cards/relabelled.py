"""Hands in which hidden cards have changed places with one another: some of the ways in which the blanks can be filled.

Naive on purpose: the cards are permuted all through the hand, and what fits the blanks is replayed as any other record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from tests.unknown_cards.brute import like

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from tests.unknown_cards.hidden import Hidden

_CARRY = (rec.Deal, rec.Monte, rec.TableCard, rec.Give, rec.Take, rec.Discard, rec.Trick)


def without_suits(blanked: Hidden) -> Hidden:
    """The hidden hand with nothing known of its blanks."""
    statements = (
        line._replace(cards=tuple("__" if "_" in name else name for name in line.cards))
        if isinstance(line, _CARRY)
        else line
        for line in blanked.hand.statements
    )
    return blanked._replace(hand=replace(blanked.hand, statements=tuple(statements)))


def legal_relabellings(rules: Game, whole: rec.Hand, blanked: Hidden, rng: Random, tries: int) -> Iterator[Judgement]:
    """The legal rotations of a few cards, as they are judged; the hand itself is first."""
    names = list(blanked.cards)
    for number in range(tries):
        moved = rng.sample(names, rng.randint(2, min(3, len(names)))) if number else []
        hand = _relabel_cards(whole, dict(zip(moved, (*moved[1:], *moved[:1]), strict=True)))
        if not _has_blanks_of(hand, blanked.hand):
            continue
        judged = begin_totals(rules).replay(hand)
        if judged.verdict == "legal" and not any(finding.severity == "error" for finding in judged.findings):
            yield judged


def _relabel_cards(whole: rec.Hand, names: dict[str, str]) -> rec.Hand:
    statements = []
    for statement in whole.statements:
        if isinstance(statement, rec.ASSERTIONS):
            continue
        if isinstance(statement, _CARRY):
            statement = statement._replace(cards=tuple(names.get(name, name) for name in statement.cards))
            if isinstance(statement, rec.Trick):
                statement = statement._replace(winner="")
        statements.append(statement)
    return replace(whole, statements=tuple(statements), carried=None)


def _has_blanks_of(hand: rec.Hand, blanked: rec.Hand) -> bool:
    """Check whether each card fits the unknown card of the hidden hand."""
    return all(
        like(blank, name)
        for line, written in zip(hand.statements, blanked.statements, strict=True)
        if isinstance(line, _CARRY) and isinstance(written, _CARRY)
        for name, blank in zip(line.cards, written.cards, strict=True)
    )
