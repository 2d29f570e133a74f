"""Statements about a match are true in all courses of its hands; all are played."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset

ORDER = {"A": "BCA", "B": "CAB", "C": "ABC"}
TIMES = (0, 10, 20, 30, 40, 50)
"""Minutes after eight at which a hand can have begun."""


class Played(NamedTuple):
    """A hand as it is written."""

    kind: str
    """`won`, `lost`, `open` (end unknown), `thrown in`, `abandoned`."""
    declarer: str
    time: int | None


class Way(NamedTuple):
    """One way in which a hand can have gone."""

    counts: bool
    gains: tuple[int, int, int]


class Rules(NamedTuple):
    """When a match is over."""

    tie: str
    points: int | None = None
    deals: int | None = None
    minutes: int | None = None
    round: bool = False


class End(NamedTuple):
    """The end of a match."""

    hand: int
    winners: frozenset[str]
    rule: str


def ways_of(hand: Played) -> Iterator[Way]:
    """Yield the possible outcomes of a solo."""
    if hand.kind in ("won", "open"):
        yield Way(True, tuple(4 if seat == hand.declarer else -2 for seat in "ABC"))  # type: ignore[arg-type]
    if hand.kind in ("lost", "open"):
        yield Way(True, tuple(-4 if seat == hand.declarer else 2 for seat in "ABC"))  # type: ignore[arg-type]
    if hand.kind in ("thrown in", "open", "abandoned"):
        yield Way(False, (0, 0, 0))
    if hand.kind == "abandoned":
        yield from (Way(False, gains) for gains in ((8, -4, -4), (-4, 8, -4), (-4, -4, 8), (-8, -8, 16)))


def end_of(rules: Rules, ways: tuple[Way, ...], times: tuple[int, ...]) -> End | None:
    """Return the end of the match by the rules; the last time ends the last hand."""
    totals, deals = [0, 0, 0], 0
    for number, way in enumerate(ways):
        deals += way.counts
        totals = [total + gain for total, gain in zip(totals, way.gains, strict=True)]
        reached = {
            "points": rules.points is not None and max(totals) >= rules.points,
            "deals": rules.deals is not None and way.counts and deals >= rules.deals,
            "minutes": rules.minutes is not None and way.counts and times[number + 1] - times[0] >= rules.minutes,
        }
        best = frozenset(seat for seat, total in zip("ABC", totals, strict=True) if total == max(totals))
        if rules.round and not (way.counts and deals % 3 == 0):
            continue
        if any(reached.values()) and (rules.tie == "shared" or len(best) == 1):
            return End(number, best, next(f"match.until.{what}" for what, holds in reached.items() if holds))
    return None


def all_ends(rules: Rules, hands: list[Played]) -> set[tuple[End | None, bool]]:
    """Every way in which the match can have ended, and whether its last hand counts if it is not outside."""
    times = [tuple(TIMES) if hand.time is None else (hand.time,) for hand in hands]
    every = [each for each in product(*times, TIMES) if list(each) == sorted(each)]
    if rules.minutes is None:
        every = every[:1]
    return {
        (end_of(rules, ways, each), ways[-1].counts)
        for ways in product(*map(tuple, map(ways_of, hands)))
        for each in every
    }


@cache
def house(rules: Rules) -> Ruleset:
    """`pagat` with another end of the match."""
    limits = {"points": rules.points, "deals": rules.deals, "minutes": rules.minutes, "round": rules.round or None}
    until = json.dumps({key: limit for key, limit in limits.items() if limit is not None})
    with TemporaryDirectory() as folder:
        file = Path(folder, "house.yaml")
        file.write_text(
            "ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {en: house}\nset:\n"
            f"  match.until: {until}\n  match.tie: {rules.tie}\n",
            encoding="utf-8",
        )
        return load_ruleset(str(file))


def written(hands: list[Played]) -> str:
    """The record."""
    lines = ["cal 1", "rules house", "seat A", "seat B", "seat C"]
    for number, hand in enumerate(hands):
        dealer = "ABC"[number % 3]
        called = "" if hand.kind == "thrown in" else hand.declarer
        lines += ["", f"hand {number}"]
        lines += [] if hand.time is None else [f"at 2025-01-01T20:{hand.time:02}"]
        lines += [f"dealer {dealer}"]
        lines += ["bid " + " ".join(f"{each}: {'solo' if each == called else 'passo'}" for each in ORDER[dealer])]
        lines += [f"result {hand.declarer}: {hand.kind}"] if hand.kind in ("won", "lost") else []
        lines += ["end abandoned" if hand.kind == "abandoned" else "end"]
    return "\n".join(lines) + "\n"


def hands_drawn() -> st.SearchStrategy[list[Played]]:
    """A few hands whose times go forward."""
    kinds = st.sampled_from(("won", "won", "lost", "open", "thrown in", "abandoned"))
    one = st.tuples(kinds, st.sampled_from("ABC"), st.sampled_from((*TIMES, None)))
    return st.lists(one, min_size=1, max_size=5).map(in_order)


def in_order(drawn: list[tuple[str, str, int | None]]) -> list[Played]:
    """The hands with the times that were drawn, sorted."""
    times = iter(sorted(time for _, _, time in drawn if time is not None))
    return [Played(kind, who, None if time is None else next(times)) for kind, who, time in drawn]


LIMITS: tuple[dict[str, Any], ...] = (
    {"deals": 2}, {"minutes": 30}, {"points": 6},
    {"deals": 2, "minutes": 30}, {"minutes": 30, "points": 6}, {"deals": 3, "points": 6},
    {"points": 4, "round": True}, {"deals": 2, "round": True}, {"minutes": 30, "round": True},
    {"minutes": 30, "points": 4, "round": True},
)  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("tie", ["another_deal", "shared"])
@pytest.mark.parametrize("limits", LIMITS, ids=" ".join)
@given(hands=hands_drawn())
@settings(max_examples=examples(40), deadline=None)
def test_what_is_said_of_a_match_holds_in_every_way(limits: dict[str, Any], tie: str, hands: list[Played]) -> None:
    """No course refutes a statement, and nothing is open if everything is known."""
    rules = Rules(tie, **limits)
    session = RecordJudge(house(rules))
    for count, hand in enumerate(parse_records(written(hands)), 1):
        judged = session.replay(hand)
        match = as_json(judged)["ruling"]["match"]
        ends = all_ends(rules, hands[:count])
        if "minutes" not in limits:
            hold_open(judged.possible_end, match, ends)
        if match is not None:
            refute(match, ends, count - 1)
        if "minutes" not in limits and all(each.kind not in ("open", "abandoned") for each in hands[:count]):
            ((end, counts),) = ends
            assert match["over"] == (end is not None)
            assert match["outside"] == (end is not None and end.hand < count - 1)
            assert match["counts"] == (counts and not match["outside"])
            if end is not None:
                assert match["ended_by"]["hand"] == str(end.hand)
                assert match["ended_by"]["rule"] == end.rule
                assert set(match["winners"]) == end.winners


def hold_open(possible_end: str, match: dict[str, Any] | None, ends: set[tuple[End | None, bool]]) -> None:
    """Fails if the match is over in some ways only and that is not reported, or if it is over and reported as open."""
    is_over = {end is not None for end, _ in ends}
    if len(is_over) == 2:
        assert possible_end
        assert match is None or not match["over"]
    if match is not None and match["over"]:
        assert not possible_end


def refute(match: dict[str, Any], ends: set[tuple[End | None, bool]], last: int) -> None:
    """Fail if one of the ways differs from the ruling."""
    for end, counts in ends:
        outside = end is not None and end.hand < last
        assert not match["over"] or end is not None
        assert not match["outside"] or outside
        if match["counts"] is not None:
            assert match["counts"] == (counts and not outside)
        if end is not None and match["over"] and match["ended_by"]["hand"]:
            assert match["ended_by"]["hand"] == str(end.hand)
        if end is not None and match["over"]:
            assert match["ended_by"]["rule"] in ("match.until", end.rule)
        if end is not None and match["winners"]:
            assert set(match["winners"]) == end.winners
