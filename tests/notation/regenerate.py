"""Writes what is made from other files: `python -m tests.notation.regenerate` after a change of the grammar."""

from __future__ import annotations

import json
from pathlib import Path

from calarec.base.resources import data_folder
from calarec.notation import expectations
from tests.notation.schema import schema

SCHEMA = data_folder("grammar") / "record.schema.json"
PATTERNS = Path(expectations.__file__).parent / "patterns.py"


def patterns_module() -> str:
    """The text of `calarec.notation.patterns`."""
    lines = [
        '"""Regular expressions of canonical lines.',
        "",
        "Made from grammar/cal.lark by `python -m tests.notation.regenerate`: change that file, not this one.",
        '"""',
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
    ]
    for name in ("SEAT", "CARD", "MARK", "PLAY", "CARDS", "WORD", "NUMBER", "AMOUNT", "WHOLE", "STRING", "TIME"):
        lines.append(f"{name}: Final = {expectations.pattern(name, canonical=True)!r}")
    lines += ["", "STATEMENTS: Final[dict[str, str]] = {"]
    for verb, node in expectations.statements().items():
        text = expectations.pattern(node, canonical=True)
        if verb == "trick":
            # Numbers stand under one another.
            text = "(?: [0-9]|[1-9][0-9]{1,8})" + text.removeprefix(expectations.pattern("NUMBER"))
        lines.append(f"    {verb!r}: {text!r},")
    lines += ["}", '"""The canonical form of every statement, by verb."""', ""]
    return "\n".join(lines)


def schema_text() -> str:
    """The text of `grammar/record.schema.json`."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    PATTERNS.write_text(patterns_module(), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
