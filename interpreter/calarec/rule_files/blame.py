"""The change to blame: findings of a derived ruleset, moved to the author's lines.

The findings of a ruleset that extends another go in and come out, each at the change without which it would not be.
That is tried: the tree is composed again without the change, and checked again.

Terms. A *change* is one entry of `set` or `add`, by the section and the text of its path. A finding that the parent
has too stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.mechanisms.rules import build_rules
from calarec.core.wording.findings import Label, Told
from calarec.core.wording.language import Words
from calarec.core.wording.severities import Severity
from calarec.rule_files.compose import recompose
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.lint.runner import lint
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import to_plain
from calarec.rule_files.validate import validate

if TYPE_CHECKING:
    from calarec.core.base.spans import Span
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.locate import ReadFile
    from calarec.rule_files.tree import Node
    from calarec.rule_files.vocabulary import Vocabulary

Change = tuple[str, str]

_MAX_CHANGES_TRIED_ALONE: Final = 8
"""The most changes that are left out one by one; of more, half at a time."""
_MAX_TRIALS: Final = 200
"""The most trials, as files come from strangers; then a finding stays in place."""
_BROKEN: Final = Words("what does not go with it")


class _Candidate(NamedTuple):
    """The rules of a trial, as `lint` wants them."""

    id: str
    rules: Rules


def attribute_findings(composed: Composed, vocabulary: Vocabulary, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Move the findings of a tree to places where the author of the file can fix them."""
    if len(composed.steps) < 2 or composed.root is None:
        return found
    trials = _Trials(composed, vocabulary)
    told: list[Finding] = []
    for each in found:
        placed = each if each.severity == Severity.NOTE else trials.place_finding(each)
        same = [n for n, other in enumerate(told) if (other.code, other.span) == (placed.code, placed.span)]
        if placed is each or not same:
            told.append(placed)
            continue
        # One change, one finding: what else it breaks in the same way is said beside it.
        known = told[same[0]]
        told[same[0]] = replace(known, labels=(*known.labels, Label(each.span, Told(each))))
    order = {file.name: number for number, file in enumerate(composed.files)}
    return tuple(sorted(told, key=lambda each: (order.get(each.span.file, 0), each.span.start_position, each.code)))


class _Trials:
    """The findings of what the tree would be, kept by what was left out."""

    def __init__(self, composed: Composed, vocabulary: Vocabulary) -> None:
        self.composed = composed
        self.vocabulary = vocabulary
        self.files = [step.findings.file for step in composed.steps]
        self.kept: dict[tuple[int, frozenset[Change]], tuple[bool, tuple[Finding, ...]] | None] = {}

    def place_finding(self, finding: Finding) -> Finding:
        """The finding at the change to blame, or as it is."""
        if not self._is_there(finding, 0, frozenset()):
            return finding  # it is of the header: no rule is to blame
        own = self.files.index(finding.span.file) if finding.span.file in self.files else 0
        for layer in range(own + (own == 0)):
            if self._is_there(finding, layer + 1, frozenset()):
                continue
            changes = _list_changes(self.composed.steps[layer].root)
            here = [change for change in changes if layer == own and _is_span_in_entry(changes[change], finding.span)]
            guilty = here if here and not self._is_there(finding, layer, frozenset(here)) else []
            guilty = guilty or self._guilty(finding, layer, list(changes))
            if not guilty or set(here) & set(guilty):
                return finding
            return self._finding_at_change(finding, layer, guilty[-1], changes[guilty[-1]])
        return finding

    def _guilty(self, finding: Finding, layer: int, changes: list[Change]) -> list[Change]:
        """The change without which the finding is gone, or several to leave out together."""
        while len(changes) > _MAX_CHANGES_TRIED_ALONE:
            half = len(changes) // 2
            for part in (changes[:half], changes[half:]):
                if not self._is_there(finding, layer, frozenset(part)):
                    changes = part
                    break
            else:
                break
        for change in changes:
            if not self._is_there(finding, layer, frozenset((change,))):
                return [change]
        for each in tuple(changes):
            fewer = [other for other in changes if other != each]
            if not self._is_there(finding, layer, frozenset(fewer)):
                changes = fewer
        return changes if not self._is_there(finding, layer, frozenset(changes)) else []

    def _is_there(self, finding: Finding, layer: int, left_out: frozenset[Change]) -> bool:
        """Check whether the tree without these changes has the finding, or it is unknown."""
        key = (layer, left_out)
        if key not in self.kept:
            if len(self.kept) >= _MAX_TRIALS:
                return True
            self.kept[key] = self._check_tree(recompose(self.composed, self.vocabulary, layer, left_out))
        trial = self.kept[key]
        if trial is None:
            return True
        valid, found = trial
        if not valid and not finding.code.startswith("RUL2"):
            return True
        return any(each.code == finding.code and _is_same_finding(each, finding) for each in found)

    def _check_tree(self, root: Node | None) -> tuple[bool, tuple[Finding, ...]] | None:
        if root is None:
            return None
        found = validate(root)
        if found:
            return False, found
        tree: Any = to_plain(root)
        return True, lint(_Candidate(self.composed.layer.id, build_rules(tree)), root)

    def _finding_at_change(self, finding: Finding, layer: int, change: Change, entry: Node) -> Finding:
        step = self.composed.steps[layer]
        span = entry.span if entry.is_leaf and entry.value != "off" else entry.entry_span
        text = self.composed.files[layer].raw.decode("utf-8-sig", "replace")
        # Where it stands is where its author says why.
        moved = {"reason_at": change[1]} if "reason_at" in finding.args else {}
        start = span.file, span.start_position
        elsewhere = [label for label in finding.labels if (label.span.file, label.span.start_position) != start]
        return replace(
            finding,
            args={**finding.args, **moved},
            span=span,
            labels=(Label(finding.span, _BROKEN), *elsewhere),
            fix=None,
            excerpt=FileFindings(span.file, text).make_excerpt(span),
            answered=finding.answered or (finding.severity == Severity.WARNING and _has_why(change, entry, step.root)),
        )


def placed_at_extends(file: ReadFile, finding: Finding) -> Finding:
    """A finding in another file at the place where this one names what it extends."""
    root, _ = read_source(file.raw, file.name)
    entries = root.entries if root is not None else {}
    named = entries.get("extends") or next(iter(entries.values()), None)
    span = named.span if named is not None else finding.span._replace(file=file.name)
    text = file.raw.decode("utf-8-sig", "replace")
    labels = (Label(finding.span, _BROKEN), *finding.labels)
    return replace(
        finding, span=span, labels=labels, fix=None, excerpt=FileFindings(file.name, text).make_excerpt(span)
    )


def _is_same_finding(one: Finding, other: Finding) -> bool:
    return one.span == other.span or one.args == other.args


def _list_changes(root: Node) -> dict[Change, Node]:
    found: dict[Change, Node] = {}
    for kind in ("set", "add"):
        section = root.entries.get(kind)
        if section is not None and isinstance(section.value, dict):
            found |= {(kind, text): entry for text, entry in section.entries.items()}
    return found


def _is_span_in_entry(entry: Node, span: Span) -> bool:
    return entry.entry_span.start_position <= span.start_position <= entry.span.end_position


def _has_why(change: Change, entry: Node, root: Node) -> bool:
    because = root.entries.get("because")
    reason = because.entries.get(change[1]) if because is not None else None
    return any("why" in each.entries for each in (entry, reason) if each is not None)
