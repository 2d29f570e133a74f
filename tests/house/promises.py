"""Promised names: commands, options, keys, keywords, codes, rulesets, Python.

python -m tests.house.promises      # adds new ones to `promises.txt`, and removes nothing
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import calarec
from calarec.core.base.displays import Drawable
from calarec.core.judge.judgement import SeatResults
from calarec.core.notation.keywords import ITALIAN_VERBS, VERBS
from calarec.core.wording.messages import all_codes
from calarec.rule_files.schema import file_schema, tree_schema
from calarec_tools.cli import commands
from calarec_tools.cli.declare import CommandGroup
from tests.house.tree import ROOT
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec_tools.cli.declare import Listed

LISTED: Final = ROOT / "tests" / "house" / "promises.txt"


def current_promises() -> set[str]:
    """Everything of this kind that there is now, one line each."""
    schemas = {file.stem.removesuffix(".schema"): file for file in (ROOT / "grammar").glob("*.schema.json")}
    return {
        *(f"command {line}" for line in _command_lines(commands.LISTED)),
        *(f"rule-file {key}" for schema in (file_schema(), tree_schema()) for key in _keys(schema)),
        *(f"json {name} {key}" for name, file in schemas.items() for key in _keys(json.loads(file.read_text("utf-8")))),
        *(f"keyword {word}" for word in (*VERBS, *ITALIAN_VERBS)),
        *(f"code {code}" for code in all_codes()),
        *(f"ruleset {name}" for name in SHIPPED),
        *(f"python calarec.{name}" for name in calarec.__all__),
        *(f"python calarec.{name}" for name in _result_names()),
    }


def _result_names() -> Iterator[str]:
    """Yield the results by seat and pictures of all public classes."""
    for name in calarec.__all__:
        kind = getattr(calarec, name)
        for shared in (SeatResults, Drawable):
            if isinstance(kind, type) and issubclass(kind, shared):
                yield from (f"{name}.{result}" for result in vars(shared) if not result.startswith("_"))


def _command_lines(listed: Iterable[Listed | CommandGroup], before: str = "") -> Iterator[str]:
    for entry in listed:
        path = f"{before}{entry.name}"
        if isinstance(entry, CommandGroup):
            yield from _command_lines(entry.listed, f"{path} ")
            continue
        yield path
        for option in entry.import_declaration().options:
            yield from (f"{path} {flag}" for flag in option.flags)
            yield from (f"{path} {option.flags[0]}={choice}" for choice in option.choices)


def _keys(schema: Any, before: str = "") -> Iterator[str]:
    """Each key that a schema knows, by the keys around it."""
    if isinstance(schema, list):
        for part in schema:
            yield from _keys(part, before)
    if not isinstance(schema, dict):
        return
    for key, part in schema.items():
        if key in ("properties", "$defs") and isinstance(part, dict):
            for name, below in part.items():
                yield f"{before}{name}"
                yield from _keys(below, f"{before}{name}.")
        elif key != "examples":
            yield from _keys(part, before)


def listed_promises() -> set[str]:
    """Return the promised names."""
    return set(LISTED.read_text("utf-8").splitlines()) if LISTED.is_file() else set()


if __name__ == "__main__":
    LISTED.write_text(
        "".join(f"{line}\n" for line in sorted(current_promises() | listed_promises())), "utf-8", newline="\n"
    )
