"""Tasks run by any executor; results come in the order of the input.

From tasks and a function comes each task with its result. The executor is any `concurrent.futures` executor, or none:
then this process does the work. A window of tasks is in flight; the rest have not been begun.

Terms. A task is *lost* if processes died of it: it is returned as `LostTask`, and the others continue. A *part* is the
file in which the result of a task is kept.
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
"""The divisor that limits the next bundle to a share of the tasks done.

So no process has much left to do at the end.
"""

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
    """Yield each task with its result, in order; `send` prepares a task for travel.

    With `bundled`, a process gets several small tasks (by `size`) at once, and more of them as the run goes on.
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
    """Bundle tasks, at most one in `share` of those before; 0: one task a bundle."""
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
    """Start a pool of `workers` processes; None for one, which is this process."""
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
