"""The summary of a check over all its shards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Listing, Phrase, Words, text_in
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from calarec_tools.archive.runs.running import Part

_CALLED: Final = {
    "hand": Words("hand|hands"),
    "file": Words("file|files"),
    Severity.ERROR: Words("error|errors"),
    Severity.WARNING: Words("warning|warnings"),
    Severity.NOTE: Words("note|notes"),
    "legal": Words("legal"),
    "irregular": Words("with a declared irregularity"),
    "incomplete": Words("incomplete"),
    "illegal": Words("not legal"),
    "unreadable": Words("unreadable"),
    "unchecked": Words("without a ruleset"),
}
_NOTHING: Final = Words("nothing found")
_LEFT: Final = Words(
    "; {count} left that may change what the record says: `--diff --unsafe` shows what {count:it|they} would do"
)
_NONE_SAFE: Final = Words(
    "; {count} offered, {count:not safe|none of them safe}: `--diff --unsafe` shows what {count:it|they} would change, "
    "`--fix --unsafe` makes {count:it|them}"
)
_NONE_OFFERED: Final = Words("; no fix is offered")
_VERDICTS: Final = ("legal", "irregular", "incomplete", "illegal", "unreadable", "unchecked")


class Sum:
    """Counts as they grow."""

    def __init__(self) -> None:
        self.severities: Counter[Severity] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.files: dict[str, None] = {}
        self.faulty: set[str] = set()
        self.files_to_repair: dict[str, None] = {}
        """Files with hands in which `repair` looks for what was meant."""
        self.unreadable_files: set[str] = set()
        self.mended = 0
        self.mendable = 0
        self.safe_fixes: Counter[str] = Counter()
        """The number of findings with a safe fix, by file."""
        self.unsafe_fixes: Counter[str] = Counter()
        self.mending = False
        """True if fixes were asked for."""

    @property
    def total_hands(self) -> int:
        """All hands so far."""
        return self.verdicts.total()

    @property
    def total_findings(self) -> int:
        """All findings so far."""
        return self.severities.total()

    @property
    def has_unreadable_file(self) -> bool:
        """True if a file could not be read or judged."""
        return bool(self.unreadable_files)

    @property
    def fixable(self) -> int:
        """The number of findings with a safe fix.

        A file with a part that cannot be read does not count: it is not changed.
        """
        return self._count_fixes(self.safe_fixes)

    @property
    def unsafe(self) -> int:
        """The number of findings with a fix that changes what the record means."""
        return self._count_fixes(self.unsafe_fixes)

    def _count_fixes(self, fixes: Counter[str]) -> int:
        return sum(count for file, count in fixes.items() if file not in self.unreadable_files)

    def add_part(self, part: Part) -> None:
        """One shard more."""
        file = part.shard.file
        self.files[file] = None
        self.verdicts.update(part.report.verdicts)
        if part.is_unreadable:
            self.unreadable_files.add(file)
        if part.report.verdicts.get("illegal"):
            self.files_to_repair[file] = None
        for finding in part.findings:
            self.severities[finding.severity] += 1
            if finding.fix and finding.fix.safe:
                self.safe_fixes[file] += 1
            elif finding.fix and finding.fix.edits:
                self.unsafe_fixes[file] += 1
            if finding.severity is not Severity.NOTE:
                self.faulty.add(file)

    def summary_text(self, lang: Language) -> str:
        """The summary: what was looked at, what came of it, what was found."""
        seen = Words(
            "{hands}, {files}",
            hands=_number_with_noun(self.total_hands, "hand"),
            files=_number_with_noun(len(self.files), "file"),
        )
        verdicts = [
            text_in(_number_with_noun(self.verdicts[each], each), lang) for each in _VERDICTS if self.verdicts[each]
        ]
        found = tuple(_number_with_noun(self.severities[each], each) for each in Severity if self.severities[each])
        text = text_in(seen, lang)
        if verdicts:
            text += f": {', '.join(verdicts)}"
        return f"{text}; {text_in(Listing(found) if found else _NOTHING, lang)}{text_in(self._fixes_in_words(), lang)}."

    def _fixes_in_words(self) -> Words | str:
        more = _LEFT.with_values(count=Phrase("figures", self.unsafe, Words("fix|fixes"))) if self.unsafe else ""
        if self.mended:
            return Words("; {count} fixed{more}", count=self.mended, more=more)
        if self.mendable:
            return Words("; {count} can be fixed safely{more}", count=self.mendable, more=more)
        if not self.mending:
            return Words("; `--fix` fixes {count} of them safely", count=self.fixable) if self.fixable else ""
        if self.unsafe:
            return _NONE_SAFE.with_values(count=Phrase("figures", self.unsafe, Words("fix|fixes")))
        return _NONE_OFFERED if self.total_findings else ""


def _number_with_noun(count: int, what: str) -> Phrase:
    return Phrase("figures", count, _CALLED[what])
