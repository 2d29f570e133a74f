"""Looks after single lines before the grammar sees them: blanks that are none, characters nobody sees.

Columns never change: whatever is put in order is as wide as before. Strings and comments are left
alone, for what stands in them is text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from calarec.diagnostics import Diagnostic, Edit, Fix
from calarec.light import NamedTuple
from calarec.notation import limits
from calarec.notation.source import unmarked
from calarec.text import Span

_PARTS: Final = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*"?)|(?P<comment>;.*)|[^";]+', re.DOTALL)
_PLAIN: Final = re.compile(r"[ -~]*")
_SURROGATE: Final = re.compile("[\ud800-\udfff]+")


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


def clean(raw: str, file: str, number: int, findings: list[Diagnostic]) -> Line:
    """A line as the grammar wants it; what had to be put in order is told in `findings`."""
    looked_at = _Look(raw, file, number, findings)
    text = looked_at.text()
    statement, comment = split_comment(text)
    return Line(statement, comment, looked_at.usable)


class _Look:
    """One line being looked at."""

    def __init__(self, raw: str, file: str, number: int, findings: list[Diagnostic]) -> None:
        self.raw = raw
        self.file = file
        self.number = number
        self.findings = findings
        self.usable = True

    def text(self) -> str:
        text = unmarked(self.raw)
        if text.endswith("\r"):
            text = text[:-1]
            self.found("CAL004", len(text), 1, "")
        if len(text) > limits.LINE:
            self.usable = False
            self.found("CAL008", limits.LINE, 1, None, length=len(text), limit=limits.LINE)
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

    def outside(self, text: str, start: int) -> str:
        """A stretch outside strings and comments."""
        return "".join(char if " " <= char <= "~" else self.odd(char, start + index) for index, char in enumerate(text))

    def odd(self, char: str, column: int) -> str:
        if char == "\t":
            self.found("CAL005", column, 1, " ")
            return " "
        if char == "\ufeff" and self.number == 1 and column == 0:
            self.found("CAL003", column, 1, "")
            return " "
        category = unicodedata.category(char)
        if category == "Zs":
            self.found("CAL006", column, 1, " ", char=f"U+{ord(char):04X}")
            return " "
        if category in ("Cc", "Cf", "Zl", "Zp"):
            self.usable = False
            self.found("CAL007", column, 1, "", char=f"U+{ord(char):04X}")
            return " "
        return char

    def found(self, code: str, column: int, width: int, mend: str | None, **args: object) -> None:
        span = Span.at(self.file, self.number, column + 1, width)
        fix = None if mend is None else Fix((Edit(span, mend),), safe=True)
        self.findings.append(Diagnostic(code=code, span=span, args=args, fix=fix))
