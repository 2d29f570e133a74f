"""The wrong rule files of tests/rulesets/invalid and their findings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Finding

FOLDER = Path(__file__).parent / "invalid"


class Case(NamedTuple):
    """One wrong file and its expected findings, `CODE line:column` each."""

    file: Path
    expected: tuple[str, ...]


def cases() -> list[Case]:
    """Every file that has an `.expected` beside it."""
    found = []
    for path in sorted(FOLDER.glob("*.expected")):
        lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
        found.append(Case(path.with_suffix(".yaml"), tuple(line for line in lines if line)))
    return found


def told(file: Path, findings: Iterable[Finding]) -> tuple[str, ...]:
    """Findings in the form of the expected ones; one in another file names it before the line."""
    return tuple(
        f"{each.code} {'' if each.span.file == str(file) else Path(each.span.file).name + ':'}"
        f"{each.span.line}:{each.span.column}"
        for each in findings
    )
