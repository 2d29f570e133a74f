"""`calarec rules check`: every finding in rule files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from calarec.core.wording.language import Phrase, Words
from calarec.core.wording.severities import Severity
from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.locate import ENDING, is_part_file, known_ids, rule_folders
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import ONE_RULESET, STRICT, format_option
from calarec_tools.cli.rules_opening import unreadable_finding
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec_tools.output.files.streams import Output

_NAMED = Words("which files? `--fix` changes only files that are named.")
_EMPTY = Words("`{path}`: there is no rule file in this folder (a file ending in .yaml).")
_SUMMARY = Words("{files} checked: {errors}, {warnings}, {notes}.")

_WITNESS = Words("{file}: a hand that shows it")


def run_rules_check(
    out: Output,
    *,
    rules: tuple[str, ...],
    format: str,  # noqa: A002
    strict: bool,
    hands: int,
    witness: str | None,
    fix: bool,
) -> int:
    """Check the rule files named (files, folders, ids), or all that have an id.

    Accepted rules are tried out with `hands` random hands. With `witness`, a folder, findings about a hand are shown by
    a hand there. With `fix`, the named files are changed first.
    """
    if witness is not None:
        from calarec_tools.output.files.output_files import refuse_no_folder

        refuse_no_folder(witness, "-o")
    counts = dict.fromkeys(Severity, 0)
    first_code = ""
    asked = list(_asked_files(rules, out))
    refused = False
    if fix:
        from calarec_tools.cli.rules_fixing import fix_rule_file

        if not rules:
            raise RefusalError(_NAMED)
        for file in asked:
            fix_rule_file(out, file)

    def findings() -> Iterator[Finding]:
        nonlocal refused, first_code
        seen: set[Finding | tuple[object, ...]] = set()
        for each in asked:
            loaded = check_rule_file(each)
            found = loaded.of_file()
            if loaded.ruleset is not None:
                found += tried_out(loaded.ruleset, hands)
            refused |= unreadable_finding(found) is not None
            for finding in found:
                # A parent's findings are told once, however many files extend it.
                key = (finding.code, finding.span, finding.wording)
                if key not in seen:
                    seen.add(key)
                    counts[finding.severity] += 1
                    first_code = first_code or finding.code
                    yield finding
                    if witness and loaded.ruleset is not None:
                        _write_witness(out, loaded.ruleset, finding, Path(witness))

    status = out.write_findings(findings(), format)
    if strict and counts[Severity.NOTE]:
        status = FINDINGS
    _print_summary(out, asked, counts, first_code if format == "pretty" else "")
    return REFUSED if refused else status or CLEAN


def _print_summary(out: Output, asked: list[str], counts: Mapping[Severity, int], code: str) -> None:
    """Print the number of findings, and where the first code is explained."""
    advice = out.explain_advice(code, has_links=True)
    if advice:
        out.write_line(f"\n{advice}")
    out.remark(
        _SUMMARY,
        files=Phrase("figures", sum(not is_part_file(each) for each in asked), Words("ruleset|rulesets")),
        errors=Phrase("figures", counts[Severity.ERROR], Words("error|errors")),
        warnings=Phrase("figures", counts[Severity.WARNING], Words("warning|warnings")),
        notes=Phrase("figures", counts[Severity.NOTE], Words("note|notes")),
    )


def tried_out(ruleset: Ruleset, hands: int) -> tuple[Finding, ...]:
    """Play random hands; return one finding if that fails, otherwise none."""
    from calarec.core.base.spans import Span
    from calarec.core.wording.findings import Finding
    from calarec.simulation.witness import try_out

    trial = try_out(ruleset, hands=hands)
    if not trial.problem:
        return ()
    place = Span.from_column(ruleset.file, 1, 1)
    return (Finding(code="RUL801", span=place, args={"hands": trial.hands, "problem": trial.problem}),)


def _write_witness(out: Output, ruleset: Ruleset, finding: Finding, folder: Path) -> None:
    """Write a hand that shows the finding, if there is one."""
    from calarec.core.notation.writer import write
    from calarec.simulation.witness import witness
    from calarec_tools.output.files.replacing import replace_file

    hand = witness(ruleset, finding)
    if hand is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{ruleset.id}-{finding.code}-{finding.span.line}.cal"
    head = f"; composed by calarec rules check: a hand that shows {finding.code} at {finding.span}\n"
    replace_file(file, [head, write([hand])])
    out.remark(_WITNESS, file=str(file))


def _asked_files(rules: tuple[str, ...], out: Output) -> Iterator[str]:
    """List the rulesets to check; pass over what is no ordinary file, with a remark."""
    from calarec_tools.output.files.inputs import NO_FILE, is_ordinary

    found = [] if rules else list(known_ids(rule_folders()).items())
    for rule in rules:
        if Path(rule).is_dir():
            files = sorted(str(file) for file in Path(rule).iterdir() if file.name.endswith(ENDING))
            if not files:
                raise RefusalError(_EMPTY, path=rule)
            found += [(file, file) for file in files]
        else:
            found.append((rule, ""))
    for name, file in found:
        if file and not is_ordinary(file):
            out.remark(NO_FILE, path=file)
        else:
            yield name


DECLARED = Command(
    run_rules_check,
    arguments=(
        ONE_RULESET._replace(help=Words("Ids, files or folders [default: all rulesets]"), required=False, many=True),
    ),
    options=(
        format_option(),
        STRICT,
        Option(
            "hands",
            ("--hands",),
            Words("The number of random hands to play under each accepted ruleset."),
            kind="whole",
            default=1000,
            least=0,
        ),
        Option(
            "fix",
            ("--fix",),
            Words("Apply the fixes that an editor offers, if nothing gets worse."),
            kind="flag",
        ),
        Option(
            "witness",
            ("--witness", "-o"),
            Words("A folder for hands that show a finding."),
            metavar="FOLDER",
        ),
    ),
    example="calarec rules check club.yaml",
)
