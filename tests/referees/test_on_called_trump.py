"""Briscola chiamata: a called card makes its suit trump, with bids of points.

With CALAREC_THOROUGH set, 2,000 hands are compared with an independent referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine.events import TrumpMade
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import agreed, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_called_trump import LADDER, referee

if TYPE_CHECKING:
    from calarec.core.engine.game import Game

NAME = "briscola-chiamata"
HANDS = hands(40)


def chiamata() -> Game:
    """The rules of the tests."""
    return rules(NAME)


def test_agrees_with_the_referee() -> None:
    """Contract, partner, winners of tricks, points and payments, some hands irregular, some claimed."""
    for judged, _ in agreed(chiamata(), referee, HANDS):
        assert judged.account is not None
        assert sum(judged.account.payments) == 0


def test_agrees_at_every_kind_of_end() -> None:
    """A call in the own hand, a rank, an amount of points, and every card that counts on one side."""
    aims = ("steps.call-ace.in_hand.then", "contracts.four", "contracts.points", "settle.bonus.cappotto")
    for aim in aims:
        for each in simulate(chiamata(), hands=max(2, HANDS // 20), seed=7, aim=aim):
            hand = as_json(begin_totals(chiamata()).replay(each.hand))
            ours, theirs = comparable_parts(hand, referee(for_the_referee(hand)))
            assert ours == theirs, write([each.hand])


HAND = """cal 1
seat A
seat B
seat C
seat D
seat E

hand 1
dealer E
deal A: 3b Ab 7s 6s Rc Fc 4d 2d
deal B: Rb Cb As 3s 7c 6c 5d 6d
deal C: Fb 7b Rs Cs 5c 4c 7d Fd
deal D: 6b 5b Fs 5s Ac 2c Cd Rd
deal E: 4b 2b 4s 2s 3c Cc Ad 3d
bid A: {bid} B: passo C: passo D: passo E: passo
call A: {card}
 1 A: Ab Rb 7b 5b 2b > A
end
"""


def made_trump(card: str, bid: str) -> list[TrumpMade]:
    """Return the trump that a called card made."""
    (hand,) = parse_records(HAND.format(bid=bid, card=card))
    judged = begin_totals(chiamata()).replay(hand)
    assert not [finding for finding in judged.findings if finding.severity == "error"]
    return [happening.event for happening in judged.happened if isinstance(happening.event, TrumpMade)]


def test_car_the_suit_of_the_called_card_is_trump() -> None:
    """No line names it, and the call shows whose it is."""
    for card, bid in (("Rb", "king"), ("Rd", "king"), ("2s", "points-70")):
        (made,) = made_trump(card, bid)
        suit = chiamata().cards.suit_of[chiamata().cards.numbers[card]]
        assert (made.suit, made.card, made.rule) == (suit, -1, "play.trump")


def test_no_line_names_a_suit() -> None:
    """A line that names a suit has no moment under these rules, before the call and after it."""
    (hand,) = parse_records(HAND.format(bid="king", card="Rb").replace("call A", "trump A: b\ncall A"))
    codes = {finding.code for finding in begin_totals(chiamata()).replay(hand).findings}
    assert "CAL430" in codes
    assert not [one for each in simulate(chiamata(), hands=3, seed=2) for one in each.hand.every(rec.Trump)]


def test_a_called_card_with_unknown_cards() -> None:
    """Without written hands the called suit still takes; a wrong winner is found."""
    for each in simulate(chiamata(), hands=3, seed=11, bot="random"):
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Deal | rec.Total))
        judged = begin_totals(chiamata()).replay(replace(each.hand, statements=said))
        assert judged.verdict == "legal", write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


def test_hands_without_cards() -> None:
    """Without cards the payment fits the bid, in ranks and in points."""
    scores = (rec.Deal, rec.Trick, rec.Total)
    for each in simulate(chiamata(), hands=12, seed=13, bot="random"):
        said = tuple(one for one in each.hand.statements if not isinstance(one, scores))
        judged = begin_totals(chiamata()).replay(replace(each.hand, statements=said))
        assert not [one.code for one in judged.findings if one.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


def test_car_a_bid_of_points_is_what_is_needed() -> None:
    """With 69 points seventy are not reached, sixty-nine are; the stake is paid once."""
    text = "dealer E\nbid A: points-{need}\ncall A: 2d\nresult A+D: 69 B+C+E: 51\n"
    for need, sign in ((69, 1), (70, -1)):
        (hand,) = parse_records("cal 1\nseat A\nseat B\nseat C\nseat D\nseat E\n\nhand 1\n" + text.format(need=need))
        judged = begin_totals(chiamata()).replay(hand)
        assert judged.account is not None
        assert judged.account.payments == (2 * sign, -sign, -sign, sign, -sign)
        assert {reason.rule for reason in judged.account.because} >= {"contracts.points.amounts"}


def test_car_ranks_go_down_and_then_points_up() -> None:
    """The order of the calls is that of the referee; each bid of points is one of its own."""
    assert list(chiamata().rules.auction.ladder) == LADDER
    assert chiamata().rules.contracts["points-62"].won_if is not None


def test_points_that_no_cards_make_are_reported() -> None:
    """The points of a result are those of some cards: no card is worth one point, so no side has 1 or 119."""
    sums = {0}
    for worth in (11, 10, 4, 3, 2):
        for _ in "bscd":
            sums |= {points + worth for points in sums}
    head = "cal 1\nseat A\nseat B\nseat C\nseat D\nseat E\n\nhand 1\ndealer E\nbid A: ace\ncall A: Ad\n"
    for points in range(121):
        (hand,) = parse_records(f"{head}result A+D: {points}\nend\n")
        judged = begin_totals(chiamata()).replay(hand)
        codes = [finding.code for finding in judged.findings]
        assert ((judged.account is not None), codes) == ((True, []) if points in sums else (False, ["CAL320"])), points
