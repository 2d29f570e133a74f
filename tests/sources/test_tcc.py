"""The pages on the Spizzichino, statement by statement: see docs/explanation/sources.md."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from calarec.core.engine.actions import PlayAction, TakeAction
from calarec.core.engine.cards import bits
from calarec.core.engine.events import Taken
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.engine.views import Known, view
from calarec.playing.dealing import deal
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.engine.state import State

OF = game("spizzichino")
A, B = 0, 1


def begun() -> Outcome:
    """A hand just dealt by A."""
    setting = OF.seat(("A", "B"), A)
    return start(OF, setting, *deal(OF, setting, Random(5)))


def turn_up(before: Outcome, seat: int, cards: int) -> Outcome:
    """After a seat has turned up these cards."""
    after = apply(OF, before.state, TakeAction(seat, cards, 0))
    assert isinstance(after, Outcome)
    return Outcome(after.state, (*before.events, *after.events))


def play(before: Outcome, seat: int, card: int) -> Outcome:
    """After a seat has played a card."""
    after = apply(OF, before.state, PlayAction(seat, card))
    assert isinstance(after, Outcome)
    return Outcome(after.state, (*before.events, *after.events))


def turn_up_all_tops(seed: int = 5) -> Outcome:
    """A hand in which both players have turned up the tops of their packets."""
    setting = OF.seat(("A", "B"), A)
    dealt = start(OF, setting, *deal(OF, setting, Random(seed)))
    first, second, third, fourth, *_ = bits(dealt.state.piles[0])
    return turn_up(turn_up(dealt, B, 1 << first | 1 << fourth), A, 1 << second | 1 << third)


def tops(state: State, seat: int) -> list[int]:
    """The open cards of a seat."""
    return [packet.top for packet in state.packets if packet.seat == seat and packet.top >= 0]


def test_tcc_statements_1_to_3_twelve_cards_to_play_from() -> None:
    """Ten in hand, two packets of five before each; the top cards are open to both, the others to neither."""
    dealt = begun()
    assert [hand.bit_count() for hand in dealt.state.hands] == [10, 10]
    assert [packet.below for packet in dealt.state.packets] == [5, 5, 5, 5]
    assert [(offer.do, offer.seat, offer.least, offer.most) for offer in legal(OF, dealt.state)] == [
        ("take", B, 1, 2), ("take", A, 1, 2),
    ]  # fmt: skip
    hasty = apply(OF, dealt.state, PlayAction(B, next(bits(dealt.state.hands[B]))))
    assert isinstance(hasty, Refusal)
    assert (hasty.code, hasty.rule) == ("CAL430", "play.draw")
    state, events = turn_up_all_tops()
    assert [hand.bit_count() for hand in state.hands] == [12, 12]
    assert [packet.below for packet in state.packets] == [4, 4, 4, 4]
    assert all(event.seen == 3 for event in events if isinstance(event, Taken))
    for seat in (A, B):
        seen = view(OF, state, events, 1 << seat)
        other = sum(1 << card for card in tops(state, 1 - seat))
        assert seen.hands[1 - seat] == Known(other, 12)
        assert seen.piles[0] == Known(0, 16)
    assert OF.rules.match.dealer == "next"


def test_tcc_statements_4_5_an_open_card_is_led_and_follows() -> None:
    """B, who did not deal, leads any of twelve; A follows with a card of the hand or an open one."""
    followed_open = 0
    for seed in range(30):
        before = turn_up_all_tops(seed)
        (offer,) = legal(OF, before.state)
        assert (offer.do, offer.seat, offer.cards.bit_count()) == ("play", B, 12)
        led = tops(before.state, B)[0]
        assert offer.cards >> led & 1
        after = play(before, B, led)
        suit, hand = OF.cards.suit_of[led], after.state.hands[A]
        (offer,) = legal(OF, after.state)
        assert offer.cards == (hand & suit or hand)
        open_cards = sum(1 << card for card in tops(after.state, A))
        followed_open += bool(hand & suit) and not hand & suit & ~open_cards
        answer = max(bits(offer.cards))
        won = play(after, A, answer).state.tricks[0]
        assert won.winner == (A if 1 << answer & suit and answer > led else B)
    assert followed_open


def test_tcc_statement_6_the_next_card_of_a_packet() -> None:
    """Cards of packets that were played from are turned up in any order; twenty tricks use all."""
    step = turn_up_all_tops()
    rng, laid = Random(1), dict[int, int]()
    while not step.state.is_over:
        if not step.state.drawing:
            if not step.state.trick:
                laid = {packet.top: packet.seat for packet in step.state.packets if packet.below}
            (offer,) = legal(OF, step.state)
            step = play(step, offer.seat, rng.choice(list(bits(offer.cards))))
            played = [laid[card] for trick in step.state.tricks[-1:] for card in trick.cards if card in laid]
            assert step.state.trick or step.state.is_over or sorted(step.state.drawing) == sorted(played)
            continue
        seat, pile = rng.choice(step.state.drawing), step.state.piles[0]
        two = apply(OF, step.state, TakeAction(seat, pile & -pile | 1 << pile.bit_length() - 1, 0))
        assert pile.bit_count() == 1 or (isinstance(two, Refusal) and two.code == "CAL434")
        step = turn_up(step, seat, pile & -pile)
    assert len(step.state.tricks) == 20
    assert step.state.piles == (0,)
    assert [packet.below for packet in step.state.packets] == [0, 0, 0, 0]


def test_tcc_statements_7_8_eleven_points() -> None:
    """The three is highest; with the last trick there are eleven points and two thirds, and fractions are dropped."""
    assert OF.rules.pack.ranks == "32ARCF7654"
    assert [OF.rules.pack.points.get(rank, 0) for rank in "A32RCF7"] == [3, 1, 1, 1, 1, 1, 0]
    assert (OF.rules.pack.last_trick, OF.rules.settle.rounding) == (3, "down")


def test_piz_to_twenty_one() -> None:
    """Twenty are not enough."""
    assert not Matching().standing(OF, (20, 13), deal=3).over
    assert Matching().standing(OF, (21, 12), deal=3).winners == (A,)
