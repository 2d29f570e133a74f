"""Findings: a code, a place, and the values that its wording needs.

There are no finished sentences here: the words are data (`calarec.core.wording`), a folder for each language, and are
looked up when a finding is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.wording.language import Listing, fill_template, text_in
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from calarec.core.base.spans import Excerpt, Span
    from calarec.core.wording.language import Language, Sayable
    from calarec.core.wording.messages import Message


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that fix a finding; safe ones change no meaning and need no approval."""

    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that belongs to a finding, with a word on why."""

    span: Span
    text: Sayable | str


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule that a finding or a ruling rests on: path, place in its file, source."""

    path: str
    at: str = ""
    source: str = ""
    cited: str = ""
    """The source as people call it, with the place in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding; `args` fill its wording.

    `wording` picks one where a code has several.
    """

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

    def __str__(self) -> str:
        return f"{self.span}: {self.severity.value}: {self.code} {self.message()}"

    @property
    def severity(self) -> Severity:
        """The severity of the finding; a note for an answered one."""
        from calarec.core.wording.messages import find_severity

        return Severity.NOTE if self.answered else find_severity(self.code)

    def message(self, lang: Language = "en") -> str:
        """Fill in the message: the mistake, in one line."""
        return self._fill_message(self._find_message(lang).message, lang)

    def help(self, lang: Language = "en") -> str:
        """Fill in the help; empty where there is no general advice."""
        told = self._find_message(lang).help
        # A sentence is left out that would list what nobody knows, or asks where to say why when it was said.
        idle = [name for name, value in self.args.items() if isinstance(value, Listing) and not value.items]
        for name in (*idle, *(("reason_at",) if self.answered else ())):
            told = ". ".join(word for word in told.split(". ") if f"{{{name}}}" not in word)
        return self._fill_message(told, lang)

    def as_json(self, lang: Language = "en", *, file: bool = True) -> dict[str, Any]:
        """The finding as plain data; `file`: whether its places name the file."""
        data: dict[str, Any] = {"code": self.code, "severity": self.severity.value, **self.span.as_json(file=file)}
        data |= {"message": self.message(lang), "help": self.help(lang)}
        data["rule"] = self.rule.path if self.rule else None
        if self.rule:
            data |= {"rule_at": self.rule.at, "source": self.rule.source}
        data["labels"] = [{**label.span.as_json(file=file), "text": text_in(label.text, lang)} for label in self.labels]
        data["fix"] = self.fix and {
            "safe": self.fix.safe,
            "edits": [{**edit.span.as_json(file=file), "text": edit.text} for edit in self.fix.edits],
        }
        return data

    def _find_message(self, lang: Language) -> Message:
        from calarec.core.wording.language import require_language
        from calarec.core.wording.messages import find_message

        require_language(lang)
        return find_message(self.code, self.wording, lang)

    def _fill_message(self, template: str, lang: Language) -> str:
        return fill_template(template, lang, self.args)


class Told(NamedTuple):
    """The message of a finding as a part of another sentence."""

    finding: Finding

    def in_language(self, lang: Language) -> str:
        """Its message."""
        return self.finding.message(lang)


class Advised(NamedTuple):
    """The help of a finding in brackets after a space; empty without help."""

    finding: Finding

    def in_language(self, lang: Language) -> str:
        """Its help."""
        said = self.finding.help(lang)
        return f" ({said})" if said else ""
