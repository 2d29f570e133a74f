"""Write derived files: `python -m tests.notation.regenerate` after a change."""

from __future__ import annotations

import json
from pathlib import Path

import calarec.core.notation
from calarec.core.base.resources import data_folder
from tests.notation import loaded_grammar
from tests.notation.schema import schema

SCHEMA = data_folder("grammar") / "record.schema.json"
PATTERNS = Path(calarec.core.notation.__file__).parent / "patterns.py"
FORMS = Path(calarec.core.notation.__file__).parent / "forms.py"
_CONSTANTS = ("SEAT", "WORD", "NUMBER", "AMOUNT", "TIME", "STRING")


def patterns_module() -> str:
    """The text of `calarec.core.notation.patterns`."""
    lines = _head("Regular expressions of canonical lines.")
    lines += ["", "from typing import Final", ""]
    lines += [f"{name}: Final = {loaded_grammar.word_pattern(name)!r}" for name in _CONSTANTS]
    verbs = loaded_grammar.statement_nodes()
    for name, has_fields, about in (
        ("STATEMENTS", False, "The canonical form of every statement, by verb."),
        ("FIELDS", True, "The same with a group for each of its words and phrases, by their names in the grammar."),
    ):
        lines += ["", f"{name}: Final[dict[str, str]] = {{"]
        lines += [f"    {verb!r}: {loaded_grammar.statement_pattern(verb, has_fields=has_fields)!r}," for verb in verbs]
        lines += ["}", f'"""{about}"""']
    return "\n".join([*lines, ""])


def forms_module() -> str:
    """The text of `calarec.core.notation.forms`."""
    lines = _head("The words that a line may have, by its verb.")
    lines += ["", "from typing import Any, Final", ""]
    lines += ["WORDS: Final[dict[str, str]] = {"]
    lines += [f"    {name!r}: {pattern!r}," for name, pattern in loaded_grammar.named_words().items()]
    lines += ["}", '"""The regular expression of every kind of word."""', ""]
    lines += ["FORMS: Final[dict[str, str | tuple[Any, ...]]] = {"]
    lines += [f"    {verb!r}: {loaded_grammar.statement_form(verb)!r}," for verb in loaded_grammar.statement_nodes()]
    return "\n".join([*lines, "}", '"""The form of every statement, by verb."""', ""])


def _head(about: str) -> list[str]:
    return [
        f'"""{about}',
        "",
        "Made from grammar/cal.lark by `python -m tests.notation.regenerate`: change that file, not this one.",
        '"""',
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
        "",
        "from __future__ import annotations",
    ]


def schema_text() -> str:
    """The text of `grammar/record.schema.json`."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    PATTERNS.write_text(patterns_module(), encoding="utf-8")
    FORMS.write_text(forms_module(), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
