"""Points and reasons as people say them.

Terms. A text of the engine holds marks: `{2}` is the person on seat 2, `{=24}` a number of points in the
ruleset's unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.language import Both, say
from calarec.moves.amounts import UNITS, points_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.language import Language
    from calarec.moves.account import Reason

_MARK: Final = re.compile(r"\{(=?)(-?\d+)\}")

_NO_SOURCES: Final = ("house rule", "project default")
_PART: Final = Both("of a point", "di punto")
_POINT: Final = (Both("point", "punto"), Both("points", "punti"))


def in_points(points: int, units: int, lang: Language) -> str:
    """ "8 points (24 thirds)", or "24 points" where the unit is a whole point."""
    full = points_said(points, units)
    word = _PART if 0 < abs(points) < units else _POINT[full not in ("1", "-1")]
    told = f"{full} {say(word, lang)}"
    return f"{told} ({in_units(points, units, lang)})" if units > 1 else told


def in_units(points: int, units: int, lang: Language) -> str:
    """ "24 thirds", "24 points"."""
    one, many = UNITS.get(units, _POINT)
    return f"{points} {say(one if abs(points) == 1 else many, lang)}"


def reason_said(reason: Reason, people: Sequence[str], units: int, lang: Language) -> str:
    """What a reason says, with people by name and points as players count them."""

    def put(mark: re.Match[str]) -> str:
        number = int(mark[2])
        if mark[1]:
            return in_points(number, units, lang)
        return people[number] if 0 <= number < len(people) else mark[0]

    return _MARK.sub(put, say(reason.says, lang))


def source_parts(source: str) -> tuple[str, str]:
    """The id of a source and the place in it: "004 The play" are "004" and "The play"."""
    if source in _NO_SOURCES:
        return source, ""
    name, _, locus = source.partition(" ")
    return name, locus
