"""`calarec fmt PATH...`: records in their canonical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.formatter import format_diff as difference
from calarec.core.notation.formatter import format_source
from calarec.core.notation.source import Text, source_name
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import PATHS, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.apply_fixes import refuse_unwritable, refusing
from calarec_tools.output.files.inputs import STDIN, find_inputs, is_ordinary, is_packed
from calarec_tools.output.files.output_files import has_replaced_file, is_different_text, refuse_unread, text_of_any
from calarec_tools.output.files.progress import TextProgress
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.source import Source
    from calarec.core.wording.findings import Finding
    from calarec_tools.output.files.streams import Output

_WOULD = Words("{file} is not in canonical form")
_DONE = Words("{file} formatted")
_SUM = Words("{changed} formatted, {same} left as {same:it was|they were}.")
_SUM_CHECK = Words("{changed} to be formatted, {same} in canonical form.")
_HAND = Words("{file}: hand {names}: {reason}.")
_HANDS = Words("{file}: hands {names}: {reason}.")
_SHOWN = 8
_RENEW = Words("`--renew` goes with `--fill`.")
_BOTH = Words("`--check` and `--diff` change nothing; give one of them.")  # fmt: skip


def run_fmt(
    out: Output,
    *,
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    fill: bool,
    renew: bool,
    rules: str | None,
) -> int:
    """Formats every file that the paths mean."""
    if check and diff:
        raise RefusalError(_BOTH)
    if renew and not fill:
        raise RefusalError(_RENEW)
    asked = None if rules is None else named_ruleset(rules)
    found = find_inputs(paths, out)
    if not found.files:
        return REFUSED
    formatting = _Formatting(out, asked, fill=fill, renew=renew, write=not (check or diff), show=diff)
    for file in found.files:
        formatting.format_file(file)
    return found.status or formatting.formatting_status()


class _Formatting:
    """One run of the command."""

    def __init__(self, out: Output, asked: Ruleset | None, *, fill: bool, renew: bool, write: bool, show: bool) -> None:
        self.out = out
        self.renew = renew
        self.asked = asked
        self.fill = fill
        self.write = write
        self.show = show
        self.changed = self.same = 0
        self.refused = False
        self.silent = False
        self.progress = TextProgress(out.lang)

    def format_file(self, file: str) -> None:
        """Formats one file."""
        try:
            with refusing(file):
                changed = self._has_changed_stdin() if file == STDIN else self._has_changed_file(file)
        except RefusalError as refusal:
            self.out.complain(refusal)
            self.refused = True
            return
        self.changed += changed
        self.same += not changed

    def formatting_status(self) -> int:
        """Print what was done; return the exit status."""
        if not self.silent:
            total = _SUM if self.write else _SUM_CHECK
            self.out.remark(total, changed=self.changed, same=self.same)
        if self.refused:
            return REFUSED
        return FINDINGS if self.changed and not self.write else CLEAN

    def _has_changed_file(self, file: str) -> bool:
        findings: list[Finding] = []
        if self.show:
            return self._has_shown_change(text_of_any(file), file, findings)
        if not self.write:
            changed = self._is_different(file, findings)
            if changed:
                self.out.write_line(_format_message(self.out, _WOULD, file))
            return changed
        refuse_unwritable(file)
        changed = has_replaced_file(file, self._formatted_pieces(file, findings), findings)
        if changed:
            self.out.remark(_DONE, file=file)
        return changed

    def _is_different(self, file: str, findings: list[Finding]) -> bool:
        """Check whether formatting would change a file.

        A file that can be read only once, or is compressed, is kept in memory.
        """
        if is_ordinary(file) and not is_packed(file):
            return is_different_text(file, self._formatted_pieces(file, findings), findings)
        text = text_of_any(file)
        return "".join(self._formatted_pieces(Text(text, file), findings)) != text

    def _has_changed_stdin(self) -> bool:
        """Standard input goes to standard output."""
        findings: list[Finding] = []
        text = text_of_any(STDIN)
        if self.show:
            return self._has_shown_change(text, STDIN, findings)
        new = "".join(self._formatted_pieces(Text(text, STDIN), findings))
        if not self.write:
            return new != text
        self.silent = True
        refuse_unread(findings)
        self.out.exactly([new])
        return False

    def _has_shown_change(self, text: str, file: str, findings: list[Finding]) -> bool:
        new = "".join(self._formatted_pieces(Text(text, file), findings))
        refuse_unread(findings)
        self.out.exactly([difference(text, new, file)])
        return new != text

    def _formatted_pieces(self, source: Source, findings: list[Finding]) -> Iterator[str]:
        file = source_name(source)
        if not self.fill:
            yield from self.progress.count_pieces(format_source(source, findings), file)
            return
        from calarec_tools.output.files.filling import Filling

        filling = Filling(self.asked, renew=self.renew)
        yield from self.progress.count_pieces(filling.filled_in(source, findings), file)
        for reason, hands in filling.reasons.values():
            shown = ", ".join(hands[:_SHOWN]) + (" …" if len(hands) > _SHOWN else "")
            self.out.remark(_HANDS if len(hands) > 1 else _HAND, file=file, names=shown, reason=reason)


def _format_message(out: Output, text: Words, file: str) -> str:
    from calarec.core.wording.language import fill_words
    from calarec_tools.output.files.streams import printable

    return printable(fill_words(text, out.lang, {"file": file}))


DECLARED = Command(
    run_fmt,
    arguments=(PATHS,),
    options=(
        Option(
            "check",
            ("--check",),
            Words("Only report which files would change."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Words("Print the changes, and change nothing."),
            kind="flag",
        ),
        Option(
            "fill",
            ("--fill",),
            Words(
                "Add winners, result, score and total where they are certain; in hands without cards, score and total."
            ),
            kind="flag",
        ),
        Option(
            "renew",
            ("--renew",),
            Words("With `--fill`, also recompute the scores and totals that are written."),
            kind="flag",
        ),
        RULES,
    ),
    example="calarec fmt --fill evening.cal",
)
