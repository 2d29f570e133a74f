"""Executors of tasks, the useful number of workers, and lost tasks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from calarec.core.wording.language import Sayable

LOST: Final = Words("{file}, from line {line} on: passed over, {reason}.")
"""The finding for the shard of a lost task."""


class LostTask(NamedTuple):
    """Instead of a result: why there is none."""

    reason: Sayable | str


class Crew(NamedTuple):
    """An executor for tasks, its number of workers, and the folder of parts.

    None as executor: this process does the work.
    """

    executor: Executor | None = None
    workers: int = 1
    parts: str = ""


ALONE: Final = Crew()


def useful_workers(work: int, enough: int, most: int = 8) -> int:
    """Return the number of processes that the work (`enough` for each) can occupy."""
    return max(1, min(most, os.cpu_count() or 1, work // enough))
