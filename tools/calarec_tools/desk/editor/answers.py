"""Answers to an editor about an open file, in types of the language protocol."""

from __future__ import annotations

import os
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from calarec.core.notation.formatter import NotTheSameError
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in
from calarec.core.wording.severities import Severity
from calarec_tools.desk.editor.positions import EditorUnits, editor_lines, editor_position, editor_range, line_range
from calarec_tools.desk.entering.text import count_shared_lines
from calarec_tools.output.files.apply_fixes import safe_edits
from calarec_tools.output.render.code_links import find_code_url
from calarec_tools.output.render.pretty import edit_told, rule_told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.base.spans import Span
    from calarec.core.wording.findings import Edit, Finding
    from calarec.core.wording.language import Language
    from calarec.rule_files.tree import Node
    from calarec_tools.desk.editor.edited_record import EditedRecord
    from calarec_tools.desk.editor.offers import WrittenOffer
    from calarec_tools.desk.editor.rule_file import EditedRules

_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_KINDS: Final = {
    "card": lsp.CompletionItemKind.Value, "word": lsp.CompletionItemKind.Keyword,
    "verb": lsp.CompletionItemKind.Function, "seat": lsp.CompletionItemKind.Variable,
    "line": lsp.CompletionItemKind.Snippet, "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember, "path": lsp.CompletionItemKind.Property,
    "ruleset": lsp.CompletionItemKind.Module,
}  # fmt: skip
_RULE: Final = Words("The rule is here.")
_MEND_ALL: Final = Words("Apply all fixes that change no meaning")
FIX_ALL: Final = "source.fixAll.calarec"
_DEEPEST: Final = 3


class EditorText:
    """A text with its lines, as an editor that counts in these units sees it."""

    def __init__(self, uri: str, text: str, units: EditorUnits) -> None:
        self.uri, self.units = uri, units
        self.lines = editor_lines(text)

    def span(self, span: Span) -> lsp.Range:
        """The range of a span."""
        return editor_range(self.units, self.lines, span)

    def place(self, at: lsp.Position) -> tuple[int, int]:
        """Line and column of a position, from 1."""
        line = self.lines[at.line] if at.line < len(self.lines) else ""
        return at.line + 1, self.units.column(line, at.character) + 1

    def stretch(self, line: int, column: int, width: int) -> lsp.Range:
        """Return the range of `width` characters of a line."""
        start = editor_position(self.units, self.lines, line, column)
        return lsp.Range(start, editor_position(self.units, self.lines, line, column + width))

    def whole_lines(self, first: int, last: int) -> lsp.Range:
        """The range of whole lines."""
        return line_range(self.units, self.lines, first, last)


def diagnostics(text: EditorText, findings: Iterable[Finding], lang: Language) -> list[lsp.Diagnostic]:
    """Findings as an editor marks them."""
    return [diagnostic(text, finding, lang) for finding in findings]


def diagnostic(text: EditorText, finding: Finding, lang: Language) -> lsp.Diagnostic:
    """One finding: what is wrong, what may be done, and the rule with its source."""
    lines = [finding.message(lang), finding.help(lang), rule_told(finding.rule, lang) if finding.rule else ""]
    beside = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(text.uri, text.span(label.span)), visible(text_in(label.text, lang))
        )
        for label in finding.labels
    ]
    there = location(finding.rule.at) if finding.rule else None
    if there is not None:
        beside.append(lsp.DiagnosticRelatedInformation(there, text_in(_RULE, lang)))
    url = find_code_url(finding.code, lang)
    return lsp.Diagnostic(
        range=text.span(finding.span),
        message="\n".join(visible(line) for line in lines if line),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=lsp.CodeDescription(url) if url else None,
        source="calarec",
        related_information=beside or None,
    )


def location(at: str) -> lsp.Location | None:
    """The place of a rule, `FILE:LINE:COLUMN`; None if it is none."""
    file, line, column = (*at.rsplit(":", 2), "", "")[:3]
    if not (file and line.isdecimal() and column.isdecimal()):
        return None
    uri = from_fs_path(os.path.abspath(file))  # noqa: PTH100
    # Keys of rules are plain letters, so units do not matter here.
    start = lsp.Position(max(int(line) - 1, 0), max(int(column) - 1, 0))
    return None if uri is None else lsp.Location(uri, lsp.Range(start, start))


# ------------------------------------------------------------------ mending


def fixes(text: EditorText, findings: Sequence[Finding], where: lsp.Range, lang: Language) -> Iterator[lsp.CodeAction]:
    """Yield the fixes of findings in a range, and one with all safe fixes."""
    for finding in findings:
        span = text.span(finding.span)
        if (
            finding.fix is None
            or not finding.fix.edits
            or span.start.line > where.end.line
            or span.end.line < where.start.line
        ):
            continue
        title = "; ".join(visible(edit_told(edit, finding, lang)) for edit in finding.fix.edits)
        yield lsp.CodeAction(
            title=title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(text, finding, lang)],
            is_preferred=finding.fix.safe,
            edit=_changes(text, finding.fix.edits),
        )
    safe = safe_edits(findings)
    if safe:
        yield lsp.CodeAction(title=text_in(_MEND_ALL, lang), kind=FIX_ALL, edit=_changes(text, safe))


def _changes(text: EditorText, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
    return lsp.WorkspaceEdit(changes={text.uri: [lsp.TextEdit(text.span(edit.span), edit.text) for edit in edits]})


def formatting_edits(text: EditorText, record: EditedRecord) -> list[lsp.TextEdit]:
    """Return the edits that format a record; none if it cannot be formatted."""
    try:
        new = record.canonical_text().split("\n")
    except NotTheSameError:
        return []
    same, behind = count_shared_lines(text.lines, new)
    old, new = text.lines[same : len(text.lines) - behind], new[same : len(new) - behind]
    matched = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        _line_edit(text, first + same, last + same, new[start:end])
        for tag, first, last, start, end in matched
        if tag != "equal"
    ]


def _line_edit(text: EditorText, first: int, last: int, new: Sequence[str]) -> lsp.TextEdit:
    """Replace lines `first` to `last` (exclusive) by new ones.

    At the end of the text, where no line follows, the edit begins with a line break.
    """
    if last < len(text.lines):
        return lsp.TextEdit(
            lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0)), "".join(f"{each}\n" for each in new)
        )
    end = lsp.Position(last - 1, text.units.count_units(text.lines[-1]))
    if not first:
        return lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), "\n".join(new))
    before = lsp.Position(first - 1, text.units.count_units(text.lines[first - 1]))
    return lsp.TextEdit(lsp.Range(before, end), "".join(f"\n{each}" for each in new))


# ------------------------------------------------------------------ offers


def completion_list(text: EditorText, offers: Iterable[WrittenOffer], at: lsp.Position) -> lsp.CompletionList:
    """Offers as an editor lists them, in their order."""
    line, column = text.place(at)
    return lsp.CompletionList(
        is_incomplete=False,
        items=[
            lsp.CompletionItem(
                label=offer.text,
                kind=_KINDS[offer.kind],
                detail=offer.detail or None,
                documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.about) if offer.about else None,
                sort_text=f"{number:04}",
                filter_text=offer.text,
                text_edit=lsp.TextEdit(
                    text.stretch(line, offer.column, max(column - offer.column, 0)), offer.text + " " * offer.more
                ),
            )
            for number, offer in enumerate(offers)
        ],
    )


# ------------------------------------------------------------------ outlines


def hand_symbols(text: EditorText, record: EditedRecord, lang: Language) -> list[lsp.DocumentSymbol]:
    """The hands of a record; judged ones with their declarer and contract."""
    judged = {hand.hand.line: hand for hand in record.hands}
    found = []
    for first, last in hand_line_ranges(record):
        edited = judged.get(first)
        name = visible(text.lines[first - 1].strip()) or "hand"
        account = edited.judgement.account if edited is not None and edited.judgement is not None else None
        detail = ""
        if edited is not None and edited.judgement is not None and account is not None and account.declarer >= 0:
            setting = edited.judgement.setting
            who = "" if setting is None else edited.hand.session.people.get(setting.labels[account.declarer], "")
            contract = text_in(edited.judgement.game.ruleset.name("contracts", account.contract), lang)
            detail = visible(f"{who}: {contract}")
        found.append(
            lsp.DocumentSymbol(
                name=name,
                detail=detail,
                kind=lsp.SymbolKind.Event,
                range=text.whole_lines(first, last),
                selection_range=text.whole_lines(first, first),
            )
        )
    return found


def hand_line_ranges(record: EditedRecord) -> list[tuple[int, int]]:
    """First and last line of each hand, judged or not."""
    blocks = [*(each.block for each in record.judged), *record.todo]
    found = []
    for block in blocks:
        lines = block.text.rstrip("\n").count("\n")
        if block.text:
            first = block.line + block.before.count("\n")
            found.append((first, first + lines))
    return found


def hand_folds(record: EditedRecord) -> list[lsp.FoldingRange]:
    """Every hand can be folded."""
    return [_fold(first, last) for first, last in hand_line_ranges(record)]


def _fold(first: int, last: int) -> lsp.FoldingRange:
    return lsp.FoldingRange(start_line=first - 1, end_line=last - 1, kind=lsp.FoldingRangeKind.Region)


def rule_symbols(text: EditorText, rules: EditedRules) -> list[lsp.DocumentSymbol]:
    """The entries of a rule file, as deep as one looks for them."""
    return [] if rules.root is None else list(_symbols(text, rules.root, 1))


def _symbols(text: EditorText, node: Node, depth: int) -> Iterator[lsp.DocumentSymbol]:
    if not isinstance(node.value, dict):
        return
    for key, child in node.value.items():
        if child.key_span is None:
            continue
        name = text.span(child.key_span)
        end = _node_end(text, child)
        whole = lsp.Range(name.start, end if _is_after(end, name.end) else name.end)
        inner = list(_symbols(text, child, depth + 1)) if depth < _DEEPEST else []
        kind = lsp.SymbolKind.Property if child.is_leaf else lsp.SymbolKind.Namespace
        yield lsp.DocumentSymbol(
            name=visible(key) or "?", kind=kind, range=whole, selection_range=name, children=inner or None
        )


def _node_end(text: EditorText, node: Node) -> lsp.Position:
    """Return the end of a node with everything below it."""
    found = text.span(node.span).end
    for child in node.entries.values():
        end = _node_end(text, child)
        found = end if _is_after(end, found) else found
    return found


def _is_after(one: lsp.Position, other: lsp.Position) -> bool:
    return (one.line, one.character) > (other.line, other.character)


def rule_folds(text: EditorText, rules: EditedRules) -> list[lsp.FoldingRange]:
    """Every map or list over several lines."""

    def folds_below(symbols: Sequence[lsp.DocumentSymbol]) -> Iterator[lsp.FoldingRange]:
        for symbol in symbols:
            # What ends at the beginning of a line does not reach into it.
            last = symbol.range.end.line - (symbol.range.end.character == 0)
            if last > symbol.range.start.line:
                yield _fold(symbol.range.start.line + 1, last + 1)
            yield from folds_below(symbol.children or ())

    return list(folds_below(rule_symbols(text, rules)))


def markdown(text: str, where: lsp.Range) -> lsp.Hover:
    """Return a hover with Markdown."""
    return lsp.Hover(contents=lsp.MarkupContent(lsp.MarkupKind.Markdown, text), range=where)


def initial_language(options: Any, lang: Language, known: Sequence[Language]) -> Language:
    """The language that the editor asks for, otherwise that of the command."""
    asked = options.get("lang") if isinstance(options, dict) else getattr(options, "lang", None)
    return next((language for language in known if language == asked), lang)
