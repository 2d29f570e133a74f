"""Completions in a shell: rulesets, rules, and names of hands and seats.

They depend on the words before them on the line. The user waits and sees no messages: if something cannot be read,
there are no completions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.records.model import Hand

WORDS: Final = "words"
"""The key of the words that no parameter has taken yet."""
_FILES: Final = ("files", "paths", "file", WORDS)
_MAX_COMPLETED_HANDS: Final = 2_000
"""The maximum number of hands that are read for completions."""


def completable_rulesets(given: Mapping[str, Any]) -> list[str]:  # noqa: ARG001 - each is asked so
    """The ids of all rulesets that can be found."""
    from calarec.rule_files.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


def completable_rules(given: Mapping[str, Any]) -> list[str]:
    """List the rules of the ruleset that is named, and the branches that have them."""
    from calarec.rule_files.load import RulesetError, load_ruleset

    asked = given.get("rules")
    try:
        leaves = load_ruleset(asked).leaves if isinstance(asked, str) else {}
    except (RulesetError, OSError):
        return []
    keys = [path.split(".") for path in leaves]
    return list(dict.fromkeys(".".join(key[:end]) for key in keys for end in range(1, len(key) + 1)))


def completable_hands(given: Mapping[str, Any]) -> list[str]:
    """The names of the hands in the records that are named."""
    return list(dict.fromkeys(hand.name for hand in _hands_of_records(given) if hand.name))


def completable_seats(given: Mapping[str, Any]) -> list[str]:
    """The seats of these records, with their people."""
    found: dict[str, None] = {}
    for hand in _hands_of_records(given):
        for label, person in hand.session.people.items():
            found |= {label: None, person: None}
    return list(found)


def _hands_of_records(given: Mapping[str, Any]) -> Iterator[Hand]:
    from itertools import islice

    from calarec.core.notation.reader import read_records
    from calarec_tools.output.files.inputs import is_ordinary

    named = next((found for name in _FILES if (found := given.get(name))), ())
    for file in [named] if isinstance(named, str) else named:
        if isinstance(file, str) and os.path.isfile(file) and is_ordinary(file):  # noqa: PTH113
            yield from islice(read_records(file), _MAX_COMPLETED_HANDS)


COMPLETIONS: Final[Mapping[str, Callable[[Mapping[str, Any]], list[str]]]] = {
    "rulesets": completable_rulesets,
    "hands": completable_hands,
    "seats": completable_seats,
    "rules": completable_rules,
}
"""The function that lists words for a parameter, by the name in its declaration."""
