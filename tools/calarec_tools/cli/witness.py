"""`calarec witness FILE`: a complete hand that agrees with a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.wording.findings import Told
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import HAND, JSON, OUTPUT, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.streams import CLEAN, FINDINGS, NO_HAND, REFUSED, Output, no_hand
from calarec_tools.output.files.unruled import PassedOver, remark_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.bulk.wanted_hands import WantedHands
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.core.wording.language import Language
    from calarec.witnesses.search import HandWitness

FORMAT: Final = "calarec-witness/1"

_WON: Final = "won"
_LOST: Final = "lost"
_CONTRADICTION: Final = Words("hand {name}: no hand agrees with what is written: line {line}, {code} {said}.")
_NONE: Final = Words("hand {name}: no complete hand agrees with what is written.")
_NONE_SO: Final = {
    True: Words("hand {name}: the declarer's side cannot have won."),
    False: Words("hand {name}: the declarer's side cannot have lost."),
}
_NOT_FOUND: Final = Words("hand {name}: none was found; there were too many ways to look at all of them.")
_NOT_FOUND_SO: Final = {
    True: Words("hand {name}: none was found in which the declarer's side won; it may have."),
    False: Words("hand {name}: none was found in which the declarer's side lost; it may have."),
}


def run_witness(
    out: Output, *, file: str, rules: str | None, hand: str | None, both: bool, json: bool, output: str | None
) -> int:
    """Write a witness of each hand; 1 if a hand has none."""
    from calarec.bulk.wanted_hands import WantedHands
    from calarec.core.notation.reader import read_records
    from calarec.core.notation.source import UNREADABLE_CODES
    from calarec_tools.output.render import render

    records = read_records(file)
    passed_over = PassedOver(out)
    asked = None if rules is None else named_ruleset(rules)
    hands = WantedHands(records, asked, hand, passed_over.note_skipped_hand)
    telling = _WitnessTelling(out, both=both)
    found = telling.find_witnesses(hands)
    if json:
        _write_text(out, (f"{to_json_line(_witness_data(each, out.lang))}\n" for each in found), output)
    else:
        _write_text(out, _record_of_witnesses(telling, found, both=both), output)
    unreadable = tuple(finding for finding in records.findings if finding.code in UNREADABLE_CODES)
    for piece in render(unreadable, lang=out.lang) if unreadable else ():
        sys.stderr.write(piece)
    if unreadable:
        return REFUSED
    if not telling.hands and passed_over.status == CLEAN:
        if hand is not None:
            raise no_hand(hand, hands.others, file)
        out.remark(NO_HAND, file=file)
    return max(passed_over.status, telling.status)


class _Found(NamedTuple):
    """A witness of a hand, or why there is none; `won` is how it was to end."""

    judged: Judgement
    won: bool | None
    witness: HandWitness


class _WitnessTelling:
    """Finds the witnesses of hands; where there is none it prints why."""

    def __init__(self, out: Output, *, both: bool) -> None:
        self.out = out
        self.both = both
        self.hands = 0
        self.status = CLEAN

    def find_witnesses(self, hands: WantedHands) -> Iterator[_Found]:
        """Yield for each hand its witnesses, with the end that each was to have."""
        from calarec.witnesses.search import find_witness

        for judged in hands:
            self.hands += 1
            remark_names(self.out, judged)
            found = [(won, find_witness(judged, won=won)) for won in ((True, False) if self.both else (None,))]
            if all(witness.hand is None for _, witness in found):
                self.status = FINDINGS
            for won, witness in found:
                yield _Found(judged, won, witness)
                if witness.contradiction is not None:
                    break

    def print_reason(self, found: _Found) -> None:
        """Print why a hand has no witness."""
        name, won, finding = found.judged.hand.name, found.won, found.witness.contradiction
        if finding is not None:
            self.out.remark(_CONTRADICTION, name=name, line=finding.span.line, code=finding.code, said=Told(finding))
        elif won is None:
            self.out.remark(_NONE if found.witness.excluded else _NOT_FOUND, name=name)
        else:
            self.out.remark((_NONE_SO if found.witness.excluded else _NOT_FOUND_SO)[won], name=name)


def _record_of_witnesses(telling: _WitnessTelling, found: Iterator[_Found], *, both: bool) -> Iterator[str]:
    """Write the witnesses as a record; with `both`, names state how each ends."""
    from calarec.core.notation.writer import write_hands

    def name_each_hand() -> Iterator[Hand]:
        for each in found:
            hand = each.witness.hand
            if hand is None:
                telling.print_reason(each)
            else:
                yield replace(hand, name=f"{hand.name} {_WON if each.won else _LOST}".strip()) if both else hand

    return write_hands(name_each_hand())


def _witness_data(found: _Found, lang: Language) -> dict[str, Any]:
    """One witness, or why there is none, as plain data."""
    from calarec.core.notation.writer import write_hands

    witness, hand = found.witness, found.judged.hand
    contradiction = witness.contradiction
    missing = "contradicted" if contradiction is not None else "excluded" if witness.excluded else "not_found"
    return {
        "format": FORMAT,
        "hand": hand.name,
        "line": hand.line,
        "won": found.won,
        "status": missing if witness.hand is None else "found",
        "record": None if witness.hand is None else "".join(write_hands([witness.hand])),
        "payments": None if witness.judged is None else witness.judged.payments,
        "finding": None if contradiction is None else contradiction.as_json(lang),
    }


def _write_text(out: Output, text: Iterator[str], output: str | None) -> None:
    if output in (None, "", "-"):
        out.exactly(text)
        return
    from calarec_tools.output.files.output_files import packing
    from calarec_tools.output.files.replacing import replace_file

    replace_file(output, text, packing=packing(output))


DECLARED = Command(
    run_witness,
    arguments=(Argument("file", Words("A record; `-` is standard input.")),),
    options=(
        RULES,
        HAND,
        Option(
            "both",
            ("--both",),
            Words("Write a hand that the declarer's side won and one that it lost, if both are possible."),
            kind="flag",
        ),
        JSON,
        OUTPUT,
    ),
    example="calarec witness evening.cal --hand 7",
)
