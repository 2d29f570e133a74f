"""The rules of the marafone, statement by statement: see docs/explanation/sources.md."""

from __future__ import annotations

from calarec.core.engine.actions import DeclareAction, PlayAction, TrumpAction
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Outcome, Refusal
from tests.rulebooks import game
from tests.sources.without_auction import begun

RULES = "beccaccino"
HANDS = (
    "4b 5b 6b 7b Fb 4s 5s 6s 7s Fs", "3c 2c Ac Rc 3d 2d Ad 4d Rb Rs", "4c 5c 6c 7c Fc Cc 5d 6d 7d Fd",
    "3b 2b Ab Cb 3s 2s As Cs Cd Rd",
)  # fmt: skip


def dealt() -> tuple[Outcome, int]:
    """A hand in which seat B, eldest, has a cricca of cups and one of coins; and how many suits there are."""
    of, state = game(RULES), begun(RULES)
    hands = tuple(of.cards.mask(suit.split()) for suit in HANDS)
    return Outcome(state._replace(hands=hands)), len(of.rules.pack.suits)


def test_rom_statements_1_2_cards_and_points() -> None:
    """Forty cards in that order, 32 thirds in cards, three for the last trick, and eleven points count."""
    of = game(RULES)
    assert (of.people, begun(RULES).setting.fixed_sides) == ((4,), ((0, 2), (1, 3)))
    assert (of.rules.pack.ranks, len(of.cards.names)) == ("32ARCF7654", 40)
    worth = {of.cards.names[card][0]: points for card, points in enumerate(of.cards.points)}
    assert worth == {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}
    assert (sum(of.cards.points), of.rules.pack.last_trick, of.rules.settle.rounding) == (32, 3, "down")


def test_rom_statement_3_ten_cards_each() -> None:
    """Five at a time, to the right."""
    rules = game(RULES).rules
    assert (rules.table.direction, rules.deal.hand, rules.deal.packets) == ("counterclockwise", 10, 5)


def test_rom_statement_4_eldest_hand_names_the_trump_suit() -> None:
    """Any of the four, before the first lead, by its player only."""
    of, (begin, suits) = game(RULES), dealt()
    (offer,) = legal(of, begin.state)
    assert (offer.do, offer.seat, len(offer.words)) == ("trump", 1, suits)
    refused = apply(of, begin.state, TrumpAction(2, "c"))
    assert isinstance(refused, Refusal)
    named = apply(of, begin.state, TrumpAction(1, "c"))
    assert isinstance(named, Outcome)
    (offer, *_) = (each for each in legal(of, named.state) if each.do == "play")
    assert offer.seat == 1
    assert (of.rules.match.dealer, of.rules.match.first_eldest) == ("next", "4d")


def test_rom_statement_5_follow_and_trump() -> None:
    """A player without the suit may play any card; the highest trump takes the trick and leads."""
    of, (begin, _) = game(RULES), dealt()
    state = begin.state
    for action in (TrumpAction(1, "c"), PlayAction(1, of.cards.numbers["Rs"])):
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        state = answer.state
    (offer,) = legal(of, state)
    assert (offer.seat, offer.cards) == (2, state.hands[2])
    for seat, card in ((2, "4c"), (3, "3s"), (0, "Fs")):
        answer = apply(of, state, PlayAction(seat, of.cards.numbers[card]))
        assert isinstance(answer, Outcome)
        state = answer.state
    assert (state.tricks[0].winner, state.turn) == (2, 2)
    wrong = apply(of, state, PlayAction(2, of.cards.numbers["4b"]))
    assert isinstance(wrong, Refusal)


def test_rom_statement_6_three_words_with_the_lead() -> None:
    """The leader of a trick speaks them."""
    rule = game(RULES).rules.standing["signals"].params
    assert (rule.words, rule.by, rule.when) == (("busso", "striscio", "volo"), "anyone", "leading")


def test_rom_statements_7_8_the_cricca() -> None:
    """A cricca is of trumps, by their namer, before the first card; its ace is led."""
    of, (begin, _) = game(RULES), dealt()
    cups, coins = (of.cards.mask(meld.split()) for meld in ("3c 2c Ac", "3d 2d Ad"))
    named = apply(of, begin.state, TrumpAction(1, "c"))
    assert isinstance(named, Outcome)
    other = apply(of, named.state, DeclareAction(1, "cricca", coins))
    assert isinstance(other, Refusal)
    assert (other.code, other.wording) == ("CAL563", "trump")
    partner = apply(of, named.state, DeclareAction(3, "cricca", of.cards.mask(("3b", "2b", "Ab"))))
    assert isinstance(partner, Refusal)
    assert (partner.code, partner.wording) == ("CAL560", "lead")
    said = apply(of, named.state, DeclareAction(1, "cricca", cups))
    assert isinstance(said, Outcome)
    (offer,) = (each for each in legal(of, said.state) if each.do == "play")
    assert offer.cards == of.cards.mask(("Ac",))
    wrong = apply(of, said.state, PlayAction(1, of.cards.numbers["3c"]))
    assert isinstance(wrong, Refusal)
    assert (wrong.code, wrong.rule) == ("CAL519", "standing.cricca.lead")
    assert of.rules.standing["cricca"].params.meld_worth(3) == (0, 3)
    led = apply(of, named.state, PlayAction(1, of.cards.numbers["Ac"]))
    assert isinstance(led, Outcome)
    late = apply(of, led.state, DeclareAction(1, "cricca", cups))
    assert isinstance(late, Refusal)
    assert (late.code, late.wording) == ("CAL561", "late")


def test_rom_statements_9_10_to_forty_one() -> None:
    """Forty points are not enough, and level sides play on."""
    of = game(RULES)
    assert not Matching().standing(of, (40, 30, 40, 30), deal=6).over
    assert Matching().standing(of, (41, 30, 41, 30), deal=6).winners == (0, 2)
    assert not Matching().standing(of, (42, 42, 42, 42), deal=7).over
