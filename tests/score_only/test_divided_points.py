"""Points of several seats that no division of the tricks gives: beside all divisions, and as they are reported."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.mechanisms.joint_outcomes import Frame
from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.gaps import begin_totals
from calarec.score_only.divided_points import PartyPoints, can_divide_frame
from calarec_tools.archive.runs.running import check_files
from tests.rulebooks import game
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SPLITS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0))


def _divisions(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the values of heaps of these sizes, for every division of the cards."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for number, card in enumerate(cards) if number not in chosen)
        yield from ((sum(cards[number] for number in chosen), *others) for others in _divisions(rest, sizes[1:]))


def _points_of_ways(frame: Frame, parties: int) -> set[tuple[int, ...]]:
    """Return the possible points of parties, the declarer's first.

    Each trick has one winner; the last one has its pile.
    """
    heaps = set(_divisions(frame.points, (*(frame.hands,) * frame.tricks, *frame.split)))
    found = set()
    for winners, heap in product(product(range(parties), repeat=frame.tricks), heaps):
        points = [0] * parties
        for winner, worth in zip(winners, heap, strict=False):
            points[winner] += worth
        points[winners[-1]] += frame.last_trick + heap[frame.tricks]
        points[0] += heap[frame.tricks + 1]
        found.add(tuple(points))
    return found


@given(st.data())
@settings(max_examples=examples(40), deadline=None)
def test_points_can_be_divided_if_some_division_gives_them(data: st.DataObject) -> None:
    """All of them at once, or some with a party of which nothing is written."""
    split = data.draw(st.sampled_from(_SPLITS))
    tricks, hands = data.draw(st.sampled_from([(2, 2), (3, 2), (2, 3)]))
    size = tricks * hands + sum(split)
    worths = tuple(data.draw(st.lists(st.sampled_from([0, 0, 1, 3]), min_size=size, max_size=size)))
    frame = Frame(worths, tricks, hands, data.draw(st.sampled_from([0, 3])), split)
    ways = _points_of_ways(frame, 3)
    amounts = st.integers(0, sum(worths) + frame.last_trick)
    drawn = data.draw(st.lists(st.tuples(amounts, amounts, amounts), max_size=20))
    for points in (*drawn, *data.draw(st.lists(st.sampled_from(sorted(ways)), max_size=20))):
        parties = [PartyPoints(point, point, has_declarer=not seat) for seat, point in enumerate(points)]
        assert can_divide_frame(frame, parties, every=True) == (points in ways)
        some = {way[:2] for way in ways}
        assert can_divide_frame(frame, parties[:2], every=False) == (points[:2] in some)
        wide = [party._replace(most=party.most + 1) for party in parties]
        near = set(product(*((point, point + 1) for point in points)))
        assert can_divide_frame(frame, wide, every=True) == bool(near & ways)


_HEAD = "cal 1\nrules settiglio-stripped\n" + "".join(f"seat {seat}\n" for seat in "ABCDEFG")
_HAND = "\nhand {}\ndealer G\nbid A: chiamo\ncall A: 3b with B\nresult {}\nend\n"


@pytest.mark.parametrize(
    ("result", "is_possible"),
    [
        ("A: 5 B: 5 C: 5 D: 5 E: 5 F: 5 G: 5", False),  # seven seats with points in five tricks
        ("A+B: 10 C: 5 D: 5 E: 5 F: 5 G: 5", False),
        ("A: 5 B: 5 C: 25", True),
        ("A: 5 B: 5 C: 5 D: 5 E: 15", True),
        ("A+B: 10 C+D+E+F+G: 25", True),
    ],
)
def test_more_seats_with_points_than_tricks_are_an_error(result: str, *, is_possible: bool) -> None:
    """Such a result settles nothing."""
    (hand,) = parse_records(_HEAD + _HAND.format(1, result))
    judged = begin_totals(game("settiglio-stripped")).replay(hand)
    errors = [finding for finding in judged.findings if finding.severity == "error"]
    assert [finding.code for finding in errors] == ([] if is_possible else ["CAL320"])
    assert (judged.account is not None) == is_possible
    for finding in errors:
        assert all(finding.message(lang) and finding.help(lang) for lang in LANGUAGES)


def test_an_archive_is_checked_for_them_too(tmp_path: Path) -> None:
    """After a hand that has the same sums for both sides, and passes."""
    file = tmp_path / "a.cal"
    right, wrong = "A: 5 B: 5 C: 15 D: 10 E: 0 F: 0 G: 0", "A: 5 B: 5 C: 5 D: 5 E: 5 F: 5 G: 5"
    paid = "\nscore A: -4 B: -1 C: +1 D: +1 E: +1 F: +1 G: +1"
    text = _HEAD + "".join(_HAND.format(number, (wrong if number == 3 else right) + paid) for number in range(1, 5))
    file.write_text(text)
    found = [finding for part in check_files([str(file)]) for finding in part.findings]
    assert [(finding.code, finding.span.line) for finding in found if finding.severity == "error"] == [
        ("CAL320", text.splitlines().index(f"result {wrong}") + 1)
    ]
