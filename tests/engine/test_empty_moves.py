"""An optional move that is left out is an action: no other seat acts before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import DiscardAction, PlayAction, TakeAction

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Offer, Outcome, Refusal
from calarec.core.engine.views import view
from calarec.rule_files.load import load_ruleset
from tests.engine.playing import play
from tests.rulebooks import RULES, game

if TYPE_CHECKING:
    from calarec.core.engine.state import State

CAVENDISH = ("cavendish", "cavendish-right-leads", "american-1900")


def standing_at(of: Game, step: str) -> tuple[State, list[ev.Event]]:
    """The first state of a random hand at a step, and the events until then."""
    for number in range(400):
        played = play(of, Random(number))
        for each in played.steps:
            if each.state.step == step:
                return each.state, played.events
    raise AssertionError(step)


def done(of: Game, state: State, action: Action) -> Outcome:
    """Apply a legal action; return its outcome."""
    answer = apply(of, state, action)
    assert isinstance(answer, Outcome), answer
    return answer


@pytest.mark.parametrize("ruleset", CAVENDISH)
def test_004_99_nobody_leads_before_the_bidder_has_laid_aside(ruleset: str) -> None:
    """Up to four cards of twelve: 1 + 12 + 66 + 220 + 495 ways, and no card may be led before."""
    state, _ = standing_at(game(ruleset), "steps.lay-aside")
    (offer,) = legal(game(ruleset), state)
    assert (offer.do, offer.seat, offer.least, offer.most) == ("discard", state.declarer, 0, 4)
    assert offer.size == 794
    for seat in state.setting.active:
        card = state.hands[seat].bit_length() - 1
        refused = apply(game(ruleset), state, PlayAction(seat, card))
        assert isinstance(refused, Refusal)
        assert refused.anyway is None


@pytest.mark.parametrize("ruleset", CAVENDISH)
def test_004_99_the_widow_is_turned_up_even_if_nothing_is_laid_aside(ruleset: str) -> None:
    """Then no card of it is taken, and the play begins."""
    state, _ = standing_at(game(ruleset), "steps.lay-aside")
    after = done(game(ruleset), state, DiscardAction(state.declarer, 0, -1))
    assert [type(event) for event in after.events] == [ev.Discarded, ev.Turned]
    turned = after.events[1]
    assert isinstance(turned, ev.Turned)
    assert (turned.cards, turned.seen) == (state.piles[turned.pile], state.setting.all)
    assert after.state.step == "play"
    assert after.state.hands == state.hands


@pytest.mark.parametrize("ruleset", [*CAVENDISH, "foster"])
def test_004_99_the_bidder_chooses_from_a_widow_that_all_see(ruleset: str) -> None:
    """It is turned up before he chooses: each seat knows what he chooses from, and he may take any two of four."""
    state, happened = standing_at(game(ruleset), "steps.lay-aside")
    first_two = sum(1 << card for card in sorted(_numbers(state.hands[state.declarer]))[:2])
    after = done(game(ruleset), state, DiscardAction(state.declarer, first_two, -1))
    assert any(isinstance(event, ev.Turned) and event.seen == state.setting.all for event in after.events)
    (offer,) = legal(game(ruleset), after.state)
    assert (offer.do, offer.least, offer.most, offer.size) == ("take", 2, 2, 6)
    events = [*_before(happened, state), *after.events]
    for seat in state.setting.active:
        seen = view(game(ruleset), after.state, events, 1 << seat)
        if seat == state.declarer:
            (choice,) = seen.choices
            assert (choice.offer.cards, choice.unseen) == (offer.cards, 0)
        else:
            assert not seen.choices
    taken = done(
        game(ruleset),
        after.state,
        offer.choose(1 << next(iter(_numbers(offer.cards))) | 1 << max(_numbers(offer.cards))),
    )
    assert not any(isinstance(event, ev.Turned) for event in taken.events), "turned once, not twice"


def test_in_turn_the_second_waits_for_the_first() -> None:
    """The first opponent takes what he likes, or nothing; only then is it the second's turn."""
    of = Game.from_ruleset(load_ruleset(str(RULES.parent / "tests" / "rulesets" / "attested" / "doubled.yaml")))
    state, _ = standing_at(of, "steps.as-they-like")
    first, second = state.opponents()
    offer = only(legal(of, state), "take")
    assert (offer.seat, offer.least, offer.most) == (first, 0, 4)
    some = offer.cards & -offer.cards
    too_soon = apply(of, state, TakeAction(second, some, -1))
    assert isinstance(too_soon, Refusal)
    assert too_soon.args["due"] == state.setting.labels[first]
    after = done(of, state, TakeAction(first, 0, -1))
    assert after.state.piles == state.piles
    then = only(legal(of, after.state), "take")
    assert (then.seat, then.least, then.cards) == (second, 0, offer.cards)
    ended = done(of, after.state, TakeAction(second, 0, -1))
    assert ended.state.step == "play"
    assert ended.state.hands == state.hands


def only(offers: tuple[Offer, ...], do: str) -> Offer:
    """The one offer there is, of this kind."""
    (offer,) = offers
    assert offer.do == do
    return offer


def _numbers(cards: int) -> set[int]:
    return {number for number in range(cards.bit_length()) if cards >> number & 1}


def _before(happened: list[ev.Event], state: State) -> list[ev.Event]:
    """The events of a hand up to the discard of the state's step."""
    until = next(place for place, event in enumerate(happened) if isinstance(event, ev.Discarded))
    assert state.step == "steps.lay-aside"
    return happened[:until]
