"""YAML events to a tree, with an explicit stack: no depth of nesting can exhaust Python's own.

An error of YAML's parser becomes a place to point at and a wording of ours.

Terms. A *frame* is a map or a list that has begun and not yet ended. A *slot* is the key that waits
for its value; `_DROPPED` is the slot of a value that has no place in the tree (a key twice, say).
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.wording.findings import Edit, Fix, Label
from calarec.core.wording.language import Words
from calarec.rule_files.findings import FileFindings, split_lines
from calarec.rule_files.line_slips import (
    LineEdit,
    LineSlip,
    comment_lines,
    indented_lines,
    mend_line_slips,
    odd_blanks,
    prose_lines,
)
from calarec.rule_files.slips import trials_before, trials_within
from calarec.rule_files.text_slips import broken_long_quotes, broken_quotes, broken_texts, misread_texts
from calarec.rule_files.tree import MAX_LEVELS, MAX_NODES, UNPRINTABLE, Node, character_name, rewrite_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.ruleset import Scalar


_WHOLE_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_MAX_DIGITS: Final = 9
_MAX_CORRECTED_LENGTH: Final = 64 * 1024
"""The longest text in which mistakes are fixed, as files come from strangers."""
_MAX_SLIPS: Final = 20
_WORDS: Final[dict[str, Scalar]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_FIRST = Words("the first one")


class _Key(NamedTuple):
    text: str
    span: Span


_DROPPED: Final = _Key("", Span("", 0, 0, 0, 0))


class _Frame:
    __slots__ = ("is_map", "items", "keys", "slot", "span")

    def __init__(self, span: Span, *, is_map: bool) -> None:
        self.span = span
        self.is_map = is_map
        self.items: list[Node] = []
        self.keys: dict[str, Node] = {}
        self.slot: _Key | None = None

    @property
    def needs_key(self) -> bool:
        return self.is_map and self.slot is None


class _StopError(Exception):
    """Nothing sensible can follow; the findings say why."""


def build_tree(text: str, findings: FileFindings) -> Node | None:
    """Build the tree of a decoded text, or None if it has no structure at all.

    Mistakes in single lines are reported, and the lines are read as they were meant, so that they hide nothing else.
    """
    text = "\n".join(split_lines(text))
    told = odd_blanks(text) if len(text) <= _MAX_CORRECTED_LENGTH else []
    text = mend_line_slips(text, told)
    while True:
        before = len(findings.found)
        root, problem = _parse_text(text, findings)
        if findings.is_full or len(text) > _MAX_CORRECTED_LENGTH or len(told) >= _MAX_SLIPS:
            break
        slips = _find_meant_lines(text, root, problem)
        if not slips:
            break
        del findings.found[before:]
        text = mend_line_slips(text, slips)
        told += [_place_slip(slip, told) for slip in slips]
    for each in sorted(told):
        place = findings.span_at(each.line, each.column, each.end - each.column)
        edits = tuple(
            Edit(Span(findings.file, each.line, edit.start, each.line, edit.end), edit.text) for edit in each.edits
        )
        values: dict[str, Any] = dict(each.values)
        findings.add("RUL010", place, wording=each.wording, fix=Fix(edits), **values)
    if problem is not None:
        explain_yaml_error(problem, findings)
    return root if root is None or not told else _restore_places(root, told)


def _find_meant_lines(text: str, root: Node | None, problem: Exception | None) -> list[LineSlip]:
    """Find the meaning of wrong lines, if it lets the text be read further."""
    trials = _nearby_trials(text, problem) if problem is not None else _readable_trials(text, root)
    for slips in trials:
        if not slips:
            continue
        trial = mend_line_slips(text, slips)
        better, still = _parse_text(trial, FileFindings("", trial))
        if still is not None and problem is not None and _mark_position(still) > _mark_position(problem):
            return slips
        if still is None and better is not None and isinstance(better.value, dict):
            return slips
    return []


def _nearby_trials(text: str, problem: Exception) -> Iterator[list[LineSlip]]:
    """The trials where YAML gives up, the likeliest first."""
    lines = text.split("\n")
    marks = [getattr(problem, name, None) for name in ("problem_mark", "context_mark")]
    numbers = [min(mark.line + 1, len(lines)) for mark in marks if mark is not None]
    last = _mark_position(problem)[0]
    yield from broken_long_quotes(lines, numbers)
    yield comment_lines(lines, last)
    yield prose_lines(lines, last)
    yield from broken_quotes(lines, numbers)
    yield from trials_before(text, last)
    yield from broken_texts(lines, numbers)
    yield from indented_lines(lines, last)


def _readable_trials(text: str, root: Node | None) -> Iterator[list[LineSlip]]:
    """The trials for a text that YAML can read, though not as it was meant."""
    if root is not None and isinstance(root.value, dict):
        yield from misread_texts(text, root)
    yield from trials_within(text, root)


def _mark_position(problem: Exception) -> tuple[int, int]:
    mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)


def _place_slip(slip: LineSlip, told: list[LineSlip]) -> LineSlip:
    """Move a mistake in an already fixed text to its place in the written one."""
    edits = [edit for line_slip in told if line_slip.line == slip.line for edit in line_slip.edits]
    if not edits:
        return slip
    own = tuple(
        LineEdit(_written_column(edit.start, edits), _written_column(edit.end, edits), edit.text) for edit in slip.edits
    )
    return slip._replace(column=_written_column(slip.column, edits), end=_written_column(slip.end, edits), edits=own)


def _written_column(column: int, edits: Iterable[LineEdit]) -> int:
    """The column in the written line for a column in the fixed one."""
    moved = 0
    for edit in sorted(edits):
        if column <= edit.start + moved:
            break
        moved += max(edit.shift, edit.start + moved - column) if edit.shift > 0 else edit.shift
    return column - moved


def _restore_places(root: Node, told: list[LineSlip]) -> Node:
    """Give the tree of a fixed text the places of the written one."""
    edits: dict[int, list[LineEdit]] = {}
    for slip in told:
        edits.setdefault(slip.line, []).extend(slip.edits)

    def move_span(span: Span) -> Span:
        column, end = (
            _written_column(span.column, edits.get(span.line, ())),
            _written_column(span.end_column, edits.get(span.end_line, ())),
        )
        return span._replace(column=column, end_column=end)

    return rewrite_tree(
        root,
        lambda _, node: node._replace(span=move_span(node.span), key_span=node.key_span and move_span(node.key_span)),
    )


def _parse_text(text: str, findings: FileFindings) -> tuple[Node | None, Exception | None]:
    """The tree of a text, or why YAML refuses it.

    The compiled parser reads; what it refuses is read again by the plain one, which has the last word, so
    that a file means the same on every machine. They disagree on tabs, question marks and tags that
    are not ended: these are the plain one's from the start.
    """
    import yaml

    quick = yaml.SafeLoader if any(sign in text for sign in "\t!?") else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    before = len(findings.found)
    try:
        return _build_events(yaml.parse(text, Loader=quick), findings), None
    except (yaml.YAMLError, ValueError) as error:
        problem: Exception = error
    if quick is not yaml.SafeLoader:
        del findings.found[before:]
        try:
            return _build_events(yaml.parse(text, Loader=yaml.SafeLoader), findings), None
        except (yaml.YAMLError, ValueError) as error:
            problem = error
    return None, problem


def _build_events(events: Iterable[Any], findings: FileFindings) -> Node | None:
    builder = _Builder(findings)
    try:
        for event in events:
            builder.take_event(event)
            if findings.is_full:
                return None
    except _StopError:
        return None
    return builder.finish_tree()


class _Builder:
    def __init__(self, findings: FileFindings) -> None:
        self.findings = findings
        self.frames: list[_Frame] = []
        self.root: Node | None = None
        self.nodes = 0
        self.documents = 0

    def take_event(self, event: Any) -> None:
        """One event, by its name: `MappingStartEvent` goes to `_mapping_start`."""
        kind = type(event).__name__
        if kind in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent", "AliasEvent"):
            self._count_event(event)
        if kind == "ScalarEvent":
            self._scalar(event)
        elif kind in ("SequenceStartEvent", "MappingStartEvent"):
            self._begin_frame(event, is_map=kind == "MappingStartEvent")
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            self._end_frame(event)
        elif kind == "AliasEvent":
            self._alias(event)
        elif kind == "DocumentStartEvent":
            self._document(event)

    def finish_tree(self) -> Node | None:
        """The map that the whole file is, if it is one."""
        found = self.root
        start = self.findings.span_at(1, 1)
        if found is None or (found.value is None and found.span.column == found.span.end_column):
            self.findings.add("RUL012", start, wording="empty")
            return None
        if not isinstance(found.value, dict):
            wording = "list" if isinstance(found.value, list) else "text"
            self.findings.add("RUL012", self._first_line(found.span), wording=wording)
            return None
        return found

    def _count_event(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.findings.add("RUL014", self._event_span(event), limit=MAX_NODES)
            raise _StopError
        if getattr(event, "tag", None) is not None:
            self.findings.add("RUL021", self._first_word_span(event), tag=self._event_text(event))
        if event.anchor is not None and type(event).__name__ != "AliasEvent":
            self.findings.add("RUL020", self._first_word_span(event), wording="anchor", name=event.anchor)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.findings.add("RUL011", self._event_span(event))
            raise _StopError
        if event.version or event.tags:
            self.findings.add("RUL023", self._first_line(self._event_span(event)))

    def _alias(self, event: Any) -> None:
        self.findings.add("RUL020", self._event_span(event), name=event.anchor)
        if self.frames and self.frames[-1].needs_key:
            self.frames[-1].slot = _DROPPED
        else:
            self._attach_node(None)

    def _scalar(self, event: Any) -> None:
        span = self._event_span(event)
        text = event.value if event.value.isascii() else unicodedata.normalize("NFC", event.value)
        hidden = UNPRINTABLE.search(text)
        if hidden:
            self.findings.add("RUL033", span, character=character_name(hidden.group()))
            text = UNPRINTABLE.sub("?", text)
        plain = not event.style  # None or "", depending on the parser
        if self.frames and self.frames[-1].needs_key:
            self._add_key(text, span, plain=plain)
        else:
            self._attach_node(Node(self._typed_scalar(text, span) if plain else text, span))

    def _typed_scalar(self, text: str, span: Span) -> Scalar:
        if text in _WORDS:
            return _WORDS[text]
        if not _WHOLE_NUMBER.fullmatch(text):
            return text
        if len(text.lstrip("-")) > _MAX_DIGITS:
            self.findings.add("RUL032", span, digits=_MAX_DIGITS)
            return 0
        return int(text)

    def _add_key(self, text: str, span: Span, *, plain: bool) -> None:
        frame = self.frames[-1]
        frame.slot = _DROPPED
        if plain and text == "<<":
            self.findings.add("RUL022", span)
        elif not text:
            self.findings.add("RUL031", span, wording="empty")
        elif text in frame.keys:
            first = frame.keys[text].entry_span
            spelt = self._spelling(span), self._spelling(first)
            wording = "" if spelt[0] == spelt[1] else "spelling"
            label = (Label(first, _FIRST),)
            self.findings.add("RUL030", span, wording=wording, labels=label, key=text, first=spelt[1], second=spelt[0])
        else:
            frame.slot = _Key(text, span)

    def _begin_frame(self, event: Any, *, is_map: bool) -> None:
        span = self._event_span(event)
        if self.frames and self.frames[-1].needs_key:
            self.findings.add("RUL031", span, wording="map" if is_map else "list")
        self.frames.append(_Frame(span, is_map=is_map))
        if len(self.frames) > MAX_LEVELS:
            self.findings.add("RUL013", span, limit=MAX_LEVELS)
            raise _StopError

    def _end_frame(self, event: Any) -> None:
        frame = self.frames.pop()
        end = self._event_span(event)
        span = frame.span._replace(end_line=end.end_line, end_column=end.end_column)
        if self.frames and self.frames[-1].needs_key:
            self.frames[-1].slot = _DROPPED
        else:
            self._attach_node(Node(frame.keys if frame.is_map else frame.items, span))

    def _attach_node(self, node: Node | None) -> None:
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        if not frame.is_map:
            if node is not None:
                frame.items.append(node)
            return
        slot, frame.slot = frame.slot, None
        if node is None or slot is None or slot is _DROPPED:
            return
        # A value that is not there has no place of its own.
        span = slot.span if node.value is None and _is_empty(node.span) else node.span
        frame.keys[slot.text] = node._replace(span=span, key_span=slot.span)

    def _event_span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.findings.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _first_line(self, span: Span) -> Span:
        if span.end_line == span.line:
            return span
        width = len(self.findings.lines[span.line - 1]) - span.column + 1
        return span._replace(end_line=span.line, end_column=span.column + max(width, 1))

    def _first_word_span(self, event: Any) -> Span:
        """The span of the first word: the anchor or the tag without what it is put on."""
        span = self._event_span(event)
        return Span.from_column(span.file, span.line, span.column, len(self._event_text(event)))

    def _event_text(self, event: Any) -> str:
        span = self._event_span(event)
        rest = self.findings.lines[span.line - 1][span.column - 1 :]
        match = re.match(r"[^\s,\[\]{}]+", rest)
        return match.group() if match else rest[:1]

    def _spelling(self, span: Span) -> str:
        if span.line != span.end_line:
            return ""
        return self.findings.lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _is_empty(span: Span) -> bool:
    return span.line == span.end_line and span.column == span.end_column


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


def explain_yaml_error(problem: Exception, findings: FileFindings) -> None:
    """Adds the finding for an exception of YAML's scanner or parser."""
    said = str(getattr(problem, "problem", None) or "")
    inner, outer = getattr(problem, "problem_mark", None), getattr(problem, "context_mark", None)
    if r"'\t'" in said:
        place = _mark_span(inner, findings)
        findings.add("RUL007", place, fix=_indented_with_spaces(findings) or Fix((Edit(place, " "),), safe=False))
        return
    for phrase, wording, from_the_start in _WORDINGS:
        if phrase in said:
            mark = outer if from_the_start and outer else inner
            if wording == "tag":
                findings.add("RUL021", _mark_span(mark, findings), tag="!")
            else:
                findings.add("RUL010", _mark_span(mark, findings), wording=wording)
            return
    findings.add("RUL010", _mark_span(inner or outer, findings))


def _indented_with_spaces(findings: FileFindings) -> Fix | None:
    """The fix of tabs in indents, two spaces each; None if no line begins with one."""
    edits = []
    for number, line in enumerate(findings.lines, 1):
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in indent:
            edits.append(Edit(findings.span_at(number, 1, len(indent)), indent.replace("\t", "  ")))
    return Fix(tuple(edits), safe=False) if edits else None


def _mark_span(mark: Any, findings: FileFindings) -> Span:
    """The place of a mark, moved back into the text if it is after the last line."""
    if mark is None:
        return findings.span_at(1, 1)
    line, column = mark.line + 1, mark.column + 1
    last = len(findings.lines)
    if line >= last and not findings.lines[-1]:
        line = max(last - 1, 1)
        column = len(findings.lines[line - 1]) + 1
    return findings.span_at(line, column)
