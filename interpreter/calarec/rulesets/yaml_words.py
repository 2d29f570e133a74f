"""What YAML's parser complains of, as a place to point at and a wording of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from calarec.rulesets.findings import Findings
    from calarec.text import Span

# What the plain parser says -> our wording of RUL010, and whether the beginning of the thing that
# went wrong (an opening quote, an opening bracket) is the better place to point at.
_WORDINGS: Final[tuple[tuple[str, str, bool], ...]] = (
    ("mapping values are not allowed", "colon", False),
    ("could not find expected ':'", "no_colon", True),
    ("sequence entries are not allowed", "dash", False),
    ("found unexpected end of stream", "quote", True),
    ("found unexpected document separator", "quote", True),
    ("expected ',' or ']'", "bracket", True),
    ("expected ',' or '}'", "brace", True),
    ("expected <block end>", "indent", False),
    ("expected alphabetic or numeric character", "star", True),
    ("that cannot start any token", "start", False),
    ("found unknown escape character", "escape", False),
    ("expected escape sequence", "escape", False),
    ("found undefined tag handle", "tag", False),
)


def explain(problem: Exception, findings: Findings) -> None:
    """Adds the finding for an exception of YAML's scanner or parser."""
    said = str(getattr(problem, "problem", None) or "")
    inner, outer = getattr(problem, "problem_mark", None), getattr(problem, "context_mark", None)
    if r"'\t'" in said:
        findings.add("RUL007", _at(inner, findings))
        return
    for phrase, wording, from_the_start in _WORDINGS:
        if phrase in said:
            mark = outer if from_the_start and outer else inner
            if wording == "tag":
                findings.add("RUL021", _at(mark, findings), tag="!")
            else:
                findings.add("RUL010", _at(mark, findings), wording=wording)
            return
    findings.add("RUL010", _at(inner or outer, findings))


def _at(mark: Any, findings: Findings) -> Span:
    """The place of a mark, drawn back into the text where the mark stands behind its last line."""
    if mark is None:
        return findings.at(1, 1)
    line, column = mark.line + 1, mark.column + 1
    last = len(findings.lines)
    if line >= last and not findings.lines[-1]:
        line = max(last - 1, 1)
        column = len(findings.lines[line - 1]) + 1
    return findings.at(line, column)
