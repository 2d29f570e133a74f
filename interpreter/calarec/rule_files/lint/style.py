"""Checks of names, sources and words: references, origins and names of things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.ruleset import UNKNOWN
from calarec.core.wording.findings import Edit, Fix, Label
from calarec.core.wording.language import Words
from calarec.rule_files.tree import find_node, list_leaves
from calarec.rule_files.vocabulary import entries_of, list_defined_names, list_references

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.lint.report import Report
    from calarec.rule_files.tree import Node, Path


KINDS: Final = {
    "contract": Words("contract"),
    "step": Words("step"),
    "pile": Words("pile"),
    "rank": Words("rank"),
    "suit": Words("suit"),
    "bonus": Words("bonus"),
}
"""The name of each kind of reference; cards have their own check."""
_TAKEN_OUT: Final = Words("it is taken out here")


def check_names(rules: Rules, report: Report) -> None:
    """Every name that a rule uses is defined."""
    del rules
    for reference in list_references(report.root):
        known = list_defined_names(report.root, reference)
        if reference.kind not in KINDS or reference.name in known:
            continue
        path = ".".join(reference.path)
        values: dict[str, Any]
        gone = report.taken_out(reference)
        if gone:
            values = {"kind": KINDS[reference.kind], "name": reference.name}
            report.add("RUL401", path, wording="gone", labels=((gone, _TAKEN_OUT),), **values)
            continue
        listed = find_node(report.root, reference.path[:-1]) if reference.in_list else None
        there = {str(item.value) for item in listed.entries.values()} if listed is not None else set()
        near = (
            ""
            if reference.kind in ("rank", "suit")
            else report.likely_word(reference.name, (name for name in known if name not in there))
        )
        node = find_node(report.root, reference.path)
        # Only what stands there as it is can be mended by writing something else in its place.
        plain = near and node is not None and node.origin.layer
        values = {"kind": KINDS[reference.kind], "name": reference.name, "near": near, "known": _list_known(known)}
        wording = "near" if near else "" if known else "none"
        fix = Fix((Edit(node.span, near),)) if plain and node is not None else None
        if fix and _is_own(entries_of(report.root, reference).get(near), report) and not _is_own(node, report):
            wording, fix = "written", None  # the name stood there before; who wrote the other one has slipped
        report.add("RUL401", path, wording=wording, fix=fix, **values)


def _is_own(node: Node | None, report: Report) -> bool:
    """Check whether the file itself has written a node."""
    return node is not None and node.origin.layer == report.layer


def check_used(rules: Rules, report: Report) -> None:
    """Steps that no contract takes and piles that nothing touches are left over."""
    taken = {step for contract in rules.contracts.values() for step in contract.steps}
    taken |= {*getattr(rules.all_pass.params, "steps", ())}
    for key in rules.steps:
        if key not in taken:
            report.add("RUL705", f"steps.{key}", wording="step", name=key)
    touched = {reference.name for reference in report.references_to("pile")}
    touched |= {pile for size in rules.table.by_seats.values() for pile, dealt in size.piles.items() if dealt}
    for key, pile in rules.piles.items():
        if key not in touched and not pile.dealt:
            report.add("RUL705", f"piles.{key}", wording="pile", name=key)


def _list_known(known: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in known)


_OLDER: Final = Words("the other text")


def check_sources(composed: Composed, report: Report) -> None:
    """Check that every rule of a base file has a source; others have house rules."""
    base = composed.layers[-1]
    own: list[Path] = []
    of_part: list[Path] = []
    for path, _, origin in list_leaves(report.root):
        if origin.layer == base.id and origin.source == UNKNOWN and origin.why is None:
            (own if origin.file == base.file else of_part).append(path)
    # A part cannot name sources: the file that extends it says them for both.
    paths = own + of_part
    if paths:
        report.add("RUL701", ".".join(paths[0]), key=True, count=len(paths), first=".".join(paths[0]))


def check_header(composed: Composed, report: Report) -> None:
    """Check the words of the header, and sources that redefine the parents'."""
    _check_redefined(composed, report)
    words = _find_own_words(composed)
    if words is not None:
        _check_words(words, report)
    known = composed.words
    for kind, letters in (("suits", report.rules.pack.suits), ("ranks", report.rules.pack.ranks)):
        said = known.get(kind)
        nameless = [letter for letter in letters if not isinstance(said, dict) or letter not in said]
        if nameless:
            path = report.blame(f"pack.{kind}")
            report.add("RUL706", path, wording=kind, letters=", ".join(f"`{letter}`" for letter in nameless))


def _check_redefined(composed: Composed, report: Report) -> None:
    for number, layer in enumerate(composed.layers):
        for name, source in layer.sources.items():
            for above in composed.layers[number + 1 :]:
                older = above.sources.get(name)
                if older is None or source.place is None or older.place is None:
                    continue
                if (older.title, older.by, older.where) != (source.title, source.by, source.where):
                    labels = (Label(older.place, _OLDER),)
                    report.add_at("RUL702", source.place, labels=labels, source=name, parent=above.id)
                break


def _find_own_words(composed: Composed) -> Node | None:
    """The words of the file that was asked for, with their places."""
    from calarec.rule_files.source import read_source

    root, _ = read_source(composed.files[0].raw, composed.files[0].name)
    return root.entries.get("words") if root is not None else None


def known_words(rules: Rules) -> dict[str, set[str]]:
    """The things that may have a name in `words`: kind → ids."""
    bonus = {*rules.settle.bonus, *getattr(rules.all_pass.params, "bonus", {})}
    signals = {word for rule in rules.standing.values() if rule.do == "signal" for word in rule.params.words}
    return {
        "suits": set(rules.pack.suits),
        "ranks": set(rules.pack.ranks),
        "contracts": set(rules.contracts),
        "words": {*rules.auction.words, *rules.doubling.words, *signals},
        "piles": set(rules.piles),
        "bonus": bonus,
        "faults": {key for key, rule in rules.standing.items() if rule.do == "fault"},
        "steps": set(rules.steps),
        "standing": set(rules.standing),
        "agreed": set(rules.agreed),
        "next": set(rules.match.next),
    }


def _check_words(words: Node, report: Report) -> None:
    known = known_words(report.rules)
    for kind, entries in words.entries.items():
        if kind not in known:
            near = report.likely_word(kind, known)
            listed = ", ".join(f"`{each}`" for each in known)
            wording = "kind_near" if near else "kind"
            report.add_at("RUL703", entries.entry_span, wording=wording, name=kind, near=near, known=listed)
            continue
        for name, entry in entries.entries.items():
            if name not in known[kind]:
                near = report.likely_word(name, known[kind])
                values: dict[str, Any] = {"name": name, "near": near, "kind": kind}
                report.add_at("RUL703", entry.entry_span, wording="near" if near else "", **values)


CHECKS: Final = (
    check_names,
    check_used,
)
"""Every check of this module, in the order in which they are made."""
