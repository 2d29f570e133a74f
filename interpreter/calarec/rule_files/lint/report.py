"""The report of checks: it finds place, excerpt and answer of a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.spans import Span
from calarec.core.wording.findings import Finding, Label, RuleRef
from calarec.core.wording.language import Words
from calarec.core.wording.phrases import parts_of_unit
from calarec.core.wording.sources import cite_by_name
from calarec.rule_files.because import SourceNote, by_default
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.lint.facts import points_in_unit
from calarec.rule_files.paths import slip
from calarec.rule_files.tree import NO_PLACE, Node, find_node, walk_tree
from calarec.rule_files.vocabulary import DEFINED_IN, list_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Origin
    from calarec.core.wording.findings import Fix
    from calarec.core.wording.language import Sayable
    from calarec.rule_files.header import HeaderSource
    from calarec.rule_files.lint.facts import Facts
    from calarec.rule_files.tree import Path, StatedLimit
    from calarec.rule_files.vocabulary import Reference


class Report:
    """The findings of one ruleset.

    `layer` is the id of the file that was asked for, `gone` are the paths that it removed, `spelt` the numbers
    written with their unit. `limits` are those that a file states under another key, `moved` the paths of rules that
    the table of a size states elsewhere.
    """

    def __init__(
        self,
        rules: Rules,
        root: Node,
        facts: Facts,
        *,
        layer: str,
        texts: Mapping[str, str],
        sources: Mapping[str, HeaderSource],
        gone: Mapping[str, Origin] | None = None,
        spelt: Mapping[Path, str] | None = None,
        limits: Mapping[Path, StatedLimit] | None = None,
        moved: Mapping[str, str] | None = None,
    ) -> None:
        self.rules = rules
        self.root = root
        self.facts = facts
        self.layer = layer
        self.sources = sources
        self.gone = gone or {}
        self.spelt = spelt or {}
        self.limits = limits or {}
        self.moved = moved or {}
        self.found: list[Finding] = []
        self._files = {file: FileFindings(file, text) for file, text in texts.items()}

    def add(
        self,
        code: str,
        path: str,
        *,
        wording: str = "",
        key: bool = False,
        labels: Iterable[tuple[str, Sayable]] = (),
        fix: Fix | None = None,
        **values: object,
    ) -> None:
        """Report a finding at a path: at a leaf's value, or at a key.

        It is at the value of a leaf (with `key`: at its key), and at the key of a map. A default is in no file and is
        reported where it was filled in.
        """
        keys = self._stated_keys(path)
        span = self._find_place(keys, key=key)
        self.add_at(
            code,
            span,
            wording=wording,
            labels=tuple(Label(self.rule_span(at), said) for at, said in labels if self.rule_span(at) != NO_PLACE),
            fix=fix,
            rule=self._rule_reference(keys),
            answered=self._is_answered(keys),
            **values,
        )

    def add_at(
        self,
        code: str,
        span: Span,
        *,
        wording: str = "",
        labels: tuple[Label, ...] = (),
        fix: Fix | None = None,
        rule: RuleRef | None = None,
        answered: bool = False,
        **values: object,
    ) -> None:
        """A finding at a place."""
        finding = Finding(
            code=code,
            span=span,
            args=values,
            wording=wording,
            labels=labels,
            fix=fix,
            rule=rule,
            excerpt=self._files[span.file].make_excerpt(span) if span.file in self._files else None,
        )
        from calarec.core.wording.severities import Severity

        if answered and finding.severity == Severity.WARNING:
            from calarec.core.base.frozen import replace

            finding = replace(finding, answered=True)
        self.found.append(finding)

    def rule_span(self, path: str) -> Span:
        """The place of the rule at a path."""
        return self._find_place(self._stated_keys(path), key=False)

    def is_stated_in_file(self, path: str) -> bool:
        """Check whether a file states the rule at a path, not the vocabulary.

        The defaults that a frozen file writes out still count as the vocabulary's.
        """
        node = find_node(self.root, self._stated_keys(path))
        if node is None or not node.origin.layer:
            return False
        return SourceNote(node.origin.source, node.origin.why) != by_default()

    def blame(self, *paths: str) -> str:
        """Choose the rule to blame: the first that the file itself states, else the first.

        A rule is the file's own also if only a part of it is, or if the file has removed it.
        """
        for path in paths:
            own = self._own_path(path)
            if own:
                return own
        return next((path for path in paths if self.is_stated_in_file(path)), paths[0])

    def _own_path(self, path: str) -> str:
        """The path of the file's own entry at a path or below it; empty without one."""
        if path in self.gone:
            return path
        keys = self._stated_keys(path)
        top = find_node(self.root, keys)
        if top is None:
            return ""
        found = [at for at, node in walk_tree(top, keys) if node.origin.layer == self.layer]
        return ".".join(found[0]) if found else ""

    def _stated_keys(self, path: str) -> Path:
        """The path at which a file states the rule, by its keys."""
        for rule, stated in self.moved.items():
            if path == rule or path.startswith(f"{rule}."):
                return tuple((stated + path[len(rule) :]).split("."))
        return tuple(path.split("."))

    def steps_by_mechanism(self, do: str) -> Iterator[tuple[str, Any]]:
        """The steps of one mechanism with their ids."""
        return ((key, step.params) for key, step in self.rules.steps.items() if step.do == do)

    def standing_by_mechanism(self, do: str) -> Iterator[tuple[str, Any]]:
        """The standing rules of one mechanism with their ids."""
        return ((key, rule.params) for key, rule in self.rules.standing.items() if rule.do == do)

    def references_to(self, kind: str) -> Iterator[Reference]:
        """Yield the places where the rules name something of a kind."""
        return (reference for reference in list_references(self.root) if reference.kind == kind)

    def points_words(self, count: int) -> Sayable:
        """Points as they are spoken of, and in the unit of the file."""
        return points_in_unit(count, self.rules.pack.unit)

    def payment(self, count: int) -> Words | str:
        """A payment in stakes, and in the unit of the file where that is another."""
        from calarec.core.wording.phrases import part_names, plain_amount

        unit = self.rules.settle.pay_unit
        said, parts = plain_amount(count, unit), parts_of_unit(unit)
        if parts == 1:
            return said
        return Words("{amount} ({count} {parts})", amount=said, count=count, parts=part_names(parts))

    def taken_out(self, reference: Reference) -> str:
        """The path where the file removes the target of a reference; empty if it does not."""
        section = (reference.path[0], "bonus") if reference.kind == "bonus" else (DEFINED_IN.get(reference.kind, ""),)
        path = ".".join((*section, reference.name))
        return next((at for at in (path, *section[:1], ".".join(section)) if at in self.gone), "")

    def likely_word(self, word: str, known: Iterable[str]) -> str:
        """The known word that was probably meant, or nothing."""
        return slip(word, known)

    def _find_place(self, keys: Path, *, key: bool) -> Span:
        gone = self.gone.get(".".join(keys))
        if gone is not None:
            return Span.from_column(gone.file, gone.line, gone.column, len(".".join(keys)))
        node = find_node(self.root, keys)
        if node is not None and node.span != NO_PLACE:
            return node.entry_span if key or not node.is_leaf else node.span
        for length in range(len(keys) - 1, 0, -1):
            above = find_node(self.root, keys[:length])
            if above is not None and above.entry_span != NO_PLACE:
                return above.entry_span
        return next((node.entry_span for node in self.root.entries.values() if node.entry_span != NO_PLACE), NO_PLACE)

    def _rule_reference(self, keys: Path) -> RuleRef | None:
        node = find_node(self.root, keys)
        if node is None:
            return None
        return RuleRef(
            ".".join(keys), str(node.origin), node.origin.source, cite_by_name(node.origin.source, self.sources)
        )

    def _is_answered(self, keys: Path) -> bool:
        """Check whether a file gives a reason for exactly this rule."""
        node, above = find_node(self.root, keys), find_node(self.root, keys[:-1])
        if above is not None and isinstance(above.value, list):
            return self._is_answered(keys[:-1])
        if node is None:
            return False
        outer = above.origin.why if above is not None else None
        if node.origin.why is not None:
            return node.origin.why != outer
        below = [child.origin.why for child in node.entries.values() if child.origin.layer]
        return bool(below) and below[0] is not None and all(why == below[0] for why in below)
