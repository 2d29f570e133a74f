"""Runs every check on one ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from calarec.core.mechanisms.rules import find_paths_of_size, resolve_table_size
from calarec.core.wording.severities import Severity
from calarec.rule_files.lint.facts import Facts
from calarec.rule_files.lint.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Origin
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.tree import Node

    Check = Callable[[Rules, Report], None]


_MAX_FINDINGS: Final = 100
"""The most findings on a file: more do not help."""


class RulesetLike(Protocol):
    """The parts of a ruleset that `lint` needs."""

    @property
    def id(self) -> str:
        """Its id, which is that of its first layer."""
        ...

    @property
    def rules(self) -> Rules:
        """Its model."""
        ...


def lint(ruleset: RulesetLike, root: Node, composed: Composed | None = None) -> tuple[Finding, ...]:
    """Run all checks on valid rules; findings in the order of the files and lines.

    `root` is the flat tree with its defaults. With `composed` the findings show the lines of the files, and the
    checks of words and sources are made, which need more than the rules.
    """
    texts = {file.name: file.raw.decode("utf-8-sig", "replace") for file in composed.files} if composed else {}
    spelt, limits = (composed.spelt, composed.limits) if composed else (None, None)

    def begin_report(rules: Rules, moved: Mapping[str, str] | None = None) -> Report:
        return Report(
            rules,
            root,
            Facts(rules),
            layer=ruleset.id,
            texts=texts,
            sources=composed.sources if composed else {},
            gone=_removed_paths(composed),
            spelt=spelt,
            limits=limits,
            moved=moved,
        )

    report = begin_report(ruleset.rules)
    is_one_size = not ruleset.rules.table.by_seats
    for check in checks():
        if is_one_size or check.__module__ not in _OF_ONE_SIZE:
            check(ruleset.rules, report)
    if not is_one_size:
        report.found += _find_by_size(ruleset.rules, begin_report)
    if composed is not None:
        from calarec.rule_files.lint.counting import check_inherited_units
        from calarec.rule_files.lint.style import check_header, check_sources

        check_inherited_units(composed, report)
        check_sources(composed, report)
        check_header(composed, report)
    return _sort_findings(report.found, list(texts))


_OF_ONE_SIZE: Final = frozenset(
    f"calarec.rule_files.lint.{name}"
    for name in (
        "bonuses", "counted_points", "deals", "declaring", "exchanges", "opponents", "passing", "payments", "standing",
        "table_limits",
    )
)  # fmt: skip
"""The checks of cards: run for the table of each size, if pack or deal differ."""


def _find_by_size(rules: Rules, begin_report: Callable[[Rules, Mapping[str, str]], Report]) -> list[Finding]:
    """The findings at tables of each size: errors at any, others that hold at all."""
    found: list[list[Finding]] = []
    for seats in rules.table.seats:
        there = resolve_table_size(rules, seats)
        report = begin_report(there, find_paths_of_size(rules, seats))
        for check in checks():
            if check.__module__ in _OF_ONE_SIZE:
                check(there, report)
        found.append(report.found)
    everywhere = (
        set.intersection(*({_finding_key(finding) for finding in of_size} for of_size in found)) if found else set()
    )
    return [
        finding
        for of_size in found
        for finding in of_size
        if finding.severity == Severity.ERROR or _finding_key(finding) in everywhere
    ]


def _finding_key(finding: Finding) -> tuple[str, str, str]:
    """The subject of a finding: its code and wording, and the rule."""
    return finding.code, finding.wording, finding.rule.path if finding.rule is not None else str(finding.span)


def _removed_paths(composed: Composed | None) -> dict[str, Origin]:
    """The paths that the file itself has removed from its parent."""
    if composed is None:
        return {}
    own = (change for change in composed.changes if change.kind == "off" and change.origin.layer == composed.layer.id)
    return {".".join(each.path): each.origin for each in own}


def _sort_findings(found: list[Finding], files: list[str]) -> tuple[Finding, ...]:
    """Sort findings, one of a kind at each place.

    A mere note on the parent's rule is reported only with the parent.
    """
    unique: dict[object, Finding] = {}
    for each in found:
        unique.setdefault((each.code, each.span, each.wording), each)
    told = [finding for finding in unique.values() if not _is_of_parent(finding, files)]
    order = {file: number for number, file in enumerate(files)}
    told.sort(key=lambda each: (order.get(each.span.file, 0), each.span.start_position, each.code))
    return tuple(told[:_MAX_FINDINGS])


def _is_of_parent(finding: Finding, files: list[str]) -> bool:
    return finding.severity == "note" and finding.span.file in files[1:]


def checks() -> Iterator[Check]:
    """Every check, room by room; they are imported when a ruleset is to be checked."""
    from calarec.rule_files.lint import (
        agreed,
        auction,
        bonuses,
        counted_points,
        counting,
        deals,
        declaring,
        endings,
        exchanges,
        opponents,
        passing,
        payments,
        sides,
        standing,
        style,
        table,
        table_limits,
    )

    for module in (
        sides,
        auction,
        bonuses,
        opponents,
        counted_points,
        counting,
        endings,
        exchanges,
        passing,
        payments,
        standing,
        declaring,
        deals,
        style,
        table,
        table_limits,
        agreed,
    ):
        yield from module.CHECKS
