"""People named where seats should stand: a `seat` line above may say which seat is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.diagnostics import Fix
from calarec.light import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.diagnostics import Diagnostic

CODE = "CAL108"
_NAME = "name"
_JOINT = "+"


def by_seat(findings: list[Diagnostic], people: Mapping[str, str]) -> list[Diagnostic]:
    """The findings, those about names with the seats of the people who are meant; `people` by seat."""
    if not people or all(each.code != CODE for each in findings):
        return findings
    return [_told(each, people) if each.code == CODE and each.wording == _NAME else each for each in findings]


def _told(finding: Diagnostic, people: Mapping[str, str]) -> Diagnostic:
    """A name that is one person's means that seat and no other; of any other name nobody knows whose it is."""
    name = str(finding.args["found"])
    seats = [_seat(part, people) for part in name.split(_JOINT)]
    if not finding.fix or not all(seats):
        return replace(finding, fix=None)
    edits = tuple(
        replace(edit, text=_JOINT.join(seats) + (":" if edit.text.endswith(":") else "")) for edit in finding.fix.edits
    )
    args = finding.args | {"seat": _JOINT.join(seats), "who": name.replace(_JOINT, ", ")}
    return replace(finding, wording="person", args=args, fix=Fix(edits, safe=True))


def _seat(name: str, people: Mapping[str, str]) -> str:
    """The seat of the one person with this name, or with this name among theirs; empty if there is none."""
    wanted = name.casefold()
    whole = [seat for seat, person in people.items() if person.casefold() == wanted]
    found = whole or [seat for seat, person in people.items() if wanted in person.casefold().split()]
    return found[0] if len(found) == 1 else ""
