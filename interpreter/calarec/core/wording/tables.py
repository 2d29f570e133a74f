"""A reader of word files: the plain part of TOML, without the cost of all of TOML.

The text of a file has lines `[table]` and `key = "value"`, comments and blank lines, nothing else; a key is bare or
quoted. The result is its tables by name; entries before the first table have the name "". A test compares this reader
with the standard library's, which takes as long to import as everything else a short command does.
"""

from __future__ import annotations

import json

_text_at = json.JSONDecoder().raw_decode


def read_tables(text: str, *, place: str = "line ", first_line: int = 1) -> dict[str, dict[str, str]]:
    """Read the tables of a word file; ValueError beginning with `place` and the line."""
    table: dict[str, str] = {}
    tables = {"": table}
    for number, line in enumerate(text.split("\n"), first_line):
        if line.startswith("["):
            if line[1:-1] in tables:
                raise ValueError(f"{place}{number}: {line} stands twice")
            table = tables[line[1:-1]] = {}
        elif line and not line.startswith("#"):
            key, value = _parse_entry(line, place, number)
            if key in table:
                raise ValueError(f"{place}{number}: {key!r} stands twice")
            table[key] = value
    return tables


def _parse_entry(line: str, place: str, number: int) -> tuple[str, str]:
    try:
        key, end = _text_at(line) if line.startswith('"') else (line[: line.index(" ")], line.index(" "))
        value, last = _text_at(line, end + 3)
        if line[end : end + 3] == " = " and last == len(line) and isinstance(value, str):
            return key, value
    except ValueError:
        pass
    raise ValueError(f'{place}{number}: this is not `key = "value"`')
