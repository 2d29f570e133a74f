"""Raises in hands of which only the score was written down: judged like those of hands with all their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.records import model as rec
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.evenings import played
from tests.unknown_cards.unwritten import LINES, reread, ruled

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

pytestmark = pytest.mark.slow

RAISING = [ruleset for ruleset in IDS if any(each.raises for each in game(ruleset).rules.contracts.values())]


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", RAISING)
def test_every_raise_by_every_seat_after_every_contract(ruleset: str) -> None:
    """The findings are the same with cards, without, and with one bid alone."""
    rules = game(ruleset)
    codes = set()
    for contract in rules.rules.auction.ladder:
        aim = f"contracts.{contract}"
        simulated = next(iter(simulate(rules, hands=1, seed=8, bot="random", aim=aim)))
        labels = simulated.setting.labels
        declarer = labels[simulated.account.declarer]
        for seat in simulated.setting.active:
            for word in rules.rules.contracts:
                with_cards = _raised(simulated.hand, rec.Raise(labels[seat], word))
                written_down = _without_cards(with_cards)
                alone: list[rec.Statement] = [each for each in written_down.statements if not isinstance(each, rec.Bid)]
                alone.insert(1, rec.Bid(declarer, contract))
                expected = _codes(ruled(with_cards, rules))
                assert _codes(ruled(written_down, rules)) == expected
                assert _codes(ruled(reread(written_down, alone), rules)) == expected
                codes |= set(expected)
    assert codes == {"CAL410", "CAL412"}


def _raised(hand: rec.Hand, said: rec.Raise) -> rec.Hand:
    """The hand with one raise, where the auction is over."""
    kept = [each for each in hand.statements if not isinstance(each, rec.Raise | rec.Score | rec.Total | rec.Result)]
    at = max(at for at, each in enumerate(kept) if isinstance(each, rec.Bid)) + 1
    return reread(hand, [*kept[:at], said, *kept[at:]])


def _without_cards(hand: rec.Hand) -> rec.Hand:
    gone = (*LINES, rec.Deal, rec.Monte, rec.Trick, rec.Claim, rec.Show)
    return reread(hand, [each for each in hand.statements if not isinstance(each, gone)])


def _codes(replayed: Judgement) -> list[str]:
    return [each.code for each in replayed.findings if "CAL410" <= each.code < "CAL420"]


def test_a_raise_before_the_bid_and_one_without() -> None:
    """There is nothing yet that could be raised."""
    for said in ("raise B: dividete\nbid B: solissimo\n", "raise B: dividete\n"):
        (ruling,) = played(f"hand 1\ndealer A\n{said}score A: -4 B: +8 C: -4\nend\n")
        assert [each.code for each in ruling.findings] == ["CAL413"]
        assert ruling.verdict == "illegal"


def test_a_raise_after_everybody_has_passed() -> None:
    """The hand is over."""
    (ruling,) = played("hand 1\ndealer A\nbid B: passo C: passo A: passo\nraise B: dividete\nend\n")
    assert [each.code for each in ruling.findings] == ["CAL515"]


def test_a_raise_that_cannot_be_changes_no_contract() -> None:
    """Impossible raises change nothing; a raise of another's contract counts."""
    (ruling,) = played(
        "hand 1\ndealer A\nbid B: solo\nraise B: dividete\nresult B: won\nscore A: -8 B: +16 C: -8\nend\n"
    )
    assert [each.code for each in ruling.findings] == ["CAL410", "CAL321"]
    assert ruling.account is None
    (ruling,) = played(
        "hand 1\ndealer A\nbid B: solissimo\nraise A: dividete\nresult B: won\nscore A: -8 B: +16 C: -8\nend\n"
    )
    assert [each.code for each in ruling.findings] == ["CAL412"]
    assert ruling.verdict == "illegal"


def test_a_contract_that_cannot_be_raised_is_not_raised_by_another_either() -> None:
    """With all cards the hand goes on under what was bid."""
    rules = game("pagat")
    simulated = next(iter(simulate(rules, hands=1, seed=8, bot="random", aim="contracts.solo")))
    other = simulated.setting.labels[simulated.setting.seat_after(simulated.account.declarer)]
    ruling = ruled(_raised(simulated.hand, rec.Raise(other, "dividete")), rules)
    assert [each.code for each in ruling.findings] == ["CAL412"]
    assert ruling.account is not None
    assert ruling.account.payments == simulated.account.payments
