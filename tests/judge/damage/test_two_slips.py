"""Two slips in one hand are both found, whichever they are: what can be judged is judged."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from tests.judge.damage.bases import SHIPPED, Base, sheet
from tests.judge.damage.evening_findings import find_in_evenings
from tests.judge.damage.slips import Slip, with_slips
from tests.judge.damage.written_hand import HAND
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Callable


def _lines(lines: list[str], *verbs: str) -> list[int]:
    return [number for number, line in enumerate(lines) if line.split(" ")[0] in verbs]


def _tricks(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if line.lstrip()[:1].isdigit()]


def _cards(line: str) -> list[str]:
    return line.partition(":")[2].split(" > ")[0].split()


def _with_cards(line: str, cards: list[str]) -> str:
    head, colon, rest = line.partition(":")
    won = rest.partition(" > ")[1:]
    return f"{head}{colon} {' '.join(cards)}{''.join(won)}"


def misspelt_bid(lines: list[str], random: Random) -> Slip | None:
    at = _lines(lines, "bid")
    return (at[0], lines[at[0]] + "qq") if at else None


def missing_card(lines: list[str], random: Random) -> Slip | None:
    at = _tricks(lines)
    number = random.choice(at[:-1]) if len(at) > 2 else -1
    return (number, _with_cards(lines[number], _cards(lines[number])[:-1])) if number >= 0 else None


def card_of_another_trick(lines: list[str], random: Random) -> Slip | None:
    at = _tricks(lines)
    if len(at) < 4:
        return None
    one, other = random.sample(at, 2)
    cards = _cards(lines[one])
    cards[1] = _cards(lines[other])[0]
    return one, _with_cards(lines[one], cards)


def card_twice_in_a_trick(lines: list[str], random: Random) -> Slip | None:
    at = _tricks(lines)
    number = random.choice(at) if at else -1
    cards = _cards(lines[number])
    return (number, _with_cards(lines[number], [cards[0], cards[0], *cards[2:]])) if number >= 0 else None


def no_such_card(lines: list[str], random: Random) -> Slip | None:
    at = _tricks(lines)
    number = random.choice(at) if at else -1
    cards = _cards(lines[number])
    return (number, _with_cards(lines[number], ["9" + cards[0][1], *cards[1:]])) if number >= 0 else None


def no_such_seat(lines: list[str], random: Random) -> Slip | None:
    at = _tricks(lines)
    number = random.choice(at) if at else -1
    head, colon, rest = lines[number].partition(":")
    return (number, head[:-1] + "Z" + colon + rest) if number >= 0 else None


def dealt_twice(lines: list[str], random: Random) -> Slip | None:
    at = _lines(lines, "deal")
    if not at:
        return None
    number = random.choice(at)
    cards = _cards(lines[number])
    return number, _with_cards(lines[number], [*cards[:-1], cards[0]])


def dealt_too_few(lines: list[str], random: Random) -> Slip | None:
    at = _lines(lines, "deal")
    number = random.choice(at) if at else -1
    return (number, _with_cards(lines[number], _cards(lines[number])[:-1])) if number >= 0 else None


def misspelt_verb(lines: list[str], random: Random) -> Slip | None:
    at = _lines(lines, "deal", "bid", "take", "discard", "give", "call", "score", "result", "dealer")
    number = random.choice(at) if at else -1
    return (number, "%" + lines[number]) if number >= 0 else None


def torn_line(lines: list[str], random: Random) -> Slip | None:
    at = _lines(lines, "bid", "take", "discard", "call", "score", "result")
    number = random.choice(at) if at else -1
    return (number, lines[number].partition(":")[0] + ":") if number >= 0 else None


def another_winner(lines: list[str], random: Random) -> Slip | None:
    """A wrong winner of a trick after which another seat leads."""
    at = _tricks(lines)
    if len(at) < 3:
        return None
    place = random.randrange(len(at) - 1)
    leads = {lines[each].split(":")[0][-1] for each in at}
    wrong = sorted(leads - {lines[at[place + 1]].split(":")[0][-1]})
    return (at[place], f"{lines[at[place]].split(' > ')[0]} > {random.choice(wrong)}") if wrong else None


SLIPS: tuple[Callable[[list[str], Random], Slip | None], ...] = (
    misspelt_bid, missing_card, card_of_another_trick, card_twice_in_a_trick, no_such_card, no_such_seat, dealt_twice,
    dealt_too_few, misspelt_verb, torn_line, another_winner,
)  # fmt: skip

WRONG_CARDS = (card_of_another_trick, card_twice_in_a_trick, no_such_card)
"""Two wrong cards in the tricks may be one: then the hand is right with another card in one place."""


def where(lines: list[str]) -> set[int]:
    """The lines, from 0, with findings."""
    found = find_in_evenings("\n".join(lines) + "\n")
    return {each.span.line - 1 for each in found if each.severity != "note"}


def twins(lines: list[str], damaged: list[str], slip: Slip) -> set[int]:
    """The line of an error and the tricks with its card, either of them wrong."""
    new = set(_cards(slip[1])) - set(_cards(lines[slip[0]]))
    return {slip[0], *(at for at in _tricks(damaged) if new & set(_cards(damaged[at])))}


def is_one(base: Base, damaged: list[str], told: set[int]) -> bool:
    """Check whether another card in one place of a reported line explains everything."""
    cards = game(base.rules).cards.names
    return any(
        not where(with_slips(damaged, (at, _with_cards(damaged[at], [*played[:place], card, *played[place + 1 :]]))))
        for at in told if at in _tricks(damaged)
        for played in [_cards(damaged[at])]
        for place in range(len(played))
        for card in cards
    )  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("base", SHIPPED, ids=str)
def test_two_wrong_cards_are_both_found(base: Base) -> None:
    """Each has at least the findings that it has alone, unless one card explains both."""
    lines = sheet(base).lines
    if not _tricks(lines):
        return
    for number, (one, other) in enumerate(3 * [*combinations_with_replacement(WRONG_CARDS, 2)]):
        random = Random(f"{base} {number}")
        first, second = one(lines, random), other(lines, random)
        if first is None or second is None or first[0] == second[0]:
            continue
        damaged = with_slips(lines, first, second)
        alone = [where(with_slips(lines, each)) | twins(lines, damaged, each) for each in (first, second)]
        both = where(damaged)
        found = [
            bool(both & told) or not where(with_slips(lines, slip))
            for slip, told in zip((first, second), alone, strict=True)
        ]
        assert all(found) or is_one(base, damaged, both), (first, second, both, "\n".join(damaged))


@pytest.mark.mass
@pytest.mark.parametrize("one", SLIPS, ids=lambda slip: slip.__name__)
@pytest.mark.parametrize("base", [*SHIPPED[:2], *SHIPPED[3:26:4]], ids=str)
def test_two_slips_are_both_found(base: Base, one: Callable[[list[str], Random], Slip | None]) -> None:
    """Each has its findings as if alone, and no other line has one."""
    lines = sheet(base).lines
    for other in SLIPS[SLIPS.index(one) :]:
        random = Random(f"{base} {one.__name__} {other.__name__}")
        first, second = one(lines, random), other(lines, random)
        if first is None or second is None or first[0] == second[0]:
            continue
        if {one, other} == {misspelt_verb, another_winner} and lines[first[0]].startswith("deal"):
            continue  # whose cards these are is not known
        alone = [where(with_slips(lines, each)) for each in (first, second)]
        if not all(alone):
            continue
        damaged = with_slips(lines, first, second)
        both = where(damaged)
        alone = [told | twins(lines, damaged, slip) for told, slip in zip(alone, (first, second), strict=True)]
        for slip, told in zip((first, second), alone, strict=True):
            assert both & told or ({one, other} <= {*WRONG_CARDS} and is_one(base, damaged, both)), (
                slip,
                both,
                damaged,
            )
        strange = both - alone[0] - alone[1]
        assert not strange, (first, second, strange, "\n".join(with_slips(lines, first, second)))


@pytest.mark.parametrize(("trick", "winner"), [(1, "B"), (4, "A"), (8, "A"), (8, "B")])
def test_a_wrong_winner_hides_no_card_that_is_played_twice(trick: int, winner: str) -> None:
    """C plays Ab on cups although Fc is there, and again in the third trick."""
    lines = sheet(Base("pagat", "contracts.solo", seed=4)).lines
    tricks = _tricks(lines)
    assert [lines[tricks[number]] for number in (0, 2)] == [" 1 B: 4c Fc Rc", " 3 A: 2b Cb Ab"]
    twice, wrong = (tricks[0], " 1 B: 4c Ab Rc"), (tricks[trick], f"{lines[tricks[trick]]} > {winner}")
    found = find_in_evenings("\n".join(with_slips(lines, twice, wrong)) + "\n")
    assert {(each.code, each.span.line - 1) for each in found} == {("CAL512", tricks[0]), ("CAL514", tricks[trick])}


def test_a_missing_card_hides_no_other_slip() -> None:
    """A hand without a ruling still reports a repeated card and an unknown bid."""
    lines = sheet(SHIPPED[0]).lines
    deal, bid = _lines(lines, "deal")[0], _lines(lines, "bid")[0]
    tricks = _tricks(lines)
    damaged = with_slips(
        lines,
        (deal, _with_cards(lines[deal], [*_cards(lines[deal])[:-1], _cards(lines[deal])[0]])),
        (bid, lines[bid] + "qq"),
        (tricks[3], _with_cards(lines[tricks[3]], _cards(lines[tricks[3]])[:-1])),
        (tricks[8], _with_cards(lines[tricks[8]], [*_cards(lines[tricks[8]])[:-1], _cards(lines[tricks[1]])[0]])),
    )
    found = {(each.code, each.span.line - 1) for each in find_in_evenings("\n".join(damaged) + "\n")}
    assert found == {("CAL301", deal), ("CAL210", bid), ("CAL117", tricks[3]), ("CAL511", tricks[8])}


@pytest.mark.parametrize(
    ("strange", "again"),
    [
        ((" 6 C: 6c Cc 2c", " 6 C: 6c Cc 2x"), (" 7 B: 2d", " 7 B: 2c")),
        ((" 4 B: Cd", " 4 B: Cx"), (" 5 B: Cb", " 5 B: Cd")),
    ],
)
def test_a_card_that_there_is_not_is_the_one_that_a_later_trick_names(
    strange: tuple[str, str], again: tuple[str, str]
) -> None:
    """Two mistakes in one card give two findings, and the usual payments."""
    (hand,) = parse_records(HAND.replace(*strange).replace(*again))
    ruling = RecordJudge(load_ruleset("pagat")).replay(hand)
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL211", "suit"), ("CAL511", "later")]
    assert ruling.account is not None
    assert ruling.account.payments == (-1, 2, -1)
