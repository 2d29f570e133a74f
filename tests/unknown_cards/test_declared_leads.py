"""A declaration that binds its player's lead narrows a hand with unknown cards, and makes no legal one illegal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import game
from tests.shards import of_shard
from tests.unknown_cards.cricca import CRICCA
from tests.unknown_cards.hidden import hidden


@pytest.mark.parametrize(("first", "last"), [("__", "__"), ("__", "Fd"), ("Ad", "__")])
def test_the_declared_ace_was_led(first: str, last: str) -> None:
    """The unknown cards are the ace and the jack of trumps: only the ace can have been led to the first trick."""
    (hand,) = parse_records(CRICCA.format(first=first, last=last))
    judged = begin_totals(game("beccaccino")).replay(hand)
    assert (judged.verdict, judged.knowledge) == ("legal", "forced")
    assert not [finding for finding in judged.findings if finding.severity == "error"]


def test_another_lead_is_reported() -> None:
    (hand,) = parse_records(CRICCA.format(first="Fd", last="__"))
    judged = begin_totals(game("beccaccino")).replay(hand)
    assert "CAL519" in [finding.code for finding in judged.findings]


def test_unknown_cards_of_a_cricca_are_those_of_the_trump_suit() -> None:
    """Of the trump suit there is one cricca alone: it is the declaration, and its ace is led, whatever is written."""
    unknown = CRICCA.replace("cricca 3d 2d Ad", "cricca __ __ __")
    for first, last, code in (("__", "__", ""), ("Fd", "__", "CAL519"), ("Fd", "Ad", "CAL519"), ("Ad", "Fd", "")):
        (hand,) = parse_records(unknown.format(first=first, last=last))
        judged = begin_totals(game("beccaccino")).replay(hand)
        assert [found.code for found in judged.findings if found.severity == "error"] == ([code] if code else [])
    without_deals = "".join(line for line in unknown.splitlines(keepends=True) if not line.startswith("deal "))
    (hand,) = parse_records(without_deals.format(first="__", last="__"))
    judged = begin_totals(game("beccaccino")).replay(hand)
    assert (judged.verdict, judged.knowledge) == ("legal", "forced")


def test_a_cricca_of_unknown_cards_that_nobody_has_is_reported() -> None:
    """The three of trumps is another hand's: the cards are known, so the declaration is not believed."""
    text = CRICCA.format(first="Ad", last="Fd").replace("cricca 3d 2d Ad", "cricca __ __ __")
    text = text.replace("Cc 3d 2d Ad", "Cc 6d 2d Ad").replace("5c Rd 6d", "5c Rd 3d")
    (hand,) = parse_records(text.replace("5d 7d 6d", "5d 7d Rd").replace("2d Fs 2s Rd", "2d Fs 2s 3d"))
    judged = begin_totals(game("beccaccino")).replay(hand)
    assert "CAL564" in [found.code for found in judged.findings]


@pytest.mark.mass
def test_no_legal_hand_with_a_cricca_is_called_illegal() -> None:
    """Simulated hands in which it is declared, with cards left out at random."""
    rules, declared = game("beccaccino"), 0
    for seed in of_shard(range(96), "cricca"):
        simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random", aim="standing.cricca.lead")))
        if not simulated.hand.every(rec.Declare):
            continue
        declared += 1
        judged = begin_totals(rules).replay(hidden(simulated.hand, Random(seed), most=9).hand)
        assert judged.verdict == "legal", (seed, [finding.message() for finding in judged.findings])
    assert declared


def _with_unknown_declarations(hand: rec.Hand, rng: Random) -> rec.Hand:
    """The hand with some cards of its declarations unknown."""
    return replace(
        hand,
        statements=tuple(
            statement._replace(cards=tuple(rng.choice((name, "__", f"_{name[1]}")) for name in statement.cards))
            if isinstance(statement, rec.Declare)
            else statement
            for statement in hand.statements
        ),
    )


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", ["tressette-accusi", "beccaccino"])
def test_no_legal_declaration_of_unknown_cards_is_called_illegal(ruleset: str) -> None:
    """Simulated hands with their declarations known in part, whether the other cards are known or not."""
    rules, declared = game(ruleset), 0
    for seed in of_shard(range(64), "unknown declarations"):
        simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="sensible")))
        if not simulated.hand.every(rec.Declare):
            continue
        declared += 1
        rng = Random(seed)
        for hand in (simulated.hand, hidden(simulated.hand, rng, most=8).hand):
            judged = begin_totals(rules).replay(_with_unknown_declarations(hand, rng))
            assert judged.verdict == "legal", (seed, [finding.message() for finding in judged.findings])
    assert declared
