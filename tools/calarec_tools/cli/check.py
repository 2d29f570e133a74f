"""`calarec check PATH...`: every finding in files, folders and archives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.core.wording.severities import Severity
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.shards import TARGET_SHARD_BYTES
from calarec_tools.archive.runs.summing import Sum
from calarec_tools.archive.runs.workers import LOST, useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import CREW, PATHS, RULES, STRICT, format_option
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files import apply_fixes
from calarec_tools.output.files.inputs import find_inputs, is_ordinary, is_packed, size_of_files
from calarec_tools.output.files.progress import Progress
from calarec_tools.output.files.streams import CLEAN, FINDINGS, NO_HAND, REFUSED, Output, RefusalError
from calarec_tools.output.files.unruled import nameless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.findings import Finding
    from calarec_tools.archive.runs.running import Part
    from calarec_tools.output.files.streams import Output
    from calarec_tools.output.report.questions import OpenHands

_ASK: Final = Words("If someone who played knows it, this would settle what is open:")
_MAX_ASKED_ABOUT: Final = 200_000
"""The bytes of an evening; of larger files nothing is asked."""
_BLANK: Final = rb" (?:__|_[a-z]|[0-9A-Z]_)[!?]*(?=\s)"
_REPAIR: Final = Words("`calarec repair {arguments}` searches for what may have been meant.")
_ALONE: Final = Words("`--unsafe` goes with `--diff`, which shows what would be changed, or with `--fix`.")


def run_check(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: str | None,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    format: str,  # noqa: A002
    strict: bool,
    fix: bool,
    diff: bool,
    unsafe: bool,
) -> int:
    """Checks everything that the paths mean."""
    if unsafe and not (fix or diff):
        raise RefusalError(_ALONE)
    if rules is not None:
        named_ruleset(rules)
    found = find_inputs(paths, out)
    if found.status and not found.files:
        return found.status
    check = _Check(out, rules, strict=strict)
    if fix or diff:
        status = check.mend_files(found.files, format, write=not diff, unsafe=unsafe)
    else:
        with crew(
            jobs, scheduler, parts, useful=useful_workers(size_of_files(found.files), 2 * TARGET_SHARD_BYTES)
        ) as who:
            is_asked = format == "pretty" and len(found.files) == 1 and _is_asked_about(found.files[0])
            watch = _open_hands(out) if is_asked and who.executor is None and not who.parts else None
            status = check.show_findings(
                check_files(
                    found.files, rules=rules, executor=who.executor, workers=who.workers, parts=who.parts, watch=watch
                ),
                format,
            )
        if is_asked:
            _print_questions(out, watch or _find_questions(out, found.files[0], rules))
    return found.status or status


def _is_asked_about(file: str) -> bool:
    """Check whether a file is small, uncompressed, and has an unknown card."""
    if not is_ordinary(file) or is_packed(file) or size_of_files([file]) > _MAX_ASKED_ABOUT:
        return False
    try:
        return re.search(_BLANK, Path(file).read_bytes()) is not None
    except OSError:
        return False  # its findings say why


def _open_hands(out: Output) -> OpenHands:
    """Return a watch that collects questions about the hands of an evening."""
    from calarec_tools.output.report.questions import OpenHands

    return OpenHands(out.lang)


def _find_questions(out: Output, file: str, rules: str | None) -> OpenHands:
    """The same after others have judged the file: its hands are judged here again."""
    watch = _open_hands(out)
    for _ in check_files([file], rules=rules, watch=watch):
        pass
    return watch


def _print_questions(out: Output, asked: OpenHands) -> None:
    """Print the questions whose answers would settle half-remembered hands."""
    if asked.questions:
        out.write_line()
        out.write_line(text_in(_ASK, out.lang))
        for question in asked.questions:
            out.write_line(f"  {text_in(question, out.lang)}")


class _Check:
    """One run of the command."""

    def __init__(self, out: Output, rules: str | None, *, strict: bool) -> None:
        self.out = out
        self.rules = rules
        self.strict = strict
        self.sum = Sum()
        self.progress = Progress(out.lang)
        self.first_code = ""
        """The code of the first finding."""
        self.handless = True
        """True if the present file has shown no hand yet."""
        self.nameless_file = ""
        """The last file reported to name no ruleset: once, wherever the file is cut."""

    def show_findings(self, parts: Iterator[Part], form: str) -> int:
        """Write the findings as they come, then the summary."""
        try:
            self.out.write_findings(self._watch_parts(parts), form)
        finally:
            self.progress.clear_progress_line()
        self._print_check_summary(form)
        return self.check_status

    def _watch_parts(self, parts: Iterator[Part]) -> Iterator[Finding]:
        for part in parts:
            self._add_checked_part(part)
            if part.findings:
                self.first_code = self.first_code or part.findings[0].code
                self.progress.clear_progress_line()
            yield from part.findings
            self.progress.show_progress(self.sum.total_hands, self.sum.total_findings, part.shard.file)

    def _add_checked_part(self, part: Part) -> None:
        self.sum.add_part(part)
        self._say_empty(part)
        if part.lost is not None:
            self.progress.clear_progress_line()
            self.out.remark(LOST, file=part.shard.file, line=part.shard.line, reason=part.lost.reason)
        if part.report.nameless and part.shard.file != self.nameless_file:
            self.nameless_file = part.shard.file
            self.progress.clear_progress_line()
            self.out.complain(nameless(part.report.nameless))

    def _say_empty(self, part: Part) -> None:
        """Report that a file has no hand, if no other finding does."""
        said = any(finding.severity is not Severity.NOTE for finding in part.findings)
        self.handless &= not part.report.verdicts and not part.is_unreadable and not said
        if part.shard.last:
            if self.handless:
                self.progress.clear_progress_line()
                self.out.remark(NO_HAND, file=part.shard.file)
            self.handless = True

    @property
    def check_status(self) -> int:
        """The exit status: 2 for unreadable input, 1 for findings, otherwise 0."""
        if self.sum.has_unreadable_file:
            return REFUSED
        counts = self.sum.severities
        bad = counts[Severity.ERROR] + counts[Severity.WARNING] + (counts[Severity.NOTE] if self.strict else 0)
        return FINDINGS if bad else CLEAN

    def _print_check_summary(self, form: str) -> None:
        """Print the summary with the findings for people, and beside them for machines."""
        text = self.sum.summary_text(self.out.lang)
        if form == "pretty":
            from calarec.core.wording.cells import wrap_text

            if self.sum.total_findings:
                self.out.write_line()
            advice = self.out.explain_advice(self.first_code, has_links=True)
            for sentence in filter(None, (text, *self._repair_advice(), advice)):
                for line in wrap_text(sentence, self.out.width) if self.out.width else [sentence]:
                    self.out.write_line(line)
        else:
            self.out.remark(text)

    def _repair_advice(self) -> Iterator[str]:
        """Yield advice on how to repair hands that are not legal."""
        files = list(self.sum.files_to_repair)
        if files:
            file = visible(files[0]) if len(files) == 1 else "FILE"
            asked = f" --rules {visible(self.rules)}" if self.rules else ""
            yield fill_words(_REPAIR, self.out.lang, {"arguments": file + asked})

    # -------------------------------------------------------------- mending

    def mend_files(self, files: tuple[str, ...], form: str, *, write: bool, unsafe: bool) -> int:
        """Make or show the safe edits (with `unsafe` the others too); report the rest."""
        self.sum.mending = True
        left: list[Part] = []
        refused = False
        for file in files:
            parts: list[Part] = []
            try:
                with apply_fixes.refusing(file):
                    before = apply_fixes.stamp(file)
                    parts = self._parts_of_file(file)
                    left += self._mend_file(file, parts, before, write=write, unsafe=unsafe)
            except RefusalError as refusal:
                refused = True
                self.out.remark(f"calarec: {refusal.refusal_text(self.out.lang)}")
                left += parts
        if write:
            status = self.show_findings(iter(left), form)
        else:
            for part in left:
                self._add_checked_part(part)
            self.out.remark(self.sum.summary_text(self.out.lang))
            status = self.check_status
        return REFUSED if refused else status

    def _mend_file(
        self, file: str, parts: list[Part], before: apply_fixes.Stamp, *, write: bool, unsafe: bool
    ) -> list[Part]:
        if any(part.is_unreadable for part in parts):
            return parts
        if not write:
            self._diff(file, parts, unsafe=unsafe)
            return parts
        # What may change a meaning is made as `--diff` shows it, and nothing that would follow from it.
        for _ in range(1 if unsafe else apply_fixes.ROUNDS):
            if not any(finding.fix and (unsafe or finding.fix.safe) for finding in _findings_of_parts(parts)):
                break
            apply_fixes.refuse_unwritable(file)
            text, made = _mended_text(parts, apply_fixes.exact_text_of(file), file, unsafe=unsafe)
            if not made:
                break
            apply_fixes.replace_unchanged_file(file, text, before)
            self.sum.mended += made
            before = apply_fixes.stamp(file)
            parts = self._parts_of_file(file)
        return parts

    def _diff(self, file: str, parts: list[Part], *, unsafe: bool) -> None:
        """Show the changes that fixes would make; the file stays as it is."""
        from calarec.core.notation.formatter import unified_difference

        text = "".join(part.shard.shard_text() for part in parts)
        after, made = _mended_text(parts, text, file, unsafe=unsafe)
        if not made:
            return
        self.sum.mendable += len(apply_fixes.safe_edits(_findings_of_parts(parts)))
        name = f"{file} (--fix --unsafe)" if unsafe else f"{file} (--fix)"
        self.out.exactly([unified_difference(text, after, file, name)])

    def _parts_of_file(self, file: str) -> list[Part]:
        return list(check_files([file], rules=self.rules, every=True))


def _findings_of_parts(parts: list[Part]) -> list[Finding]:
    return [finding for part in parts for finding in part.findings]


def _mended_text(parts: list[Part], text: str, file: str, *, unsafe: bool) -> tuple[str, int]:
    """Return the text with its fixes applied, and the number of edits."""
    found = _findings_of_parts(parts)
    edits = apply_fixes.safe_edits(found)
    if not unsafe:
        return apply_fixes.apply_edits(text, edits), len(edits)
    edits = apply_fixes.unsafe_edits(found, text, edits)
    after = apply_fixes.apply_edits(text, edits)
    if not any(map(apply_fixes.is_guessed_word, found)):
        return after, len(edits)
    after, more = apply_fixes.with_readable_lines(after, file)
    return after, len(edits) + more


DECLARED = Command(
    run_check,
    arguments=(PATHS,),
    options=(
        RULES,
        *CREW,
        format_option(),
        STRICT,
        Option(
            "fix",
            ("--fix",),
            Words("Apply fixes that cannot change the meaning."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Words("Print what `--fix` would change, and change nothing."),
            kind="flag",
        ),
        Option(
            "unsafe",
            ("--unsafe",),
            Words(
                "With `--fix` or `--diff`, include fixes that may change the meaning: one in each hand, all "
                "in unreadable lines."
            ),
            kind="flag",
        ),
    ),
    example="calarec check evening.cal",
    paged=True,
    late=True,
    status_if_left=FINDINGS,  # there was more than a screen to report
)
