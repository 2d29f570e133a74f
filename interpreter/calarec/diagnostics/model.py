"""What a finding holds.

A `Diagnostic` carries a code and the values that its wording needs, never finished sentences: the
words stand in the catalogue (`calarec.diagnostics.catalog`), in both languages, and are looked up
when somebody reads them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from calarec.language import Both, Language, fill
from calarec.light import dataclass, field

if TYPE_CHECKING:
    from calarec.text import Excerpt, Span


class Severity(StrEnum):
    """How bad a finding is; a note never fails a check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def said(self) -> Both:
        """The word for it."""
        return _SEVERITIES[self.value]


_SEVERITIES = {
    "error": Both("error", "errore"),
    "warning": Both("warning", "avviso"),
    "note": Both("note", "nota"),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding; safe ones change no meaning and may be applied unasked."""

    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that belongs to a finding, with a word on why."""

    span: Span
    text: Both


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule that a finding or a ruling rests on: path, place in its file, source."""

    path: str
    at: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding. `args` fill the catalogue's wording; `wording` picks one where a code has several."""

    code: str
    span: Span
    args: dict[str, object] = field(default_factory=dict)
    wording: str = ""
    labels: tuple[Label, ...] = ()
    fix: Fix | None = None
    rule: RuleRef | None = None
    excerpt: Excerpt | None = None
    answered: bool = False
    """A warning that the author of the file has given a reason for counts as a note."""

    @property
    def severity(self) -> Severity:
        """The catalogue's severity of the code."""
        from calarec.diagnostics.catalog import lookup

        return Severity.NOTE if self.answered else lookup(self.code).severity

    def message(self, lang: Language = "en") -> str:
        """What is wrong, in one line."""
        from calarec.diagnostics.catalog import lookup

        return fill(lookup(self.code).wording(self.wording).message, lang, self.args)

    def help(self, lang: Language = "en") -> str:
        """What to do about it; empty where nothing can be said in general."""
        from calarec.diagnostics.catalog import lookup

        text = lookup(self.code).wording(self.wording).help
        return fill(text, lang, self.args) if text else ""
