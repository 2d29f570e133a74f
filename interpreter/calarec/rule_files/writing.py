"""Write plain data as tidy YAML that the reader of rule files reads back.

Texts have no quotes where no reader of YAML could take them for anything else.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from calarec.rule_files.tree import UNPRINTABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.ruleset import Plain, Scalar
    from calarec.rule_files.tree import Path

WIDTH: Final = 100
_COMMENT_COLUMN: Final = 44
_MAX_KEY_LENGTH: Final = 900  # YAML wants a longer one announced by "? "
_PLAIN: Final = re.compile(r"[^\W_](?:[\w ./+*'();!°…–-]*[\w.)!…'])?")
# What this reader or another one takes for a number, a date, a truth value or nothing.
_TAKEN: Final = re.compile(
    r"[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[+-]?[0-9]+)?|0[xob][0-9a-f_]+|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*", re.I | re.A
)
_BLOCK: Final = re.compile(r"[^\s#%|>-][^\n]*\n(?:[^\n]+\n)*")
"""A text that is written line by line below its key."""
_WORDS: Final = frozenset(("true", "false", "null"))


def write_yaml(
    data: Mapping[str, Plain], *, comments: Mapping[Path, str] | None = None, compact: bool | None = None
) -> str:
    """The text of a map, with a newline at its end.

    `comments` follow the entry of their path. After a map on one line come those of its entries, by their keys.
    Without `compact` (with comments: unless it is asked for) every leaf has a line of its own. Blank lines separate
    keys at the root that hold maps.
    """
    writer = _Writer(comments or {}, compact=not comments if compact is None else compact)
    if not data:
        return "{}\n"
    lines: list[str] = []
    for key, value in data.items():
        entry = list(writer.entry(key, value, 0, (key,)))
        if lines and (len(entry) > 1 or _is_big(lines)):
            lines.append("")
        lines.extend(entry)
    return "\n".join(lines) + "\n"


def scalar_text(value: Scalar) -> str:
    """A scalar as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quote_text(value)


def flow_text(value: Plain) -> str:
    """A value on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(flow_text, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quote_text(key)}: {flow_text(child)}" for key, child in value.items()) + "}"
    return scalar_text(value)


def quote_text(text: str) -> str:
    """A text, in quotes if it needs them."""
    if _PLAIN.fullmatch(text) and not _TAKEN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    escaped = json.dumps(text, ensure_ascii=False)
    if escaped[1:-1] == text and not UNPRINTABLE.search(text):
        return escaped
    if text.isprintable() or not (UNPRINTABLE.search(text) or re.search(r"[\t\n\r\x85]", text)):
        return "'" + text.replace("'", "''") + "'"
    return UNPRINTABLE.sub(_escape, escaped)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


class _Writer:
    def __init__(self, comments: Mapping[Path, str], *, compact: bool) -> None:
        self.comments = comments
        self.compact = compact

    def entry(self, key: str, value: Plain, indent: int, path: Path) -> Iterator[str]:
        """The lines of one entry of a map."""
        name, pad = quote_text(key), " " * indent
        if isinstance(value, str) and _is_block(value) and len(name) <= _MAX_KEY_LENGTH:
            yield self._append_comment(f"{pad}{name}: |", path)
            yield from (f"{pad}  {line}" for line in value.splitlines())
            return
        head = f"{pad}{name}:" if len(name) <= _MAX_KEY_LENGTH else f"{pad}? {name}\n{pad}:"
        flow = self._write_flow(value, always=isinstance(value, str))
        if flow is not None and (len(head) + 1 + len(flow) <= WIDTH or not isinstance(value, dict | list) or not value):
            line = self._append_comment(f"{head} {flow}", path, value)
            # Comments on what stands in a map go beside it, each on a line of its own, where one line cannot hold them.
            if "\n" not in line or path in self.comments or not (isinstance(value, dict) and value):
                yield line
                return
        yield self._append_comment(head, path)
        yield from self._write_block(value, indent + 2, path)

    def _write_block(self, value: Plain, indent: int, path: Path) -> Iterator[str]:
        if isinstance(value, dict):
            for key, child in value.items():
                yield from self.entry(key, child, indent, (*path, key))
        elif isinstance(value, list):
            for number, item in enumerate(value):
                yield from self._item(item, indent, (*path, str(number)))

    def _item(self, item: Plain, indent: int, path: Path) -> Iterator[str]:
        flow = self._write_flow(item, always=True)
        dash = " " * indent + "- "
        if flow is not None and (len(dash) + len(flow) <= WIDTH or not isinstance(item, dict | list) or not item):
            yield self._append_comment(dash + flow, path, item)
            return
        lines = list(self._write_block(item, indent + 2, path))
        yield dash + lines[0][indent + 2 :]
        yield from lines[1:]

    def _write_flow(self, value: Plain, *, always: bool = False) -> str | None:
        """The value on one line; None if it needs several."""
        if isinstance(value, list):
            if any(isinstance(item, dict | list) and item for item in value):
                return None
            return f"[{', '.join(self._write_flow(item, always=True) or '' for item in value)}]"
        if isinstance(value, dict):
            if value and not (self.compact and (always or len(value) <= 6)):
                return None
            nested = len(value) > 2 and any(isinstance(child, dict) and child for child in value.values())
            if nested or any(len(key) > _MAX_KEY_LENGTH for key in value):
                return None
            parts = [(quote_text(key), self._write_flow(child)) for key, child in value.items()]
            if any(flow is None for _, flow in parts):
                return None
            return "{" + ", ".join(f"{key}: {flow}" for key, flow in parts) + "}"
        return None if isinstance(value, str) and _is_block(value) and not always else scalar_text(value)

    def _append_comment(self, line: str, path: Path, value: Plain = None) -> str:
        comment = self.comments.get(path, "") or ", ".join(self._comments_below(value, path, ""))
        comment = " ".join(UNPRINTABLE.sub("?", comment).split())
        beside = f"{line:<{_COMMENT_COLUMN}}  # {comment}" if comment else line
        if len(beside) <= WIDTH or not comment:
            return beside
        return f"{line[: len(line) - len(line.lstrip())]}# {comment}\n{line}"

    def _comments_below(self, value: Plain, path: Path, said: str) -> Iterator[str]:
        """The comments of entries in a map on one line."""
        for key, child in value.items() if isinstance(value, dict) else ():
            comment = self.comments.get((*path, key))
            if comment:
                yield f"{said}{key}: {comment}"
            yield from self._comments_below(child, (*path, key), f"{said}{key}.")


def _is_block(text: str) -> bool:
    """Check whether a text can be written line by line as it is."""
    return bool(_BLOCK.fullmatch(text)) and all(line.isprintable() for line in text.split("\n"))


def _is_big(lines: list[str]) -> bool:
    return lines[-1].startswith(" ")
