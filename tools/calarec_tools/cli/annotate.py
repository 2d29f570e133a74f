"""`calarec annotate`: points lost by each card; `--write` adds marks and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import HAND, JSON, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.cli.solve import NOTHING, UNSOLVABLE
from calarec_tools.output.files.streams import CLEAN, REFUSED, Output, RefusalError, no_hand
from calarec_tools.output.files.unruled import PassedOver, remark_names

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.solving.contracts import WeighedChoices
    from calarec.solving.weighing import WeighedHand
    from calarec_tools.output.files.marking import HandMarks

FORMAT: Final = "calarec-worth/1"
WEIGHING_SECONDS: Final = 10
"""Seconds spent on a hand; unsolved cards are then reported as bounds."""

_HAND: Final = Words("Hand {name}")
_WRITTEN: Final = Words("{file}: {count} marked.")
_KEPT: Final = Words(
    "{file}: hand {name}: not all of its earlier analysis was found again, so it stays; `--seconds` gives it more time."
)
_SAME: Final = Words("{file}: nothing to be changed.")
_OTHER_NAMES: Final = Words(
    "hand {name}: not marked, these rules call its cards or contracts by other names than the record does."
)


def run_annotate(
    out: Output,
    *,
    files: tuple[str, ...],
    rules: str | None,
    hand: str | None,
    seconds: int,
    write: bool,
    json: bool,
) -> int:
    """Analyse the hands of each file.

    Status 2 if a file could not be read or written, or no hand could be analysed.
    """
    annotating = _Annotating(
        out, None if rules is None else named_ruleset(rules), hand, seconds, write=write, as_json=json
    )
    return max(annotating.annotate_file(file) for file in files)


class _Annotating:
    """One run of the command."""

    def __init__(
        self, out: Output, rules: Ruleset | None, hand: str | None, seconds: int, *, write: bool, as_json: bool
    ) -> None:
        self.out = out
        self.rules = rules
        self.hand = hand
        self.seconds = seconds
        self.write = write
        self.as_json = as_json

    def annotate_file(self, file: str) -> int:
        """One file; answers its status."""
        from calarec.bulk.wanted_hands import WantedHands
        from calarec.core.notation.reader import read_records
        from calarec.core.notation.source import Text
        from calarec_tools.output.files.apply_fixes import refuse_unwritable, stamp
        from calarec_tools.output.files.output_files import refuse_unread, text_of_any

        if self.write:
            refuse_unwritable(file)
        before, text = stamp(file), text_of_any(file)
        records = read_records(Text(text, file))
        marks: list[HandMarks] = []
        there = found = 0
        passed_over = PassedOver(self.out)
        hands = WantedHands(records, self.rules, self.hand, passed_over.note_skipped_hand)
        for replayed in hands:
            there += 1
            remark_names(self.out, replayed)
            if self.write and hands.judge.has_renamed:
                self.out.complain(RefusalError(_OTHER_NAMES, name=replayed.hand.name))
                continue
            weighed = self._weigh_hand(replayed)
            if weighed is not None:
                found += 1
                if self.write:
                    marks.append(_marks_for_record(replayed, *weighed, self.out))
                self._print_weighed(replayed, *weighed)
        if passed_over.status != CLEAN and not there:
            return passed_over.status
        if self.hand is not None and not there:
            raise no_hand(self.hand, hands.others, file)
        refuse_unread(records.findings)
        if not there:
            self.out.complain(RefusalError(NOTHING, file=file))
            return REFUSED
        if marks:
            self._write_marks(file, text, before, marks)
        return passed_over.status if found else REFUSED

    def _weigh_hand(self, replayed: Judgement) -> tuple[WeighedHand, WeighedChoices | None] | None:
        from calarec.solving.position import UnsolvableError
        from calarec.solving.search import Allowance
        from calarec_tools.output.report.weighed import weighed_choices, weighed_hand

        allowance = Allowance(seconds=self.seconds)
        try:
            return weighed_hand(replayed, allowance), weighed_choices(replayed, allowance)
        except UnsolvableError as error:
            self.out.complain(RefusalError(UNSOLVABLE, name=replayed.hand.name, reason=error.reason))
            return None

    def _print_weighed(self, replayed: Judgement, found: WeighedHand, choices: WeighedChoices | None) -> None:
        if self.as_json:
            import json

            self.out.write_line(json.dumps(weighed_hand_data(replayed, found, choices)))
        elif not self.write:
            from calarec_tools.output.report.page import Page
            from calarec_tools.output.report.weighed import print_weighed_hand

            page = Page(self.out.lang, width=self.out.width, colour=self.out.has_colour)
            page.print_title(_HAND, name=replayed.hand.name)
            print_weighed_hand(page, replayed, found, choices)
            self.out.write("\n".join(page.lines) + "\n\n")

    def _write_marks(self, file: str, text: str, before: Any, marks: list[HandMarks]) -> None:
        from calarec_tools.output.files.apply_fixes import replace_unchanged_file
        from calarec_tools.output.files.marking import mark_hands

        new = mark_hands(text, marks)
        for hand in new.kept:
            self.out.remark(_KEPT, file=file, name=hand.name)
        if new.text == text:
            self.out.remark(_SAME, file=file)
            return
        replace_unchanged_file(file, new.text, before)
        self.out.remark(_WRITTEN, file=file, count=new.changed)


def _marks_for_record(
    replayed: Judgement, found: WeighedHand, choices: WeighedChoices | None, out: Output
) -> HandMarks:
    """Return marks for the cards that follow them in the record, and notes."""
    from calarec.core.records.model import Trick
    from calarec.core.wording.language import text_in
    from calarec_tools.output.files.marking import BEFORE_THE_PLAY, HandMarks
    from calarec_tools.output.report.weighed import note_at_the_end, note_on, notes_before_the_play

    units, numbers = replayed.game.rules.pack.units_per_point, replayed.game.cards.numbers
    written = {each.number: each.cards for each in replayed.hand.every(Trick)}
    marks: dict[tuple[int, int], str] = {}
    notes: dict[int, tuple[str, ...]] = {}
    if choices is not None:
        before = notes_before_the_play(replayed, found, choices)
        notes[BEFORE_THE_PLAY] = tuple(text_in(each, out.lang) for each in before)
    for each in found.cards:
        cards = written.get(each.trick, ())[each.nth - 1 : each.nth]
        if not each.mark or [numbers.get(card) for card in cards] != [numbers[each.card]]:
            continue
        marks[each.trick, each.nth] = each.mark
        if each.mark != "!":
            notes[each.trick] = (*notes.get(each.trick, ()), text_in(note_on(each, units), out.lang))
    at_the_end = note_at_the_end(found, units)
    if at_the_end is not None and written:
        last = max(written)
        notes[last] = (*notes.get(last, ()), text_in(at_the_end, out.lang))
    whole_before = choices is None or choices.is_fully_known
    names = frozenset(replayed.game.rules.contracts)
    return HandMarks(replayed.hand, marks, notes, found.is_all_known, whole_before, names)


def weighed_hand_data(replayed: Judgement, found: WeighedHand, choices: WeighedChoices | None) -> dict[str, Any]:
    """A weighed hand as plain data."""
    turned, early = found.turning_card, found.early
    return {
        "format": FORMAT,
        **replayed.to_reference(),
        "side": list(found.side),
        "needed": found.needed,
        "first": found.first,
        "exchange": None if choices is None or choices.exchange is None else list(choices.exchange),
        "contracts": {} if choices is None else {contract.contract: contract.made for contract in choices.contracts},
        "begun": list(found.begun),
        "ended": list(found.ended),
        "exact": found.is_all_known,
        "broken_off": found.broken_off,
        "early": None if early is None else {
            "could": list(early.could), "gave": list(early.gave), "decided": early.decided,
            "by": list(found.side if early.own else found.others),
        },
        "turned": None if turned is None else {"trick": turned.trick, "card": turned.nth, "seat": turned.seat},
        "cards": [
            {
                "trick": card.trick, "nth": card.nth, "seat": card.seat, "card": card.card, "mark": card.mark,
                "before": list(card.before), "after": list(card.after), "gave": list(card.gave),
                "better": card.better or None, "decided": card.decided, "only": card.only,
                "equals": list(card.equals),
            }
            for card in found.cards
        ],
    }  # fmt: skip


DECLARED = Command(
    run_annotate,
    arguments=(Argument("files", Words("Records; `-` is standard input."), many=True),),
    options=(
        RULES,
        HAND,
        Option(
            "seconds",
            ("--seconds",),
            Words("The time for each hand, in seconds."),
            kind="whole",
            default=WEIGHING_SECONDS,
            least=0,
        ),
        Option(
            "write",
            ("--write",),
            Words(
                "Write marks (`?`, `??`, `!`) and notes into the record. Earlier marks of `annotate` are "
                "replaced; yours stay."
            ),
            kind="flag",
        ),
        JSON,
    ),
    example="calarec annotate evening.cal --write",
)
