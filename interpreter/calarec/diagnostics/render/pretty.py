"""Findings for eyes: the place, what is wrong, the lines around it, the rule, and what to do.

Terms. The *headline* is the first line. The *excerpt* shows source lines with marks under them.
*Remarks* are the lines that begin with `=`: rule, help, fix, other places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.render.cells import cells, visible, wrapped
from calarec.diagnostics.render.excerpt import drawn, gutter, in_excerpt
from calarec.diagnostics.render.paint import painter
from calarec.diagnostics.render.plain import place, summary
from calarec.diagnostics.sources import OWN
from calarec.language import Words, fill, say
from calarec.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.diagnostics.model import Diagnostic, Edit, RuleRef
    from calarec.diagnostics.render.paint import Paint
    from calarec.language import Language

_RULE: Final = Words("rule")
_HELP: Final = Words("help")
_FIX: Final = Words("fix")
_SEE: Final = Words("see")
_SAFE: Final = Words(" (safe)")
_SOURCE: Final = Words("source {source}")
_INSERT: Final = Words("insert {new}")
_REMOVE: Final = Words("remove {old}")
_REPLACE: Final = Words("replace {old} with {new}")
_WRITE: Final = Words("write {new} at {place}")
_TAKE_OUT: Final = Words("take out what stands at {place}")
_MORE: Final = Words("and {count} more edits")
_EDITS_SHOWN: Final = 3
_TEXT_SHOWN: Final = 60


def pretty(findings: Iterable[Diagnostic], lang: Language, *, width: int, colour: bool) -> Iterator[str]:
    """Each finding as a paragraph, with an empty line between two."""
    paint = painter(enabled=colour)
    between = ""
    for finding in findings:
        yield between + "\n".join(_lines(finding, lang, width, paint)) + "\n"
        between = "\n"


def _lines(finding: Diagnostic, lang: Language, width: int, paint: Paint) -> Iterator[str]:
    yield from _headline(finding, lang, width, paint)
    yield from drawn(finding, lang, width, paint)
    remarks = list(_remarks(finding, lang))
    indent = gutter(finding.excerpt)
    longest = max((cells(word) for word, _ in remarks), default=0)
    for word, text in remarks:
        start = f"{' ' * indent}= {word}{' ' * (longest - cells(word))}  "
        lines = wrapped(text, width, taken=cells(start), hang=cells(start))
        yield start.replace(word, paint(word, "strong"), 1) + lines[0]
        yield from lines[1:]


def _headline(finding: Diagnostic, lang: Language, width: int, paint: Paint) -> Iterator[str]:
    where = f"{place(finding.span)}:"
    taken = cells(where) + len(finding.code) + 2
    first, *others = wrapped(summary(finding, lang), width, taken=taken, hang=4)
    yield f"{paint(where, 'strong')} {paint(finding.code, _style(finding.severity))} {first}"
    yield from others


def _style(severity: Severity) -> str:
    return {Severity.ERROR: "error", Severity.WARNING: "warning"}.get(severity, "note")


def _remarks(finding: Diagnostic, lang: Language) -> Iterator[tuple[str, str]]:
    """What is said under the excerpt, each with its word."""
    for label in finding.labels:
        if not in_excerpt(label.span, finding):
            yield say(_SEE, lang), f"{place(label.span)}: {visible(say(label.text, lang))}"
    if finding.rule:
        yield say(_RULE, lang), visible(_rule(finding.rule, lang))
    advice = finding.help(lang)
    if advice:
        yield say(_HELP, lang), visible(advice)
    if finding.fix and finding.fix.edits:
        edits = finding.fix.edits
        words: list[str] = [_edit(edit, finding, lang) for edit in edits[:_EDITS_SHOWN]]
        if len(edits) > _EDITS_SHOWN:
            words.append(fill(_MORE, lang, {"count": len(edits) - _EDITS_SHOWN}))
        yield say(_FIX, lang), "; ".join(words) + (say(_SAFE, lang) if finding.fix.safe else "")


def _rule(rule: RuleRef, lang: Language) -> str:
    beside = [rule.at] if rule.at else []
    if rule.source in OWN:
        beside.append(say(OWN[rule.source], lang))
    elif rule.source:
        beside.append(fill(_SOURCE, lang, {"source": rule.source}))
    return f"{rule.path} ({', '.join(beside)})" if beside else rule.path


def _edit(edit: Edit, finding: Diagnostic, lang: Language) -> str:
    """What an edit does, in words."""
    old = _text_at(edit, finding)
    new = _quoted(edit.text)
    if old is None and not edit.text:
        return fill(_TAKE_OUT, lang, {"place": place(edit.span)})
    if old is None:
        return fill(_WRITE, lang, {"new": new, "place": place(edit.span)})
    if not old:
        return fill(_INSERT, lang, {"new": new})
    if not edit.text:
        return fill(_REMOVE, lang, {"old": _quoted(old)})
    return fill(_REPLACE, lang, {"old": _quoted(old), "new": new})


def _text_at(edit: Edit, finding: Diagnostic) -> str | None:
    """The text that an edit replaces, if the excerpt holds it."""
    span, excerpt = edit.span, finding.excerpt
    if excerpt is None or span.line != span.end_line or not in_excerpt(span, finding):
        return None
    line = excerpt.lines[span.line - excerpt.first_line]
    return line[span.column - 1 : span.end_column - 1]


def _quoted(text: str) -> str:
    shown = text if len(text) <= _TEXT_SHOWN else text[: _TEXT_SHOWN - 1] + "…"
    return f"`{visible(shown)}`"
