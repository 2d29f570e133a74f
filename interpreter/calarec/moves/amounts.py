"""Numbers of points and of payments, counted in parts, as people say them: 23 thirds are 7 2/3."""

from __future__ import annotations

from typing import Final

from calarec.language import Words

UNITS: Final = {
    2: (Words("half"), Words("halves")),
    3: (Words("third"), Words("thirds")),
    4: (Words("quarter"), Words("quarters")),
}


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
