"""A call or an exchange is unwritten: the bid holds, the rest stays open."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.records import model as rec
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.evenings import played
from tests.unknown_cards.unwritten import as_bid, kinds_of, ruled, with_one_deal_less, without, wrong

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.simulation.run import Simulated

pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_lines_that_are_left_out_make_no_other_contract(ruleset: str) -> None:
    """For every contract, missing lines cause no error and no other settlement."""
    rules, rng = game(ruleset), Random(ruleset)
    for contract in rules.rules.contracts:
        simulated = _simulated(rules, contract)
        kinds = kinds_of(simulated.hand)
        if not kinds:
            continue
        for gone in ([rng.choice(kinds)], kinds, rng.sample(kinds, rng.randint(1, len(kinds)))):
            figures = rng.choice(((), rec.ASSERTIONS))
            _fits(ruled(without(simulated.hand, *gone, *figures), rules), simulated)


@pytest.mark.parametrize("ruleset", ["american-1900", "cavendish", "foster"])
def test_nothing_is_taken_for_done_that_the_play_contradicts(ruleset: str) -> None:
    """Cards of a pile of choice are played, without a line for the choice."""
    rules = game(ruleset)
    simulated = _simulated(rules, "play")
    replayed = ruled(without(simulated.hand, rec.Take, rec.Discard), rules)
    assert any(isinstance(each, rec.Take) and each.cards for each in simulated.hand.statements)
    _fits(replayed, simulated)


@pytest.mark.parametrize("ruleset", IDS)
def test_nor_if_a_hand_is_not_known_besides(ruleset: str) -> None:
    """No call, no exchange and what one seat was dealt."""
    rules, rng = game(ruleset), Random(ruleset)
    contract = rng.choice(list(rules.rules.contracts))
    simulated = _simulated(rules, contract)
    _fits(ruled(with_one_deal_less(without(simulated.hand, *kinds_of(simulated.hand)), rng), rules), simulated)


def _fits(replayed: Judgement, simulated: Simulated) -> None:
    assert wrong(replayed) == []
    assert replayed.verdict in ("legal", "incomplete")
    if replayed.account is not None:
        assert replayed.account.contract == simulated.account.contract
        # Each thing is ruled by itself: the contract may be certain where the payments are not.
        assert replayed.account.payments in ((), simulated.account.payments)


PLAIN = [ruleset for ruleset in IDS if any(not each.steps for each in game(ruleset).rules.contracts.values())]


@pytest.mark.parametrize("ruleset", PLAIN)
def test_a_contract_stands_although_nothing_seems_to_be_exchanged(ruleset: str) -> None:
    """A hand without an exchange, under every other word: under none is it the one without."""
    rules = game(ruleset)
    simulated = _as_dealt(rules)
    words = [word for word in rules.rules.auction.ladder if _may_leave_all_as_it_was(rules, word)]
    assert words
    for word in words:
        replayed = ruled(as_bid(simulated, rules, word), rules)
        assert wrong(replayed) == []
        assert replayed.knowledge in ("forced", "possible")
        assert replayed.state is not None
        assert replayed.state.contract == word


def _as_dealt(rules: Game) -> Simulated:
    """A hand without exchange and bonus, in which the declarer was the first to speak and to lead."""
    plain = next(name for name, each in rules.rules.contracts.items() if not each.steps)
    hands = simulate(rules, hands=99, seed=4, bot="random", aim=f"contracts.{plain}")
    plain_ones = (each for each in hands if not each.account.bonus)
    return next(each for each in plain_ones if each.setting.eldest == each.account.declarer)


def _may_leave_all_as_it_was(rules: Game, contract: str) -> bool:
    """Check whether all may have their old cards after a call or an exchange.

    Then eldest hand leads too.
    """
    steps = [rules.rules.steps[step] for step in rules.rules.contracts[contract].steps]
    calls = [each.params for each in steps if each.do == "call"]
    found = all(call.gets == "partner" or "satisfied" in (call.in_hand.then, call.in_pile.then) for call in calls)
    return found and any(each.do != "look" for each in steps) and not any(each.do == "table_card" for each in steps)


def _simulated(rules: Game, contract: str) -> Simulated:
    return next(iter(simulate(rules, hands=1, seed=31, bot="random", aim=f"contracts.{contract}")))


# ------------------------------------------------------------------ what was paid

TABLES = [
    ("twenty-one", "dividete", "solissimo"), ("twenty-one", "solissimo", "scegliete"), ("pagat", "chiamo", "solissimo"),
    ("quintiglio", "chiamo", "solo"), ("quartiglio", "chiamo", "solo"), ("tretre", "dividete", "arcisolo"),
    ("thirty-five", "chiamo", "solissimo"), ("sestiglio", "dividete", "solissimo"),
]  # fmt: skip
"""Rules, what was bid, and what was paid: that no bonus makes of it."""


@pytest.mark.mass
@pytest.mark.parametrize(("ruleset", "bid", "paid"), TABLES)
@pytest.mark.parametrize("cards", ["all", "some", "none"])
def test_payments_of_one_other_contract_offer_it(ruleset: str, bid: str, paid: str, cards: str) -> None:
    """Whatever is known of the cards: one finding at the bid, and nothing is settled."""
    rules = game(ruleset)
    simulated = _as_dealt(rules)
    figures = _figures(rules, simulated, paid)
    hand = _with_cards(as_bid(simulated, rules, bid, figures), cards)
    replayed = ruled(hand, rules)
    if cards != "none" and not rules.rules.contracts[bid].steps:
        assert wrong(replayed) == ["CAL611"]  # nothing is missing: it is the payments that are wrong
        return
    (finding,) = [each for each in replayed.findings if each.severity == "error"]
    assert (finding.code, finding.args["name"], finding.args["meant"]) == ("CAL408", bid, paid)
    assert finding.fix is not None
    assert not finding.fix.safe
    assert replayed.account is None
    assert replayed.totals is None
    assert replayed.stated is False


@pytest.mark.parametrize("cards", ["all", "some", "none"])
@pytest.mark.parametrize("times", [1, 5])
def test_payments_that_fit_and_payments_that_fit_nothing_leave_the_bid(cards: str, times: int) -> None:
    """With an unwritten exchange it is settled, and at most the payments are wrong."""
    rules = game("twenty-one")
    simulated = _as_dealt(rules)
    figures = _figures(rules, simulated, "dividete", times=times)
    replayed = ruled(_with_cards(as_bid(simulated, rules, "dividete", figures), cards), rules)
    assert wrong(replayed) == (["CAL611"] if times > 1 else [])
    assert replayed.account is not None
    assert replayed.account.contract == "dividete"


@pytest.mark.parametrize("cards", ["all", "some", "none"])
def test_a_total_outweighs_no_bid(cards: str) -> None:
    """Totals that were added up from other payments are wrong totals."""
    rules = game("twenty-one")
    simulated = _as_dealt(rules)
    result, paid = _figures(rules, simulated, "solissimo")
    assert isinstance(paid, rec.Score)
    hand = as_bid(simulated, rules, "dividete", [result, rec.Total(paid.amounts)])
    replayed = ruled(replace(_with_cards(hand, cards), carried=rec.Carried((("A", 0), ("B", 0), ("C", 0)))), rules)
    assert set(wrong(replayed)) == {"CAL612"}
    assert replayed.account is not None
    assert replayed.account.contract == "dividete"


def test_a_raise_that_no_line_tells_is_offered() -> None:
    """Paid like a contract that is only raised to."""
    (ruling,) = played("hand 1\ndealer A\nbid B: solissimo\nresult B: 20 A+C: 15\nscore A: -16 B: +32 C: -16\nend\n")
    (finding,) = ruling.findings
    assert (finding.code, finding.wording, finding.args["meant"]) == ("CAL408", "raised", "scegliete")
    assert finding.fix is None
    assert ruling.account is None
    assert "raised to `scegliete`" in finding.help("en")
    assert "aggravato a `scegliete`" in finding.help("it")


@pytest.mark.parametrize("contract", ["dividete", "scegliete"])
@pytest.mark.parametrize("paid", [True, False])
def test_a_raise_lost_with_its_exchange_settles_nothing(contract: str, *, paid: bool) -> None:
    """A hand without a raise is none: the raise is offered, and no card is blamed."""
    rules = game("pagat")
    lost = (
        (rec.Raise, rec.Take, rec.Discard, rec.Total) if paid else (rec.Raise, rec.Take, rec.Discard, *rec.ASSERTIONS)
    )
    for simulated in simulate(rules, hands=6, seed=3, aim=f"contracts.{contract}"):
        replayed = ruled(without(simulated.hand, *lost), rules)
        assert replayed.account is None
        assert replayed.totals is None
        assert [(each.code, each.wording) for each in replayed.findings] == [("CAL408", "raised")] or not paid
        assert replayed.findings


def test_a_raise_that_was_not_paid_is_told() -> None:
    """Paid like the contract that was bid; and like the other one that it may be raised to."""
    for amount, meant in ((8, "solissimo"), (16, "dividete")):
        half = amount // 2
        score = f"score A: -{half} B: +{amount} C: -{half}"
        (ruling,) = played(f"hand 1\ndealer A\nbid B: solissimo\nraise B: scegliete\nresult B: won\n{score}\nend\n")
        (finding,) = ruling.findings
        assert (finding.code, finding.span.line, finding.args["meant"]) == ("CAL408", 10, meant)


def test_totals_that_bear_out_the_bid_outweigh_payments() -> None:
    """Two against one."""
    (ruling,) = played(
        "carried A: 0 B: 0 C: 0\nhand 1\ndealer A\nbid B: solo C: passo A: passo\nresult B: 20 A+C: 15\n"
        "score A: -1 B: +2 C: -1\ntotal A: -2 B: 4 C: -2\nend\n"
    )
    assert wrong(ruling) == ["CAL611"]


def _figures(rules: Game, simulated: Simulated, contract: str, *, times: int = 1) -> list[rec.Statement]:
    """The points as they are, and payments as those of a contract without a bonus."""
    account, labels = simulated.account, simulated.setting.labels
    stake = rules.rules.contracts[contract].stake
    assert isinstance(stake, int)
    stake *= times
    won = account.sides[0].wins
    others = [seat for seat in simulated.setting.active if seat != account.declarer]
    amounts = [(labels[seat], -stake if won else stake) for seat in others]
    own = (labels[account.declarer], stake * len(others) * (1 if won else -1))
    result = next(each for each in simulated.hand.statements if isinstance(each, rec.Result))
    return [result, rec.Score((own, *amounts))]


def _with_cards(hand: rec.Hand, cards: str) -> rec.Hand:
    """The hand with all its cards, without those of one seat, or with none at all."""
    if cards == "some":
        return with_one_deal_less(hand, Random(3))
    return without(hand, rec.Deal, rec.Monte, rec.Trick) if cards == "none" else hand


def test_who_drew_which_card_need_not_be_written() -> None:
    """Neither the deal nor one line of a draw: the tricks alone are a hand that can have gone so, and are counted."""
    of = game("tressette-in-due")
    for simulated in simulate(of, hands=3, seed=6):
        tricks = without(simulated.hand, rec.Deal, rec.Monte, rec.Take)
        assert not any(isinstance(each, rec.Take) for each in tricks.statements)
        _fits(ruled(tricks, of), simulated)
