"""The suite of records with their true facts: its place and its reader.

`records/conformance` has a folder for each ruleset: records (`NAME.cal`), and `facts.json` with an entry for each.
`grammar/conformance.schema.json` describes it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_folder

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = "calarec-conformance/1"
FACTS_FILE: Final = "facts.json"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class SuiteError(Exception):
    """A folder that holds no suite that can be read; the text says which file."""


class UnknownRulesetError(Exception):
    """A ruleset of which a suite has no record; the text is its id."""


class Source(NamedTuple):
    """The rule that an entry is about, and where the rule is from."""

    rule: str
    """Its path in the rule file."""
    source: str
    """The id of a source with the place in it, or `project default`."""
    says: str
    """The sentence, in few words."""


class SuiteEntry(NamedTuple):
    """A record and what is so of each of its hands."""

    ruleset: str
    name: str
    title: str
    sources: tuple[Source, ...]
    record: str
    hands: tuple[dict[str, Any], ...]

    @property
    def id(self) -> str:
        """`RULESET/NAME`."""
        return f"{self.ruleset}/{self.name}"


def find_suite() -> Path | None:
    """Find the suite of this checkout or source archive; None if installed."""
    folder = data_folder("records") / "conformance"
    return folder if folder.is_dir() else None


def read_suite(folder: Path, rulesets: tuple[str, ...] = ()) -> list[SuiteEntry]:
    """Read the entries of a suite, of all or some rulesets; SuiteError if none."""
    files = {file.parent.name: file for file in sorted(folder.glob(f"*/{FACTS_FILE}"))}
    if not files:
        raise SuiteError(str(folder))
    for ruleset in rulesets:
        if ruleset not in files:
            raise UnknownRulesetError(ruleset)
    return [entry for ruleset, file in files.items() if not rulesets or ruleset in rulesets
            for entry in _read_entries(file)]  # fmt: skip


def _read_entries(file: Path) -> list[SuiteEntry]:
    try:
        held = json.loads(file.read_text("utf-8"))
        if held["format"] != FORMAT:
            raise SuiteError(str(file))
        return [
            SuiteEntry(
                held["rules"], entry["name"], entry["title"],
                tuple(Source(cited["rule"], cited["source"], cited["says"]) for cited in entry["sources"]),
                _record_file(file, entry["name"]).read_text("utf-8"), tuple(entry["hands"]),
            )
            for entry in held["records"]
        ]  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SuiteError(str(file)) from error


def _record_file(file: Path, name: str) -> Path:
    """The record of an entry, beside its facts; a suite may be a stranger's."""
    if not _NAME.fullmatch(name):
        raise SuiteError(str(file))
    return file.with_name(f"{name}.cal")
