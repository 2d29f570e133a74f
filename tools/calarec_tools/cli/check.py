"""`calarec check PATH...`: every finding in files, folders and archives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.wording.language import Words
from calarec.wording.severities import Severity
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import CREW, FORMAT, PATHS, RULES, STRICT
from calarec_tools.cli.ruleset import load
from calarec_tools.runs import apply_fixes
from calarec_tools.runs.crews import crew
from calarec_tools.runs.inputs import find, size_of
from calarec_tools.runs.progress import Progress
from calarec_tools.runs.running import check_files
from calarec_tools.runs.shards import SIZE
from calarec_tools.runs.streams import CLEAN, FINDINGS, NO_HAND, REFUSED, Output, RefusalError
from calarec_tools.runs.summing import Sum
from calarec_tools.runs.unruled import nameless
from calarec_tools.runs.workers import LOST, useful_workers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.wording.findings import Finding
    from calarec_tools.runs.running import Part
    from calarec_tools.runs.streams import Output

_ALONE: Final = Words("`--unsafe` goes with `--diff`, which shows what would be changed, or with `--fix`.")


def check(
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
        load(rules)
    found = find(paths, out)
    if found.status and not found.files:
        return found.status
    check = _Check(out, rules, strict=strict)
    if fix or diff:
        status = check.mend(found.files, format, write=not diff, unsafe=unsafe)
    else:
        with crew(jobs, scheduler, parts, useful=useful_workers(size_of(found.files), 2 * SIZE)) as who:
            status = check.show(
                check_files(found.files, rules=rules, executor=who.executor, workers=who.workers, parts=who.parts),
                format,
            )
    return found.status or status


class _Check:
    """One run of the command."""

    def __init__(self, out: Output, rules: str | None, *, strict: bool) -> None:
        self.out = out
        self.rules = rules
        self.strict = strict
        self.sum = Sum()
        self.progress = Progress(out.lang)
        self.handless = True
        """Whether no hand has been seen yet in the present file."""

    def show(self, parts: Iterator[Part], form: str) -> int:
        """Writes the findings as they come, then the summary."""
        try:
            self.out.findings(self._watched(parts), form)
        finally:
            self.progress.clear()
        self._say(form)
        return self.status

    def _watched(self, parts: Iterator[Part]) -> Iterator[Finding]:
        for part in parts:
            self._take(part)
            if part.findings:
                self.progress.clear()
            yield from part.findings
            self.progress.at(self.sum.hands, self.sum.findings, part.shard.file)

    def _take(self, part: Part) -> None:
        self.sum.take(part)
        self._say_empty(part)
        if part.lost is not None:
            self.progress.clear()
            self.out.remark(LOST, file=part.shard.file, line=part.shard.line, reason=part.lost.reason)
        if part.report.nameless:
            self.progress.clear()
            self.out.complain(nameless(part.report.nameless))

    def _say_empty(self, part: Part) -> None:
        """That a file has no hand, if nothing else says why."""
        said = any(each.severity is not Severity.NOTE for each in part.findings)
        self.handless &= not part.report.verdicts and not part.unreadable and not said
        if part.shard.last:
            if self.handless:
                self.progress.clear()
                self.out.remark(NO_HAND, file=part.shard.file)
            self.handless = True

    @property
    def status(self) -> int:
        """What the exit status must say."""
        if self.sum.unreadable:
            return REFUSED
        counts = self.sum.severities
        bad = counts[Severity.ERROR] + counts[Severity.WARNING] + (counts[Severity.NOTE] if self.strict else 0)
        return FINDINGS if bad else CLEAN

    def _say(self, form: str) -> None:
        """The summary goes with what is asked for where people read it, and beside it where machines do."""
        text = self.sum.said(self.out.lang)
        if form == "pretty":
            from calarec.wording.cells import wrap_text

            if self.sum.findings:
                self.out.line()
            for line in wrap_text(text, self.out.width) if self.out.width else [text]:
                self.out.line(line)
        else:
            self.out.remark(text)

    # -------------------------------------------------------------- mending

    def mend(self, files: tuple[str, ...], form: str, *, write: bool, unsafe: bool) -> int:
        """Makes the safe edits (and the others, if they are wanted), or shows them; then tells what is left."""
        self.sum.mending = True
        left: list[Part] = []
        refused = False
        for file in files:
            parts: list[Part] = []
            try:
                with apply_fixes.refusing(file):
                    before = apply_fixes.stamp(file)
                    parts = self._parts(file)
                    left += self._mend(file, parts, before, write=write, unsafe=unsafe)
            except RefusalError as refusal:
                refused = True
                self.out.remark(f"calarec: {refusal.said(self.out.lang)}")
                left += parts
        if write:
            status = self.show(iter(left), form)
        else:
            for part in left:
                self._take(part)
            self.out.remark(self.sum.said(self.out.lang))
            status = self.status
        return REFUSED if refused else status

    def _mend(
        self, file: str, parts: list[Part], before: apply_fixes.Stamp, *, write: bool, unsafe: bool
    ) -> list[Part]:
        if any(part.unreadable for part in parts):
            return parts
        if not write:
            self._diff(file, parts, unsafe=unsafe)
            return parts
        # What may change a meaning is made as `--diff` shows it, and nothing that would follow from it.
        for _ in range(1 if unsafe else apply_fixes.ROUNDS):
            if not any(each.fix and (unsafe or each.fix.safe) for each in _findings(parts)):
                break
            apply_fixes.refuse_unwritable(file)
            text, made = _mended_text(parts, apply_fixes.text_of(file), file, unsafe=unsafe)
            if not made:
                break
            apply_fixes.write(file, text, before)
            self.sum.mended += made
            before = apply_fixes.stamp(file)
            parts = self._parts(file)
        return parts

    def _diff(self, file: str, parts: list[Part], *, unsafe: bool) -> None:
        """Shows what mending would change; the file stays as it is."""
        from calarec.notation.formatter import difference

        text = "".join(part.shard.read() for part in parts)
        after, made = _mended_text(parts, text, file, unsafe=unsafe)
        if not made:
            return
        self.sum.mendable += len(apply_fixes.safe_edits(_findings(parts)))
        name = f"{file} (--fix --unsafe)" if unsafe else f"{file} (--fix)"
        self.out.exactly([difference(text, after, file, name)])

    def _parts(self, file: str) -> list[Part]:
        return list(check_files([file], rules=self.rules, every=True))


def _findings(parts: list[Part]) -> list[Finding]:
    return [finding for part in parts for finding in part.findings]


def _mended_text(parts: list[Part], text: str, file: str, *, unsafe: bool) -> tuple[str, int]:
    """The text of a file with what is wrong with it mended, and how many edits that took."""
    found = _findings(parts)
    edits = apply_fixes.safe_edits(found)
    if not unsafe:
        return apply_fixes.edited(text, edits), len(edits)
    edits = apply_fixes.unsafe_edits(found, text, edits)
    after = apply_fixes.edited(text, edits)
    if not any(map(apply_fixes.is_guessed_word, found)):
        return after, len(edits)
    after, more = apply_fixes.readable(after, file)
    return after, len(edits) + more


DECLARED = Command(
    check,
    arguments=(PATHS,),
    options=(
        RULES,
        *CREW,
        FORMAT,
        STRICT,
        Option(
            "fix",
            ("--fix",),
            Words("Mend what can be mended without changing any meaning."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Words("Show what --fix would change; change nothing."),
            kind="flag",
        ),
        Option(
            "unsafe",
            ("--unsafe",),
            Words(
                "With --diff or --fix: also fixes that may change the meaning, one in a hand, and all in lines that "
                "cannot be read."
            ),
            kind="flag",
        ),
    ),
    example="calarec check evening.cal",
    paged=True,
    late=True,
)
