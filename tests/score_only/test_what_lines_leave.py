"""Effects of a hand without cards: on later totals, and on its known facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import Listing
from calarec.record_judge.session import RecordJudge

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

_HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"
_FIRST = "dealer A\nbid B: passo C: solo A: passo\n"
_SECOND = "dealer B\nbid C: passo A: solo B: passo\n"


def _judged(*hands: str) -> list[Judgement]:
    session = RecordJudge()
    text = _HEAD + "".join(f"hand {number}\n{lines}end\n\n" for number, lines in enumerate(hands, 1))
    return [session.replay(hand) for hand in parse_records(text)]


def _codes(judgement: Judgement) -> list[str]:
    return [each.code for each in judgement.findings]


def test_totals_that_were_not_carried_are_believed_once() -> None:
    """The first totals rest on unwritten hands; later errors of two are errors."""
    first = _FIRST + "result C: lost\nscore C: -4 A: +2 B: +2\ntotal A: 12 B: 7 C: -19\n"
    second = _SECOND + "result A: lost\nscore A: -4 B: +2 C: +2\ntotal A: 9 B: 8 C: -17\n"
    assert [_codes(each) for each in _judged(first, second)] == [["CAL617"], ["CAL612", "CAL612"]]


def test_what_totals_add_counts_from_the_slips_on() -> None:
    """On paper A has one too many and B one too few: from there on B has lost eight, which only a bonus gives."""
    first = _FIRST + "result C: lost\nscore C: -4 A: +2 B: +2\ntotal A: 2 B: 2 C: -4\n"
    second = _SECOND + "result A: lost\nscore A: -4 B: +2 C: +2\ntotal A: -1 B: 3 C: -2\n"
    third = "dealer C\nbid A: passo B: solo C: passo\ntotal A: 3 B: -5 C: 2\n"
    *_, told, paid = _judged(first, second, third)
    assert _codes(told) == ["CAL612", "CAL612"]
    assert _codes(paid) == []
    assert paid.account is not None
    assert paid.account.payments == (4, -8, 4)


def test_a_result_alone_is_borne_out() -> None:
    (found,) = _judged(_FIRST + "result C: 11 A: 12 B: 12\n")
    assert found.stated is True


def test_a_winner_against_the_points_is_impossible() -> None:
    """Eleven points win nothing: both cannot be true."""
    (found,) = _judged(_FIRST + "result C: 11 A: 12 B: 12\nresult C: won\nscore C: -4 A: +2 B: +2\n")
    assert "CAL614" in _codes(found)
    assert (found.knowledge, found.stated) == ("impossible", False)


def test_the_lowest_bid_is_no_higher_than_itself() -> None:
    hand = "dealer A\nbid B: chiamo C: chiamo A: passo\nresult B: lost\nscore B: -2 A: +1 C: +1\n"
    (told,) = _judged(hand)[0].findings
    assert told.code == "CAL402"
    assert told.args["legal"] == Listing(("passo", "solo", "solissimo"), either=True)
    assert told.span.column == len("bid B: chiamo C: ") + 1


def test_of_a_deal_half_known_and_never_played_the_result_is_told() -> None:
    """Cards beside the result of a hand without tricks change nothing."""
    dealt = "deal C: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs Fs\n"
    (bare,) = _judged(_FIRST + "result C: lost\n")
    (half,) = _judged(_FIRST.replace("bid", f"{dealt}bid") + "result C: lost\n")
    assert bare.account is not None
    assert half.account == bare.account
    assert half.totals == bare.totals == {"A": 2, "B": 2, "C": -4}
    wrong = "result C: lost\nscore C: -2 A: +1 B: +1\n"
    (bare,), (half,) = _judged(_FIRST + wrong), _judged(_FIRST.replace("bid", f"{dealt}bid") + wrong)
    assert _codes(half) == _codes(bare) == ["CAL408"]
    (twice,) = _judged(_FIRST.replace("bid", f"{dealt.replace('Fs', '3b')}bid") + "result C: lost\n")
    assert any(each.severity == "error" for each in twice.findings)


def test_a_hand_with_a_trick_is_not_told_by_its_result() -> None:
    """As soon as there is play, the cards decide: a broken-off hand is not settled."""
    dealt = "deal C: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs Fs\n"
    (found,) = _judged(_FIRST.replace("bid", f"{dealt}bid") + "take C: __ __ __ __\n 1 C: 3s 4s 5s\nresult C: lost\n")
    assert found.account is None


TRETRE = "cal 1\nrules tretre\nseat A\nseat B\nseat C\n\n"


def test_totals_behind_what_could_not_be_settled_are_not_known() -> None:
    """If B has won hand 1, no player has 21 after hand 2, so the match is not over."""
    session = RecordJudge()
    first = "hand 1\ndealer A\nbid B: scegliete\nend\n\n"
    second = "hand 2\ndealer B\nbid C: scegliete\nresult C: won\nscore C: +32 A: -16 B: -16\nend\n"
    unsettled, settled = (session.replay(hand) for hand in parse_records(TRETRE + first + second))
    assert (unsettled.account, unsettled.totals, unsettled.standing) == (None, None, None)
    assert settled.account is not None
    assert (settled.totals, settled.standing) == (None, None)


def test_totals_that_are_stated_begin_anew() -> None:
    """From the next hand on they are known."""
    session = RecordJudge()
    first = "hand 1\ndealer A\nbid B: scegliete\nend\n\n"
    second = "hand 2\ndealer B\nbid C: solo\nresult C: won\ntotal A: -2 B: -2 C: +4\nend\n\n"
    third = "hand 3\ndealer C\nbid A: solo\nresult A: won\nend\n"
    *_, found = [session.replay(hand) for hand in parse_records(TRETRE + first + second + third)]
    assert found.totals == {"A": 2, "B": -4, "C": 2}
    assert found.standing is not None
