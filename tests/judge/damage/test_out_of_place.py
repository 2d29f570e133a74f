"""A line in another place, or repeated: one finding, and the same result."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import rules
from tests.rulebooks import game as shipped
from tests.shards import of_shard

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement

HANDS = (("pagat", 1), ("tretre", 1), ("contro-alone", 0), ("tressette-in-due", 0), ("briscola", 0))
NOT_OF_THE_COURSE = (
    "cal",
    "rules",
    "seat",
    "hand",
    "match",
    "dealer",
    "deal",
    "monte",
    "result",
    "score",
    "total",
    "end",
)


def _game(name: str) -> Game:
    return rules(name) if name in ("contro-alone", "briscola") else shipped(name)


@cache
def _lines(name: str, seed: int) -> tuple[str, ...]:
    """A simulated hand."""
    return tuple(write([next(iter(simulate(_game(name), hands=1, seed=seed))).hand]).rstrip("\n").split("\n"))


def _course(lines: tuple[str, ...]) -> list[int]:
    """The lines of the auction, the exchange and the play."""
    return [at for at, line in enumerate(lines) if line and not line.startswith(NOT_OF_THE_COURSE)]


def _judged(name: str, lines: list[str] | tuple[str, ...]) -> Judgement:
    (hand,) = parse_records("\n".join(lines) + "\n")
    return begin_totals(_game(name)).replay(hand)


def _comes_to(judged: Judgement) -> tuple[object, ...]:
    account = judged.account
    assert account is not None
    return account.payments, account.sides, account.bonuses, account.declarer, account.contract


@pytest.mark.parametrize(("name", "seed"), HANDS)
def test_two_lines_that_changed_places_are_one_finding(name: str, seed: int) -> None:
    """Two exchanged lines of any kind are one finding, at the first or the second."""
    lines = _lines(name, seed)
    whole = _judged(name, lines)
    assert (whole.verdict, whole.findings) == ("legal", ())
    for at in of_shard(_course(lines)[:-1], name):
        told = _judged(name, [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
        assert len(told.findings) == 1, (lines[at], told.findings)
        assert told.findings[0].span.line - 1 in (at, at + 1)
        assert told.findings[0].help("en")
        assert "{" not in told.findings[0].help("en") + told.findings[0].help("it")
        assert _comes_to(told) == _comes_to(whole), lines[at]


@pytest.mark.parametrize(("name", "seed"), HANDS)
def test_a_line_that_stands_far_from_its_place_is_one_finding(name: str, seed: int) -> None:
    """Too early or too late, with any lines between."""
    lines = _lines(name, seed)
    whole = _judged(name, lines)
    places = _course(lines)
    for at in of_shard(places, name):
        left = [*lines[:at], *lines[at + 1 :]]
        for to in (places[0], places[len(places) // 2], places[-1]):
            told = _judged(name, [*left[:to], lines[at], *left[to:]])
            if at != to:
                assert len({each.span.line for each in told.findings}) == 1, (lines[at], to, told.findings)
            assert _comes_to(told) == _comes_to(whole), (lines[at], to)


@pytest.mark.parametrize(("name", "seed"), HANDS)
def test_a_line_that_stands_there_twice_is_one_finding(name: str, seed: int) -> None:
    """Any line, with or without a choice after it."""
    lines = _lines(name, seed)
    whole = _judged(name, lines)
    for at in of_shard(_course(lines), name):
        told = _judged(name, [*lines[: at + 1], *lines[at:]])
        assert [each.span.line for each in told.findings] == [at + 2], (lines[at], told.findings)
        assert _comes_to(told) == _comes_to(whole), lines[at]


def test_nobody_is_accused_of_a_card_that_was_drawn_later() -> None:
    """A seat is not accused of a card that it may have drawn, if the course is lost."""
    lines = _lines("tressette-in-due", 0)
    tricks = [at for at, line in enumerate(lines) if line[:2].strip().isdigit()]
    for at in tricks[:6]:
        told = _judged("tressette-in-due", [*lines[:at], *lines[at + 1 :]])
        assert {each.code for each in told.findings} <= {"CAL118", "CAL430", "CAL431"}, told.findings


def test_a_doubling_after_the_first_lead_is_paid_as_it_was_paid() -> None:
    """Only its place is wrong; payments and totals show that it was spoken."""
    hands = (next(iter(simulate(rules("contro"), hands=1, seed=seed))).hand for seed in range(28, 29))
    lines = write([*hands]).rstrip("\n").split("\n")
    said = next(at for at, line in enumerate(lines) if line.startswith("double "))
    lead = next(at for at, line in enumerate(lines) if line.startswith(" 1 "))
    late = [*lines[:said], *lines[said + 1 : lead + 1], lines[said], *lines[lead + 1 :]]
    (hand,) = parse_records("\n".join(late) + "\n")
    told = begin_totals(rules("contro")).replay(hand)
    assert [(each.code, each.span.line) for each in told.findings] == [("CAL415", lead + 1)]
    assert told.account is not None
    assert told.account.payments == (-2, 4, -2)
    assert told.totals == {"A": -2, "B": 4, "C": -2}
    assert told.stated is True


@pytest.mark.mass
@pytest.mark.parametrize(("name", "seed", "other"), [
    ("must-trump", 0, "4b Fs 5c 2c Cd 3d"), ("must-trump", 1, "4b Ab 5c Cd"), ("briscola", 0, "7s 4c 3c Fd"),
    ("briscola", 1, "2b Rb 7s 4c Fd"), ("declarers-trump", 0, "b c d"), ("maraffa", 1, "b s c"),
])  # fmt: skip
def test_a_wrong_trump_is_one_finding(name: str, seed: int, other: str) -> None:
    """A suit that was not named, a card that was not turned up: the tricks show which suit it was."""
    game = rules(name)
    text = write([next(iter(simulate(game, hands=1, seed=seed))).hand])
    said = next(line for line in text.splitlines() if line.startswith("trump "))
    (hand,) = parse_records(text)
    whole = begin_totals(game).replay(hand)
    for what in other.split():
        (hand,) = parse_records(text.replace(said, f"{said[: said.index(':')]}: {what}"))
        told = begin_totals(game).replay(hand)
        assert [each.span.line for each in told.findings] == [text.splitlines().index(said) + 1], what
        assert told.findings[0].code in ("CAL427", "CAL433", "CAL435")
        assert _comes_to(told) == _comes_to(whole)
        assert "{" not in "".join(told.findings[0].message(lang) for lang in ("en", "it"))


EXCHANGES = (("pagat", "chiamo"), ("tretre", "chiedo"), ("quintiglio", "chiedo"), ("settiglio", "chiedo"))


@pytest.mark.parametrize(("name", "contract"), EXCHANGES)
def test_two_lines_of_an_exchange_in_each_others_place_are_one_finding(name: str, contract: str) -> None:
    """The finding names the order of the lines; if one cannot explain it, both do."""
    made = next(iter(simulate(shipped(name), hands=1, seed=0, aim=f"contracts.{contract}")))
    lines = tuple(write([made.hand]).rstrip("\n").split("\n"))
    due = _comes_to(_judged(name, lines))
    exchange = [at for at in _course(lines) if not lines[at].startswith(("bid ", " ")) and not lines[at][0].isdigit()]
    for first, second in of_shard([*combinations(exchange, 2)], name + contract):
        damaged = [*lines]
        damaged[first], damaged[second] = damaged[second], damaged[first]
        judged = _judged(name, damaged)
        (found,) = judged.findings
        assert found.code in ("CAL430", "CAL431"), (lines[first], lines[second])
        assert "the exchange is over" not in found.message("en"), (lines[first], lines[second])
        if lines[first].startswith("table-card") and second > first + 1:
            assert "in each other's place" in found.help("en")
            assert _comes_to(judged) == due, lines[second]
