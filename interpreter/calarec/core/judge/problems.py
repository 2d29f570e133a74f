"""Problems of a hand: statements and what is wrong with them, not yet in words.

A function that reads, walks or settles a hand adds problems in the order in which it finds them. A hand that is only
read otherwise, as a trial, has separate problems that are not reported. `HandFindings` makes findings from the kept
problems once. The steps that a hand has left for trials are its `Budget`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, dataclass, replace
from calarec.core.base.spans import Span
from calarec.core.records.places import place_of
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec.core.wording.language import Listing, Words
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game
    from calarec.core.engine.terms import Refusal
    from calarec.core.records.model import Hand, Statement


HAND_STEPS: Final = 60_000
"""Steps for one hand, some three seconds: more than any real hand needs."""


class OutOfBudget(Exception):  # noqa: N818 - it is not an error, it is a limit
    """The search was given up."""


@dataclass(slots=True)
class Budget:
    """The number of steps that may still be taken."""

    left: int
    whole: Budget | None = None
    """The budget that it is a share of."""
    price: int = 1
    """The steps of the whole that one of its steps takes."""

    def spend(self, steps: int = 1) -> None:
        """Take steps; OutOfBudget where there are no more, here or in the whole."""
        self.left -= steps
        if self.whole is not None:
            self.whole.left -= steps * self.price
        if self.is_spent:
            raise OutOfBudget

    def share(self, steps: int, price: int = 1) -> Budget:
        """A budget of its own for one search, all of which is also taken from this one."""
        return Budget(steps, self, price)

    @property
    def is_spent(self) -> bool:
        """Check whether more was asked for than there was."""
        return self.left < 0 or (self.whole is not None and self.whole.is_spent)


OTHERS: Final = Words("others that are not known")
OF_THAT_SUIT: Final = Words("cards of that suit")
_ELSEWHERE: Final = {"CAL432": "CAL432", "CAL433": "CAL432", "CAL510": "CAL510"}
"""Codes that name the true place of a misplaced card, and those that do not."""


class Spot(NamedTuple):
    """A part of a statement: its kind and its place among parts of the kind.

    The kind is "card", "seat", "word" or "number"; empty: the whole statement.
    """

    kind: str = ""
    nth: int = 0


class Problem(NamedTuple):
    """A statement (none: the hand as a whole) and why it does not fit."""

    code: str
    statement: Statement | None = None
    spot: Spot = Spot()
    args: dict[str, object] = {}  # noqa: RUF012 - read only
    wording: str = ""
    rule: str = ""
    fix: tuple[tuple[Spot, str], ...] = ()
    """Pairs of part and the text to put there."""
    safe: bool = False
    answered: bool = False
    """The record itself says so."""
    made: Finding | None = None
    """A finished finding: the running score makes those of its totals."""

    @property
    def severity(self) -> Severity:
        """The severity of the finding."""
        from calarec.core.wording.messages import find_severity

        return Severity.NOTE if self.answered else find_severity(self.code)

    @property
    def line(self) -> int:
        """The line that it is about; -1: that of the hand, 0: an unwritten line."""
        return -1 if self.statement is None else self.statement.line


class Problems:
    """Collects what does not fit, in the order in which it is come upon."""

    sure = -1
    """The cards of which it is known where they are; no others are named."""
    trials: Budget | None = None
    """The steps that all readings of the hand may still take to fill its gaps."""
    steps: Budget | None = None
    """The budget of the hand, once some of it is spent."""
    played: tuple[Statement, ...] = ()
    """The statements as judged, with unwritten ones."""
    tried_for: Problems | None = None
    """The reported problems, if these belong to a reading on trial."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: list[Problem] = []

    def quiet(self) -> Problems:
        """Make problems of another reading of the hand, which are not reported."""
        quiet = Problems(self.game)
        quiet.tried_for = self.loud
        return quiet

    @property
    def loud(self) -> Problems:
        """The problems that are reported."""
        return self.tried_for or self

    @property
    def budget(self) -> Budget:
        """The budget of the hand for all of its readings."""
        loud = self.loud
        if loud.steps is None:
            loud.steps = Budget(HAND_STEPS)
        return loud.steps

    @property
    def has_given_up(self) -> bool:
        """Check whether there were more readings than the budget allowed."""
        return self.trials is not None and self.trials.is_spent

    @property
    def has_errors(self) -> bool:
        """Check whether there is an error or a warning among them."""
        return any(problem.severity != "note" for problem in self.found)

    def add(self, code: str, statement: Statement | None = None, **how: Any) -> None:
        """One problem; `how` is what `problem` takes."""
        self.found.append(make_problem(code, statement, **how))

    def add_refusal(self, refusal: Refusal, statement: Statement, cards: tuple[str, ...], *, answered: bool) -> None:
        """A refusal of the engine."""
        self.found.append(refusal_problem(self.game, refusal, statement, cards, sure=self.sure, answered=answered))


def problem_of_finding(finding: Finding, statement: Statement) -> Problem:
    """The problem of a statement of which the finding is there."""
    return Problem(
        finding.code, statement, args=finding.args, wording=finding.wording, answered=finding.answered, made=finding
    )


def make_problem(
    code: str,
    statement: Statement | None = None,
    *,
    card: int | None = None,
    seat: int | None = None,
    word: int | None = None,
    number: int | None = None,
    wording: str = "",
    rule: str = "",
    fix: str | None = None,
    safe: bool = False,
    answered: bool = False,
    **args: object,
) -> Problem:
    """A problem of a statement or a part of it; `fix` is the correct text."""
    spot = find_spot(card, seat, word, number)
    edits = ((spot, fix),) if fix is not None else ()
    return Problem(code, statement, spot, args, wording, rule, edits, safe, answered)


def refusal_problem(
    game: Game,
    refusal: Refusal,
    statement: Statement,
    cards: tuple[str, ...],
    *,
    sure: int = -1,
    answered: bool = False,
    meant: str = "",
    taken: Words | str = "",
) -> Problem:
    """A refusal of the engine as a problem; it names only the `sure` cards.

    It points to the part of the statement that the refusal is about. `meant` is the correct card by the rest of the
    hand; `taken` describes the assumed meaning.
    """
    kind, which = refusal.point
    spot = Spot(kind, which)
    if kind == "card":
        named = [game.cards.numbers.get(name) for name in cards]
        spot = Spot("card", named.index(which)) if which in named else Spot()
    legal = game.cards.list(refusal.cards) or refusal.words
    if kind == "card" and which >= 0 and not sure >> which & 1:
        refusal = _without_place(refusal)
    args = {"taken": taken, **refusal.args, "legal": Listing(legal, either=True)}
    args = _only_known_cards(args, game, sure, OF_THAT_SUIT if refusal.code == "CAL512" else None)
    fix = ((spot, meant),) if meant else ()
    return Problem(refusal.code, statement, spot, args, refusal.wording, refusal.rule, fix, answered=answered)


def _without_place(refusal: Refusal) -> Refusal:
    """Drop the place from a refusal of a card that is known only to be elsewhere."""
    if refusal.code not in _ELSEWHERE:
        return refusal
    args = {name: value for name, value in refusal.args.items() if name not in ("holder", "pile")}
    return refusal._replace(code=_ELSEWHERE[refusal.code], wording="unsure", args=args)


def _only_known_cards(args: dict[str, object], game: Game, sure: int, suit: Words | None) -> dict[str, object]:
    """Drop cards at unknown places from lists; `suit` is what is known of them."""
    numbers = game.cards.numbers
    if sure == -1:
        return args
    told: dict[str, object] = {}
    for name, value in args.items():
        if isinstance(value, Listing) and value.items and all(item in numbers for item in value.items):
            items: tuple[object, ...] = tuple(item for item in value.items if sure >> numbers[str(item)] & 1)
            if name != "legal" and len(items) < len(value.items):
                # A list that is left empty is not told, nor is the sentence that has it.
                others = (suit,) if suit is not None and not items else (OTHERS,) if suit is None and items else ()
                items += others
            value = value._replace(items=items)
        told[name] = value
    return told


def find_spot(card: int | None, seat: int | None, word: int | None, number: int | None) -> Spot:
    """The part that is named, if one is."""
    kinds = (("card", card), ("seat", seat), ("word", word), ("number", number))
    return next((Spot(kind, which) for kind, which in kinds if which is not None), Spot())


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
        """Make the finding of one problem."""
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
            rule=self.game.ruleset.ref(self.game.stated_path(problem.rule)) if problem.rule else None,
            fix=Fix(edits, problem.safe) if edits else None,
            excerpt=self.hand.excerpt(span.line),
            answered=problem.answered,
        )

    def make_finding(self, code: str, statement: Statement | None = None, **how: Any) -> Finding:
        """Make a single finding; `how` is what `make_problem` takes."""
        return self.finding(make_problem(code, statement, **how))

    def _span(self, statement: Statement | None, spot: Spot) -> Span:
        """The place of a part of a statement.

        An unwritten statement is at line 0, with the line before which it is due.
        """
        if statement is None or statement.line or not self.hand.line:  # a hand that a program made has no lines at all
            card, seat, word, number = (
                spot.nth if spot.kind == kind else None for kind in ("card", "seat", "word", "number")
            )
            return self.hand.span(statement, card=card, seat=seat, word=word, number=number)
        place = next((index for index, played in enumerate(self.played) if played is statement), len(self.played))
        following = (played.line for played in self.played[place:] if played.line)
        return Span(self.hand.file, 0, next(following, self.hand.last_line), 0, 0)


def place_findings(hand: Hand, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Place all findings: those on unwritten lines once, where the line is missing."""
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
