"""All rulesets that can be found by their ids, and which of them have a contract."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from calarec.rulesets.locate import MAX_RULE_FILE_BYTES, PART_ENDING, known_ids, rule_folders

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

Stamp = tuple[tuple[str, int, int], ...]
"""The rule files in all folders, each with its size and the time of its last change."""


def load_known_rulesets() -> tuple[Ruleset, ...]:
    """Every usable ruleset in the folders of CALAREC_RULES and among those that are shipped."""
    return _load_all(_folders_stamp())


def rulesets_with_contract(word: str) -> tuple[Ruleset, ...]:
    """Every known ruleset with a contract of this name."""
    return _find_contract(word, _folders_stamp())


def _folders_stamp() -> Stamp:
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
def _load_all(_: Stamp) -> tuple[Ruleset, ...]:
    from calarec.rulesets.load import RulesetError, load_ruleset

    found = []
    for ruleset in known_ids(rule_folders()):
        try:
            found.append(load_ruleset(ruleset))
        except RulesetError:
            continue
    return tuple(found)


@lru_cache(maxsize=1000)
def _find_contract(word: str, stamp: Stamp) -> tuple[Ruleset, ...]:
    # Most unknown words are typos: loading every ruleset is worth it only if a file has the word.
    if word not in _words_in(stamp):
        return ()
    return tuple(ruleset for ruleset in _load_all(stamp) if word in ruleset.rules.contracts)


@lru_cache(maxsize=2)
def _words_in(stamp: Stamp) -> frozenset[str]:
    words: set[str] = set()
    for file, _, _ in stamp:
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
                words.update(re.findall(r"[\w-]+", stream.read(MAX_RULE_FILE_BYTES)))
        except OSError:
            continue
    return frozenset(words)
