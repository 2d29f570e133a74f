"""A game with a pack of eight cards, of which every division can be looked at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules

SMALL: Final[dict[str, Any]] = {
    "ruleset": "small", "version": "1.0.0", "source": "T", "sources": {"T": {"title": "made by a test"}},
    "table": {"seats": [3], "direction": "clockwise"},
    "pack": {"suits": "bd", "ranks": "3A54", "unit": "1", "points": {"3": 1, "A": 3}, "last_trick": 2},
    "piles": {"monte": {"dealt": 2}}, "deal": {"hand": 2},
    "auction": {"ladder": ["solo"], "words": {"passo": {"leaves": True}}},
    "contracts": {"solo": {"stake": 1, "steps": ["take", "bury"], "leader": "eldest"}},
    "steps": {"take": {"do": "take", "pile": "monte", "shown": "everyone"}, "bury": {"do": "discard", "to": "monte"}},
    "play": {}, "all_pass": {"do": "redeal"}, "settle": {"won_if": {"points_at_least": 6}},
}  # fmt: skip


def small() -> Rules:
    """Three hands of two cards, and two in the monte, which goes with the last trick."""
    ruleset = check_rules("small.yaml", raw=json.dumps(SMALL).encode()).ruleset
    assert ruleset is not None
    return ruleset.rules
