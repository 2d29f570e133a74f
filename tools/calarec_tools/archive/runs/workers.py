"""Who does work that comes in tasks, how many of them are of use, and what is said of a task that nobody survived."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from calarec.core.wording.language import Sayable

LOST: Final = Words("{file}, from line {line} on: passed over, {reason}.")
"""Said of the shard of a lost task."""


class LostTask(NamedTuple):
    """Instead of a result: why there is none."""

    reason: Sayable | str


class Crew(NamedTuple):
    """Who works: an executor (None: the process that is there already), how many they are, where parts are kept."""

    executor: Executor | None = None
    workers: int = 1
    parts: str = ""


ALONE: Final = Crew()


def useful_workers(work: int, enough: int, most: int = 8) -> int:
    """As many processes as the work (`enough` of it for each) and the machine are good for."""
    return max(1, min(most, os.cpu_count() or 1, work // enough))
