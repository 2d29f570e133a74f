"""Numbers of points and of payments, counted in parts, as people say them: 23 thirds are 7 2/3."""

from __future__ import annotations

from typing import Final

from calarec.language import Both

UNITS: Final = {
    2: (Both("half", "mezzo"), Both("halves", "mezzi")),
    3: (Both("third", "terzo"), Both("thirds", "terzi")),
    4: (Both("quarter", "quarto"), Both("quarters", "quarti")),
}


def points_said(points: int, units: int) -> str:
    """A number of units as whole points and a fraction: 24 thirds are "8", 23 are "7 2/3"."""
    sign = "-" if points < 0 else ""
    full, rest = divmod(abs(points), units)
    if not rest:
        return f"{sign}{full}"
    return f"{sign}{full} {rest}/{units}" if full else f"{sign}{rest}/{units}"


def payment_said(amount: int, units: int) -> Both:
    """A payment: "2", or "2 (6 thirds)" where payments are counted in thirds of a stake."""
    if units == 1:
        return Both(f"{amount}", f"{amount}")
    full, parts = points_said(amount, units), UNITS.get(units)
    if parts is None:
        return Both(f"{full} ({amount}/{units})", f"{full} ({amount}/{units})")
    name = parts[amount not in (1, -1)]
    return Both(f"{full} ({amount} {name.en})", f"{full} ({amount} {name.it})")
