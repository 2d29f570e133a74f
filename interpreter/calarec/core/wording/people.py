"""People by name where a finding speaks of seats."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.wording.cells import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.wording.findings import Finding

_SEAT_VALUES: Final = frozenset(
    {"seat", "label", "due", "to", "by", "holder", "declarer", "actual", "stated", "winner"}
)  # fmt: skip
"""Values of findings that may be a seat's letter."""
_OF_NOTATION: Final = "CAL1"
"""Codes of findings on the text, which quote what is written."""


def name_seats(people: Mapping[str, str], seats: Iterable[str]) -> dict[str, str]:
    """Seats with their people by name.

    A letter without a name stays; two people of one name are distinguished by their letters.
    """
    names = {seat: visible(people.get(seat, seat)) for seat in seats}
    often = Counter(names.values())
    return {seat: f"{name} ({seat})" if often[name] > 1 else name for seat, name in names.items()}


def name_people(finding: Finding, people: Mapping[str, str]) -> Finding:
    """A finding with people by name, unless it quotes the letters of their seats."""
    if finding.code.startswith(_OF_NOTATION):
        return finding
    named = {
        key: people[value]
        for key, value in finding.args.items()
        if key in _SEAT_VALUES and isinstance(value, str) and value in people
    }
    return replace(finding, args={**finding.args, **named}) if named else finding


def name_people_in(findings: Iterable[Finding], people: Mapping[str, str]) -> Iterator[Finding]:
    """Findings with the people of an evening by their names."""
    names: dict[str, str] | None = None
    for finding in findings:
        if names is None:
            names = name_seats(people, people)
        yield name_people(finding, names)
