"""Finds out what was meant by a line that the grammar refuses.

Terms. A *slip* is a usual slip of the pen: a colon forgotten, a suit before its rank. A *repair* looks
at the word where a line goes wrong and proposes what else could stand there. A repair counts only if
the line then goes further along its definition, so that no slip is reported that was none.
A *lenient* slip is put right with a note; every other one is an error that names the remedy.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Diagnostic, Edit, Fix
from calarec.light import NamedTuple
from calarec.notation.build import verb_of
from calarec.notation.expect import Reach, follow
from calarec.notation.names import END_OF_LINE, ITALIAN_VERBS, VERBS, closest, expected_listing
from calarec.notation.repairs import REPAIRS, Proposal, Word, trick_start, unknown_verb
from calarec.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*(?:"|$)|[^ "])+')
_MOST: Final = 12
"""Slips told of one line."""
_MOST_LENIENT: Final = 60
"""As many as a line may have and be read all the same."""


class Meant(NamedTuple):
    """What a refused line says after its repairs, and what has to be told; `text` is "" if it stays broken."""

    verb: str
    text: str
    findings: tuple[Diagnostic, ...]


def explain(text: str, file: str, line: int) -> Meant:
    """The findings for a statement (without comment, one line) that the grammar has refused."""
    return _Line(text, file, line).mend()


class _Line:
    """A line being mended, word by word."""

    def __init__(self, text: str, file: str, line: int) -> None:
        self.file = file
        self.line = line
        self.words = [Word(found.group(), found.start(), found.end()) for found in _WORDS.finditer(text)]
        self.width = len(text.rstrip(" "))
        self.findings: list[Diagnostic] = []
        self.lenient = True

    def mend(self) -> Meant:
        verb = self.find_verb()
        if not verb:
            return Meant("", "", tuple(self.findings))
        reach = follow(verb, self.texts())
        while not reach.complete and len(self.findings) < (_MOST_LENIENT if self.lenient else _MOST):
            better = self.repaired(verb, reach)
            if better is None:
                self.unexpected(verb, reach)
                return Meant(verb, "", tuple(self.findings))
            reach = better
        if self.lenient and not reach.complete:
            # Notes alone would let the statement be lost without a word.
            self.unexpected(verb, reach)
        text = " ".join(self.texts()) if self.lenient and reach.complete else ""
        return Meant(verb, text, tuple(self.findings))

    def texts(self) -> list[str]:
        return [word.text for word in self.words]

    def find_verb(self) -> str:
        """The line's verb, after what has to be mended in it; "" if it has none that we know."""
        proposal = trick_start(self.words)
        if proposal:
            self.apply(proposal)
        verb = verb_of(self.words[0].text)
        if verb in VERBS or verb in ("trick", "x-"):
            return verb
        proposal = unknown_verb(self.words)
        self.tell(proposal)
        if proposal.new:
            self.words[0:1] = [self.words[0]._replace(text=text) for text in proposal.new]
            return verb_of(self.words[0].text)
        return ""

    def repaired(self, verb: str, reach: Reach) -> Reach | None:
        """Applies the first repair that helps, and says how far the line goes now."""
        for repair in REPAIRS:
            for proposal in repair(verb, self.words, reach):
                words = self.after(proposal)
                new = follow(verb, [word.text for word in words])
                # Words put in before the place must not pass for progress.
                if new.complete or len(words) - new.at < len(self.words) - reach.at or _further(proposal, new, reach):
                    self.tell(proposal)
                    self.words = words
                    return new
        return None

    def after(self, proposal: Proposal) -> list[Word]:
        first, last = proposal.first, proposal.last
        replaced = self.words[first:last]
        start = replaced[0].start if replaced else self.width
        end = replaced[-1].end if replaced else self.width
        return [*self.words[:first], *(Word(text, start, end) for text in proposal.new), *self.words[last:]]

    def apply(self, proposal: Proposal) -> None:
        self.tell(proposal)
        self.words = self.after(proposal)

    def tell(self, proposal: Proposal) -> None:
        """The finding of a slip, with its edit."""
        self.lenient = self.lenient and proposal.lenient
        replaced = self.words[proposal.first : proposal.last]
        span = self.span(replaced)
        fix = None
        if proposal.new or proposal.removes:
            fix = Fix((Edit(span, " ".join(proposal.new)),), safe=proposal.safe)
        self.findings.append(
            Diagnostic(code=proposal.code, wording=proposal.wording, span=span, args=proposal.args, fix=fix)
        )

    def span(self, words: Sequence[Word]) -> Span:
        if not words:
            return Span.at(self.file, self.line, self.width + 1)
        return Span.at(self.file, self.line, words[0].start + 1, words[-1].end - words[0].start)

    def unexpected(self, verb: str, reach: Reach) -> None:
        """No slip that we know: what stands there and what may stand there."""
        self.lenient = False
        at_end = reach.at >= len(self.words)
        wording = "" if reach.expected else "surplus"
        if at_end:
            wording = "short"
        found: object = END_OF_LINE if at_end else f"`{_short(self.words[reach.at].text)}`"
        args = {"found": found, "expected": expected_listing(reach.expected), "verb": verb}
        place = [] if at_end else [self.words[reach.at]]
        self.findings.append(Diagnostic(code="CAL102", wording=wording, span=self.span(place), args=args))


def _further(proposal: Proposal, new: Reach, old: Reach) -> bool:
    return len(proposal.new) >= proposal.last - proposal.first and new.at > max(old.at, proposal.first)


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"


def guess_verb(text: str) -> str:
    """The verb that the first word of a line is nearest to."""
    first = re.match(r"[^ ;:]*", text.strip())
    word = first.group().lower() if first else ""
    return word if word in VERBS else ITALIAN_VERBS.get(word) or closest(word, VERBS)
