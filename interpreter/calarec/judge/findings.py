"""The findings of one hand: each placed in the record and resting on a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import replace
from calarec.base.spans import Span
from calarec.records.places import place_of
from calarec.wording.findings import Edit, Finding, Fix
from calarec.wording.language import Listing, Words

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.engine.terms import Refusal
    from calarec.judge.unknown.solver.budget import Budget
    from calarec.records.model import Hand, Statement

UNKNOWN_CARDS: Final = Words("cards that are not known")


class HandFindings:
    """Collects findings in the order in which they are made."""

    def __init__(self, hand: Hand, game: Game) -> None:
        self.hand = hand
        self.game = game
        self.found: list[Finding] = []
        self.sure = -1
        """The cards of which it is known where they are; findings name no others."""
        self.taken: Words | str = ""
        """What the next refusal is taken for, to be said with it."""
        self.loud: HandFindings = self
        """Those that are told, where these are of a reading that is only tried."""
        self.trials: Budget | None = None
        """The steps that all readings of the hand together may still take to find out what was not written."""
        self.played: tuple[Statement, ...] = ()
        """The statements as they are replayed, those that nobody wrote among them."""

    def quiet(self) -> HandFindings:
        """Findings of the same hand read otherwise, of which nobody hears."""
        quiet = HandFindings(self.hand, self.game)
        quiet.loud = self.loud
        return quiet

    @property
    def gave_up(self) -> bool:
        """Whether there were more readings than could be looked into."""
        return self.trials is not None and self.trials.left < 0

    def add(
        self,
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
    ) -> None:
        """One finding at a statement or a part of it; `fix` is the text that should stand there instead."""
        self.found.append(
            self.made(
                code, statement, card=card, seat=seat, word=word, number=number, wording=wording, rule=rule, fix=fix,
                safe=safe, answered=answered, **args,
            )
        )  # fmt: skip

    def made(
        self,
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
    ) -> Finding:
        """A finding that is not yet kept."""
        span = self._span(statement, card=card, seat=seat, word=word, number=number)
        mend = Fix((Edit(span, fix),), safe) if fix is not None else None
        return self._made(code, span, args, wording, rule, mend, answered=answered)

    def _made(
        self,
        code: str,
        span: Span,
        args: dict[str, object],
        wording: str,
        rule: str,
        fix: Fix | None,
        *,
        answered: bool,
    ) -> Finding:
        return Finding(
            code=code,
            span=span,
            args=args,
            wording=wording,
            rule=self.game.ruleset.ref(rule) if rule else None,
            fix=fix,
            excerpt=self.hand.excerpt(span.line),
            answered=answered,
        )

    def refused(
        self, refusal: Refusal, statement: Statement, cards: tuple[str, ...], *, answered: bool, meant: str = ""
    ) -> None:
        """A refusal of the engine, pointed at the part of the statement that it means.

        `meant` is what must stand there instead, as the rest of the hand shows.
        """
        kind, which = refusal.point
        parts: dict[str, int] = {}
        if kind == "card":
            named = [self.game.cards.numbers.get(name) for name in cards]
            if which in named:
                parts["card"] = named.index(which)
        else:
            parts[kind] = which
        legal = self.game.cards.list(refusal.cards) or refusal.words
        args = self._surely({"taken": self.taken, **refusal.args, "legal": Listing(legal, either=True)})
        self.taken = ""
        span = self._span(statement, card=parts.get("card"), seat=parts.get("seat"), word=parts.get("word"))
        fix = Fix((Edit(span, meant),)) if meant else None
        self.found.append(self._made(refusal.code, span, args, refusal.wording, refusal.rule, fix, answered=answered))

    def _span(self, statement: Statement | None, **part: int | None) -> Span:
        """The place of a part of a statement; of one that nobody wrote: line 0 and the line before which it is due."""
        if statement is None or statement.line or not self.hand.line:  # a hand that a program made has no lines at all
            return self.hand.span(statement, **part)
        place = next((index for index, each in enumerate(self.played) if each is statement), len(self.played))
        following = (each.line for each in self.played[place:] if each.line)
        return Span(self.hand.file, 0, next(following, self.hand.last_line), 0, 0)

    def _surely(self, args: dict[str, object]) -> dict[str, object]:
        """Lists of cards without those of which it is not known where they are."""
        numbers = self.game.cards.numbers
        if self.sure == -1:
            return args
        told: dict[str, object] = {}
        for name, value in args.items():
            if isinstance(value, Listing) and value.items and all(item in numbers for item in value.items):
                known = tuple(item for item in value.items if self.sure >> numbers[str(item)] & 1)
                # Nothing is said of what would be legal if no such card is known.
                value = value._replace(items=known if known or name == "legal" else (UNKNOWN_CARDS,))
            told[name] = value
        return told

    def place(self, statement: Statement) -> Span:
        """The place of a statement."""
        return self.hand.span(statement)

    @property
    def errors(self) -> bool:
        """Whether there is an error or a warning among them."""
        return any(each.severity != "note" for each in self.found)


def placed(hand: Hand, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings, each with a place: what rests on a line that nobody wrote is told, once, where it is missing."""
    if not hand.line or all(each.span.line for each in found):
        return found
    told: list[Finding] = []
    for each in found:
        line = each.span.column
        if each.span.line:
            told.append(each)
        elif not any(other.code == "CAL310" and other.span.line == line for other in told):
            written = replace(each, span=_whole(hand, line), excerpt=hand.excerpt(line), fix=None)
            told.append(replace(written, code="CAL310", wording="unwritten", args={}, rule=None))
    return tuple(told)


def _whole(hand: Hand, line: int) -> Span:
    column, width = place_of(hand.text_of(line), None, None)
    return Span.at(hand.file, line, column, width)
