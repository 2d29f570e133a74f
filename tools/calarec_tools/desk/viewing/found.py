"""Findings at the stops of a hand at which they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.engine import events as ev
from calarec.core.records.model import Trick
from calarec.core.wording.language import LANGUAGES
from calarec_tools.desk.viewing.stops import stops
from calarec_tools.output.report.wrong import as_sentence, by_name, is_of_course

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec_tools.output.report.people import People


def findings_with_stops(
    replay: Judgement, tellers: Mapping[Language, People], data: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return findings as data, each with its stop; without a move it is the last one."""
    found = []
    for finding in sorted(replay.findings, key=lambda each: (each.span.line, each.span.column)):
        told = by_name(tellers[LANGUAGES[0]], finding) if tellers else finding
        help_ = {lang: told.help(lang) for lang in LANGUAGES}
        found.append(
            {
                "stop": _stop(replay, finding) if is_of_course(finding) else max(len(data) - 1, 0),
                "code": finding.code,
                "severity": finding.severity.value,
                "line": finding.span.line,
                "column": finding.span.column,
                "message": {lang: as_sentence(told.message(lang)) for lang in LANGUAGES},
                "help": {lang: as_sentence(text) for lang, text in help_.items() if text},
                "rule": finding.rule.path if finding.rule else "",
            }
        )
    return found


def _stop(replay: Judgement, finding: Finding) -> int:
    """Return the stop just after the move, or the card, that a finding is about."""
    line = finding.span.line
    trick = next(
        (statement for statement in replay.hand.statements if statement.line == line and isinstance(statement, Trick)),
        None,
    )
    card = len(trick.cards) if trick is not None else 0
    for place in range(card):
        assert trick is not None
        if replay.hand.span(trick, card=place).column == finding.span.column:
            card = place + 1
            break
    best, played, start = 0, 0, 0
    for number, stop in enumerate(stops(replay.happened)):
        for happening in replay.happened[start : stop.end]:
            if not 0 < happening.line <= line or isinstance(happening.event, ev.Ended):
                continue
            here = trick is not None and happening.line == line
            played += here and isinstance(happening.event, ev.Played)
            # Of a trick's own line it is the card that counts, not what came of it.
            if not here or (isinstance(happening.event, ev.Played) and played <= card):
                best = number
        start = stop.end
    return best
