"""Findings and rules in the report: an illegal move is judged where it was made.

Terms. A finding is *of the course* if it is about a move; the others (assertions, style, pins) come last,
as `check` would show them. The rules that decided, with their places and their sources, come at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.wording.cells import cells, visible
from calarec.core.wording.language import Words, text_in
from calarec.core.wording.people import name_people
from calarec.core.wording.sources import OWN, name_source, rule_place, source_parts, source_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.mechanisms.ruleset import Ruleset, SourceText
    from calarec.core.wording.findings import Finding, RuleRef
    from calarec_tools.output.report.page import Page
    from calarec_tools.output.report.people import People


_COURSE: Final = ("CAL2", "CAL3", "CAL4", "CAL5")
_AT: Final = Words("line {place}")
_SOURCE: Final = Words("source {source}")


class Wrong:
    """The findings of the course of a hand, printed as the report reaches their lines."""

    def __init__(self, page: Page, people: People, findings: Iterable[Finding]) -> None:
        self.page = page
        self.people = people
        self.left = sorted((finding for finding in findings if is_of_course(finding)), key=lambda each: each.span.line)

    def print_before(self, line: int) -> None:
        """Print the findings of the lines before this one."""
        while self.left and self.left[0].span.line < line:
            self._print_finding(self.left.pop(0))

    def finding_columns(self, line: int) -> list[int]:
        """The columns of a line at which something is wrong."""
        return [each.span.column for each in self.left if each.span.line == line and each.severity != "note"]

    def print_rest(self) -> None:
        """Print all that is left."""
        for finding in self.left:
            self._print_finding(finding)
        self.left = []

    def _print_finding(self, finding: Finding) -> None:
        page, people = self.page, self.people
        named = by_name(people, finding)
        style = "faint" if finding.severity == "note" else "wrong"
        mark = "·" if finding.severity == "note" else "✗"
        message = visible(named.message(people.lang))
        page.print_spans(
            [(f"{mark} {finding.code}", style), (f" {as_sentence(message)}", "strong")],
            indent=4,
        )
        advice = named.help(people.lang)
        if advice:
            page.print_spans([(as_sentence(advice), "")], indent=6, hang=6)
        place = f"{finding.span.line}:{finding.span.column}"
        rule = [people.name_rule(finding.rule.path), rule_said(page, people, finding.rule.path)] if finding.rule else []
        page.print_spans(
            [(" · ".join([page.localized_text(_AT.with_values(place=place)), *rule]), "faint")], indent=6, hang=6
        )


def by_name(people: People, finding: Finding) -> Finding:
    """A finding that speaks of people by their names."""
    return with_people_named(finding, dict(zip(people.setting.labels, people.names_by_seat, strict=True)))


def with_people_named(finding: Finding, people: Mapping[str, str]) -> Finding:
    """Replace seats by people in a finding, and shorten the file of its rule."""
    if not people:
        return finding
    rule = finding.rule and replace(finding.rule, at=rule_place(finding.rule.at, own=True))
    return replace(name_people(finding, people), rule=rule)


def as_sentence(text: str) -> str:
    """A finding's words as a sentence."""
    return visible(text[:1].upper() + text[1:]) + ("" if text.endswith((".", "?", "!")) else ".")


def is_of_course(finding: Finding) -> bool:
    """Check whether a finding is about a move."""
    return finding.code.startswith(_COURSE)


def rule_said(page: Page, people: People, path: str) -> str:
    """The place of a rule and its source, in words."""
    rule = people.ruleset.ref(path)
    said = _source_said(page, rule)
    return ", ".join(part for part in (nearby(rule_place(rule.at, own=True)), said) if part)


def _source_said(page: Page, rule: RuleRef) -> str:
    """Return the source of a rule in words."""
    if rule.source in OWN:
        return page.localized_text(OWN[rule.source])
    if not rule.source:
        return ""
    return "".join(part for part, _ in page.filled_spans(_SOURCE, source=visible(rule.cited)))


def nearby(place: str) -> str:
    """Return a place, relative to the working folder if the file is below it."""
    import os

    if not os.path.isabs(place):  # noqa: PTH117
        return visible(place)
    try:
        here = os.path.relpath(place)
    except ValueError:
        return visible(place)
    return visible(place if here.startswith(os.pardir) else here)


_RULES: Final = Words("The rules named here")
_SOURCES: Final = Words("Their sources")
_DEFAULT: Final = Words("default of the vocabulary")
_MORE: Final = Words("`--full`: the table, the account, and every rule with its place.")
_SEEN: Final = Words("seen {day}")


def print_rules(page: Page, ruleset: Ruleset, paths: Iterable[str]) -> None:
    """Print the named rules, with places and sources; then the list of sources.

    A short report has only the sources.
    """
    if not page.full:
        _print_sources(
            page, ruleset, dict.fromkeys(source_parts(ruleset.ref(path).source)[0] for path in sorted(paths))
        )
        page.print_sentence(_MORE, indent=0)
        return
    page.print_title(_RULES)
    named = sorted(paths)
    found = [ruleset.ref(path) for path in named]
    places = [nearby(rule_place(rule.at, own=True)) or page.localized_text(_DEFAULT) for rule in found]
    sources = [visible(text_in(source_text(rule.source, ruleset.sources), page.lang)) for rule in found]
    widths = [max(map(cells, column), default=0) for column in (named, places, sources)]
    narrow = page.width and sum(widths) + 6 > page.width
    for path, place, source in zip(named, places, sources, strict=True):
        if narrow:
            page.print_spans([(path, "")])
            page.print_spans([(f"{place}, {source}", "faint")], indent=4)
        else:
            page.print_row([(f"  {path:<{widths[0]}}  ", ""), (f"{place:<{widths[1]}}  {source}", "faint")])
    _print_sources(page, ruleset, dict.fromkeys(source_parts(rule.source)[0] for rule in found))


def _print_sources(page: Page, ruleset: Ruleset, cited: Iterable[str]) -> None:
    """The texts that rules were taken from."""
    known = [(name, ruleset.sources[name]) for name in cited if name in ruleset.sources]
    if not known:
        return
    if page.full:
        page.print_title(_SOURCES)
    indent = 2 if page.full else 0
    for source_id, text in known:
        name = visible(name_source(source_id, ruleset.sources))
        page.print_spans([(f"{name}: ", "strong"), (_source_text(page, text), "")], indent=indent, hang=indent + 2)


def _source_text(page: Page, source: SourceText) -> str:
    seen = "".join(part for part, _ in page.filled_spans(_SEEN, day=source.seen)) if source.seen and page.full else ""
    return visible(", ".join(part for part in (source.title, source.by, source.where, seen) if part))
