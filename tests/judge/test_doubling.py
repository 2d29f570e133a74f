"""Words that raise the payment: speakers, times, order and refusals."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from calarec.core.engine.actions import DoubleAction
from calarec.core.engine.moves import apply, start
from calarec.core.engine.terms import Refusal
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import rules


@cache
def plain(name: str, contract: str) -> list[str]:
    """The lines of a hand without doubling, but for its score and total."""
    for each in simulate(rules(name), hands=30, seed=8, aim=f"contracts.{contract}"):
        lines = write([each.hand]).splitlines()
        if not any(line.startswith(("double", "claim", "concede", "show", "signal")) for line in lines):
            return [line for line in lines if not line.startswith(("score", "total"))]
    raise AssertionError(name)


def declarer(lines: list[str]) -> str:
    """Return the declarer of a hand without raised bids."""
    bid = next(line for line in lines if line.startswith("bid")).split()
    return next(seat[0] for seat, word in zip(bid[1::2], bid[2::2], strict=True) if word != "passo")


def opponents(lines: list[str]) -> list[str]:
    """The others, of three."""
    return [seat for seat in "ABC" if seat != declarer(lines)]


def judged(name: str, lines: list[str], at: str, *more: str) -> Any:
    """The hand with lines put in before the first line that begins with `at`."""
    place = next(number for number, line in enumerate(lines) if line.strip().startswith(at))
    (hand,) = parse_records("\n".join([*lines[:place], *more, *lines[place:]]) + "\n")
    return begin_totals(rules(name)).replay(hand)


def told(ruling: Any) -> list[tuple[str, str]]:
    """Codes and rules."""
    return [(each.code, each.rule.path if each.rule else "") for each in ruling.findings]


def paid(ruling: Any, seat: str) -> int:
    """Return the amount that a seat pays or receives."""
    return abs(int(as_json(ruling)["ruling"]["payments"][seat]))


def test_both_words_multiply_everything() -> None:
    """One opponent's contro binds both; the declarer's surcontro doubles that."""
    lines = plain("contro", "solo")
    own, (one, other) = declarer(lines), opponents(lines)
    before = paid(judged("contro", lines, "1 "), one)
    assert before
    for said, times in ((f"double {one}: contro", 2), (f"double {one}: contro {own}: surcontro", 4)):
        ruling = judged("contro", lines, "1 ", said)
        assert not ruling.findings
        assert paid(ruling, one) == paid(ruling, other) == times * before
        assert paid(ruling, own) == 2 * times * before
        kinds = [(said["bid"], said["kind"]) for said in as_json(ruling)["auction"] if said["kind"] == "double"]
        assert kinds == [("contro", "double"), ("surcontro", "double")][: times // 2]


@pytest.mark.parametrize(("said", "at", "expected"), [
    ("double {own}: contro", "1 ", [("CAL414", "doubling.words.contro.by")]),
    ("double {one}: contro {other}: surcontro", "1 ", [("CAL414", "doubling.words.surcontro.by")]),
    ("double {one}: contro {other}: contro", "1 ", [("CAL416", "doubling.words.contro.after")]),
    ("double {own}: surcontro", "1 ", [("CAL416", "doubling.words.surcontro.after")]),
    ("double {one}: contra", "1 ", [("CAL218", "doubling.words")]),
    ("double {one}: contro", "bid", [("CAL415", "doubling.until")]),
    ("double {one}: contro", "2 ", [("CAL415", "doubling.until")]),
])  # fmt: skip
def test_what_does_not_fit_is_told_once(said: str, at: str, expected: list[tuple[str, str]]) -> None:
    """By its rule, in both languages; the stake is paid undoubled."""
    lines = plain("contro", "solo")
    one, other = opponents(lines)
    line = said.format(own=declarer(lines), one=one, other=other)
    ruling = judged("contro", lines, at, line)
    assert told(ruling) == expected
    for lang in ("en", "it"):
        assert "{" not in ruling.findings[0].message(lang)
    doubled = 2 if line.startswith(f"double {one}: contro ") else 1
    assert paid(ruling, one) == doubled * paid(judged("contro", lines, "1 "), one)


@pytest.mark.parametrize(("said", "whose"), [("double {own}: contro", ""), ("double {one}: surcontro", "declarer")])
def test_whose_word_it_is_is_said(said: str, whose: str) -> None:
    """A word of the other side is refused, with the side that has it."""
    lines = plain("contro", "solo")
    one, _ = opponents(lines)
    before = [] if "contro" in said.split() else [f"double {one}: contro"]
    ruling = judged("contro", lines, "1 ", *before, said.format(own=declarer(lines), one=one))
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL414", whose)]


def test_rules_that_know_no_doubling_say_so() -> None:
    """Under the parent's rules the line is reported, and nothing is doubled."""
    lines = plain("forced", "solo")
    ruling = judged("forced", lines, "1 ", f"double {opponents(lines)[0]}: contro")
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL218", "none")]


def test_without_cards_words_are_judged_alike() -> None:
    """In a hand without cards valid words count, and invalid ones are reported."""
    lines = [
        line for line in plain("contro", "solo") if line.startswith(("cal", "rules", "seat", "hand", "dealer", "bid"))
    ]
    own, (one, other) = declarer(lines), opponents(lines)
    won = [*lines, f"result {own}: won", f"score {own}: +8 {one}: -4 {other}: -4", "end"]
    assert told(judged("contro", won, "result", f"double {one}: contro")) == []
    ruling = judged("contro", won, "result", f"double {own}: contro")
    assert told(ruling)[0] == ("CAL414", "doubling.words.contro.by")


@pytest.mark.parametrize(("said", "code"), [
    ("double {one}: cotro", "CAL218"), ("double {own}: contro", "CAL414"), ("double {one}: surcontro", "CAL414"),
])  # fmt: skip
def test_a_slip_in_the_word_is_read_as_what_was_paid_shows_it_to_mean(said: str, code: str) -> None:
    """A misspelt double is read by the payments; otherwise nothing was doubled."""
    lines = plain("contro", "solo")
    own, (one, other) = declarer(lines), opponents(lines)
    line = said.format(own=own, one=one)
    stake = paid(judged("contro", lines, "1 "), one)
    won = as_json(judged("contro", lines, "1 "))["ruling"]["payments"][own] > 0
    for times, read in ((2, True), (1, False)):
        each = stake * times * (-1 if won else 1)
        score = f"score {own}: {-2 * each:+} {one}: {each:+} {other}: {each:+}"
        ruling = judged("contro", [*lines[:-1], score, lines[-1]], "1 ", line)
        assert [code for code, _ in told(ruling)] == [code]
        assert paid(ruling, one) == stake * times
        for lang, with_it in (("en", "judged with `contro`"), ("it", "`contro`: solo così")):
            assert (with_it in ruling.findings[0].help(lang)) is read, ruling.findings[0].help(lang)


def test_a_word_that_there_is_not_is_refused_at_the_word() -> None:
    """Also without a record, as in a hand that is played."""
    game = rules("contro")
    hands = [game.cards.full & sum(1 << card for card in range(12 * seat, 12 * seat + 12)) for seat in range(3)]
    piles = [game.cards.full & ~sum(hands)]
    state, _ = start(game, game.seat(("A", "B", "C"), 0), hands, piles)
    refused = apply(game, state, DoubleAction(1, "qqq"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.point) == ("CAL218", ("word", 0))
