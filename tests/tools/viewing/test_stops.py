"""The stops of a hand, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from calarec_tools.desk.viewing.stops import stops
from tests.records.shelf import FILES, RECORDS, name, replays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.judge.judgement import Happened
    from calarec_tools.desk.viewing.stops import Stop

SHOWN = sorted({*RECORDS.glob("pagat/*.cal"), *RECORDS.glob("quintiglio/*.cal"), *RECORDS.glob("settiglio/*.cal")})


def stop_called(found: Sequence[Stop], name: str) -> int:
    """The number of the stop of a name; -1 if there is none."""
    return next((number for number, stop in enumerate(found) if name in stop.names), -1)


def _before(happened: tuple[Happened, ...], step: str) -> tuple[int, int]:
    """Return the number of tricks before a stop, and of cards on the table."""
    found = stops(happened)
    seen = happened[: found[stop_called(found, step)].end]
    won = [place for place, each in enumerate(seen) if isinstance(each.event, ev.TrickWon)]
    later = seen[won[-1] :] if won else seen
    return len(won), sum(isinstance(each.event, ev.Played) for each in later)


@pytest.mark.parametrize("file", SHOWN, ids=name)
def test_a_name_means_one_place(file: object) -> None:
    """Every stop has names of its own, they come in order, and the last is the end."""
    for replay in replays(file):  # type: ignore[arg-type]
        found = stops(replay.happened)
        names = [each for stop in found for each in stop.names]
        assert len(names) == len(set(names))
        assert [stop.end for stop in found] == sorted({stop.end for stop in found})
        if found:
            assert "end" in found[-1].names
            assert found[-1].end == len(replay.happened)


def test_the_steps_of_a_hand() -> None:
    """Seven is before the seventh trick, and 7.2 when two of its cards are played."""
    [replay] = replays(RECORDS / "pagat" / "first.cal")
    for step, expected in {"1": (0, 0), "7": (6, 0), "7.2": (6, 2), "12.3": (11, 3), "end": (12, 0)}.items():
        assert _before(replay.happened, step) == expected
    found = stops(replay.happened)
    deal, auction, exchange = (found[stop_called(found, step)].end for step in ("deal", "auction", "exchange"))
    kinds = [type(each.event) for each in replay.happened]
    assert set(kinds[:deal]) == {ev.Dealt, ev.Laid}
    assert {ev.Said, ev.Settled} >= set(kinds[deal:auction])
    assert {ev.Taken, ev.Discarded, ev.Given, ev.Called} >= set(kinds[auction:exchange])
    assert kinds[exchange] is ev.Played
    assert stop_called(found, "13") == stop_called(found, "nowhere") == -1


def test_the_exchange_of_a_hand_without_one_is_its_auction() -> None:
    """Its link shows the hand before the first lead."""
    [replay, *_] = replays(RECORDS / "pagat" / "solissimo-won.cal")
    found = stops(replay.happened)
    assert stop_called(found, "exchange") == stop_called(found, "auction") == stop_called(found, "1")


def test_a_hand_of_which_nothing_happened_has_none() -> None:
    """A score-only hand has no position."""
    text = "rules pagat\nseat A\nseat B\nseat C\n\nhand 1\nresult B chiamo: 20\nend\n"
    [hand] = read_records(Text(text, "x.cal"))
    assert stops(RecordJudge().replay(hand).happened) == []


def test_all_samples_have_stops_or_scores() -> None:
    """Whatever was played can be looked at."""
    for file in FILES[::7]:
        for replay in replays(file):
            assert bool(stops(replay.happened)) == bool(replay.happened)
