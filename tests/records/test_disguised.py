"""A record has the same verdicts, payments, totals and findings in any disguise.

Terms. A *disguise* changes bytes without a meaning: line ends, a mark of byte order, blanks. A *reading note*
reports it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from calarec_tools.archive.runs.running import check_files
from tests.records.shelf import FILES, name
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from calarec.core.wording.findings import Finding

READING: Final = {"CAL003", "CAL004", "CAL005", "CAL006", "CAL012"}
"""Findings about a disguise."""

_EXCHANGE: Final = re.compile(r"^(?:discard|take|give|call|share)\b.*\n", re.MULTILINE)
_VERSION: Final = re.compile(r"^cal 1$", re.MULTILINE)


SAMPLES: Final = {
    "written": FILES[:: len(FILES) // 8],
    "unwritten": [
        file for file in FILES if file.stem == "solo-won" and file.parent.name in ("pagat", "tretre", "short-11")
    ],
}
"""Samples; few of them need supplied moves, which takes time."""


def _after_the_verb(blank: str, verbs: str) -> Callable[[str], str]:
    """Put another space character after the first word of some lines."""
    return lambda text: re.sub(rf"^({verbs}) ", lambda found: found[1] + blank, text, flags=re.MULTILINE)


DISGUISES: Final[dict[str, Callable[[str], str]]] = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "bom": lambda text: "\ufeff" + text,
    "tab before the hand": _after_the_verb("\t", "seat|rules"),
    "tab in the hand": _after_the_verb("\t", "dealer|bid|result|total"),
    "no-break space": _after_the_verb("\u00a0", "seat|bid|score"),
    "no version": lambda text: _VERSION.sub("", text, count=1),
    "together": lambda text: _after_the_verb("\t", "seat|bid")("\ufeff" + _VERSION.sub("", text)).replace("\n", "\r\n"),
}  # fmt: skip


@cache
def told(text: str) -> tuple[list[Any], list[Any]]:
    """Return the rulings of all hands, and all findings except the reading notes."""
    records = read_records(Text(text, "a.cal"))
    session = RecordJudge()
    rulings: list[Any] = []
    findings: list[Finding] = []
    for hand in records:
        replayed = session.replay(hand)
        ruling = as_json(replayed)["ruling"]
        rulings.append({key: value for key, value in ruling.items() if key not in ("diagnostics", "because")})
        findings += replayed.findings
    findings += records.findings
    said = {(each.code, each.severity, each.span.line, each.message("en")) for each in findings}
    return rulings, sorted(each for each in said if each[0] not in READING)


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("exchange", ["written", "unwritten"])
def test_a_disguise_changes_no_ruling(disguise: str, exchange: str) -> None:
    """Whole records, and records without the exchange."""
    for file in SAMPLES[exchange]:
        text = file.read_text("utf-8")
        if exchange == "unwritten":
            text = _EXCHANGE.sub("", text)
        assert told(DISGUISES[disguise](text)) == told(text), name(file)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_disguise_changes_no_count(disguise: str, tmp_path: Path) -> None:
    """A long file in pieces, one finding a file or each time (as for mending): the verdicts are the same numbers."""
    text = re.sub(r"^(?:discard|take)\b.*\n", "", evening("pagat", 6), flags=re.MULTILINE)
    plain, other = tmp_path / "plain.cal", tmp_path / "other.cal"
    plain.write_bytes(text.encode())
    other.write_bytes(DISGUISES[disguise](text).encode())
    counts = [_verdicts(plain, every=False, size=1 << 20)]
    counts += [_verdicts(other, every=False, size=2000), _verdicts(other, every=True, size=1 << 20)]
    assert counts == counts[:1] * len(counts)
    assert counts[0].get("legal", 0) >= 4


def _verdicts(file: Path, *, every: bool, size: int) -> dict[str, int]:
    """Count the hands by verdict."""
    verdicts: dict[str, int] = {}
    for part in check_files([str(file)], every=every, size=size):
        for verdict, many in part.report.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + many
    return verdicts
