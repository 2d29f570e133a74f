"""Errors in the auction of a hand without cards: one error, one finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import LANGUAGES
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement


def one(*lines: str) -> Judgement:
    """The ruling on one hand."""
    return played("hand 1\ndealer C\n" + "\n".join(lines) + "\nend\n")[0]


def errors(replay: Judgement) -> list[str]:
    """The codes of the errors."""
    return [each.code for each in replay.findings if each.severity == "error"]


@pytest.mark.parametrize(
    "witnesses",
    [
        (),
        ("result B: won",),
        ("result B: lost", "score B: -4 A: +2 C: +2"),
        ("score B: +4 A: -2 C: -2",),
        ("result B: 20 A+C: 15", "score B: +4 A: -2 C: -2"),
    ],
)
def test_a_mistyped_bid_is_the_word_that_it_looks_like(witnesses: tuple[str, ...]) -> None:
    """Result and payments fit the near word: no other finding, and it is judged so."""
    ruling = one("bid A: chiamo B: soolo C: passo", *witnesses)
    assert errors(ruling) == ["CAL210"]
    finding = next(each for each in ruling.findings if each.code == "CAL210")
    assert finding.fix is not None
    assert [edit.text for edit in finding.fix.edits] == ["solo"]
    assert "did you mean `solo`? The hand is judged with `solo`" in finding.help("en")
    assert "si intendeva `solo`? La mano è giudicata con `solo`" in finding.help("it")
    if witnesses:
        assert ruling.account is not None
        assert (ruling.account.contract, ruling.account.declarer) == ("solo", 1)


def test_a_slip_in_the_payments_is_told_beside_the_word() -> None:
    """Two errors, two findings: one wrong amount does not change the word."""
    ruling = one("bid A: chiamo B: soolo C: passo", "result B: won", "score B: +4 A: -2 C: -3")
    assert errors(ruling) == ["CAL210", "CAL611"]


def test_a_word_that_looks_like_none_is_told_by_the_payments() -> None:
    """Only one word gives these payments."""
    ruling = one("bid A: chiamo B: qqq C: passo", "result B: won", "score B: +4 A: -2 C: -2")
    assert errors(ruling) == ["CAL210"]
    assert ruling.account is not None
    assert ruling.account.contract == "solo"
    assert "judged with `solo`" in ruling.findings[0].help("en")
    silent = one("bid A: chiamo B: passo C: qqq", "result A: won", "score A: +2 B: -1 C: -1")
    assert errors(silent) == ["CAL210"]
    assert silent.account is not None
    assert silent.account.contract == "chiamo"


@pytest.mark.parametrize(
    "lines",
    [
        ("bid A: chiamo B: qqq C: passo", "result B: won"),
        ("bid A: chiamo B: soolo C: passo", "result B: won", "score B: +10 A: -5 C: -5"),
        ("bid A: chiamo B: soolo C: passo", "score C: +10 A: -5 B: -5"),
        ("bid A: chiamo B: qqq C: passo", "score C: +10 A: -5 B: -5"),
    ],
)
def test_where_the_word_cannot_be_told_nothing_is_settled(lines: tuple[str, ...]) -> None:
    """With an unreadable contract, payments are not judged, nor reported as wrong."""
    ruling = one(*lines)
    assert errors(ruling) == ["CAL210"]
    assert ruling.account is None
    assert ruling.stated is None
    for lang in LANGUAGES:
        assert ruling.findings[0].help(lang)
    assert "what is paid is not judged" in ruling.findings[0].help("en")


def test_payments_that_do_not_come_out_even_are_told_all_the_same() -> None:
    """That needs no contract."""
    assert errors(one("bid A: chiamo B: qqq C: passo", "score C: +10 A: -5 B: -4")) == ["CAL210", "CAL324"]


def test_the_totals_go_on_from_what_is_written_after_a_hand_that_cannot_be_told() -> None:
    """The totals of that hand are taken as they are, and a later error is found."""
    first = "hand 1\ndealer C\nbid A: chiamo B: passo C: passo\nresult A: won\ntotal A: 2 B: -1 C: -1\nend\n\n"
    second = "hand 2\ndealer A\nbid B: qqq C: passo A: passo\nresult B: won\ntotal A: 0 B: 3 C: -3\nend\n\n"
    third = "hand 3\ndealer B\nbid C: solo A: passo B: passo\nresult C: won\ntotal A: -2 B: 1 C: {}\nend\n"
    assert [errors(each) for each in played(first + second + third.format(1))] == [[], ["CAL210"], []]
    assert [errors(each) for each in played(first + second + third.format(2))] == [[], ["CAL210"], ["CAL612"]]


def test_a_bid_that_is_too_low_does_not_stand() -> None:
    """The higher bid is played; that is one finding."""
    ruling = one("bid A: solo B: chiamo C: passo", "result A: won", "score A: +4 B: -2 C: -2")
    assert errors(ruling) == ["CAL402"]
    assert ruling.account is not None
    assert (ruling.account.contract, ruling.account.declarer) == ("solo", 0)


def test_a_bid_that_is_too_low_and_yet_was_played_is_one_finding() -> None:
    """The payments show another error in the bids: no consequence is reported."""
    ruling = one("bid A: solo B: chiamo C: passo", "result B: won", "score B: +2 A: -1 C: -1")
    assert errors(ruling) == ["CAL402"]
    assert ruling.account is None


def test_a_raise_is_read_like_a_bid() -> None:
    """A mistyped raise is the near one."""
    ruling = one("bid A: solissimo B: passo C: passo", "raise A: dividette", "result A: won")
    assert errors(ruling) == ["CAL210"]
    assert ruling.account is not None
    assert ruling.account.contract == "dividete"


@pytest.mark.parametrize("others", ["", " B: passo C: passo"])
@pytest.mark.parametrize("paid", [(), ("score A: +16 B: -8 C: -8",)])
def test_a_contract_that_is_raised_to_is_no_bid(others: str, paid: tuple[str, ...]) -> None:
    """With any bids written; as a raise of the solissimo it is in order."""
    ruling = one(f"bid A: dividete{others}", "result A: won", *paid)
    assert errors(ruling) == ["CAL404"]
    assert ruling.account is not None
    assert ruling.account.payments == (16, -8, -8)
    raised = one(f"bid A: solissimo{others}", "raise A: dividete", "result A: won", *paid)
    assert errors(raised) == []
    assert raised.account is not None
    assert raised.account.payments == (16, -8, -8)


def test_an_evening_goes_on_after_a_word_that_was_told() -> None:
    """The totals are compared with the payments of the right word."""
    text = (
        "hand 1\ndealer C\nbid A: chiamo B: soolo C: passo\nresult B: won\nscore B: +4 A: -2 C: -2\n"
        "total A: -2 B: 4 C: -2\nend\n\n"
        "hand 2\ndealer A\nbid B: chiamo C: passo A: passo\nresult B: won\ntotal A: -3 B: 6 C: -2\nend\n"
    )
    assert [errors(each) for each in played(text)] == [["CAL210"], ["CAL612"]]


@pytest.mark.parametrize("bids", ["B: solo C: solo", "C: solo B: solo", "A: chiamo B: solo C: solo"])
def test_two_players_cannot_have_bid_the_same(bids: str) -> None:
    """Pagat, line 34: each bid must be higher. In whatever order they spoke, one of the two was not."""
    ruling = one(f"bid {bids}", "result B: won")
    assert errors(ruling) == ["CAL402"]
    finding = next(found for found in ruling.findings if found.code == "CAL402")
    assert finding.message("en") == "`solo` is not higher than `solo`"


def test_a_bid_may_be_written_before_a_lower_one() -> None:
    """Not all have a bid written, so the order of the two is not known."""
    assert errors(one("bid B: solo C: chiamo", "result B: won")) == []
