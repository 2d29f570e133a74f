"""Rewrites sentences of the program in the code and in the catalogues of other languages, so that none is orphaned.

    python -m tests.wording.rename CHANGES.toml

In the file each sentence as it is has the sentence as it is to be, or a table with `en` and the translations that
change too. A sentence that is not in the code is an error, and nothing is written.

    "The day (otherwise today)." = "The date [default: today]."
    "Make legal hands, reproducibly." = {en = "Generate legal hands.", it = "Genera mani regolari."}
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from calarec.core.wording.language import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).parents[2]
_MAX_PART_CHARACTERS: Final = 90
"""A longer sentence is written in several parts, which fit lines of 120 columns at any indentation."""


class NewSentence(NamedTuple):
    """A sentence as it is to be, with the translations that change."""

    text: str
    translations: Mapping[str, str]


def read_changes(text: str) -> dict[str, NewSentence]:
    """The changes of a file, by the sentence as it is."""
    changes = {}
    for old, new in tomllib.loads(text).items():
        translations = {SOURCE: new} if isinstance(new, str) else dict(new)
        changes[old] = NewSentence(translations.pop(SOURCE, old), translations)
    return changes


def rename_in_code(code: str, changes: Mapping[str, NewSentence]) -> tuple[str, set[str]]:
    """Python code with the sentences renamed, and those that it had; docstrings of the same words stay."""
    nodes = list(ast.walk(ast.parse(code)))
    alone = {node.value for node in nodes if isinstance(node, ast.Expr)}
    found = {
        node: node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value in changes
        and node not in alone
    }
    lines = code.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    data = code.encode()
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        data = data[:start] + _literal(changes[found[node]].text).encode() + data[end:]
    return data.decode(), set(found.values())


def _literal(text: str) -> str:
    """A Python literal; a long one in parts, one beside the other."""
    parts, part = [], ""
    for word in re.findall(r"\s*\S+|\s+$", text):
        if part and len(part) + len(word) > _MAX_PART_CHARACTERS:
            parts.append(part)
            word, part = word.lstrip(), ""
            parts[-1] += " "
        part += word
    return " ".join(json.dumps(each, ensure_ascii=False) for each in (*parts, part))


def rename_in_catalogue(catalogue: str, lang: str, changes: Mapping[str, NewSentence]) -> str:
    """The sentences of a catalogue under their new names, with the translations that change."""
    lines = []
    section, seen = "", set()
    for line in catalogue.splitlines(keepends=True):
        if line.startswith("["):
            section = line
        entry = tomllib.loads(line) if line.startswith('"') else {}
        for old, said in entry.items():
            new = changes.get(old, NewSentence(old, {}))
            # Two sentences may become one.
            if (section, new.text) in seen:
                break
            seen.add((section, new.text))
            if old in changes:
                said = new.translations.get(lang, said)
                line = f"{json.dumps(new.text, ensure_ascii=False)} = {json.dumps(said, ensure_ascii=False)}\n"
        else:
            lines.append(line)
    return "".join(lines)


def _code_files() -> Iterator[Path]:
    for room in ("interpreter", "tools", "tests"):
        yield from sorted((ROOT / room).rglob("*.py"))


def _catalogues() -> Iterator[tuple[Path, str]]:
    """The catalogues, each with its language: sentences, and the vocabulary of rule files."""
    for path in sorted((ROOT / "interpreter/calarec/core/wording").glob("*/sentences/*.toml")):
        yield path, path.parts[-3]
    for path in sorted((ROOT / "tools/calarec_tools/output/docs").glob("vocabulary.*.toml")):
        yield path, path.suffixes[0][1:]


def main(words: Sequence[str]) -> int:
    """Rename; the exit status."""
    [file] = words
    changes = read_changes(Path(file).read_text("utf-8"))
    written: dict[Path, str] = {}
    found: set[str] = set()
    for path in _code_files():
        code = path.read_text("utf-8")
        new, renamed = rename_in_code(code, changes)
        found |= renamed
        if renamed:
            written[path] = new
    missing = [old for old in changes if old not in found]
    for old in missing:
        sys.stderr.write(f"no such sentence: {old}\n")
    if missing:
        return 1
    for path, lang in _catalogues():
        catalogue = path.read_text("utf-8")
        new = rename_in_catalogue(catalogue, lang, changes)
        if new != catalogue:
            written[path] = new
    for path, text in written.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
