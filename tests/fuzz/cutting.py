"""The findings of a file do not depend on cuts or on the processes of its pieces."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec_tools.archive.runs.driver import process_pool
from calarec_tools.archive.runs.running import check_files
from tests.bulk.damage import damaged
from tests.fuzz.commands import called, folder
from tests.fuzz.materials import evening, mangled, records
from tests.fuzz.target import Drawn, Target

if TYPE_CHECKING:
    from random import Random


def draw(rng: Random) -> Drawn:
    """A few evenings in one file, some of them damaged; the size of a piece, and how many processes."""
    parts = []
    for _ in range(rng.randint(1, 3)):
        part = evening(rng, rng.randint(1, 5))
        parts.append(damaged(part, rng, every=rng.randint(1, 4)) if rng.random() < 0.7 else part)
    text = rng.choice(("", "\n", "\n\n")).join(parts)
    text = mangled(text, rng, records(), times=2) if rng.random() < 0.5 else text
    size = max(rng.choice((1, rng.randint(1, 4000), rng.randint(1, len(text) + 2))), len(text) // 12)
    return Drawn(text, (size, 2 if rng.random() < 0.02 else 1))


def hold(drawn: Drawn) -> None:
    """Findings with their places and words, and how many hands had which verdict."""
    size, jobs = int(drawn.more[0]), int(drawn.more[1])
    with folder({"x.cal": drawn.raw}):
        whole = _found()
        assert _found(size=size) == whole
        with process_pool(jobs) if jobs > 1 else nullcontext() as executor:
            assert _found(size=size, executor=executor, workers=jobs) == whole
        ended = called(["check", "x.cal", "--format", "concise"])
        assert ended.out == called(["check", "x.cal", "--format", "concise", "--jobs", "2"]).out if jobs > 1 else True
        assert ended.status in (0, 1, 2)
        assert Path("x.cal").read_bytes() == drawn.raw
    places = [(each.code, each.span, each.args) for each in whole[0]]
    twice = [place for at, place in enumerate(places) if place in places[:at]]
    assert twice == []


def _found(**how: Any) -> tuple[list[Any], dict[str, int]]:
    findings: list[Any] = []
    verdicts: dict[str, int] = {}
    for part in check_files(["x.cal"], **how):
        findings += part.findings
        for verdict, count in part.report.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + count
    return findings, verdicts


SHARDS = Target(
    "shards",
    "However a file is cut, by however many processes it is checked, the same is found in the same order, each once, "
    "and the file stays as it is.",
    draw,
    hold,
    9,
)
