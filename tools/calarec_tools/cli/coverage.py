"""`calarec coverage`: the rules that a collection exercises, and the others."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Phrase, Words
from calarec.core.wording.sources import rule_place
from calarec_tools.archive.covering import Coverage, CoveredBranch, counts_of
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import CREW, JSON, PATHS, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import size_of_files
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output
from calarec_tools.output.report.page import Page

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

FORMAT: Final = "calarec-coverage/1"
_BYTES_PER_PROCESS: Final = 1 << 18
"""Bytes of records for each process."""
_EXERCISED: Final = Words("{id}: {read} of {of} rules are exercised by {hands} ({share}%).")
_SILENT: Final = Words("{count:# more is|# more are} of no hand: nothing that is played could show them.")
_OTHERS: Final = Words("Not counted, since these rules find an error there: {hands}.")
_NEVER: Final = Words("Exercised by no hand")
_HAPPENS: Final = Words("How often")
_HANDS: Final = Words("hand|hands")
_WON: Final = Words("{name}: {count} (won {won}, lost {lost})")
_COUNT: Final = Words("{name}: {count}")
_KINDS: Final = {
    "contract": Words("Contracts"),
    "bonus": Words("Bonuses"),
    "word": Words("Waiting words"),
    "raise": Words("Raises"),
    "fault": Words("Irregularities"),
    "agreed": Words("Rules kept by hand"),
    "next": Words("Rules of the match"),
    "outcome": Words("How hands ended"),
}
_FEWER: Final = Words("{id}: {share}% is less than {least}%.")


def run_coverage(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: str | None,
    listing: bool,
    fail_under: int | None,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    json: bool,
) -> int:
    """Report the coverage of each ruleset; status 1 if it is below `fail_under`."""
    asked = None if rules is None else named_ruleset(rules)
    over = OverFiles(out, paths)
    if not over.files:
        return REFUSED
    covered: dict[tuple[str, str], Coverage] = {}
    ask = partial(counts_of, asked=asked)
    with crew(jobs, scheduler, parts, useful=useful_workers(size_of_files(over.files), _BYTES_PER_PROCESS)) as who:
        for counts in over.answers_of_runs(ask, who):
            key = counts.ruleset.id, counts.ruleset.digest
            covered.setdefault(key, Coverage(counts.ruleset)).add_coverage(counts)
    if not covered:
        return REFUSED  # each file has been said to have no hand
    status = CLEAN
    for each in covered.values():
        if json:
            from calarec.core.base.escapes import to_json_line

            out.write_line(to_json_line(coverage_data(each)))
        elif listing:
            _listing(out, each)
        else:
            _print_coverage(out, each)
        if fail_under is not None and each.exercised_share < fail_under:
            out.remark(_FEWER, id=each.ruleset.id, share=_percent(each), least=fail_under)
            status = FINDINGS
    return over.status or status


def _percent(found: Coverage) -> str:
    """The share, never rounded up to all."""
    return str(int(found.exercised_share))


# ---------------------------------------------------------------------- told to people


def _print_coverage_summary(page: Page, found: Coverage) -> None:
    silent = len(found.silent)
    page.print_sentence(
        _EXERCISED, indent=0, id=found.ruleset.id, read=len(found.first), of=len(found.ruleset.leaves) - silent,
        hands=_number_of_hands(found.hands), share=_percent(found),
    )  # fmt: skip
    if silent:
        page.print_sentence(_SILENT, indent=0, count=silent)
    if found.others:
        page.print_sentence(_OTHERS, indent=0, hands=_number_of_hands(found.others))


def _number_of_hands(count: int) -> Phrase:
    return Phrase("figures", count, _HANDS)


def _print_coverage(out: Output, found: Coverage) -> None:
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    _print_coverage_summary(page, found)
    page.print_title(_HAPPENS)
    by_kind: dict[str, list[CoveredBranch]] = {}
    for branch in found.covered_branches():
        by_kind.setdefault(branch.kind, []).append(branch)
    for kind, branches in by_kind.items():
        said = "; ".join(page.localized_text(_branch(branch)) for branch in branches)
        page.print_spans([(f"{page.localized_text(_KINDS[kind])}: {visible(said)}", "")])
    never = found.unexercised_leaves
    if never:
        page.print_title(_NEVER)
    for path in never:
        page.print_spans([(path, "")], _rule_place(found.ruleset, path))
    out.write("\n".join(page.lines) + "\n")


def _branch(each: CoveredBranch) -> Words:
    if each.kind == "contract" and each.times:
        return _WON.with_values(name=each.name, count=each.times, won=each.won, lost=each.lost)
    return _COUNT.with_values(name=each.name, count=each.times)


def _rule_place(ruleset: Ruleset, path: str) -> str:
    origin = ruleset.leaves[path][1]
    return rule_place(str(origin)) if origin.file else ""


def _listing(out: Output, found: Coverage) -> None:
    """Print the rule files, each line marked by its rules.

    `+`: all are exercised; `-`: not all are; `.`: no hand can exercise them.
    """
    page = Page(out.lang, width=0, colour=out.has_colour)
    _print_coverage_summary(page, found)
    silent = found.silent
    marks: dict[str, dict[int, str]] = {}
    for path, (_, origin) in found.ruleset.leaves.items():
        if not origin.file:
            continue
        lines = marks.setdefault(origin.file, {})
        mark = "+" if path in found.first else "." if path in silent else "-"
        lines[origin.line] = max(lines.get(origin.line, mark), mark, key=".+-".index)
    for file, lines in marks.items():
        page.blank()
        page.print_row([(os.path.basename(file), "strong")])  # noqa: PTH119
        try:
            with open(file, encoding="utf-8") as stream:  # noqa: PTH123
                text = stream.read().splitlines()
        except OSError:
            continue
        for number, line in enumerate(text, 1):
            mark = lines.get(number, " ")
            page.print_row([(f"{mark} {number:4} {visible(line)}", "wrong" if mark == "-" else "")])
    out.write("\n".join(page.lines) + "\n")


# ---------------------------------------------------------------------- for programs


def coverage_data(found: Coverage) -> dict[str, Any]:
    """Return the coverage of a ruleset as plain data."""
    ruleset, silent = found.ruleset, found.silent
    return {
        "format": FORMAT,
        "rules": ruleset.identity,
        "hands": found.hands,
        "others": found.others,
        "exercised": len(found.first),
        "of": len(ruleset.leaves) - len(silent),
        "share": round(found.exercised_share, 2),
        "leaves": [
            {
                "rule": path,
                "value": value,
                "at": str(origin),
                "exercised": path in found.first,
                "silent": path in silent,
                "first": found.first[path]._asdict() if path in found.first else None,
            }
            for path, (value, origin) in ruleset.leaves.items()
        ],
        "branches": [_branch_object(branch) for branch in found.covered_branches()],
    }


def _branch_object(each: CoveredBranch) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": each.kind, "name": each.name, "count": each.times}
    return told | ({"won": each.won, "lost": each.lost} if each.kind == "contract" else {})


DECLARED = Command(
    run_coverage,
    arguments=(PATHS,),
    options=(
        RULES,
        Option(
            "listing",
            ("--listing",),
            Words("Print the rule files line by line: + used, - used in part, . not testable by a hand."),
            kind="flag",
        ),
        Option(
            "fail_under",
            ("--fail-under",),
            Words("Exit with status 1 if the records use less than this percentage of the rules."),
            kind="whole",
            metavar="PERCENT",
            least=0,
            most=100,
        ),
        *CREW,
        JSON,
    ),
    example="calarec coverage season --rules pagat",
    paged=True,
    late=True,
)
