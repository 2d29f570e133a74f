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
    """The trump suit has only one cricca; its ace must be led."""
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


BUONGIOCO = """\
cal 1
rules tressette-accusi
seat A
seat B
seat C
seat D

hand 1
dealer A
deal B: Ab 7b 3s Rs 7s 5s Rc Fc 7c Rd
deal C: 2b Rb 5b Ac 3d Ad Fd 7d 6d 5d
deal D: 3b Fb 4b As Fs 4s 3c Cc 6c Cd
deal A: Cb 6b 2s Cs 6s 2c 5c 4c 2d 4d
 1 B: 3s 5b 4s 6s
declare A: buongioco {first}
declare A: buongioco {second}
end
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("_s __ __", "__ 2_ 2d"),
        ("__ __ __", "2s 2c 2d"),
        ("2s 2c 2d", "__ __ __"),
        ("2s 2c 2d", "_s _c _d"),
        ("__ __ __", "__ __ __"),
    ],
)
@pytest.mark.parametrize("others", [("2b Rb", "3b Fb"), ("__ Rb", "__ Fb")])
def test_what_is_declared_once_is_not_declared_again(first: str, second: str, others: tuple[str, str]) -> None:
    """A has three twos and nothing else to declare: one of two declarations is wrong, whatever is unknown."""
    text = BUONGIOCO.replace("2b Rb", others[0]).replace("3b Fb", others[1])
    (hand,) = parse_records(text.format(first=first, second=second))
    judged = begin_totals(game("tressette-accusi")).replay(hand)
    assert {"CAL310", "CAL564", "CAL565"} & {found.code for found in judged.findings}


@pytest.mark.parametrize(("first", "second"), [("_s __ __", "__ 3_ 3d"), ("__ __ __", "__ __ __")])
def test_two_melds_of_unknown_cards_are_declared(first: str, second: str) -> None:
    """With three twos and three threes."""
    text = BUONGIOCO.replace("3s Rs 7s", "4c Rs 7s").replace("Ac 3d Ad", "Ac Cb Ad").replace("3c Cc", "6b Cc")
    text = text.replace("deal A: Cb 6b", "deal A: 3c 3d").replace("Cs 6s 2c 5c 4c", "Cs 6s 2c 5c 3s")
    (hand,) = parse_records(text.replace("1 B: 3s", "1 B: 7s").format(first=first, second=second))
    judged = begin_totals(game("tressette-accusi")).replay(hand)
    assert (judged.verdict, {found.code for found in judged.findings} <= {"CAL517"}) == ("incomplete", True)


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
