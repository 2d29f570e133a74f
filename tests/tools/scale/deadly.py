"""Work that kills processes, to test their callers; processes import it by name."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from calarec_tools.archive.runs.shard import ShardReport, check_shard

POISON = "; this line is deadly\n"


def doubled(number: int, *, deadly: tuple[int, ...] = (), once: tuple[int, ...] = (), note: str = "") -> int:
    """Twice the number; a process dies of each `deadly` one, and the first time of one of `once`."""
    if note:
        with Path(note).open("a", encoding="utf-8") as stream:
            stream.write(f"{number}\n")
    if number in once:
        mark = Path(f"{note}.{number}")
        if not mark.exists():
            mark.touch()
            os._exit(9)
    if number in deadly:
        os._exit(9)
    return 2 * number


def doubled_below(number: int, *, limit: int) -> int:
    """Twice a number that is below a limit."""
    if number >= limit:
        raise ValueError(number)
    return 2 * number


def doubled_at_leisure(number: int, *, deadly: tuple[int, ...]) -> int:
    """As `doubled`; a process dies while all others that it has begun are under way."""
    time.sleep(0.3 if number in deadly else 1.5)
    return doubled(number, deadly=deadly)


def check_unless_deadly(shard: Any, **how: Any) -> ShardReport:
    """As `check_shard`, but reading the poison kills the process."""
    if POISON in shard.shard_text():
        os._exit(9)
    return check_shard(shard, **how)


def check_slowly(shard: Any, **how: Any) -> ShardReport:
    """As `check_shard`, a little later."""
    time.sleep(0.2)
    return check_shard(shard, **how)
