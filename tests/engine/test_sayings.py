"""Refusals of words that cannot be bid, and of cards that cannot be called."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.actions import BidAction, CallAction
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome, Refusal
from tests.bulk.both import SHIPPED, deal, game, setting_of
from tests.engine.playing import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer

CALLING = [each for each in SHIPPED if any(step.do == "call" for step in game(each).rules.steps.values())]


@pytest.mark.parametrize(("word", "wording"), [("dividete", "raise"), ("qqq", ""), ("pagat", "")])
def test_only_what_is_raised_to_is_told_to_be_raised_to(word: str, wording: str) -> None:
    """`dividete` is a contract of pagat to which others are raised; the other words are none at all."""
    played = game("pagat")
    setting = played.seat(("A", "B", "C"), 0)
    state = start(played, setting, *deal(played, setting, Random(1))).state
    (offer,) = legal(played, state)
    refusal = apply(played, state, BidAction(offer.seat, word))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.wording, refusal.words) == ("CAL404", wording, offer.words)


@pytest.mark.parametrize("rules", [each for each in SHIPPED if len(game(each).rules.auction.ladder) > 1])
def test_a_bid_that_is_not_higher_leaves_the_higher_one_where_it_is(rules: str) -> None:
    """An equal bid ends the bidder's part; the contract and its declarer stay."""
    played = game(rules)
    low, high = played.rules.auction.ladder[:2]
    setting = played.seat(tuple("ABCDEFG"[: played.people[0]]), 0)
    state = start(played, setting, *deal(played, setting, Random(1))).state
    (offer,) = legal(played, state)
    begun = apply(played, state, BidAction(offer.seat, high))
    assert isinstance(begun, Outcome)
    if begun.state.bidding is None or begun.state.bidding.calling or begun.state.bidding.over:
        return  # nobody can bid lower now: the auction is over, or the holder has to call a card first
    holder, turn = begun.state.bidding.holder, begun.state.bidding.turn
    for word in (low, high):
        refusal = apply(played, begun.state, BidAction(turn, word))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "CAL402"
        assert refusal.anyway is not None
        after = refusal.anyway.state.bidding
        assert after is not None
        assert (played.rules.auction.ladder[after.high], after.holder) == (high, holder)
        assert after.left >> turn & 1
        assert after.over or after.turn != turn


@pytest.mark.parametrize("rules", CALLING)
def test_a_card_that_may_not_be_called_is_refused_for_what_it_is(rules: str) -> None:
    """Its caller has it, it is on the table or in a pile, or its rank is excluded."""
    played = game(rules)
    calls = 0
    for word in played.rules.auction.ladder:
        for number in range(3):
            for state, offer in _calls(played, word, Random(number)):
                calls += 1
                for card, code in enumerate(_refused_as(played, state, offer)):
                    answer = apply(played, state, CallAction(offer.seat, card))
                    assert (answer.code if isinstance(answer, Refusal) else "") == code, played.cards.names[card]
    assert calls


def _calls(played: Game, word: str, rng: Random) -> Iterator[tuple[State, Offer]]:
    """Yield the calls in hands in which one player bids a word, the others nothing."""
    setting = setting_of(played, rng)
    state = start(played, setting, *deal(played, setting, rng)).state
    while not state.is_over and not state.has_started:
        offer = rng.choice([each for each in legal(played, state) if each.size])
        if offer.do == "call":
            yield state, offer
        said = (
            word
            if word in offer.words
            else next((each for each in offer.words if each not in played.rules.contracts), "")
        )
        answer = apply(played, state, offer.say(said) if said else choose(offer, rng))
        assert isinstance(answer, Outcome)
        state = answer.state


def _refused_as(played: Game, state: State, offer: Offer) -> Iterator[str]:
    """The code for each card of the pack; empty if it may be called."""
    params = played.step(offer.rule).params
    for card in range(len(played.cards.names)):
        lying, tabled = any(pile >> card & 1 for pile in state.piles), state.tabled >> card & 1
        if params.in_hand.then == "refused" and (state.hands[offer.seat] >> card & 1 or tabled):
            yield "CAL420"
        elif params.in_pile.then == "refused" and lying and not tabled:
            yield "CAL422"
        else:
            yield "" if offer.cards >> card & 1 else "CAL421"
