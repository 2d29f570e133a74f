"""Repairs of lines that the grammar refuses: the usual typos, one function each.

Terms. A *typo* is a usual mistake: a colon forgotten, a suit before its rank. A *repair* gets the verb, the words,
and how far the line goes, looks at the word where it goes wrong and proposes what else could be there, likeliest
first. A repair counts only if the line then goes further along its definition, so that no false typo is reported. A
*lenient* one is corrected with a note; every other one is an error that names the fix.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.notation.by_pattern import STATEMENT_WORD
from calarec.core.notation.expectations import follow_form, is_word
from calarec.core.notation.keywords import (
    END_OF_LINE,
    ITALIAN_VERBS,
    VERBS,
    closest_word,
    expected_listing,
    meant_keyword,
    nearest_verb,
)
from calarec.core.notation.statements import line_verb
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec.core.wording.phrases import part_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.notation.expectations import Reach


class Word(NamedTuple):
    """A word of a line and its place, from 0."""

    text: str
    start: int
    end: int


class Proposal(NamedTuple):
    """Put `new` in the place of the words from `first` up to `last`."""

    first: int
    last: int
    new: tuple[str, ...]
    code: str
    wording: str = ""
    args: dict[str, object] = {}  # noqa: RUF012 - never written to
    safe: bool = True
    lenient: bool = False
    removes: bool = False


def split_trick_start(words: list[Word]) -> Proposal | None:
    """Split a trick number from its seat or a point: `1B:`, `1.`, `1)`."""
    found = re.fullmatch(r"([0-9]{1,3})[.):]?([A-Z]:.*|)", words[0].text)
    if not found or found.group() == found[1]:
        return None
    new = tuple(part for part in (found[1], found[2]) if part)
    return Proposal(0, 1, new, "CAL123", args={"found": found.group(), "number": found[1]})


def propose_verb(words: list[Word]) -> Proposal:
    """Propose the verb for an unknown first word, with `new` if it is certain."""
    word = words[0].text
    bare = word.rstrip(":")
    low = bare.lower()
    if word != bare and low in VERBS:
        return Proposal(0, 1, (low,), "CAL103", "surplus", {"found": word, "meant": low})
    if low in VERBS:
        return Proposal(0, 1, (low,), "CAL101", "capital", {"found": word, "meant": low})
    meant = ITALIAN_VERBS.get(low) or nearest_verb(low)
    if not meant:
        return Proposal(0, 1, (), "CAL101", "", {"found": word})
    return Proposal(0, 1, (meant,), "CAL101", "near", {"found": word, "meant": meant}, safe=False)


def _repair_colons(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Repair a seat without its colon, with a space before it, or with another sign."""
    at = reach.word_index
    if at >= len(words) or not {"ACTOR", "SIDE"} & set(reach.expected):
        return
    text = words[at].text
    args: dict[str, object] = {"seat": text}
    if re.fullmatch(r"[A-Z](?:\+[A-Z])*", text):
        if at + 1 < len(words) and words[at + 1].text == ":":
            yield Proposal(at, at + 2, (text + ":",), "CAL103", "blank", args)
        yield Proposal(at, at + 1, (text + ":",), "CAL103", "", args)
    found = re.fullmatch(r"([A-Z](?:\+[A-Z])*)[.,=-]", text)
    if found:
        yield Proposal(at, at + 1, (found[1] + ":",), "CAL103", "", {"seat": found[1]})
    found = re.fullmatch(r"([A-Z](?:\+[A-Z])*:)(.+)", text)
    if found:
        yield Proposal(at, at + 1, (found[1], found[2]), "CAL104", "", {"seat": found[1]}, lenient=True)
    if re.fullmatch(r"[a-z]:?", text):
        seat = text[0].upper()
        yield Proposal(at, at + 1, (seat + ":",), "CAL108", "", {"found": text, "seat": seat + ":"})
    if re.fullmatch(r"[^\W\d_]{2,}(?:\+[^\W\d_]{2,})*:", text):
        initials = "+".join(name[0].upper() for name in text.split("+"))
        yield Proposal(at, at + 1, (initials + ":",), "CAL108", "name", {"found": text[:-1]}, safe=False)


def _repair_people(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Repair a name without quotes or colon, where a person without a seat may be."""
    at = reach.word_index
    if at >= len(words) or "PERSON" not in reach.expected:
        return
    text = words[at].text
    if re.fullmatch(r'"(?:[^"\\]|\\.)*"', text):
        yield Proposal(at, at + 1, (text + ":",), "CAL103", "", {"seat": text})
    open_quote = re.fullmatch(r'("[^"\\:]+):( .*|)', text)
    if open_quote:
        yield Proposal(at, at + 1, (open_quote[1] + '":', *open_quote[2].split()), "CAL111", "", {})
    last = next((n for n in range(at, len(words)) if words[n].text.endswith(":")), -1)
    name = " ".join(word.text for word in words[at : last + 1]).rstrip(":")
    if last >= at and len(name) > 1 and '"' not in name and not re.search("[0-9]", name):
        quoted = f'"{name}":'
        yield Proposal(at, last + 1, (quoted,), "CAL121", "", {"found": name, "quoted": quoted}, safe=False)


def _repair_seats(verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Repair a seat with a surplus colon, in lower case, or a name."""
    at = reach.word_index
    if at >= len(words) or "SEAT" not in reach.expected:
        return
    text = words[at].text
    if re.fullmatch(r"[A-Z]:", text):
        yield Proposal(at, at + 1, (text[0],), "CAL103", "surplus", {"found": text, "meant": text[0]})
    elif re.fullmatch(r"[a-z]:?", text):
        seat = text[0].upper()
        yield Proposal(at, at + 1, (seat,), "CAL108", "", {"found": text, "seat": seat})
    elif re.fullmatch(r"[^\W\d_]{2,}", text):
        yield Proposal(at, at + 1, (text[0].upper(),), "CAL108", "name", {"found": text}, safe=False)
    elif re.fullmatch(r'"[^"\\]{2,}"', text) and (verb == "leave" or words[at - 1].text == "after"):
        yield Proposal(at, at + 1, (text[1].upper(),), "CAL108", "name", {"found": text[1:-1]}, safe=False)


def _repair_cards(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Whatever else people write for a card."""
    at = reach.word_index
    if at >= len(words) or not {"CARD", "PLAY"} & set(reach.expected):
        return
    text = words[at].text
    bare = text.rstrip("!?")
    mark = text[len(bare) :]
    # `3?` is meant as an unknown three before it is meant as a three of no suit and a doubtful one.
    for said, kept in ((text, ""), (bare, mark)) if mark and bare else ((text, ""),):
        for pattern, code, wording, card, safe in _CARD_SLIPS:
            if re.fullmatch(pattern, said):
                new = card(said)
                args: dict[str, object] = {"found": said, "card": new}
                yield Proposal(at, at + 1, (new + kept,), code, wording, args, safe)
    if re.fullmatch(r"(?:[0-9A-Z_][a-z_]){2,}", text):
        new_cards = tuple(re.findall("..", text))
        yield Proposal(at, at + 1, new_cards, "CAL119", "", {"found": text, "cards": " ".join(new_cards)})
    parts = tuple(part for part in re.split("[,.]", text) if part)
    if parts and "".join(parts) != text and all(len(part) > 1 for part in parts):
        yield Proposal(at, at + 1, parts, "CAL120", "", {"found": text})
    if text in (",", "-", "|"):
        yield Proposal(at, at + 1, (), "CAL120", "", {"found": text}, removes=True)


_CARD_SLIPS: Final[tuple[tuple[str, str, str, Callable[[str], str], bool], ...]] = (
    # Many call the highest card of a suit 10 that has no ten; only the pack can tell.
    (r"10[a-z_]", "CAL106", "", lambda text: "T" + text[2], False),
    (r"10[A-Z]", "CAL106", "", lambda text: "T" + text[2].lower(), False),
    (r"[a-zA-Z]10", "CAL106", "", lambda text: "T" + text[0].lower(), False),
    (r"[a-z][0-9_]", "CAL105", "", lambda text: text[1] + text[0], True),
    # Of two letters it may also be the capitals that changed places.
    (r"[a-z][A-Z]", "CAL105", "letters", lambda text: text[1] + text[0], False),
    (r"[A-Z][0-9]", "CAL105", "", lambda text: text[1] + text[0].lower(), True),
    (r"[0-9][A-Z]", "CAL107", "", lambda text: text.lower(), True),
    (r"[A-Z][A-Z]", "CAL107", "", lambda text: text[0] + text[1].lower(), False),
    (r"[a-z][a-z]", "CAL107", "rank", lambda text: text[0].upper() + text[1], False),
    (r"\?\?|\*\*|xx|XX|--|\.\.", "CAL109", "unknown", lambda _text: "__", True),
    (r"[?*x-]", "CAL109", "unknown", lambda _text: "__", True),
    (r"[?*x-][a-z]", "CAL109", "unknown", lambda text: "_" + text[1], True),
    (r"[0-9A-Z]", "CAL109", "rank", lambda text: text + "_", False),
    (r"[0-9A-Z][?*-]", "CAL109", "unknown", lambda text: text[0] + "_", False),
)
"""Pattern, code, wording and meant card, and whether it is the only meaning."""


def _repair_receiver(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """`to` forgotten before the seat that gets the cards."""
    at = reach.word_index
    if at < len(words) and '"to"' in reach.expected and re.fullmatch("[A-Z]:?", words[at].text):
        seat = words[at].text[0]
        yield Proposal(at, at + 1, ("to", seat), "CAL122", "", {"seat": seat})


def _repair_openness(_verb: str, words: list[Word], _reach: Reach) -> Iterator[Proposal]:
    """`open` or `closed` in another place than right after the seat."""
    for at, word in enumerate(words):
        if at > 2 and word.text in ("open", "closed") and len(words) > 2:
            new = (word.text, *(other.text for other in words[2:at]))
            yield Proposal(2, at + 1, new, "CAL110", "place", {"found": word.text})
            return


def _repair_keywords(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """A fixed word misspelt, or in the other language."""
    at = reach.word_index
    fixed = tuple(name[1:-1] for name in reach.expected if name.startswith('"'))
    if at >= len(words) or not fixed:
        return
    text = words[at].text
    meant = meant_keyword(text)
    if meant not in fixed:
        meant = text.lower() if text.lower() in fixed else closest_word(text.lower(), fixed)
    if meant:
        yield Proposal(at, at + 1, (meant,), "CAL110", "", {"found": text, "meant": meant}, safe=False)


def _repair_bid_words(verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """A bid or a fault of two words, which become one; so do a bid and its amount."""
    at = reach.word_index
    if at >= len(words) or verb not in ("bid", "raise", "double", "fault", "signal", "declare") or at < 3:
        return
    before, text = words[at - 1].text, words[at].text
    more = is_word("WORD", text) or (verb == "bid" and is_word("NUMBER", text))
    if is_word("WORD", before) and more and "WORD" not in reach.expected:
        joined = f"{before}-{text}"
        yield Proposal(
            at - 1, at + 1, (joined,), "CAL113", "", {"found": f"{before} {text}", "word": joined}, lenient=True
        )


def _repair_capital_words(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """A bid written with a capital letter."""
    at = reach.word_index
    if at < len(words) and "WORD" in reach.expected:
        text = words[at].text
        low = text.lower().replace("_", "-")
        if low != text and is_word("WORD", low):
            yield Proposal(at, at + 1, (low,), "CAL131", "", {"found": text, "word": low})


def _repair_commas(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """A comma after a bid, an amount or a seat, as lists are written elsewhere."""
    at = reach.word_index
    if at >= len(words) or "STRING" in reach.expected:
        return
    text = words[at].text
    parts = tuple(part for part in text.split(",") if part)
    if parts != (text,) and not re.search("[0-9],[0-9]", text):  # that is a fraction
        yield Proposal(at, at + 1, parts, "CAL120", "word", {"found": text}, removes=not parts)


def _repair_quotes(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Repair quotes: missing, of another kind, unclosed, or with a bad escape."""
    at = reach.word_index
    if at >= len(words) or "STRING" not in reach.expected:
        return
    text = words[at].text
    rest = " ".join(word.text for word in words[at:])
    if text.startswith('"'):
        if re.fullmatch(r'"(?:[^"\\]|\\.)*', rest):
            yield Proposal(at, len(words), (rest + '"',), "CAL111", "", {})
        escaped = re.sub(r"(?i)\\u(d[89a-f])", r"\\\\u\1", text)
        escaped = re.sub(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})', r"\\\\", escaped).replace("\t", "\\t")
        yield Proposal(at, at + 1, (escaped,), "CAL112", "", {"found": text}, safe=False)
        return
    found = re.fullmatch("[“”„«‘’']\\s*(.*?)\\s*[“”»‘’']?", rest)
    if found:
        quoted = '"' + found[1].replace('"', '\\"') + '"'
        yield Proposal(at, len(words), (quoted,), "CAL124", "", {"found": rest})
    elif '"' not in rest and "\\" not in rest:
        yield Proposal(at, len(words), (f'"{rest}"',), "CAL121", "", {"found": rest, "quoted": f'"{rest}"'})


def _repair_amounts(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """A minus from another keyboard, a zero in front."""
    at = reach.word_index
    if at >= len(words) or not {"AMOUNT", "NUMBER", "COUNT"} & set(reach.expected):
        return
    text = words[at].text
    new = re.sub("^[−–—]", "-", text)
    new = re.sub(r"^([+-]?)0+(?=[0-9])", r"\1", new)
    if new != text:
        yield Proposal(at, at + 1, (new,), "CAL125", "", {"found": text, "amount": new})


def _repair_signs(_verb: str, words: list[Word], reach: Reach) -> Iterator[Proposal]:
    """Repair an amount without its sign, where a card may be too."""
    at = reach.word_index
    if at < len(words) and "SIGNED" in reach.expected and re.fullmatch("[0-9]{1,9}", words[at].text):
        found, amount = words[at].text, f"+{int(words[at].text)}"
        yield Proposal(at, at + 1, (amount,), "CAL125", "sign", {"found": found, "amount": amount})


def _repair_dates(verb: str, words: list[Word], _reach: Reach) -> Iterator[Proposal]:
    """Repair a date with the day first, or with a space before the time."""
    if verb != "at" or len(words) < 2:
        return
    at, text = 1, words[1].text
    found = re.fullmatch(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", text)
    if found:
        date = f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"
        yield Proposal(at, at + 1, (date,), "CAL127", "order", {"found": text, "date": date}, safe=False)
    if len(words) == 3 and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        moment = f"{text}T{words[2].text}"
        yield Proposal(at, at + 2, (moment,), "CAL127", "blank", {"found": text, "date": moment})


REPAIRS: Final = (
    _repair_people,
    _repair_colons,
    _repair_receiver,
    _repair_signs,
    _repair_cards,
    _repair_commas,
    _repair_keywords,
    _repair_openness,
    _repair_seats,
    _repair_bid_words,
    _repair_capital_words,
    _repair_amounts,
    _repair_quotes,
    _repair_dates,
)
"""In the order in which they are tried."""

_MAX_SLIPS: Final = 12
"""The most findings on one line."""
_MAX_LENIENT_SLIPS: Final = 60
"""As many as a line may have and be read all the same."""


class MeantLine(NamedTuple):
    """The line after its repairs, with findings; `text` is "" if it stays broken."""

    verb: str
    text: str
    findings: tuple[Finding, ...]


def explain_line(text: str, file: str, line: int) -> MeantLine:
    """Find the typos in a statement without comment that the grammar refuses."""
    if len(text) > _MAX_KEPT_CHARACTERS:
        return _LineRepair(text, file, line).repair_line()
    meant = _explain_anywhere(text)
    return meant._replace(findings=tuple([_put_at_line(finding, file, line) for finding in meant.findings]))


_MAX_KEPT_CHARACTERS: Final = 200
_MAX_KEPT_LINES: Final = 2_000


@lru_cache(_MAX_KEPT_LINES)
def _explain_anywhere(text: str) -> MeantLine:
    """The same for line 1 without a file, cached: the same typo is in every hand."""
    return _LineRepair(text, "", 1).repair_line()


def _put_at_line(finding: Finding, file: str, line: int) -> Finding:
    fix = finding.fix and Fix(
        tuple([Edit(_span_at_line(edit.span, file, line), edit.text) for edit in finding.fix.edits]), finding.fix.safe
    )
    span = _span_at_line(finding.span, file, line)
    return Finding(code=finding.code, wording=finding.wording, span=span, args=finding.args, fix=fix)


def _span_at_line(span: Span, file: str, line: int) -> Span:
    return Span(file, line, span.column, line, span.end_column)


class _LineRepair:
    """The repair of a line, word by word."""

    def __init__(self, text: str, file: str, line: int) -> None:
        self.file = file
        self.line = line
        self.words = [Word(match.group(), match.start(), match.end()) for match in re.finditer(STATEMENT_WORD, text)]
        self.width = len(text.rstrip(" "))
        self.findings: list[Finding] = []
        self.lenient = True

    def repair_line(self) -> MeantLine:
        verb = self.find_verb()
        if not verb:
            return MeantLine("", "", tuple(self.findings))
        reach = follow_form(verb, self.word_texts())
        while not reach.complete and len(self.findings) < (_MAX_LENIENT_SLIPS if self.lenient else _MAX_SLIPS):
            better = self.reach_after_repair(verb, reach)
            if better is None:
                self.report_unexpected(verb, reach)
                return MeantLine(verb, "", tuple(self.findings))
            reach = better
        if self.lenient and not reach.complete:
            # Notes alone would let the statement be lost without a word.
            self.report_unexpected(verb, reach)
        text = " ".join(self.word_texts()) if self.lenient and reach.complete else ""
        return MeantLine(verb, text, tuple(self.findings))

    def word_texts(self) -> list[str]:
        return [word.text for word in self.words]

    def find_verb(self) -> str:
        """Find the line's verb, and repair it; "" if none is known."""
        proposal = split_trick_start(self.words)
        if proposal:
            self.apply_proposal(proposal)
        verb = line_verb(self.words[0].text)
        if verb in VERBS or verb in ("trick", "x-"):
            return verb
        proposal = propose_verb(self.words)
        self.report_slip(proposal)
        if proposal.new:
            self.words[0:1] = [self.words[0]._replace(text=text) for text in proposal.new]
            return line_verb(self.words[0].text)
        return ""

    def reach_after_repair(self, verb: str, reach: Reach) -> Reach | None:
        """Applies the first repair that helps, and says how far the line goes now."""
        for repair in REPAIRS:
            for proposal in repair(verb, self.words, reach):
                words = self.words_after(proposal)
                new = follow_form(verb, [word.text for word in words])
                # Words put in before the place must not pass for progress.
                if (
                    new.complete
                    or len(words) - new.word_index < len(self.words) - reach.word_index
                    or _is_further(proposal, new, reach)
                ):
                    self.report_slip(proposal)
                    self.words = words
                    return new
        return None

    def words_after(self, proposal: Proposal) -> list[Word]:
        first, last = proposal.first, proposal.last
        replaced = self.words[first:last]
        start = replaced[0].start if replaced else self.width
        end = replaced[-1].end if replaced else self.width
        return [*self.words[:first], *(Word(text, start, end) for text in proposal.new), *self.words[last:]]

    def apply_proposal(self, proposal: Proposal) -> None:
        self.report_slip(proposal)
        self.words = self.words_after(proposal)

    def report_slip(self, proposal: Proposal) -> None:
        """Report a typo with its edit."""
        self.lenient = self.lenient and proposal.lenient
        replaced = self.words[proposal.first : proposal.last]
        span = self.span_of_words(replaced)
        fix = None
        if proposal.new or proposal.removes:
            fix = Fix((Edit(span, " ".join(proposal.new)),), safe=proposal.safe)
        self.findings.append(
            Finding(code=proposal.code, wording=proposal.wording, span=span, args=proposal.args, fix=fix)
        )

    def span_of_words(self, words: Sequence[Word]) -> Span:
        if not words:
            return Span.from_column(self.file, self.line, self.width + 1)
        return Span.from_column(self.file, self.line, words[0].start + 1, words[-1].end - words[0].start)

    def report_unexpected(self, verb: str, reach: Reach) -> None:
        """Report the word at a place without a known repair, and the expected ones."""
        self.lenient = False
        at_end = reach.word_index >= len(self.words)
        wording = "" if reach.expected else "surplus"
        if at_end:
            wording = "short"
        found: object = END_OF_LINE if at_end else f"`{_shorten(self.words[reach.word_index].text)}`"
        args = {"found": found, "expected": expected_listing(reach.expected), "verb": verb}
        if verb == "result" and not at_end:
            before, text = self.words[reach.word_index - 1].text, self.words[reach.word_index].text
            if points := _points_with_fraction(before, text):
                wording, args = "points", args | points
            elif re.fullmatch("won|lost|[0-9]+p?", before) and re.fullmatch("[a-z][a-z-]+", text):
                wording = "bonus"
        place = [] if at_end else [self.words[reach.word_index]]
        self.findings.append(Finding(code="CAL102", wording=wording, span=self.span_of_words(place), args=args))


def _is_further(proposal: Proposal, new: Reach, old: Reach) -> bool:
    return len(proposal.new) >= proposal.last - proposal.first and new.word_index > max(old.word_index, proposal.first)


def _points_with_fraction(full: str, fraction: str) -> dict[str, object]:
    """The values of a finding about points like `5 1/3`; empty for other words."""
    found = re.fullmatch(r"([0-9]{1,4}) ([0-9])/([2-9])", f"{full} {fraction}")
    if found is None or found[2] >= found[3]:
        return {}
    whole, count, parts = map(int, found.groups())
    return {"typed": found[0], "parts": part_names(parts), "amount": whole * parts + count}


def _shorten(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"


def guess_verb(text: str) -> str:
    """The verb that the first word of a line is nearest to."""
    first = re.match(r"[^ ;:]*", text.strip())
    word = first.group().lower() if first else ""
    return word if word in VERBS else ITALIAN_VERBS.get(word) or nearest_verb(word)
