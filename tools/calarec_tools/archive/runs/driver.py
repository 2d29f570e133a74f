"""Shards of work, whoever does it, one order: that of the input.

In go tasks and a function that does one of them alone; out comes each task with what it came to. Who works is any
`concurrent.futures` executor, or nobody else. A window of tasks is in flight; the rest have not been begun.

Terms. A task is *lost* if whoever worked at it died of it: it is given back as `LostTask`, and the others go on. A
*part* is the file in which the result of a task is kept.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from calarec_tools.archive.runs.workers import ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from calarec_tools.archive.runs.workers import Crew, LostTask

_BUNDLES_PER_PROCESS: Final = 3
"""Bundles of tasks for each process that are begun or waiting."""
_MAX_BUNDLE_BYTES: Final = 1 << 19
_MAX_BUNDLE_TASKS: Final = 64
_BUNDLES_OF_DONE_TASKS: Final = 8
"""Each process gets at most this part of what it has done before, so that none is left with much at the end."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_in_order(
    tasks: Iterator[Task],
    work: Callable[[Task], Result],
    crew: Crew = ALONE,
    *,
    send: Callable[[Task], Task] | None = None,
    bundled: bool = False,
) -> Iterator[tuple[Task, Result | LostTask]]:
    """Each task with what came of it, in their order; `send` is how a task travels to another process.

    `bundled`: the more tasks there are, the more small ones (`size`) go to a process at once.
    """
    if crew.executor is None:
        if crew.parts:
            from calarec_tools.archive.runs.parts import do_or_read  # most runs keep no parts

            work = partial(do_or_read, crew.parts, work)
        for task in tasks:
            yield task, work(task)
        return
    from calarec_tools.archive.runs.in_flight import TasksInFlight

    window = TasksInFlight(crew, work)
    bundles = _bundles_of(tasks, crew.workers * _BUNDLES_OF_DONE_TASKS if bundled else 0)
    for bundle in islice(bundles, crew.workers * _BUNDLES_PER_PROCESS):
        window.begin_tasks(bundle, [send(task) if send else task for task in bundle])
    while window.waiting:
        yield from window.next_results()
        for bundle in islice(bundles, 1):
            window.begin_tasks(bundle, [send(task) if send else task for task in bundle])


def _bundles_of(tasks: Iterator[Task], share: int) -> Iterator[list[Task]]:
    """Tasks in bundles of at most one in `share` of those before; with 0 alone."""
    count, bundle, size = 0, list[Task](), 0
    for task in tasks:
        bundle.append(task)
        size += getattr(task, "size", 0)
        if size >= _MAX_BUNDLE_BYTES or len(bundle) >= min(count // share if share else 1, _MAX_BUNDLE_TASKS):
            count += len(bundle)
            yield bundle
            bundle, size = [], 0
    if bundle:
        yield bundle


# ---------------------------------------------------------------------- who works


@contextmanager
def process_pool(workers: int) -> Iterator[Executor | None]:
    """So many processes of this machine; None for the one that is there already."""
    if workers <= 1:
        yield None
        return
    from calarec_tools.archive.runs.in_flight import LocalPool

    executor = LocalPool(workers)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()
