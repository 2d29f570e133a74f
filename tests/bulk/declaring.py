"""Rules under which something may be declared: shipped, attested, house rules."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.bulk.house_rules import ALL_HOUSES, house_file, rules_file

TESTS: Final = Path(__file__).parents[1]

FILES: Final = {
    "tressette-accusi": "tressette-accusi",
    "with a tail, poor hands thrown in": str(TESTS / "rulesets" / "attested" / "declared-tail.yaml"),
    "beside a bid": str(TESTS / "rulesets" / "attested" / "declared-bid.yaml"),
    "before the first lead": str(TESTS / "judge" / "damage" / "rules" / "declared-pagat.yaml"),
}

ROLES: Final = {
    "with roles": (
        "twenty-one",
        "set:\n  settle.roles: {dealer: {pays: 4}, eldest: {pays: 4, receives: 7}}\n"
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, by: opponents, "
        "points: 1p}\n"
        '  standing.low: {do: declare, meld: {ranks: "765", of: suit}, until_trick: 3, by: declarer, points: 1p, '
        "match: 2}\n",
    ),
}

DECLARING: Final = (*FILES, *ROLES, *(name for name in ALL_HOUSES if name.startswith("declared")))
"""Rules under which something may be declared: shipped, attested, houses."""


def declaring_file(name: str, folder: Path) -> str:
    """The ruleset of a name, or its file."""
    return FILES.get(name) or (rules_file(*ROLES[name], folder) if name in ROLES else house_file(name, folder))
