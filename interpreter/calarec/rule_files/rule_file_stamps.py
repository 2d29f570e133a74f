"""The rule files that can be found by their ids: their states and words."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from calarec.rule_files.locate import MAX_RULE_FILE_BYTES, PART_ENDING, known_ids, rule_folders

Stamp = tuple[tuple[str, int, int], ...]
"""The rule files in all folders, each with its size and the time of its last change."""


def stamp_folders() -> Stamp:
    """The rule files of CALAREC_RULES and the shipped ones, as they are now."""
    folders = rule_folders()
    files = (*known_ids(folders).values(), *known_ids(folders, PART_ENDING).values())
    return tuple((file, *_state_of(file)) for file in files)


def _state_of(file: str) -> tuple[int, int]:
    try:
        state = os.stat(file)  # noqa: PTH116
    except OSError:
        return 0, 0
    return state.st_size, state.st_mtime_ns


@lru_cache(maxsize=2)
def list_words(stamp: Stamp) -> frozenset[str]:
    """Every word in some rule files."""
    words: set[str] = set()
    for file, _, _ in stamp:
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
                words.update(re.findall(r"[\w-]+", stream.read(MAX_RULE_FILE_BYTES)))
        except OSError:
            continue
    return frozenset(words)
