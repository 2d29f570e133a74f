"""`calarec rules check --fix`: makes the fixes that an editor offers, one by one.

Each is tried on the text first. It is kept if its finding is gone and nothing worse is found, so a guess that leads to
another error is not made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec.core.wording.severities import Severity
from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.locate import is_path
from calarec_tools.output.files.apply_fixes import (
    apply_edits,
    exact_text_of,
    refuse_unwritable,
    replace_unchanged_file,
    stamp,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.wording.findings import Finding
    from calarec_tools.output.files.streams import Output

_MAX_FIXES: Final = 50
"""At most this number of fixes is made in a file; the rest is reported."""
_FIXED: Final = Words("{file}: {count:# fix|# fixes} made")


def fix_rule_file(out: Output, file: str) -> None:
    """Make the fixes of a file and report how many; an id changes nothing."""
    if not is_path(file):
        return
    refuse_unwritable(file)
    before = stamp(file)
    written = exact_text_of(file)
    text, count = fixed_text(file, written)
    if count:
        replace_unchanged_file(file, text, before)
        out.remark(_FIXED, file=file, count=count)


def fixed_text(file: str, text: str) -> tuple[str, int]:
    """The text of a rule file with its fixes made, and how many they are."""
    count = 0
    found = _findings(file, text)
    while count < _MAX_FIXES:
        for finding in found:
            if finding.fix is None or any(edit.span.file != file for edit in finding.fix.edits):
                continue
            new = apply_edits(text, finding.fix.edits)
            after = _findings(file, new)
            if new != text and _is_better(finding, found, after):
                text, found, count = new, after, count + 1
                break
        else:
            break
    return text, count


def _findings(file: str, text: str) -> tuple[Finding, ...]:
    return check_rule_file(file, raw=text.encode("utf-8", "surrogateescape")).of_file()


def _is_better(finding: Finding, before: Sequence[Finding], after: Sequence[Finding]) -> bool:
    """Check whether a finding is gone, and fewer or milder ones are left."""
    same = [sum(_is_same(finding, left) for left in findings) for findings in (before, after)]
    return same[1] < same[0] and _weight(after) < _weight(before)


def _is_same(one: Finding, other: Finding) -> bool:
    return (one.code, one.message()) == (other.code, other.message())


def _weight(findings: Sequence[Finding]) -> tuple[int, ...]:
    """The number of findings by severity, the worst first: what cannot be read."""
    unread = sum(finding.code.startswith("RUL01") for finding in findings)
    return (unread, *(sum(finding.severity is severity for finding in findings) for severity in _WORST_FIRST))


_WORST_FIRST: Final = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
