"""Facts that would settle a half-remembered hand, and its lines with them.

In goes a hand that is not settled, out come the facts that would settle it, each as a sentence and as lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.formatter import split_line
from calarec.core.notation.writer import statement_line
from calarec.unknown_cards.remembering import with_facts
from calarec_tools.desk.entering.text import align_trick
from calarec_tools.output.report.page import Page, spans_text
from calarec_tools.output.report.people import People
from calarec_tools.output.report.possible import MAX_FACTS, deciding_spans, print_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import MemorableFact
    from calarec.core.wording.language import Language


class Memory(NamedTuple):
    """Facts that would settle a hand."""

    said: str
    """The sentence: "If Marta was dealt the ace of cups, Rosa has won."."""
    lines: tuple[str, ...]
    """The lines after `hand`, with the facts written."""


def find_memories(judged: Judgement | None, lines: Sequence[str], first: int, lang: Language) -> list[Memory]:
    """Return the facts that would settle a hand.

    `lines` are those after `hand`; `first` is the number of the first of them.
    """
    if judged is None or judged.possible is None or judged.setting is None:
        return []
    page, people = Page(lang, width=0, colour=False), People(judged, judged.setting, lang)
    found = [
        Memory(
            spans_text(deciding_spans(page, people, judged.possible, deciding)),
            _written_lines(judged, lines, first, deciding.facts),
        )
        for deciding in judged.possible.deciding
    ]
    # A trick without a line is not written if its leader is not known.
    return [memory for memory in found if memory.lines != tuple(lines)][:MAX_FACTS]


def describe_bounds(judged: Judgement | None, lang: Language) -> tuple[str, ...]:
    """Describe the possible outcomes of a hand that is not settled."""
    if judged is None or judged.account is not None or judged.possible is None or judged.setting is None:
        return ()
    page = Page(lang, width=0, colour=False)
    print_bounds(page, People(judged, judged.setting, lang), judged.possible, names_rule=False)
    return tuple(line.strip() for line in page.lines if line.strip())


def _written_lines(
    judged: Judgement, lines: Sequence[str], first: int, facts: Sequence[MemorableFact]
) -> tuple[str, ...]:
    """Write facts into lines; a line that the hand lacks is inserted before the next."""
    assert judged.setting is not None
    before = {id(statement) for statement in judged.hand.statements}
    written = list(lines)
    added: list[str] = []
    for statement in with_facts(judged.hand, judged.game, judged.setting, facts).statements:
        place = statement.line - first
        if not statement.line:
            added.append(align_trick(statement_line(statement)))
        elif id(statement) not in before and 0 <= place < len(lines):
            comment = split_line(lines[place]).comment
            written[place] = align_trick(statement_line(statement)) + (f"  {comment}" if comment else "")
        # What comes after the last of these lines, as the end of the hand, takes nothing before it.
        if statement.line and added and place < len(lines):
            place = max(place, 0)
            written[place] = "\n".join((*added, written[place]))
            added = []
    return tuple("\n".join((*written, *added)).split("\n"))
