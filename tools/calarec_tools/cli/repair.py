"""`calarec repair`: offer changes for hands that do not hold; apply on request."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from calarec.bulk.wanted_hands import QuickScore
from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.reader import read_records
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Phrase, Words
from calarec.core.wording.people import name_people_in
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import MAX_NODES, repair_record
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JSON, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files import apply_fixes
from calarec_tools.output.files.output_files import refuse_unread
from calarec_tools.output.files.progress import Progress
from calarec_tools.output.files.streams import CLEAN, FINDINGS, NO_HAND, Output, RefusalError, printable_pieces
from calarec_tools.output.files.unruled import PassedOver
from calarec_tools.output.report.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.repairs.search import Repair, Repairs

FORMAT: Final = "calarec-repair/1"
MAX_OFFERS: Final = 5
"""The maximum number of changes offered for one hand."""
_CONTEXT_LINES: Final = 1
"""The number of lines shown around those that change."""

SLIPS: Final = {
    "symbol": Words("a typo"),
    "amount": Words("a different number"),
    "card": Words("a different card"),
    "exchanged": Words("two swapped"),
    "missing": Words("a card is missing"),
    "too-many": Words("a card too many"),
    "line-missing": Words("a missing line"),
    "line-twice": Words("a duplicate line"),
    "order": Words("a different order"),
    "seat": Words("a different seat"),
    "shifted": Words("all seats shifted"),
    "dealer": Words("a different dealer"),
    "word": Words("a different word"),
    "hand-missing": Words("a missing hand"),
}
"""The name of each kind of mistake."""

_HAND: Final = Words("{file}, line {line}, hand {hand}")
_NAMELESS: Final = Words("{file}, line {line}")
_WRONG: Final = Words("line {line}: {code} {said}")
_MORE: Final = Words("and {count} more")
_OFFER: Final = Words("{number}. {lines}: {slips} (confidence {share}%).")
_ALIKE: Final = Words("{numbers} are equally likely.")
_NOTHING: Final = Words("No change of one or two places repairs it. calarec does not try three together.")
_NOTHING_YET: Final = Words("No change that was tried repairs it. calarec tries one or two together, not three.")
_STOPPED: Final = Words("Not everything was tried: it stopped after {tried}.")
_TRIED: Final = Words("change|changes")
_LOOKED_INTO: Final = Words("{hands:# hand|# hands}, {found:# has|# have} errors {file}")
_HOLDS: Final = Words("{file}: no hand has errors.")
_MADE: Final = Words("{file}: made {numbers}.")
_NO_SUCH: Final = Words("there is no change {number}; without `--apply` they are listed, with their numbers.")
_NO_NUMBER: Final = Words("`--apply` takes the number of a change, not `{number}`.")
_SAME_HAND: Final = Words("{first} and {second} are changes of one hand: only one of them can be made.")
_NOT_AS_READ: Final = Words("`{file}`: line {line} has changed since it was read; correct it by hand.")


class OfferedRepair(NamedTuple):
    """A change that is offered, by its number in the file."""

    number: int
    of: Repairs
    repair: Repair

    @property
    def written_hand(self) -> Hand:
        """The hand as it is written."""
        return self.of.found.hand

    @property
    def comments_to_keep(self) -> tuple[str, ...]:
        """The comments above the hand, if lines are put in above them."""
        return self.written_hand.own_comments if self.repair.above else ()

    @property
    def first_old_line(self) -> int:
        """The number of the first of the old lines."""
        return self.written_hand.line - len(self.comments_to_keep)

    @property
    def old_lines(self) -> tuple[str, ...]:
        """The lines that the change is about, as they are written."""
        return (*self.comments_to_keep, *self.written_hand.lines)

    @property
    def lines_after_change(self) -> tuple[str, ...]:
        """The lines after the change."""
        return (*self.repair.above, *self.comments_to_keep, *self.repair.hand.lines)


def run_repair(out: Output, *, file: str, rules: str | None, apply: tuple[str, ...], nodes: int, json: bool) -> int:
    """Offer changes for every hand that does not hold; make those asked for by number."""
    wanted = [_number_of_offer(each) for each in apply]
    progress = Progress(out.lang, _LOOKED_INTO)
    record = _Record(out, file, rules, nodes, progress)
    chosen = _ChosenRepairs(wanted)
    told: list[str] = []
    """JSON lines kept while changes are made: they state which were made."""
    try:
        with apply_fixes.refusing(file):
            before = apply_fixes.stamp(file)
            if wanted:
                apply_fixes.refuse_unwritable(file)
            for of, offers in record.repairs_in_order():
                if not wanted:
                    progress.clear_progress_line()  # what is offered is told as it is found, and not kept
                    _print_offers(out, of, offers, as_json=json, first=record.damaged == 1)
                    continue
                chosen.choose_from(offers)
                if json:
                    told.append(_repairs_json(out, of, offers, wanted))
            _write_repairs(file, chosen.chosen_repairs(), before)
    finally:
        progress.clear_progress_line()
    if not record.has_hands:
        out.remark(NO_HAND, file=file)
    if wanted and not json:
        out.remark(_MADE, file=file, numbers=", ".join(map(str, sorted(wanted))))
    elif not json and not record.damaged and record.has_hands and record.passed_over.status == CLEAN:
        out.write_line(visible(_HOLDS.with_values(file=file).in_language(out.lang)))
    for each in told:
        out.write_line(each)
    return max(record.passed_over.status, FINDINGS if record.damaged > len(chosen.found) else CLEAN)


def _print_offers(out: Output, of: Repairs, offers: Sequence[OfferedRepair], *, as_json: bool, first: bool) -> None:
    if as_json:
        out.write_line(_repairs_json(out, of, offers))
        return
    if not first:
        out.write_line()
    _print_repairs(out, of, offers)


def _number_of_offer(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise RefusalError(_NO_NUMBER, number=text)
    return int(text)


class _Record:
    """The hands of a file with errors, with their fixes."""

    def __init__(self, out: Output, file: str, rules: str | None, nodes: int, progress: Progress) -> None:
        self.file, self.nodes, self.progress = file, nodes, progress
        self.passed_over = PassedOver(out)
        self.judge = RecordJudge(named_ruleset(rules) if rules is not None else None, keeps_names=True)
        self.hands = 0
        self.damaged = 0

    @property
    def has_hands(self) -> bool:
        """True if there was a hand."""
        return bool(self.hands)

    def repairs_in_order(self) -> Iterator[tuple[Repairs, list[OfferedRepair]]]:
        """One after the other."""
        records = read_records(self.file)
        number = 0
        passes, unruled = QuickScore(self.judge).can_pass, self.passed_over.note_skipped_hand
        hands = self._watch_hands(records)
        for of in repair_record(hands, self.judge, nodes=self.nodes, passes=passes, unruled=unruled):
            offers = [OfferedRepair(number + nth, of, each) for nth, each in enumerate(of.offered[:MAX_OFFERS], 1)]
            number += len(offers)
            self.damaged += 1
            yield of, offers
        refuse_unread(records.findings)

    def _watch_hands(self, records: Iterable[Hand]) -> Iterator[Hand]:
        for hand in records:
            self.progress.show_progress(self.hands, self.damaged, self.file)
            self.hands += 1
            yield hand


# ---------------------------------------------------------------------- made


class _ChosenRepairs:
    """The changes that were asked for by their numbers; of all others nothing is kept."""

    def __init__(self, wanted: Sequence[int]) -> None:
        self.wanted = dict.fromkeys(wanted)
        self.found: dict[int, OfferedRepair] = {}
        """By the line of their hand, in the order of the file."""

    def choose_from(self, offers: Iterable[OfferedRepair]) -> None:
        """Take the chosen ones of a hand's offers; refuse more than one for a hand."""
        for offer in offers:
            if offer.number in self.wanted:
                other = self.found.setdefault(offer.written_hand.line, offer)
                if other is not offer:
                    raise RefusalError(_SAME_HAND, first=other.number, second=offer.number)

    def chosen_repairs(self) -> list[OfferedRepair]:
        """The chosen repairs; refuses a number that no offer has."""
        there = {each.number for each in self.found.values()}
        for number in self.wanted:
            if number not in there:
                raise RefusalError(_NO_SUCH, number=number)
        return [*self.found.values()]


def _write_repairs(file: str, offers: Sequence[OfferedRepair], before: apply_fixes.Stamp) -> None:
    """Write the changes into the file; every other byte stays."""
    if not offers:
        return
    lines = apply_fixes.exact_text_of(file).split("\n")
    for offer in reversed(offers):
        for first, behind, new in reversed(changed_lines(offer)):
            start, stop = offer.first_old_line - 1 + first, offer.first_old_line - 1 + behind
            if lines[start:stop] != list(offer.old_lines[first:behind]):
                raise RefusalError(_NOT_AS_READ, file=file, line=start + 1)
            lines[start:stop] = new
    apply_fixes.replace_unchanged_file(file, "\n".join(lines), before)


def changed_lines(offer: OfferedRepair) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the changed lines of a hand: first, last (exclusive), and new lines."""
    old, new = offer.old_lines, offer.lines_after_change
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(first, behind, new[start:stop]) for what, first, behind, start, stop in codes if what != "equal"]


def _repair_edits(offer: OfferedRepair) -> Iterator[dict[str, Any]]:
    """Yield the change as edits of the file, in order: place, old words, new words."""
    for first, behind, new in changed_lines(offer):
        old = offer.old_lines[first:behind]
        if len(old) != len(new):
            number, before, after = first, "".join(f"{each}\n" for each in old), "".join(f"{each}\n" for each in new)
            yield {"line": offer.first_old_line + number, "column": 1, "old": before, "new": after}
            continue
        for number, (before, after) in enumerate(zip(old, new, strict=True), first):
            start, stop = _changed_words(before, after)
            gone, come = before[start : len(before) - stop], after[start : len(after) - stop]
            yield {"line": offer.first_old_line + number, "column": start + 1, "old": gone, "new": come}


def _changed_words(old: str, new: str) -> tuple[int, int]:
    """Count the characters that two lines share at both ends, in whole words."""
    one, other = re.split(r"(\s)", old), re.split(r"(\s)", new)
    start = _count_shared(one, other)
    stop = _count_shared(one[start:][::-1], other[start:][::-1])
    return len("".join(one[:start])), len("".join(one[len(one) - stop :]))


def _count_shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the words that two lists share at their start."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (word, its) in enumerate(pairs) if word != its), min(len(one), len(other)))


def repair_diff(offer: OfferedRepair) -> str:
    """The change as a unified diff of the file."""
    old, new = offer.old_lines, offer.lines_after_change
    name = visible(offer.written_hand.file)
    said = [f"--- {name}", f"+++ {name} ({offer.number})"]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for group in matcher.get_grouped_opcodes(_CONTEXT_LINES):
        first, last = group[0], group[-1]
        here, there = first[1] + offer.first_old_line, first[3] + offer.first_old_line
        said.append(f"@@ -{here},{last[2] - first[1]} +{there},{last[4] - first[3]} @@")
        for what, start, stop, other, behind in group:
            if what == "equal":
                said += [f" {each}" for each in old[start:stop]]
                continue
            said += [f"-{each}" for each in old[start:stop]] + [f"+{each}" for each in new[other:behind]]
    return "\n".join(said) + "\n"


# ---------------------------------------------------------------------- told to people


def _print_repairs(out: Output, of: Repairs, offers: Sequence[OfferedRepair]) -> None:
    hand = of.found.hand
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    title = _HAND if hand.name else _NAMELESS
    filled = title.with_values(file=visible(hand.file), line=hand.line, hand=visible(hand.name))
    page.print_spans([(page.localized_text(filled), "strong")], indent=0)
    wrong = _errors_of_hand(of)
    for each in wrong[:2]:
        page.print_sentence(_WRONG, line=each.span.line, code=each.code, said=visible(each.message(out.lang)))
    if wrong[2:]:
        page.print_sentence(_MORE, count=len(wrong[2:]))
    if not offers:
        page.print_sentence(_NOTHING_YET if of.stopped else _NOTHING)
    for offer in offers:
        page.blank()
        slips = ", ".join(dict.fromkeys(page.localized_text(SLIPS[slip.kind]) for slip in offer.repair.slips))
        page.print_sentence(
            _OFFER, indent=0, number=offer.number, lines=_repair_place(offer), slips=slips,
            share=round(100 * offer.repair.share),
        )  # fmt: skip
        page.lines += ["".join(printable_pieces([line])).rstrip("\r") for line in repair_diff(offer).splitlines()]
    _tell_ends(page, of, offers)
    out.write("\n".join(page.lines) + "\n")


def _errors_of_hand(of: Repairs) -> list[Finding]:
    """Return errors and warnings of a hand, with people's names."""
    found = (finding for finding in of.found.findings if finding.severity != "note")
    return list(name_people_in(found, of.found.hand.session.people))


def _tell_ends(page: Page, of: Repairs, offers: Sequence[OfferedRepair]) -> None:
    """Print which offers are equally likely, and whether the search was stopped."""
    shares: dict[float, list[str]] = {}
    for offer in offers:
        shares.setdefault(round(offer.repair.share, 6), []).append(str(offer.number))
    alike = [share for share in shares.values() if len(share) > 1]
    if alike or of.stopped:
        page.blank()
    for each in alike:
        page.print_sentence(_ALIKE, indent=0, numbers=", ".join(each))
    if of.stopped:
        page.print_sentence(_STOPPED, indent=0, tried=Phrase("figures", of.tried, _TRIED))


def _repair_place(offer: OfferedRepair) -> Words:
    lines = dict.fromkeys(offer.first_old_line + first for first, _, _ in changed_lines(offer))
    said = ", ".join(map(str, lines))
    return Words("lines {lines}", lines=said) if len(lines) > 1 else Words("line {lines}", lines=said)


# ---------------------------------------------------------------------- for programs


def _repairs_json(out: Output, of: Repairs, offers: Sequence[OfferedRepair], made: Sequence[int] = ()) -> str:
    from calarec.core.base.escapes import to_json_line

    return to_json_line(repairs_data(out, of, offers, made))


def repairs_data(out: Output, of: Repairs, offers: Sequence[OfferedRepair], made: Sequence[int]) -> dict[str, Any]:
    """A hand and its fixes, as plain data."""
    return {
        "format": FORMAT,
        **of.found.to_reference(),
        "findings": [
            {"code": finding.code, "line": finding.span.line, "says": finding.message(out.lang)}
            for finding in _errors_of_hand(of)
        ],
        "tried": of.tried,
        "stopped": of.stopped,
        "offers": [
            {
                "number": offer.number,
                "share": round(offer.repair.share, 4),
                "slips": [slip.kind for slip in offer.repair.slips],
                "diff": repair_diff(offer),
                "edits": list(_repair_edits(offer)),
                "made": offer.number in made,
            }
            for offer in offers
        ],
    }


DECLARED = Command(
    run_repair,
    arguments=(Argument("file", Words("A record; `-` is standard input.")),),
    options=(
        RULES,
        Option(
            "apply",
            ("--apply",),
            Words("Make the change with this number. Repeatable, for other hands."),
            many=True,
            metavar="N",
        ),
        Option(
            "nodes",
            ("--nodes",),
            Words("The number of changes to try for each hand."),
            kind="whole",
            default=MAX_NODES,
            least=1,
        ),
        JSON,
    ),
    example="calarec repair evening.cal",
    paged=True,
)
