"""Hands without a ruleset, or read with names of another one: reasons and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.findings import Advised, Told
from calarec.core.wording.language import Words
from calarec_tools.output.files.streams import CLEAN, REFUSED, RefusalError

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.session import NoRulesError
    from calarec_tools.output.files.streams import Output

_SAID: Final = Words("{place}: {said}{advice}.")
_NAMELESS: Final = Words(
    "{place}: the record has no `rules` line, and no --rules was given (`calarec identify` tells which rulesets "
    "fit it, `calarec rules list` shows all)."
)
_NOTED: Final = Words("{place}: {said}.")
_READ_AS: Final = "CAL808"


# Commands that report hands one by one omit hands without a ruleset. A sheet, a table or an archive is reported as a
# whole, so those commands refuse the file.
def no_rules(error: NoRulesError) -> RefusalError:
    """Why there is no ruleset for a hand."""
    if not error.findings:
        return nameless(f"{error.hand.file}:{error.hand.line}")
    first = error.findings[0]
    return RefusalError(_SAID, place=str(first.span), said=Told(first), advice=Advised(first))


def nameless(place: str) -> RefusalError:
    """That a record names no ruleset."""
    return RefusalError(_NAMELESS, place=place)


def remark_names(out: Output, judged: Judgement) -> None:
    """Print notes on names of the record, if the command shows no other findings."""
    for finding in judged.findings:
        if finding.code == _READ_AS:
            out.remark(_NOTED, place=str(finding.span), said=Told(finding))


class PassedOver:
    """The hands of a file without a ruleset: the reason is reported once."""

    def __init__(self, out: Output) -> None:
        self.out = out
        self.status = CLEAN
        self._why: tuple[Finding, ...] | None = None

    def note_skipped_hand(self, error: NoRulesError) -> None:
        """One of them."""
        self.status = REFUSED
        if error.findings is not self._why:
            self._why = error.findings
            self.out.complain(no_rules(error))
