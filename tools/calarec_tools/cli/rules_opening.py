"""Opening a ruleset for a command, or saying why that cannot be done."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec.rule_files.load import RulesetError, load_ruleset
from calarec.rule_files.locate import is_part_file
from calarec_tools.output.files.streams import FINDINGS, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec_tools.output.files.streams import Output

UNREADABLE: Final = ("RUL001", "RUL002", "RUL003", "RUL004")
"""Codes of a file that is not there, or that cannot be read at all."""


class FaultyError(Exception):
    """A ruleset with an error; its findings have been shown."""

    status: Final = FINDINGS


def open_ruleset(out: Output, rules: str) -> Ruleset:
    """Return the ruleset of an id or a path.

    A missing file is refused; errors of the rules are shown, then FaultyError is raised.
    """
    try:
        return load_ruleset(rules)
    except RulesetError as error:
        first = unreadable_finding(error.findings)
        if first is not None:
            raise refusal_of_finding(out, first) from None
        errors = [finding for finding in error.findings if finding.severity == "error"]
        _print_findings(out, errors)
        raise FaultyError from None


def parent_of(out: Output, ruleset: Ruleset) -> Ruleset | None:
    """The ruleset that a file extends."""
    if len(ruleset.layers) < 2:
        return None
    parent = ruleset.layers[1]
    files = {origin.file for _, origin in ruleset.leaves.values() if origin.layer == parent and origin.file}
    own = [file for file in files if not is_part_file(file)]
    return open_ruleset(out, own[0] if len(own) == 1 else parent)


def short_path(file: str) -> str:
    """Shorten the path of a file to start at the working folder, if it is below."""
    here = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118
    return file.removeprefix(here)


def unreadable_finding(findings: Iterable[Finding]) -> Finding | None:
    """Return the finding that the file cannot be read, if there is one."""
    return next((finding for finding in findings if finding.code in UNREADABLE and not finding.span.line), None)


def refusal_of_finding(out: Output, finding: Finding) -> RefusalError:
    """A finding as a refusal, in one line."""
    said = finding.message(out.lang)
    help_text = finding.help(out.lang)
    return RefusalError(Words("{said}"), said=f"{said}; {help_text}" if help_text else said)


def _print_findings(out: Output, findings: list[Finding]) -> None:
    from calarec_tools.output.render import render

    for piece in render(findings, lang=out.lang, width=out.width):
        sys.stderr.write(piece)
