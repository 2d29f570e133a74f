"""`examples` of a rule file: short hands with what they must pay.

An example is the text of a hand, as in a record. The file that states it is the only one that it is about: `extends`
does not hand it on, and no digest contains it. Loading a ruleset does not replay it; checking its file does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.header import TEXT, both_of, kind_of, map_of, require_text, unknown_key
from calarec.rule_files.locate import is_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Translated
    from calarec.rule_files.tree import Node

EXAMPLES: Final = "examples"
EXAMPLE_KEYS: Final = ("hand", "source", "title")
COMPOSED: Final = "composed"
"""The source of an example that no text prints."""
_BLOCK: Final = re.compile(r"[|][0-9+-]*\s*(#.*)?$")
"""The beginning of a text that goes on in the lines below, each as it is written."""


class Example(NamedTuple):
    """A hand with what it must pay."""

    id: str
    text: str
    source: str
    title: Translated | None
    span: Span
    """The place of the text."""
    indent: int | None
    """The column before each line of the text below; None for a text on one line."""

    def place_of(self, span: Span, before: int) -> Span:
        """The place in the rule file of a place in a text with lines `before` its own."""
        line, end_line = span.line - before, span.end_line - before
        count = len(self.text.splitlines())
        if self.indent is None or not 1 <= line <= count:
            return self.span
        inside = end_line <= count
        return Span(
            self.span.file,
            self.span.line + line,
            span.column + self.indent,
            self.span.line + (end_line if inside else line),
            span.end_column + self.indent if inside else len(self.text.splitlines()[line - 1]) + self.indent + 1,
        )


def read_examples(root: Node, findings: FileFindings) -> tuple[Example, ...]:
    """The examples of a file; what is wrong with one is a finding, and it is left out."""
    entries = map_of(root.entries.get(EXAMPLES), EXAMPLES, findings)
    cited = require_text(entries.get("source"), f"{EXAMPLES}.source", findings)
    found = (_read_example(name, node, cited, findings) for name, node in entries.items() if name != "source")
    return tuple(example for example in found if example is not None)


def _read_example(name: str, node: Node, cited: str, findings: FileFindings) -> Example | None:
    at = f"{EXAMPLES}.{name}"
    if not is_id(name):
        findings.add("RUL145", node.entry_span, wording="name", example=name)
        return None
    if isinstance(node.value, str):
        return _example(name, node, cited, None, findings)
    entries = map_of(node, at, findings)
    for key, child in entries.items():
        if key not in EXAMPLE_KEYS:
            unknown_key(key, child.entry_span, EXAMPLE_KEYS, findings, there=entries)
    hand = entries.get("hand")
    if hand is None:
        if isinstance(node.value, dict):
            findings.add("RUL145", node.entry_span, wording="hand", example=name)
        return None
    source = require_text(entries.get("source"), f"{at}.source", findings)
    title = both_of(entries.get("title"), f"{at}.title", findings)
    if not isinstance(hand.value, str):
        findings.add("RUL106", hand.entry_span, key=f"{at}.hand", wanted=TEXT, found=kind_of(hand.value))
        return None
    return _example(name, hand, source or cited, title, findings)


def _example(name: str, node: Node, source: str, title: Translated | None, findings: FileFindings) -> Example:
    assert isinstance(node.value, str)
    span = node.span
    lines = findings.lines[span.line - 1 : span.end_line]
    indent = None
    if lines and _BLOCK.match(lines[0][span.column - 1 :]):
        indent = next((len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip()), 0)
    return Example(name, node.value, source or COMPOSED, title, span, indent)


def example_sources(node: Node | None) -> Iterator[Node]:
    """Yield the sources of the examples in a file."""
    maps = (node, *node.entries.values()) if node is not None and isinstance(node.value, dict) else ()
    for entry in maps:
        cited = entry.entries.get("source") if isinstance(entry.value, dict) else None
        if cited is not None and isinstance(cited.value, str) and cited.value != COMPOSED:
            yield cited


def examples_of(ruleset: Ruleset) -> tuple[Example, ...]:
    """The examples that the file of a ruleset states, read when they are asked for."""
    from calarec.rule_files.locate import ReadFile, read_rule_file
    from calarec.rule_files.tree import NO_PLACE

    found = read_rule_file(ruleset.file, place=NO_PLACE) if ruleset.file else None
    return examples_in(found.raw, ruleset.file) if isinstance(found, ReadFile) else ()


def examples_in(raw: bytes, file: str) -> tuple[Example, ...]:
    """The examples that the bytes of a rule file state."""
    from calarec.rule_files.source import read_source

    root, _ = read_source(raw, file)
    if root is None or EXAMPLES not in root.entries:
        return ()
    return read_examples(root, FileFindings(file, raw.decode("utf-8-sig", "replace")))
