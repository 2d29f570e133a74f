"""`calarec pin PATH...`: the `rules` line with version and digest.

A pin states under which rules a record was written. An existing pin with other digits is kept, since
overwriting it would lose them; `--update` overwrites it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.notation.lines import clean_line, split_comment
from calarec.core.notation.phrases import read_digits, read_pin
from calarec.core.notation.source import BYTE_ORDER_MARK
from calarec.core.notation.statements import line_verb
from calarec.core.notation.writer import statement_line
from calarec.core.records.model import Hand, Preamble, RulesPin
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import PATHS, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.apply_fixes import refuse_unwritable, refusing, replace_unchanged_file, stamp
from calarec_tools.output.files.inputs import STDIN, find_inputs
from calarec_tools.output.files.output_files import text_of_any
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.output.files.streams import Output

_STAYS: Final = Words(
    "{file}:{line}: pinned to another `{id}` ({pinned}; the one here is {digest}); left as it is. "
    "`--update` writes over it."
)
_OTHER: Final = Words(
    "{file}:{line}: the record names `{id}`{pinned}, not `{asked}` ({digest}); left as it is. "
    "`--update` writes `{asked}` there."
)
_UNKNOWN: Final = Words("{file}:{line}: no ruleset `{id}` is known here.")
_NONE: Final = Words("{file}: there is no `rules` line; give `--rules RULES`, and one is written.")
_DONE: Final = Words("{file} pinned to {pin}")
_SUM: Final = Words("{changed} pinned, {same} left as {same:it was|they were}.")


def run_pin(out: Output, *, paths: tuple[str, ...], rules: str | None, update: bool) -> int:
    """Write the pin of every file that the paths mean."""
    asked = None if rules is None else named_ruleset(rules)
    found = find_inputs(paths, out)
    if not found.files:
        return REFUSED
    status = found.status
    changed = 0
    for file in found.files:
        try:
            with refusing(file):
                done, said = _pin_file(out, file, asked, update=update)
        except RefusalError as refusal:
            out.complain(refusal)
            status = REFUSED
            continue
        changed += done
        status = max(status, said)
    if found.files != (STDIN,):
        out.remark(_SUM, changed=changed, same=len(found.files) - changed)
    return status


def _pin_file(out: Output, file: str, asked: Ruleset | None, *, update: bool) -> tuple[bool, int]:
    if file == STDIN:
        pinning = _Pinning(out, file, asked, update=update)
        out.exactly([pinning.pin_text(text_of_any(file))])
        return False, pinning.status
    refuse_unwritable(file)
    before = stamp(file)
    text = text_of_any(file)
    pinning = _Pinning(out, file, asked, update=update)
    new = pinning.pin_text(text)
    if new == text:
        return False, pinning.status
    replace_unchanged_file(file, new, before)
    out.remark(_DONE, file=file, pin=", ".join(pinning.pins))
    return True, pinning.status


class _Pinning:
    """The `rules` lines of one file."""

    def __init__(self, out: Output, file: str, asked: Ruleset | None, *, update: bool) -> None:
        self.out = out
        self.file = file
        self.asked = asked
        self.update = update
        self.status = CLEAN
        self.pins: dict[str, None] = {}

    def pin_text(self, text: str) -> str:
        """Pin the `rules` lines of a text's evenings; add one where it is missing."""
        # It stands first, whatever is put in.
        mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        lines = text.removeprefix(mark).split("\n")
        verbs = [self._verb(raw, number) for number, raw in enumerate(lines, 1)]
        starts = [at for at, verb in enumerate(verbs) if verb == "cal"]
        if "hand" in verbs[: starts[0] if starts else len(verbs)] or not starts:
            starts = [0, *starts]
        for at, verb in enumerate(verbs):
            if verb == "rules":
                lines[at] = self._pinned_line(lines[at], at + 1)
        end = "\r" if lines[0].endswith("\r") else ""
        evenings = [*zip(starts, [*starts[1:], len(lines)], strict=True)]
        for start, stop in reversed(evenings):
            if "rules" in verbs[start:stop]:
                continue
            if self.asked is None:
                raise RefusalError(_NONE, file=self.file if len(starts) == 1 else f"{self.file}:{start + 1}")
            lines.insert(start + (verbs[start] == "cal"), self._ruleset_words(self.asked) + end)
        return mark + "\n".join(lines)

    def _verb(self, raw: str, number: int) -> str:
        if not raw.strip(" \t\r"):
            return ""
        return line_verb(self._pinned_statement(raw, number).strip(" "))

    def _pinned_statement(self, raw: str, number: int) -> str:
        return clean_line(raw, self.file, number, []).text

    def _pinned_line(self, raw: str, number: int) -> str:
        words = self._pinned_statement(raw, number).split()
        if len(words) < 2:
            return raw
        # A pin that the grammar refuses is replaced too.
        digest = read_digits(words[2]) if len(words) > 2 else ""
        pin = RulesPin(*read_pin(words[1]), digest, number)
        ruleset = self._ruleset_to_pin(pin, number)
        if ruleset is None:
            return raw
        old = split_comment(raw.rstrip("\r"))
        end = "\r" if raw.endswith("\r") else ""
        indent = raw[: len(raw) - len(raw.lstrip(" "))]
        return indent + self._ruleset_words(ruleset) + (f"  {old[1]}" if old[1] else "") + end

    def _ruleset_to_pin(self, pin: RulesPin, number: int) -> Ruleset | None:
        """The ruleset to pin a line to; None if it stays as it is."""
        from calarec.record_judge.pins import choose_ruleset, is_pinned_ruleset

        if self.asked is not None:
            ruleset: Ruleset | None = self.asked
        else:
            ruleset = choose_ruleset(Hand(session=Preamble(rules=pin), file=self.file)).ruleset
        values = {"file": self.file, "line": number, "id": pin.id}
        if ruleset is None:
            self._report_problem(_UNKNOWN, values)
            return None
        if is_pinned_ruleset(ruleset, pin) or self.update:
            return ruleset
        if ruleset.id != pin.id:
            pinned = f" ({pin.digest})" if pin.digest else ""
            other = {"pinned": pinned, "asked": ruleset.id, "digest": ruleset.digest[:12]}
            self._report_problem(_OTHER, values | other)
            return None
        if not pin.digest:
            return ruleset
        self._report_problem(_STAYS, values | {"pinned": pin.digest, "digest": ruleset.digest[:12]})
        return None

    def _report_problem(self, text: Words, values: dict[str, object]) -> None:
        self.out.remark(text, **values)
        self.status = FINDINGS

    def _ruleset_words(self, ruleset: Ruleset) -> str:
        from calarec.rule_files.digest import SHORTEST_PIN

        pin = RulesPin(ruleset.id, ruleset.version, ruleset.digest[:SHORTEST_PIN])
        self.pins[statement_line(pin).removeprefix("rules ")] = None
        return statement_line(pin)


DECLARED = Command(
    run_pin,
    arguments=(PATHS,),
    options=(
        RULES,
        Option(
            "update",
            ("--update",),
            Words("Overwrite pins that have another digest."),
            kind="flag",
        ),
    ),
    example="calarec pin evening.cal",
)
