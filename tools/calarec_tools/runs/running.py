"""Many shards, some processes, one order: that of the input."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple
from calarec.judge.running_totals import JoinedStretches
from calarec.notation.line_findings import ONCE
from calarec.notation.source import UNREADABLE
from calarec_tools.runs.shard import ShardReport, check_shard, place
from calarec_tools.runs.shards import SIZE, Shard, shards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor

    from calarec.wording.findings import Finding

_AHEAD: Final = 3
"""Shards for each process that are cut and waiting."""


class Part(NamedTuple):
    """What a shard gave, its file's running score put in: findings in the order of their places."""

    shard: Shard
    findings: tuple[Finding, ...]
    report: ShardReport

    @property
    def unreadable(self) -> bool:
        """Whether the file could not be read to its end, or has no ruleset."""
        return bool(self.report.nameless) or any(each.code in UNREADABLE for each in self.findings)


def check_files(
    files: Iterable[str],
    *,
    rules: str | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    size: int = SIZE,
    every: bool = False,
) -> Iterator[Part]:
    """Checks files and gives what was found in their order, whatever executor did the work.

    With `every`, what is said only once for a file is said each time, so that each can be mended.
    """
    cut = (shard for file in files for shard in shards(file, size=size))
    joined: dict[str, _File] = {}
    for shard, report in _mapped(cut, partial(check_shard, rules=rules, every=every), executor, workers * _AHEAD):
        file = joined.setdefault(shard.file, _File(every=every))
        yield Part(shard, tuple(file.take(report)), report)
        if shard.last:
            del joined[shard.file]


class _File:
    """What goes on from one shard of a file to the next."""

    def __init__(self, *, every: bool) -> None:
        self.score = JoinedStretches()
        self.told: set[str] = set()
        self.every = every

    def take(self, report: ShardReport) -> Iterator[Finding]:
        """The findings of the next shard."""
        slips = list(self.score.take(report.stretches))
        found = sorted([*report.findings, *slips], key=place) if slips else report.findings
        for finding in found:
            if finding.code in ONCE and not self.every:
                if finding.code in self.told:
                    continue
                self.told.add(finding.code)
            yield finding


def _mapped(
    cut: Iterator[Shard], check: Callable[[Shard], ShardReport], executor: Executor | None, ahead: int
) -> Iterator[tuple[Shard, ShardReport]]:
    if executor is None:
        for shard in cut:
            yield shard, check(shard)
        return
    waiting = deque((shard, executor.submit(check, shard.to_be_sent())) for shard in islice(cut, ahead))
    while waiting:
        shard, future = waiting.popleft()
        yield shard, future.result()
        for following in islice(cut, 1):
            waiting.append((following, executor.submit(check, following.to_be_sent())))


@contextmanager
def pool(workers: int) -> Iterator[Executor | None]:
    """So many processes of this machine; None for the one that is there already."""
    if workers <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    executor = ProcessPoolExecutor(workers, initializer=_deaf_to_interrupts)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def _deaf_to_interrupts() -> None:
    """Ctrl-C is for the process that the user talks to; the others end with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def counted(parts: Iterable[Part], each: Callable[[Part], None]) -> Iterator[Finding]:
    """The findings of all parts, each part looked at before its findings are given out."""
    for part in parts:
        each(part)
        yield from part.findings
