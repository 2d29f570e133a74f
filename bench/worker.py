"""A process that does one piece of work on each request, and reports the time.

Started by `bench/run.py` once for each row of a table, so that rows can be taken in turn: what slows the machine
down for a moment falls on all of them. A line on standard input is one run; the answer is a line of JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def busy() -> float:
    """Seconds of work of this process and of those that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main() -> None:
    """Prepares the work that is named, then runs it as often as it is asked to."""
    module, name, *given = sys.argv[1:]
    prepare: Callable[..., tuple[int, Callable[[], object]]] = getattr(import_module(module), name)
    units, work = prepare(*given)
    work()
    print(json.dumps({"units": units}), flush=True)
    for _ in sys.stdin:
        began, wall = busy(), time.perf_counter()
        work()
        print(json.dumps({"busy": busy() - began, "wall": time.perf_counter() - wall}), flush=True)


if __name__ == "__main__":
    main()
