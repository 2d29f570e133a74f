"""The dictionary on the tressette, statement by statement: see docs/explanation/sources.md."""

from __future__ import annotations

from calarec.core.engine.actions import DeclareAction, PlayAction
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Refusal
from tests.rulebooks import game
from tests.sources.without_auction import begun, mixed, own_suits


def test_voc_statements_1_to_4_cards_and_points() -> None:
    """Forty cards in that order, 32 thirds in cards, three for the last trick."""
    of = game("tressette")
    assert of.rules.pack.ranks == "32ARCF7654"
    assert len(of.cards.names) == 40
    worth = {of.cards.names[card][0]: points for card, points in enumerate(of.cards.points)}
    assert worth == {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}
    account = own_suits("tressette").account
    assert account is not None
    assert [(side.cards, side.points) for side in account.sides] == [(0, 0), (32, 35)]


def test_voc_statement_5_declarations() -> None:
    """Made once the first trick is over: three points, four for four of a kind; with a card that was played in it."""
    of, state = game("tressette-accusi"), begun("tressette-accusi")
    hands = [of.cards.mask(suit.split()) for suit in (
        "4b 5b 6b 7b Fb 4s 5s 6s 7s Fs", "3b 2b Ab Rb Cb 3s As Cs 3c Cc", "4c 5c 6c 7c Fc 4d 5d 6d 7d Fd",
        "2s Rs 2c Ac Rc 3d 2d Ad Rd Cd",
    )]  # fmt: skip
    state = state._replace(hands=tuple(hands))
    early = apply(of, state, DeclareAction(1, "napoletana", of.cards.mask(("3b", "2b", "Ab"))))
    assert isinstance(early, Refusal)
    assert (early.code, early.wording) == ("CAL561", "early")
    for seat, card in ((1, "3b"), (2, "4c"), (3, "2s"), (0, "4b")):
        played = apply(of, state, PlayAction(seat, of.cards.names.index(card)))
        assert not isinstance(played, Refusal)
        state = played.state
    worth = []
    for seat, word, cards in (
        (1, "napoletana", "3b 2b Ab"), (1, "buongioco", "3b 3s 3c"), (3, "napoletana", "3d 2d Ad"),
        (3, "buongioco", "2s 2c 2d"),
    ):  # fmt: skip
        said = apply(of, state, DeclareAction(seat, word, of.cards.mask(cards.split())))
        assert not isinstance(said, Refusal)
        worth.append(of.rules.standing[word].params.meld_worth(len(cards.split())))
        state = said.state
    assert worth == [(0, 3)] * 4
    assert of.rules.standing["buongioco"].params.meld_worth(4) == (0, 4)
    (led,) = legal(of, state)
    on = apply(of, state, led.choose(led.cards & -led.cards))
    assert not isinstance(on, Refusal)
    late = apply(of, on.state, DeclareAction(1, "buongioco", of.cards.mask(("Ab", "As"))))
    assert isinstance(late, Refusal)
    assert (late.code, late.wording) == ("CAL561", "late")


def test_voc_statement_6_two_against_two() -> None:
    """Partners face each other."""
    assert game("tressette").people == (4,)
    assert begun("tressette").setting.fixed_sides == ((0, 2), (1, 3))


def test_voc_statement_7_to_twenty_one() -> None:
    """Twenty points are not enough."""
    assert not Matching().standing(game("tressette"), (20, 13, 20, 13), deal=3).over
    assert Matching().standing(game("tressette"), (21, 12, 21, 12), deal=3).over


def test_voc_statement_8_to_thirty_one() -> None:
    """Nor are thirty of thirty-one."""
    assert not Matching().standing(game("tressette-31"), (30, 14, 30, 14), deal=4).over
    assert Matching().standing(game("tressette-31"), (31, 13, 31, 13), deal=4).over


def test_voc_statement_9_ten_cards_each() -> None:
    """Five at a time, and nothing is left."""
    deal = game("tressette").rules.deal
    assert (deal.hand, deal.packets, dict(game("tressette").rules.piles)) == (10, 5, {})


def test_voc_statements_10_11_lead_and_follow() -> None:
    """The player after the dealer leads any card; a card of the suit must be played, otherwise any."""
    of, state = game("tressette"), begun("tressette")
    (offer,) = legal(of, state)
    assert (offer.seat, offer.cards.bit_count()) == (1, 10)
    led = apply(of, state, PlayAction(1, of.cards.names.index("4s")))
    assert not isinstance(led, Refusal)
    (offer,) = legal(of, led.state)
    assert (offer.seat, offer.cards.bit_count()) == (2, 10)
    following = mixed("tressette")
    assert following.state is not None
    assert [trick.winner for trick in following.state.tricks] == [0] + [1] * 9
    assert not [each for each in following.findings if each.severity == "error"]


def test_voc_default_fractions_are_dropped() -> None:
    """35 thirds count as eleven points; play goes to the right."""
    judged = own_suits("tressette")
    assert judged.account is not None
    assert [side.counted for side in judged.account.sides] == [0, 33]
    assert judged.totals == {"A": 0, "B": 11, "C": 0, "D": 11}
    assert game("tressette").rules.table.direction == "counterclockwise"


def test_voc_default_level_sides_play_on() -> None:
    """Two sides with the same total."""
    assert not Matching().standing(game("tressette"), (22, 22, 22, 22), deal=4).over
