"""Hands as `examples` of a rule file: for `rules diff` and `rules ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.notation.writer import statement_line, statement_lines
from calarec.core.records import model as m
from calarec.core.wording.language import LANGUAGES, Words, fill_words
from calarec.record_judge.examples import default_seats
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.examples import COMPOSED, EXAMPLES
from calarec.rule_files.writing import quote_text
from calarec.rulebook.pages import plain_text
from calarec_tools.output.files.filling import compute_missing
from calarec_tools.output.files.replacing import replace_file

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.rulebook.differences import DifferingRule
    from calarec_tools.archive.witnesses import Run, WitnessedRule
    from calarec_tools.output.files.streams import Output

_STATED: Final = (m.Result, m.Score, m.Total, m.Penalty, m.Id)
NOT_HERE: Final = Words("Not under these rules: {said}")
_WRITTEN: Final = Words("{file}: {count:# example|# examples} of `{id}`, for its rule file")
_NOT_ALLOWED: Final = Words("`{id}` allows none of these hands, so {file} is not written.")


class ExampleWriter:
    """The examples of a ruleset, from the hands that distinguish it from another."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lines: list[str] = []
        self.count = 0

    def add_witness(self, found: WitnessedRule) -> None:
        """Take the hands that show a rule, if there are any and they are allowed."""
        if found.witness is not None:
            self.add_run(found.change, found.witness.run)

    def add_run(self, change: DifferingRule, run: Run) -> None:
        """Take the hands of a run, with a changed rule for a title, if they are allowed."""
        lines = example_lines(self.ruleset, run)
        if lines is None:
            return
        self.count += 1
        titles = (f"{lang}: {quote_text(_title(change, lang))}" for lang in LANGUAGES)
        self.lines += [f"  rule-{self.count}:", f"    title: {{{', '.join(titles)}}}", "    hand: |"]
        self.lines += [f"      {line}" for line in lines]

    def section_lines(self) -> list[str]:
        """The section that a rule file takes."""
        return [f"{EXAMPLES}:", f"  source: {COMPOSED}", *self.lines]

    def write_to(self, out: Output, file: str) -> None:
        """Write the section to a file of its own."""
        if not self.count:
            out.remark(_NOT_ALLOWED, id=self.ruleset.id, file=file)
            return
        replace_file(file, ["\n".join([*self.section_lines(), ""])])
        out.remark(_WRITTEN, file=file, count=self.count, id=self.ruleset.id)


def _title(change: DifferingRule, lang: Language) -> str:
    """Return the sentence of the first ruleset, or that only the other has one."""
    if change.left is not None:
        return plain_text(change.left.saying_text(lang))
    if change.right is None:
        return change.differences[0].path
    return fill_words(NOT_HERE, lang, {"said": plain_text(change.right.saying_text(lang))})


def example_lines(ruleset: Ruleset, run: Run) -> list[str] | None:
    """Hands with their right payments, as lines; None if the ruleset forbids them."""
    totals = begin_totals(Game.from_ruleset(ruleset))
    seats = [seat.label for seat in run[0].session.seats]
    lines = [] if seats == default_seats(ruleset) else [statement_line(m.Seat(seat)) for seat in seats]
    for hand in run:
        played = tuple(statement for statement in hand.statements if not isinstance(statement, _STATED))
        stated = _stated_end(totals.replay(replace(hand, statements=played)))
        if stated is None:
            return None
        *moves, end = played
        lines += ["hand", *statement_lines((*moves, *stated, end))]
    return lines


def _stated_end(judged: Judgement) -> tuple[m.Statement, ...] | None:
    """Return result, score and total of a hand; None if it is not allowed."""
    if any(finding.severity != "note" for finding in judged.findings):
        return None
    computed, _ = compute_missing(judged)
    if computed is None:
        return None
    return tuple(stated for stated in (computed.result, computed.score, computed.total) if stated is not None)
