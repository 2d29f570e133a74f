"""Tasks in other processes: sent, awaited, and run singly after a death.

From a crew with an executor, and work, comes the result of each task, in the order in which they were begun.

Terms. A *bundle* is a set of tasks that travel together. When processes of a pool die, all tasks in flight are
*suspects*; so are those that a cluster *gives up*, for it blames a death on all tasks that waited at that worker.
Suspects run one by one, until one is *guilty*: each time, a process died while it was the only task.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from calarec.core.base import version
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.wording.language import Words
from calarec.rule_files.locate import NamedRules, named_rules
from calarec_tools.archive.runs.workers import LostTask
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.wording.language import Sayable
    from calarec_tools.archive.runs.workers import Crew

MAX_DEATHS: Final = 3
"""The number of processes that a task may kill, run singly, before it is lost."""
_GIVEN_UP: Final = "KilledWorker"
"""The name of the error of a task that a cluster has given up.

The cluster has counted the deaths.
"""
_DIED: Final = Words("its worker died {times} times")
_OTHER: Final = Words("another calarec works there ({theirs}) than here ({ours}); install the same on all machines.")

_Returned = TypeVar("_Returned")
_Arguments = ParamSpec("_Arguments")


class SentWork(NamedTuple):
    """Work to be sent: packed once, and unpacked once by each process."""

    packed: bytes
    calarec: str
    parts: str
    rules: NamedRules | None = None
    """Files that ids lead to at the sender; None on the same machine."""

    def __call__(self, tasks: Sequence[Any]) -> BundleResults:
        """The results of a bundle; of each task from its part, if parts are kept."""
        if self.calarec != version.__version__:
            raise RefusalError(_OTHER, theirs=version.__version__, ours=self.calarec)
        if self.rules is not None:
            self.rules.put_up()
        work = _unpack_result(self.packed)
        if self.parts:
            from calarec_tools.archive.runs.parts import do_or_read  # most runs keep no parts

            work = partial(do_or_read, self.parts, work)
        found: list[Any] = []
        try:
            for task in tasks:
                found.append(work(task))
        except Exception as error:
            if not found:
                raise
            return BundleResults(found, error)
        return BundleResults(found)


class BundleResults(NamedTuple):
    """Results of the tasks of a bundle, up to one that failed."""

    results: list[Any]
    error: Exception | None = None


@lru_cache(4)
def _unpack_result(packed: bytes) -> Any:
    return pickle.loads(packed)


@dataclass(slots=True)
class _InFlight:
    """A bundle that was begun."""

    tasks: Sequence[Any]
    sent: Sequence[Any]
    future: Future[Any]


class TasksInFlight:
    """The bundles in flight, the oldest first."""

    def __init__(self, crew: Crew, work: Callable[[Any], Any]) -> None:
        assert crew.executor is not None
        self.executor = crew.executor
        rules = None if isinstance(self.executor, LocalPool) else named_rules()
        self.work = SentWork(pickle.dumps(work), version.__version__, crew.parts, rules)
        self.waiting: deque[_InFlight] = deque()

    def begin_tasks(self, tasks: Sequence[Any], sent: Sequence[Any]) -> None:
        """One bundle more."""
        self.waiting.append(_InFlight(tasks, sent, self._submit_bundle(sent)))

    def next_results(self) -> Iterator[tuple[Any, Any]]:
        """The tasks of the oldest bundle with what came of them."""
        while _is_broken(self.waiting[0].future):
            self._run_suspects()
        first = self.waiting.popleft()
        found = first.future.result()
        if isinstance(found, LostTask):
            yield first.tasks[0], found
            return
        yield from zip(first.tasks, found.results, strict=False)
        if found.error is not None:
            raise found.error

    def _submit_bundle(self, sent: Sequence[Any]) -> Future[Any]:
        try:
            return self.executor.submit(self.work.__call__, sent)
        except BrokenExecutor as error:
            broken: Future[Any] = Future()
            broken.set_exception(error)
            return broken

    def _run_suspects(self) -> None:
        """Run the suspects one by one until one is guilty, and submit the others again."""
        broken = [bundle for bundle in self.waiting if _is_broken(bundle.future)]
        self._replace_pool(broken[0].future)
        split = {id(bundle) for bundle in broken}
        self.waiting = deque(
            part for bundle in self.waiting for part in (_split_bundle(bundle) if id(bundle) in split else [bundle])
        )
        suspects = deque(each for each in self.waiting if _is_broken(each.future))
        while suspects:
            each = suspects.popleft()
            each.future = self._submit_alone(each.sent)
            if isinstance(each.future.exception() or each.future.result(), LostTask):
                break
        for each in suspects:
            each.future = self._submit_bundle(each.sent)

    def _submit_alone(self, sent: Sequence[Any]) -> Future[Any]:
        for _ in range(MAX_DEATHS):
            future = self._submit_bundle(sent)
            if not _is_broken(future):
                return future
            if _is_given_up(future):
                return _lost_future(str(future.exception()).partition("\n")[0])
            self._replace_pool(future)
        return _lost_future(_DIED.with_values(times=MAX_DEATHS))

    def _replace_pool(self, broken: Future[Any]) -> None:
        """Replace a broken pool; raise if a caller made the executor."""
        if isinstance(self.executor, LocalPool):
            self.executor.renew()
        elif not _is_given_up(broken):
            broken.result()


def _split_bundle(bundle: _InFlight) -> list[_InFlight]:
    """Split a bundle into bundles of one task."""
    return [_InFlight([task], [sent], bundle.future) for task, sent in zip(bundle.tasks, bundle.sent, strict=True)]


def _is_broken(future: Future[Any]) -> bool:
    """Check whether the process that did the work died; waits until it is done."""
    return isinstance(future.exception(), BrokenExecutor) or _is_given_up(future)


def _is_given_up(future: Future[Any]) -> bool:
    """Check whether a cluster gave the task up; it has already replaced its workers."""
    return type(future.exception()).__name__ == _GIVEN_UP


def _lost_future(reason: Sayable | str) -> Future[Any]:
    lost: Future[Any] = Future()
    lost.set_result(LostTask(reason))
    return lost


class LocalPool(Executor):
    """A replaceable pool of processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new_executor()

    def _new_executor(self) -> Executor:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(self.workers, initializer=_ignore_interrupts)

    def submit(
        self, fn: Callable[_Arguments, _Returned], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Returned]:
        """As every executor does."""
        return self._pool.submit(fn, *args, **kwargs)

    def renew(self) -> None:
        """Other processes, after one of them has died."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_executor()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """As every executor does."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process.

    The process that the user talks to handles it; the workers end when it ends, however it ends.
    """
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


# A killed pool closes nothing: its processes hold each other's pipes and would wait for ever.
def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
