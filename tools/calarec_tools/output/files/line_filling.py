"""Write lines that a record leaves out: winners, result, score, total.

Nothing existing is changed, unless score and totals are to be renewed: a wrong assertion is a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.formatter import BlockFormatter, split_line
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import split_comment
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Source, read_chunks, source_name
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.wording.findings import Finding


class Computed(NamedTuple):
    """Computed lines of a hand; None or an empty map where the rules give none."""

    winners: Mapping[int, str] = {}
    """Seat that won, by the trick's number."""
    result: m.Result | None = None
    score: m.Score | None = None
    total: m.Total | None = None
    renews_amounts: bool = False
    """True if score and total replace those that are written."""


def fill_record(
    source: Source,
    compute: Callable[[m.Hand], Computed | None],
    findings: list[Finding] | None = None,
    *,
    encoding: str = "utf-8",
) -> Iterator[str]:
    """The canonical form with the missing assertions put in.

    `compute` is asked once for every hand, in order; for None, and for broken hands, nothing is put in.
    """
    reader = HandReader(source_name(source), PreambleBuilder(source_name(source)))
    layout = BlockFormatter()
    for block in cut_into_blocks(read_chunks(source, encoding, [] if findings is None else findings)):
        hands = list(reader.read_block(block))
        answers = [compute(hand) for hand in hands]
        first = block.line + block.before.count("\n")
        for hand, answer in zip(hands, answers, strict=True):
            if block.text and hand.line == first and answer is not None and not hand.broken:
                behind = block.text.split("\n")[len(hand.lines) :]
                block = block._replace(text="\n".join([*fill_hand(hand, answer), *behind]))
                break
        yield layout.format_block(block)


def fill_hand(hand: m.Hand, computed: Computed) -> list[str]:
    """The lines of a hand with what is missing put in."""
    lines = list(hand.lines)
    for statement in hand.statements:
        if isinstance(statement, m.Trick) and not statement.winner and computed.winners.get(statement.number):
            won = statement._replace(winner=computed.winners[statement.number])
            lines[statement.line - hand.line] = _with_comment(statement_line(won), lines[statement.line - hand.line])
    have = {type(statement) for statement in hand.statements}
    wanted: list[m.Result | m.Score | m.Total | None] = [computed.result, computed.score, computed.total]
    for assertion in wanted:
        if (
            assertion is not None
            and computed.renews_amounts
            and isinstance(assertion, m.Score | m.Total)
            and type(assertion) in have
        ):
            _renew_amounts(lines, hand, assertion)
        elif assertion is not None and type(assertion) not in have:
            lines.insert(_insertion_index(lines, assertion), statement_line(assertion))
    return lines


def _renew_amounts(lines: list[str], hand: m.Hand, new: m.Score | m.Total) -> None:
    """Replace the amounts of a line that are wrong, in the order written."""
    old = next(statement for statement in hand.statements if type(statement) is type(new))
    assert isinstance(old, m.Score | m.Total)
    due = dict(new.amounts)
    if any(due.get(seat, amount) != amount for seat, amount in old.amounts):
        amounts = tuple((seat, due.get(seat, amount)) for seat, amount in old.amounts)
        at = lines.index(hand.lines[old.line - hand.line])
        lines[at] = _with_comment(statement_line(old._replace(amounts=amounts)), lines[at])


_ORDER = ("result", "score", "total", "id", "end")


def _insertion_index(lines: list[str], statement: m.Result | m.Score | m.Total) -> int:
    """Return the index before the lines that follow in the usual order, or at the end."""
    own = _ORDER.index(type(statement).__name__.lower())
    verbs = [split_line(line).verb for line in lines]
    for index, verb in enumerate(verbs):
        if verb in _ORDER[own + 1 :]:
            return index
    return max((index for index, verb in enumerate(verbs) if verb), default=0) + 1


def _with_comment(text: str, raw: str) -> str:
    comment = split_comment(raw)[1]
    return f"{text}  {comment}" if comment else text
