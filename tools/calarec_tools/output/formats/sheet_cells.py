"""Cells of score sheets: bytes to text, days and times to dates, amounts to units.

Terms. A *unit* is the smallest amount of a ruleset: a whole stake or point, or a part of one. A number with decimals
or a fraction counts wholes (`2,5`, `1 1/3`); the ruleset determines the number of units.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENCODINGS: Final = ("cp1252", "mac_roman", "cp850")
"""Encodings of spreadsheets besides UTF-8: Windows, old Macs, MS-DOS.

The first of equally likely ones is taken.
"""
ENCODING_NAMES: Final = {
    "cp1252": "Windows (cp1252)", "mac_roman": "Macintosh (mac_roman)", "cp850": "MS-DOS (cp850)",
    "utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16",
}  # fmt: skip
_ACCENTED: Final = frozenset("àèéìíòóùúÀÈÉÌÒÙçñäöüÄÖÜß’°")
"""Accented letters of the languages round the Mediterranean and the Alps."""


def guessed_encoding(raw: bytes) -> str:
    """Guess the encoding of bytes; UTF-8 wherever they are valid."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    for place, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        # Text in Latin letters has a zero byte in every second place, and no other text has one.
        if raw[place::2].count(0) * 2 > len(raw[place::2]) > 0:
            return name
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return max(_ENCODINGS, key=lambda name: _likelihood(raw, name))
    return "utf-8"


def _likelihood(raw: bytes, encoding: str) -> int:
    """Count the letters of the expected languages, less all other characters."""
    text = raw.decode(encoding, "replace")
    others = [each for each in text if not each.isascii()]
    return sum(1 if other in _ACCENTED else -1 for other in others)


# ---------------------------------------------------------------------- amounts

_NUMBER: Final = re.compile(
    r"(?P<sign>[+-]?) ?(?:(?P<whole>[0-9]{1,9})?(?:[.,](?P<decimals>[0-9]{1,2}))?|(?:(?P<wholes>[0-9]{1,9}) )?"
    r"(?P<over>[0-9]{1,3})/(?P<under>[1-9][0-9]{0,2}))"
)
_HALF: Final = Fraction(1, 2)


def _match_number(text: str) -> re.Match[str] | None:
    plain = "".join(f" {unicodedata.normalize('NFKC', each)}" if _is_fraction(each) else each for each in text)
    for dash in "−–—":
        plain = plain.replace(dash, "-")
    found = _NUMBER.fullmatch(plain.replace("⁄", "/").strip())
    return found if found and any(found[name] for name in ("whole", "decimals", "over")) else None


def _is_fraction(char: str) -> bool:
    return unicodedata.decomposition(char).startswith("<fraction>")


def is_whole_number(text: str) -> bool:
    """Check whether a number counts wholes: it has decimals (even zeros), or a part."""
    found = _match_number(text)
    return bool(found and (found["decimals"] or found["over"]))


def units_in_cell(text: str, parts: int = 1, *, whole: bool = False) -> int | None:
    """Convert a cell to units; None for no number, ValueError for parts of a unit.

    A whole has `parts` units. `whole`: a number without decimals counts wholes too.
    """
    found = _match_number(text)
    if found is None:
        return None
    if found["over"]:
        value, near = int(found["wholes"] or 0) + Fraction(int(found["over"]), int(found["under"])), Fraction(0)
    else:
        decimals = found["decimals"] or ""
        value = Fraction(int((found["whole"] or "0") + decimals), 10 ** len(decimals))
        near = _HALF / 10 ** len(decimals) if decimals.strip("0") else Fraction(0)
    if whole or is_whole_number(text):
        value, near = value * parts, near * parts
    amount = round(value)
    if abs(value - amount) > near or near >= _HALF:
        raise ValueError(text)
    return -amount if found["sign"] == "-" else amount


# ---------------------------------------------------------------------- dates

_MONTHS: Final = (
    ("gennaio", "january"), ("febbraio", "february"), ("marzo", "march"), ("aprile", "april"), ("maggio", "may"),
    ("giugno", "june"), ("luglio", "july"), ("agosto", "august"), ("settembre", "september"), ("ottobre", "october"),
    ("novembre", "november"), ("dicembre", "december"),
)  # fmt: skip
_DAYS: Final = (
    "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_ISO: Final = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_FIGURES: Final = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]((?:[0-9]{2}){1,2})")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|°|º|\.)? ?([^\W\d_]{3,})\.?,? ?((?:[0-9]{2}){1,2})")
_MONTH_FIRST: Final = re.compile(r"([^\W\d_]{3,})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ((?:[0-9]{2}){1,2})")
_TIME: Final = re.compile(r"([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}))?")
_MIN_NAME_LETTERS: Final = 3
"""Letters of a shortened name of a month or a day."""


def months_come_first(cells: Iterable[str]) -> bool | None:
    """Check whether dates in figures begin with the month, as in America.

    None if some can only begin with the month, and others only with the day.
    """
    days = [found for cell in cells if (found := _FIGURES.match(_bare_day(cell)))]
    first = any(int(day[2]) > 12 >= int(day[1]) for day in days)
    second = any(int(day[1]) > 12 >= int(day[2]) for day in days)
    return None if first and second else first


def moment_in_cell(text: str, *, month_first: bool = False) -> str:
    """Return a day, with its time if any, in the form of the notation; or empty."""
    plain = _bare_day(text)
    day, _, time = plain.partition("t") if _ISO.match(plain) and "t" in plain else (plain, "", "")
    if not time:
        found = re.fullmatch(r"(.*?[^\s,])[\s,]+(?:(?:ore|alle|at) )?(\S*[0-9][:.h][0-9]{2}(?:[:.][0-9]{2})?)", plain)
        if found and clock(found[2]):
            day, time = found[1], found[2]
    date, hour = _date(day.rstrip(", "), month_first=month_first), clock(time) if time else ""
    return f"{date}T{hour}" if date and hour else date if not time else ""


def clock(text: str) -> str:
    """A time of day in the notation's form; empty for what is none."""
    found = _TIME.fullmatch(text.strip().casefold())
    if not found or int(found[1]) > 23:
        return ""
    return f"{int(found[1]):02}:{found[2]}" + (f":{found[3]}" if found[3] else "")


def _bare_day(text: str) -> str:
    """Normalise a day: small letters, single spaces, no name of a weekday in front."""
    plain = " ".join(text.casefold().split())
    first, _, rest = plain.partition(" ")
    name = first.rstrip(".,")
    is_day = len(name) >= _MIN_NAME_LETTERS and any(day.startswith(name) for day in _DAYS)
    return rest if rest and is_day else plain


def _date(text: str, *, month_first: bool) -> str:
    if found := _ISO.fullmatch(text):
        year, month, day = found[1], int(found[2]), int(found[3])
    elif found := _FIGURES.fullmatch(text):
        one, other = int(found[1]), int(found[2])
        day, month = (other, one) if month_first else (one, other)
        year = found[3]
    elif found := _DAY_FIRST.fullmatch(text):
        day, month, year = int(found[1]), _month(found[2]), found[3]
    elif found := _MONTH_FIRST.fullmatch(text):
        day, month, year = int(found[2]), _month(found[1]), found[3]
    else:
        return ""
    return f"{year if len(year) == 4 else '20' + year}-{month:02}-{day:02}" if month else ""


def _month(name: str) -> int:
    found = [number for number, names in enumerate(_MONTHS, 1) if any(each.startswith(name) for each in names)]
    return found[0] if len(found) == 1 else 0
