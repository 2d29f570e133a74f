"""A `result` line that joins seats: `won` and `lost` hold for every seat in it."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.bulk.verdicts import hold_equal
from tests.house.tree import ROOT
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement

_SAMPLES = (
    "pagat/solo-won", "pagat/solo-lost", "quartiglio/chiamo-won", "quartiglio/chiamo-lost", "quintiglio/chiamo-won",
    "sestiglio/chiamo-won", "spazzatura/chiamo-lost", "cavendish/play-won",
)  # fmt: skip


def _ways_to_join(labels: str) -> Iterator[tuple[str, ...]]:
    return (joined for size in range(1, len(labels) + 1) for joined in combinations(labels, size))


def _with_result(sample: str, result: str) -> str:
    text = (ROOT / "records" / f"{sample}.cal").read_text("utf-8")
    return re.sub(r"^result .*$", f"result {result}", text, flags=re.MULTILINE)


def _last_ruling(name: str, text: str) -> Judgement:
    running = begin_totals(game(name))
    return [running.replay(hand) for hand in parse_records(text)][-1]


@pytest.mark.mass
@pytest.mark.parametrize("sample", _SAMPLES)
def test_won_and_lost_are_held_against_every_seat_that_a_line_joins(sample: str) -> None:
    """Each set of seats, won and lost: findings name only the seats that are wrong."""
    name = sample.split("/")[0]
    plain = _last_ruling(name, _with_result(sample, "A: won"))
    assert plain.account is not None
    assert plain.setting is not None
    labels = plain.setting.labels
    wins = {labels[seat]: side.wins for side in plain.account.sides for seat in side.seats}
    for joined in _ways_to_join("".join(wins)):
        for said in ("won", "lost"):
            wrong = [label for label in joined if wins[label] != (said == "won")]
            text = _with_result(sample, f"{'+'.join(joined)}: {said}")
            ruling = _last_ruling(name, text)
            found = [(each.code, each.args.get("label")) for each in ruling.findings if each.severity == "error"]
            assert found == ([("CAL614", "+".join(wrong))] if wrong else []), (joined, said)
            assert ruling.stated == (not wrong), (joined, said)
            hold_equal(name, text)
