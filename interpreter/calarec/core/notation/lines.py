"""Looks after single lines before the grammar sees them: blanks that are none, characters nobody sees.

Columns never change: whatever is put in order is as wide as before. Strings and comments are left
alone, for what stands in them is text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.notation.blocks import LINE
from calarec.core.notation.source import MARK, unmarked
from calarec.core.wording.findings import Edit, Finding, Fix

_PARTS: Final = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*"?)|(?P<comment>;.*)|[^";]+', re.DOTALL)
_PLAIN: Final = re.compile(r"[ -~]*")
_SURROGATE: Final = re.compile("[\ud800-\udfff]+")
_ZERO_WIDTH: Final = frozenset(
    map(chr, (0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF))
)
"""What takes no room and keeps nothing apart: it can go."""


class Line(NamedTuple):
    """A line put in order: the statement, the comment with its `;`, and whether it can be used."""

    text: str
    comment: str
    usable: bool = True


def split_comment(text: str) -> tuple[str, str]:
    """The statement of a line without blanks at its end, and its comment."""
    at = text.find(";")
    if at >= 0 and '"' in text[:at]:
        at = next((part.start() for part in _PARTS.finditer(text) if part["comment"]), -1)
    if at < 0:
        return text.rstrip(" "), ""
    return text[:at].rstrip(" "), text[at:]


def legible(raw: str) -> str:
    """A line without what nobody sees, its comment left out: what its words may have been."""
    return split_comment("".join(char for char in raw if char.isprintable() or char == "\t"))[0].strip()


def clean(raw: str, file: str, number: int, findings: list[Finding]) -> Line:
    """A line as the grammar wants it; what had to be put in order is told in `findings`."""
    looked_at = _Look(raw, file, number, findings)
    text = looked_at.text()
    statement, comment = split_comment(text)
    return Line(statement, comment, looked_at.usable)


class _Look:
    """One line being looked at."""

    def __init__(self, raw: str, file: str, number: int, findings: list[Finding]) -> None:
        self.raw = raw
        self.file = file
        self.number = number
        self.findings = findings
        self.usable = True

    def text(self) -> str:
        text = self.without_returns(unmarked(self.raw))
        if len(text) > LINE:
            self.usable = False
            self.found("CAL008", LINE, 1, None, length=len(text), limit=LINE)
            return ""
        if _PLAIN.fullmatch(text):
            return text
        for bad in _SURROGATE.finditer(text):
            self.usable = False
            shown = " ".join(f"{ord(char) & 0xFF:02X}" for char in bad.group()[:4])
            self.found("CAL002", bad.start(), bad.end() - bad.start(), None, bytes=shown)
        return "".join(
            part.group() if part["string"] or part["comment"] else self.outside(part.group(), part.start())
            for part in _PARTS.finditer(text)
        )

    def without_returns(self, text: str) -> str:
        """Carriage returns at the end are that of Windows; in between each ended a line once, in comments too."""
        shorter = text.rstrip("\r")
        if shorter is not text:
            self.found("CAL004", len(shorter), len(text) - len(shorter), "")
        if "\r" not in shorter:
            return shorter
        self.usable = False
        places = [
            Span.from_column(self.file, self.number, found.start() + 1, 1) for found in re.finditer("\r", shorter)
        ]
        fix = Fix(tuple(Edit(place, "\n") for place in places), safe=True)
        # Said once: where one line ends so, all the others stand behind it.
        self.findings.append(Finding(code="CAL007", span=places[0], wording="return", fix=fix))
        return shorter.replace("\r", " ")

    def outside(self, text: str, start: int) -> str:
        """A stretch outside strings and comments."""
        return "".join(char if " " <= char <= "~" else self.odd(char, start + index) for index, char in enumerate(text))

    def odd(self, char: str, column: int) -> str:
        if char == "\t":
            self.found("CAL005", column, 1, " ")
            return " "
        if char == MARK and self.number == 1 and column == 0:
            self.found("CAL003", column, 1, "")
            return " "
        category = unicodedata.category(char)
        if category == "Zs":
            self.found("CAL006", column, 1, " ", char=f"U+{ord(char):04X}")
            return " "
        if category in ("Cc", "Cf", "Zl", "Zp"):
            self.usable = False
            apart = char.isspace()
            # What kept two words apart goes on doing so; of what has a width nobody knows what it stood for.
            self.found(
                "CAL007", column, 1, " " if apart else "", safe=apart or char in _ZERO_WIDTH,
                wording="separator" if apart else "", char=f"U+{ord(char):04X}",
            )  # fmt: skip
            return " "
        return char

    def found(
        self,
        code: str,
        column: int,
        width: int,
        mend: str | None,
        *,
        safe: bool = True,
        wording: str = "",
        **args: object,
    ) -> None:
        span = Span.from_column(self.file, self.number, column + 1, width)
        fix = None if mend is None else Fix((Edit(span, mend),), safe)
        self.findings.append(Finding(code=code, span=span, args=args, fix=fix, wording=wording))
