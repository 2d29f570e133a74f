"""Other statements written into a hand: lines with equal meaning stay as they are."""

from __future__ import annotations

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.repairs.rewriting import reread_hand, rewrite_statements
from tests.tools.evenings import evening

HAND = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer  A   ; by lot
deal B: Cb Fb 3s Cs 7s Ac 3d 2d Rd 6d 5d 4d\r
bid B: chiamo  C: passo A: passo
 1 B: 3d   4d 7d   > B ; a good one
score B: -2 A: +1 C: +1
end
"""


def _hand() -> rec.Hand:
    (hand,) = parse_records(HAND)
    assert not hand.broken
    return hand


def _with(new: rec.Statement, hand: rec.Hand) -> tuple[str, ...]:
    nth = getattr(new, "nth", 0)
    kept = tuple(new if each.line == new.line and getattr(each, "nth", 0) == nth else each for each in hand.statements)
    lines = rewrite_statements(hand, kept)
    assert lines is not None
    assert [each._replace(line=0) for each in reread_hand(hand, lines).statements] == [
        each._replace(line=0) for each in kept
    ]
    return lines


def test_its_own_statements_change_nothing() -> None:
    for hand in (_hand(), *parse_records(evening("twenty-one", 20))):
        assert rewrite_statements(hand, hand.statements) == hand.lines


def test_only_the_words_that_differ_change() -> None:
    hand = _hand()
    dealer, deal, bid, *_ = hand.statements
    trick = next(each for each in hand.statements if isinstance(each, rec.Trick))
    score = next(each for each in hand.statements if isinstance(each, rec.Score))
    assert isinstance(dealer, rec.Dealer)
    assert isinstance(deal, rec.Deal)
    assert isinstance(bid, rec.Bid)
    for new, line in (
        (dealer._replace(seat="C"), "dealer  C   ; by lot"),
        (deal._replace(cards=deal.cards[1:]), "deal B: Fb 3s Cs 7s Ac 3d 2d Rd 6d 5d 4d\r"),
        (deal._replace(cards=(*deal.cards, "7b")), "deal B: Cb Fb 3s Cs 7s Ac 3d 2d Rd 6d 5d 4d 7b\r"),
        (bid._replace(word="solo"), "bid B: solo  C: passo A: passo"),
        (trick._replace(cards=("4d", "3d", "7d")), " 1 B: 4d   3d 7d   > B ; a good one"),
        (trick._replace(cards=("3d", "7d")), " 1 B: 3d 7d   > B ; a good one"),
        (trick._replace(winner=""), " 1 B: 3d   4d 7d ; a good one"),
        (score._replace(amounts=(("B", -2), ("A", 2), ("C", 0))), "score B: -2 A: +2 C: 0"),
    ):
        place = new.line - hand.line
        lines = _with(new, hand)
        assert lines[place] == line
        assert (*lines[:place], *lines[place + 1 :]) == (*hand.lines[:place], *hand.lines[place + 1 :])


def test_a_line_more_and_a_line_less() -> None:
    hand = _hand()
    call = rec.Call("B", "3b")
    at = next(at for at, each in enumerate(hand.statements) if isinstance(each, rec.Trick))
    lines = rewrite_statements(hand, (*hand.statements[:at], call, *hand.statements[at:]))
    assert lines == (*hand.lines[:4], "call B: 3b", *hand.lines[4:])
    lines = rewrite_statements(hand, (*hand.statements[:1], call, *hand.statements[2:]))
    assert lines == (*hand.lines[:2], "call B: 3b", *hand.lines[3:])
    (deal,) = (each for each in hand.statements if isinstance(each, rec.Deal))
    place = hand.statements.index(deal) + 1
    lines = rewrite_statements(hand, (*hand.statements[:place], call, *hand.statements[place:]))
    assert lines == (*hand.lines[:3], "call B: 3b\r", *hand.lines[3:])


def test_what_no_line_can_say_is_not_written() -> None:
    hand = _hand()
    dealer = hand.statements[0]
    assert isinstance(dealer, rec.Dealer)
    assert rewrite_statements(hand, (dealer._replace(seat="anna"), *hand.statements[1:])) is None
