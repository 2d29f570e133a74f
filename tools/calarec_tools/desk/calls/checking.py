"""Records checked and fixed in the page, as `check` does it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from calarec.core.base.spans import Span
from calarec.core.wording.cells import visible
from calarec.core.wording.findings import Edit
from calarec.core.wording.sources import rule_place
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.summing import Sum
from calarec_tools.desk.calls.cited_rules import RulesByLine, cite_rule_of
from calarec_tools.desk.calls.files import RECORD, NotACallError, RulesId, as_file, language_of, load_by_id
from calarec_tools.desk.calls.page_terms import to_page_terms
from calarec_tools.output.files import apply_fixes
from calarec_tools.output.render.pretty import rule_told

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language


def check_text(*, text: str, rules: RulesId, lang: str) -> dict[str, Any]:
    """Return all findings of a record with places and fixes, and a summary."""
    language = language_of(lang)
    found: list[Finding] = []
    added = Sum()
    with as_file(RECORD, text.encode()) as file:
        for part in check_files([file], rules=rules or None, every=True):
            added.add_part(part)
            found += part.findings
    by_line = RulesByLine(text, load_by_id(rules) if rules else None)
    return {
        "findings": [
            finding_told(finding, language)
            | {
                "cited": cite_rule_of(
                    finding, by_line.find_ruleset(finding.span.line) if finding.rule else None, language
                )
            }
            for finding in found
        ],
        "summary": added.summary_text(language),
        "mendable": len(apply_fixes.safe_edits(found)),
    }


def mend_text(*, text: str, edits: list[dict[str, Any]], lang: str) -> str:  # noqa: ARG001 - every call says its language
    """A text with the edits of one fix made."""
    made = [_read_edit(item) for item in edits]
    return apply_fixes.apply_edits(text, sorted(made, key=lambda edit: (edit.span.line, edit.span.column)))


def _read_edit(item: dict[str, Any]) -> Edit:
    """An edit that the page has sent back as it came."""
    stated = [item.get(key) for key in ("line", "column", "end_line", "end_column")]
    places = [place for place in stated if isinstance(place, int) and place > 0]
    if len(places) < len(stated):
        raise NotACallError("mend: edits")
    return Edit(Span("", *places), str(item.get("text")))


def mend_all(*, text: str, rules: RulesId, lang: str) -> str:  # noqa: ARG001 - every call says its language
    """Return a text with all fixes applied that do not change its meaning."""
    for _ in range(apply_fixes.ROUNDS):
        with as_file(RECORD, text.encode()) as file:
            found = [
                finding for part in check_files([file], rules=rules or None, every=True) for finding in part.findings
            ]
        edits = apply_fixes.safe_edits(found)
        if not edits:
            break
        text = apply_fixes.apply_edits(text, edits)
    return text


def finding_told(finding: Finding, lang: Language) -> dict[str, Any]:
    data = finding.as_json(lang, file=False)
    data["message"] = to_page_terms(visible(data["message"]), lang)
    data["help"] = to_page_terms(visible(data["help"] or ""), lang)
    # Where files lie in the browser's Python is nobody's disk: the name of the file is enough.
    rule = finding.rule and replace(finding.rule, at=rule_place(finding.rule.at, own=True))
    data["rule"] = visible(rule_told(rule, lang)) if rule else ""
    return data
