"""From problems to findings, once, at the end: each gets its place in the text, its rule, its excerpt and its fix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import replace
from calarec.core.base.spans import Span
from calarec.core.judge.problems import make_problem
from calarec.core.records.places import place_of
from calarec.core.wording.findings import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game
    from calarec.core.judge.problems import Problem, Spot
    from calarec.core.records.model import Hand, Statement


class HandFindings:
    """Makes the findings of one hand; `played` are its statements as they are judged."""

    def __init__(self, hand: Hand, game: Game, played: tuple[Statement, ...] = ()) -> None:
        self.hand = hand
        self.game = game
        self.played = played

    def make_findings(self, problems: Iterable[Problem]) -> tuple[Finding, ...]:
        """The findings, in the order of the problems."""
        return tuple([self.finding(problem) for problem in problems])

    def finding(self, problem: Problem) -> Finding:
        """What is told of one problem."""
        if problem.made is not None:
            return problem.made
        span = self._span(problem.statement, problem.spot)
        edits = tuple(
            [Edit(span if spot == problem.spot else self._span(problem.statement, spot), text)
             for spot, text in problem.fix]
        )  # fmt: skip
        return Finding(
            code=problem.code,
            span=span,
            args=problem.args,
            wording=problem.wording,
            rule=self.game.ruleset.ref(problem.rule) if problem.rule else None,
            fix=Fix(edits, problem.safe) if edits else None,
            excerpt=self.hand.excerpt(span.line),
            answered=problem.answered,
        )

    def make_finding(self, code: str, statement: Statement | None = None, **how: Any) -> Finding:
        """One finding by itself; `how` is what `problem` takes."""
        return self.finding(make_problem(code, statement, **how))

    def _span(self, statement: Statement | None, spot: Spot) -> Span:
        """The place of a part of a statement; of one that nobody wrote: line 0 and the line before which it is due."""
        if statement is None or statement.line or not self.hand.line:  # a hand that a program made has no lines at all
            card, seat, word, number = (
                spot.nth if spot.kind == kind else None for kind in ("card", "seat", "word", "number")
            )
            return self.hand.span(statement, card=card, seat=seat, word=word, number=number)
        place = next((index for index, each in enumerate(self.played) if each is statement), len(self.played))
        following = (each.line for each in self.played[place:] if each.line)
        return Span(self.hand.file, 0, next(following, self.hand.last_line), 0, 0)


def place_findings(hand: Hand, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings, each with a place: what rests on a line that nobody wrote is told, once, where it is missing."""
    if not hand.line or all(finding.span.line for finding in found):
        return found
    told: list[Finding] = []
    for finding in found:
        line = finding.span.column
        if finding.span.line:
            told.append(finding)
        elif not any(other.code == "CAL310" and other.span.line == line for other in told):
            written = replace(finding, span=_line_span(hand, line), excerpt=hand.excerpt(line), fix=None)
            told.append(replace(written, code="CAL310", wording="unwritten", args={}, rule=None))
    return tuple(told)


def _line_span(hand: Hand, line: int) -> Span:
    column, width = place_of(hand.text_of(line), None, None)
    return Span.from_column(hand.file, line, column, width)
