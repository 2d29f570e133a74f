"""The eighth of the cases that a run of the whole suite tries.

`CALAREC_SHARD` names it: 0 to 7, or `all`. Over eight commits every case is tried; `make test-all` tries all at once.
"""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARDS: Final = 8
SHARD: Final = "CALAREC_SHARD"

Case = TypeVar("Case")

WALKS: Final = (
    "test_page_views", "test_page_hands", "test_page_scores", "test_page_strangers", "test_page_by_keyboard",
    "test_page_losses", "test_evening_page", "test_page_elsewhere", "test_house_page", "test_page_between_hands",
    "test_page_waiting", "test_page_in_italian",
)  # fmt: skip
"""The modules of long walks through a page in a browser, marked `walk`."""


def is_in_shard(test: str, shard: str) -> bool:
    """Check whether a case of a mass test (by node id) belongs to an eighth."""
    return shard == "all" or zlib.crc32(test.encode()) % SHARDS == int(shard)


def is_walk_in_shard(walk: str, shard: str) -> bool:
    """Check whether a walk (by its module) belongs to an eighth; each is in two."""
    place = WALKS.index(walk)
    return shard == "all" or int(shard) in {place % SHARDS, (place + SHARDS // 2) % SHARDS}


def is_walk_as_exported(walk: str) -> bool:
    """Check whether the browser's own Python answers a walk in this run.

    It does in the first of its eighths, and with all cases.
    """
    return has_all_cases() or int(os.environ[SHARD]) == WALKS.index(walk) % SHARDS


def has_all_cases() -> bool:
    """Check whether this run tries every case."""
    return os.environ.get(SHARD, "all") == "all"


def of_shard(cases: Sequence[Case], name: str = "") -> Sequence[Case]:
    """Every eighth case, for tests that try many in a loop; the name shifts which. At least one."""
    if has_all_cases() or not cases:
        return cases
    step = min(SHARDS, len(cases))
    return cases[(int(os.environ[SHARD]) + zlib.crc32(name.encode())) % step :: step]


def examples(number: int) -> int:
    """Return the number of examples of a property: all, or an eighth by the shard."""
    return number if has_all_cases() else max(1, number // SHARDS)
