"""The reader of rule files: bytes to a tree.

A rule file is YAML without its traps. Keys are always text. Only the values `true`, `false`, `null`, `~` (or nothing
at all) and whole numbers without leading zeros are typed; everything else is text as written. Unneeded features
(aliases, anchors, tags, merge keys, several documents) are errors, and so is anything that would make a reader guess.
Any bytes give findings, never an exception.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.spans import Span
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.locate import MAX_RULE_FILE_BYTES
from calarec.rule_files.tree import UNPRINTABLE, character_name

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.tree import Node


_BOM: Final = "\ufeff"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_MAX_KEPT_FILES: Final = 8
"""The files to keep, for an editor that reads parents at every pause."""


@lru_cache(maxsize=_MAX_KEPT_FILES)
def read_source(raw: bytes, file: str) -> tuple[Node | None, tuple[Finding, ...]]:
    """Read the tree of a rule file with places but without origins, and its findings.

    None if the bytes make no sense. A tree that comes with errors is the rest that could be read: good for finding
    more errors, not for playing.
    """
    findings = FileFindings(file)
    text = _decode(raw, findings)
    if text is None:
        return None, tuple(findings.found)
    findings.lines = FileFindings(file, text).lines
    if _is_printable(text, findings):
        from calarec.rule_files.building import build_tree

        return build_tree(text, findings), tuple(findings.found)
    return None, tuple(findings.found)


def _decode(raw: bytes, findings: FileFindings) -> str | None:
    start = findings.span_at(1, 1)
    if len(raw) > MAX_RULE_FILE_BYTES:
        findings.add("RUL003", start, limit=MAX_RULE_FILE_BYTES // 1024)
        return None
    if raw.startswith(_WIDE):
        findings.add("RUL004", start, wording="wide")
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        findings.lines = FileFindings("", raw.decode("utf-8", "replace")).lines
        span = _text_span(findings.file, before.removeprefix(_BOM), len(before))
        findings.add("RUL004", span, byte=f"0x{raw[error.start]:02X}")
        return None
    if text.startswith(_BOM):
        text = text[1:]
        findings.lines = FileFindings("", text).lines
        findings.add("RUL005", start)
    return text


def _is_printable(text: str, findings: FileFindings) -> bool:
    for match in UNPRINTABLE.finditer(text):
        span = _text_span(findings.file, text, match.start())
        findings.add("RUL006", span, character=character_name(match.group()))
    return not any(finding.code == "RUL006" for finding in findings.found)


def _text_span(file: str, text: str, offset: int) -> Span:
    lines = FileFindings(file, text[:offset]).lines
    return Span.from_column(file, len(lines), len(lines[-1]) + 1)
