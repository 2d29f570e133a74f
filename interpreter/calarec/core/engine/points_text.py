"""Points, payments and reasons as people say them: 23 thirds are 7 2/3.

Terms. A text of the engine holds marks: `{2}` is the person on seat 2, `{=24}` a number of points in the
ruleset's unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words, text_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.account import Reason
    from calarec.core.wording.language import Language


UNITS: Final = {
    2: (Words("half"), Words("halves")),
    3: (Words("third"), Words("thirds")),
    4: (Words("quarter"), Words("quarters")),
}


# "Each side drops its fractions" (002, lines 44 and 88): a third below nothing, after an irregularity, is nothing and
# not a whole point less.
def whole_points(points: int, units: int) -> int:
    """The whole points in a number of units: fractions are dropped, of what somebody has below nothing too."""
    whole = abs(points) // units
    return -whole if points < 0 else whole


def points_said(points: int, units: int) -> str:
    """A number of units as whole points and a fraction: 24 thirds are "8", 23 are "7 2/3"."""
    sign = "-" if points < 0 else ""
    full, rest = divmod(abs(points), units)
    if not rest:
        return f"{sign}{full}"
    return f"{sign}{full} {rest}/{units}" if full else f"{sign}{rest}/{units}"


def payment_said(amount: int, units: int) -> Words | str:
    """A payment: "2", or "2 (6 thirds)" where payments are counted in thirds of a stake."""
    if units == 1:
        return str(amount)
    full, parts = points_said(amount, units), UNITS.get(units)
    if parts is None:
        return f"{full} ({amount}/{units})"
    name = parts[amount not in (1, -1)]
    return Words("{full} ({amount} {parts})", full=full, amount=amount, parts=name)


def seat_mark(seat: int) -> str:
    """A seat, said by its label or its name when it is read."""
    return f"{{{seat}}}"


def points_mark(points: int) -> str:
    """A number of points in the ruleset's unit, said as players count them when it is read."""
    return f"{{={points}}}"


_MARK: Final = re.compile(r"\{(=?)(-?\d+)\}")

_NO_SOURCES: Final = ("house rule", "project default")
_PART: Final = Words("of a point")
_POINT: Final = (Words("point"), Words("points"))


def points_told(points: int, units: int) -> Words:
    """ "8 points (24 thirds)", or "24 points" where the unit is a whole point."""
    full = points_said(points, units)
    word = _PART if 0 < abs(points) < units else _POINT[full not in ("1", "-1")]
    if units == 1:
        return Words("{full} {points}", full=full, points=word)
    one, many = UNITS.get(units, _POINT)
    parts = one if abs(points) == 1 else many
    return Words("{full} {points} ({amount} {parts})", full=full, points=word, amount=points, parts=parts)


def in_points(points: int, units: int, lang: Language) -> str:
    """The same in one language."""
    return text_in(points_told(points, units), lang)


class ToldReason(NamedTuple):
    """A reason as a part of a sentence, with people by name and points as players count them."""

    reason: Reason
    people: tuple[str, ...]
    units: int

    def in_language(self, lang: Language) -> str:
        """What it says."""
        return reason_said(self.reason, self.people, self.units, lang)


def reason_said(reason: Reason, people: Sequence[str], units: int, lang: Language) -> str:
    """What a reason says, with people by name and points as players count them."""

    def put(mark: re.Match[str]) -> str:
        number = int(mark[2])
        if mark[1]:
            return in_points(number, units, lang)
        return people[number] if 0 <= number < len(people) else mark[0]

    return _MARK.sub(put, text_in(reason.says, lang))


def source_parts(source: str) -> tuple[str, str]:
    """The id of a source and the place in it: "004 The play" are "004" and "The play"."""
    if source in _NO_SOURCES:
        return source, ""
    name, _, locus = source.partition(" ")
    return name, locus
