"""Cleaning of single lines before the grammar: odd spaces, invisible characters.

Columns never change: a replacement is as wide as the original. Strings and comments stay as they are, for they are
text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Excerpt, Span
from calarec.core.notation.blocks import MAX_LINE_CHARACTERS
from calarec.core.notation.source import BYTE_ORDER_MARK, to_presentable, without_mark
from calarec.core.records.places import shown_from
from calarec.core.wording.findings import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Sequence


# Patterns for lines with odd characters, or with strings before a comment: `re` compiles them when there is one.
_PARTS: Final = r'(?s:(?P<string>"(?:[^"\\]|\\.)*"?)|(?P<comment>;.*)|[^";]+)'
_PLAIN: Final = re.compile(r"[ -~]*")
_SURROGATE: Final = "[\ud800-\udfff]+"
_ZERO_WIDTH: Final = frozenset(
    map(chr, (0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF))
)
"""Characters without width that separate nothing, and can be dropped."""


class Line(NamedTuple):
    """A clean line: its statement, its comment with `;`, and whether it is usable."""

    text: str
    comment: str
    usable: bool = True


def split_comment(text: str) -> tuple[str, str]:
    """Split a line into its statement without final spaces, and its comment."""
    at = text.find(";")
    if at >= 0 and '"' in text[:at]:
        at = next((part.start() for part in re.finditer(_PARTS, text) if part["comment"]), -1)
    if at < 0:
        return text.rstrip(" "), ""
    return text[:at].rstrip(" "), text[at:]


def visible_text(raw: str) -> str:
    """The visible text of a line without comment, to guess its words."""
    return split_comment("".join(char for char in raw if char.isprintable() or char == "\t"))[0].strip()


def clean_line(raw: str, file: str, number: int, findings: list[Finding]) -> Line:
    """Clean a line for the grammar, with the changes in `findings`."""
    looked_at = _LineCleaner(raw, file, number, findings)
    text = looked_at.cleaned_text()
    statement, comment = split_comment(text)
    return Line(statement, comment, looked_at.usable)


class _LineCleaner:
    """One line being looked at."""

    def __init__(self, raw: str, file: str, number: int, findings: list[Finding]) -> None:
        self.raw = raw
        self.file = file
        self.number = number
        self.findings = findings
        self.usable = True

    def cleaned_text(self) -> str:
        text = self.without_returns(without_mark(self.raw))
        if len(text) > MAX_LINE_CHARACTERS:
            self.usable = False
            self.add_finding("CAL008", MAX_LINE_CHARACTERS, 1, None, length=len(text), limit=MAX_LINE_CHARACTERS)
            return ""
        if _PLAIN.fullmatch(text):
            return text
        for bad in re.finditer(_SURROGATE, text):
            self.usable = False
            shown = " ".join(f"{ord(char) & 0xFF:02X}" for char in bad.group()[:4])
            self.add_finding("CAL002", bad.start(), bad.end() - bad.start(), None, bytes=shown)
        return "".join(
            part.group() if part["string"] or part["comment"] else self.clean_outside(part.group(), part.start())
            for part in re.finditer(_PARTS, text)
        )

    def without_returns(self, text: str) -> str:
        """Drop carriage returns at the end; others ended a line once, in comments too.

        Windows writes those at the end.
        """
        shorter = text.rstrip("\r")
        if shorter is not text:
            self.add_finding("CAL004", len(shorter), len(text) - len(shorter), "")
        if "\r" not in shorter:
            return shorter
        self.usable = False
        places = [Span.from_column(self.file, self.number, mark.start() + 1, 1) for mark in re.finditer("\r", shorter)]
        fix = Fix(tuple(Edit(place, "\n") for place in places), safe=True)
        # Said once: where one line ends so, all the others stand behind it.
        self.findings.append(Finding(code="CAL007", span=places[0], wording="return", fix=fix))
        return shorter.replace("\r", " ")

    def clean_outside(self, text: str, start: int) -> str:
        """A stretch outside strings and comments."""
        return "".join(
            char if " " <= char <= "~" else self.replace_odd_character(char, start + index)
            for index, char in enumerate(text)
        )

    def replace_odd_character(self, char: str, column: int) -> str:
        if char == "\t":
            self.add_finding("CAL005", column, 1, " ")
            return " "
        if char == BYTE_ORDER_MARK and self.number == 1 and column == 0:
            self.add_finding("CAL003", column, 1, "")
            return " "
        from unicodedata import category as find_category  # a shared library that few files need

        category = find_category(char)
        if category == "Zs":
            self.add_finding("CAL006", column, 1, " ", char=f"U+{ord(char):04X}")
            return " "
        if category in ("Cc", "Cf", "Zl", "Zp"):
            self.usable = False
            apart = char.isspace()
            # What kept two words apart goes on doing so; of what has a width nobody knows what it stood for.
            self.add_finding(
                "CAL007", column, 1, " " if apart else "", safe=apart or char in _ZERO_WIDTH,
                wording="separator" if apart else "", char=f"U+{ord(char):04X}",
            )  # fmt: skip
            return " "
        return char

    def add_finding(
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


REPORTED_ONCE: Final = frozenset(["CAL004", "CAL005", "CAL006"])
"""Codes that are reported once a file, for they repeat on every line."""


class Finder:
    """Makes findings for one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.reported_codes: set[str] = set()

    def drop_repeated_notes(self, notes: list[Finding]) -> list[Finding]:
        """Drop notes that are reported already and need not be repeated."""
        kept = []
        for note in notes:
            if note.code in REPORTED_ONCE:
                if note.code in self.reported_codes:
                    continue
                self.reported_codes.add(note.code)
            kept.append(note)
        return kept

    def finding_beyond_limit(self, line: int, wording: str = "", **args: object) -> Finding:
        """A finding about what is too long or too much, from a line on."""
        return Finding(code="CAL009", wording=wording, span=Span.from_column(self.file, line, 1), args=args)

    def finding_for_line(self, code: str, raw: str, number: int, *, fix: Fix | None = None, **args: object) -> Finding:
        """A finding about all that a line says."""
        text = split_comment(without_mark(raw))[0]
        start = len(text) - len(text.lstrip())
        span = Span.from_column(self.file, number, start + 1, max(len(text.strip()), 1))
        return Finding(code=code, span=span, args=args, fix=fix)


def with_excerpts(findings: list[Finding], lines: Sequence[str], first: int) -> tuple[Finding, ...]:
    """Sort findings by place, with the lines around them; `first` is line `lines[0]`."""
    done = []
    for finding in sorted(findings, key=lambda one: (one.span.line, one.span.column)):
        index = finding.span.line - first
        if finding.excerpt is None and 0 <= index < len(lines):
            start = shown_from(lines, max(index - 2, 0), index)
            finding = replace(
                finding, excerpt=Excerpt(first + start, tuple(map(to_presentable, lines[start : index + 1])))
            )
        done.append(finding)
    return tuple(done)
