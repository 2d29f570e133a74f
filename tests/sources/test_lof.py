"""The page on the Tressette in two, statement by statement: see sources.md."""

from __future__ import annotations

from random import Random

from calarec.core.engine.actions import PlayAction, TakeAction
from calarec.core.engine.events import Taken
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.engine.views import Known, view
from calarec.playing.dealing import deal
from tests.rulebooks import game

OF = game("tressette-in-due")


def begun() -> Outcome:
    """A hand just dealt by A."""
    setting = OF.seat(("A", "B"), 0)
    return start(OF, setting, *deal(OF, setting, Random(5)))


def on(before: Outcome, *, card: int = -1) -> Outcome:
    """After the first of what may be done, or a certain card."""
    (offer,) = legal(OF, before.state)
    after = apply(OF, before.state, offer.choose(1 << card) if card >= 0 else next(iter(offer.actions())))
    assert isinstance(after, Outcome)
    return Outcome(after.state, (*before.events, *after.events))


def test_lof_statement_2_ten_cards_each_and_a_stock() -> None:
    """Ten each, twenty left, all unknown."""
    state, events = begun()
    assert [hand.bit_count() for hand in state.hands] == [10, 10]
    assert [pile.bit_count() for pile in state.piles] == [20]
    assert OF.rules.deal.packets == 5
    assert [view(OF, state, events, 1 << seat).piles[0] for seat in (0, 1)] == [Known(0, 20)] * 2


def test_lof_statement_3_suit_is_followed_from_the_first_trick() -> None:
    """B, who did not deal, leads; A follows although the stock is not used up."""
    before = begun()
    (offer,) = legal(OF, before.state)
    assert (offer.do, offer.seat) == ("play", 1)
    after = next(
        each
        for each in (on(before, card=card) for card in range(40) if offer.cards >> card & 1)
        if 0 < (each.state.hands[0] & OF.cards.suit_of[each.state.trick[0]]).bit_count() < 10
    )
    suit = OF.cards.suit_of[after.state.trick[0]]
    (offer,) = legal(OF, after.state)
    assert offer.cards == after.state.hands[0] & suit
    other = (after.state.hands[0] & ~suit).bit_length() - 1
    refused = apply(OF, after.state, PlayAction(0, other))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("CAL512", "play.follow")
    won = on(after)
    (trick,) = won.state.tricks
    assert trick.winner == (1 if trick.cards[0] > trick.cards[1] else 0)


def test_lof_statement_4_the_winner_draws_first_and_shows() -> None:
    """Then the other; both see both cards, before the next play."""
    won = on(on(begun()))
    winner, stock = won.state.tricks[0].winner, won.state.piles[0]
    (offer,) = legal(OF, won.state)
    assert (offer.do, offer.seat, offer.cards, offer.least, offer.most) == ("take", winner, stock, 1, 1)
    hasty = apply(OF, won.state, PlayAction(winner, won.state.hands[winner].bit_length() - 1))
    assert isinstance(hasty, Refusal)
    assert (hasty.code, hasty.rule) == ("CAL430", "play.draw")
    card = stock & -stock
    early = apply(OF, won.state, TakeAction(1 - winner, card, 0))
    assert isinstance(early, Refusal)
    assert early.code == "CAL431"
    for cards, code in ((stock, "CAL434"), (won.state.hands[winner], "CAL435"), (0, "CAL434")):
        wrong = apply(OF, won.state, TakeAction(winner, cards, 0))
        assert isinstance(wrong, Refusal)
        assert wrong.code == code
    drawn = on(on(won))
    taken = [event for event in drawn.events if isinstance(event, Taken)]
    assert [(event.seat, event.open, event.seen) for event in taken] == [(winner, True, 3), (1 - winner, True, 3)]
    for seat in (0, 1):
        seen = view(OF, drawn.state, drawn.events, 1 << seat)
        assert seen.hands[1 - seat] == Known(taken[0 if seat != winner else 1].cards, 10)
        assert seen.piles[0] == Known(0, 18)
    (offer,) = legal(OF, drawn.state)
    assert (offer.do, offer.seat) == ("play", winner)


def test_lof_statement_5_twenty_tricks() -> None:
    """Ten times both draw; nothing is left in the stock, and the ten cards in hand are played out."""
    step = begun()
    while not step.state.is_over:
        step = on(step)
        sizes = {hand.bit_count() for hand in step.state.hands}
        assert step.state.trick or step.state.drawing or len(sizes) == 1
    assert len(step.state.tricks) == 20
    assert sum(isinstance(event, Taken) for event in step.events) == 20
    assert step.state.piles == (0,)


def test_lof_statement_6_the_last_trick() -> None:
    """One point, as everywhere."""
    assert OF.rules.pack.last_trick == 3


def test_lof_statement_7_to_twenty_one() -> None:
    """Twenty are not enough."""
    assert not Matching().standing(OF, (20, 13), deal=3).over
    assert Matching().standing(OF, (21, 12), deal=3).winners == (0,)
