"""What all shards of a check come to, in a few words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Severity
from calarec.language import Both, Listing, say

if TYPE_CHECKING:
    from calarec.language import Language
    from calarec_tools.checking.running import Part
    from calarec_tools.cli.output import Output

_NAMELESS: Final = Both(
    "calarec: {place}: the record has no `rules` line, and no --rules was given; the rulesets are: {ids}.",
    "calarec: {place}: la registrazione non ha una riga `rules`, e non è stato indicato --rules; i regolamenti "
    "sono: {ids}.",
)
_CALLED: Final = {
    "hand": ("hand|hands", "mano|mani"),
    "file": ("file|files", "file|file"),
    Severity.ERROR: ("error|errors", "errore|errori"),
    Severity.WARNING: ("warning|warnings", "avviso|avvisi"),
    Severity.NOTE: ("note|notes", "nota|note"),
    "legal": ("legal", "regolare|regolari"),
    "irregular": ("with a declared irregularity", "con un'irregolarità dichiarata"),
    "incomplete": ("incomplete", "incompleta|incomplete"),
    "illegal": ("not legal", "non regolare|non regolari"),
    "unreadable": ("unreadable", "illeggibile|illeggibili"),
    "unchecked": ("without a ruleset", "senza regolamento"),
}
_VERDICTS: Final = ("legal", "irregular", "incomplete", "illegal", "unreadable", "unchecked")


class Sum:
    """Counts as they grow."""

    def __init__(self) -> None:
        self.severities: Counter[Severity] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.files: dict[str, None] = {}
        self.faulty: set[str] = set()
        self.unreadable = False
        self.mended = 0
        self.mendable = 0
        self.fixable = 0

    @property
    def hands(self) -> int:
        """All hands so far."""
        return self.verdicts.total()

    @property
    def findings(self) -> int:
        """All findings so far."""
        return self.severities.total()

    def take(self, part: Part) -> None:
        """One shard more."""
        self.files[part.shard.file] = None
        self.verdicts.update(part.report.verdicts)
        self.unreadable |= part.unreadable
        for finding in part.findings:
            self.severities[finding.severity] += 1
            self.fixable += bool(finding.fix and finding.fix.safe) and not part.unreadable
            if finding.severity is not Severity.NOTE:
                self.faulty.add(part.shard.file)

    def said(self, lang: Language) -> str:
        """The summary: what was looked at, what came of it, what was found."""
        hands, files = _number(self.hands, "hand", lang), _number(len(self.files), "file", lang)
        verdicts = [_number(self.verdicts[each], each, lang) for each in _VERDICTS if self.verdicts[each]]
        found = [_number(self.severities[each], each, lang) for each in Severity if self.severities[each]]
        nothing = Both("nothing found", "nessuna segnalazione")
        text = f"{hands}, {files}"
        if verdicts:
            text += f": {', '.join(verdicts)}"
        text += f"; {say(Listing(tuple(found)) if found else nothing, lang)}"
        return text + say(self._mended(), lang) + "."

    def _mended(self) -> Both:
        if self.mended:
            return Both(f"; {self.mended} mended", f"; {self.mended} corrette")
        if self.mendable:
            return Both(
                f"; {self.mendable} can be mended safely", f"; {self.mendable} si possono correggere senza rischi"
            )
        if self.fixable:
            many = self.fixable
            return Both(f"; `--fix` mends {many} of them safely", f"; `--fix` ne corregge {many} senza rischi")
        return Both("", "")


def _number(count: int, what: str, lang: Language) -> str:
    words = _CALLED[what][lang == "it"].split("|")
    mark = "." if lang == "it" else ","
    return f"{count:,} {words[0] if count == 1 else words[-1]}".replace(",", mark)


def say_nameless(out: Output, place: str) -> None:
    """That a record names no ruleset, and which ones there are."""
    from calarec.rulesets.locate import known_ids, rule_folders

    out.remark(_NAMELESS, place=place, ids=", ".join(known_ids(rule_folders())))
