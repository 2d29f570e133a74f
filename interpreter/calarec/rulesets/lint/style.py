"""Sources and words: who says each rule, and what things are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.diagnostics import Label
from calarec.language import Words
from calarec.rulesets.tree import UNKNOWN, leaves

if TYPE_CHECKING:
    from calarec.rulesets.compose import Composed
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules
    from calarec.rulesets.tree import Node, Path

_OLDER: Final = Words("the other text")


def check_sources(composed: Composed, report: Report) -> None:
    """Every rule of a file that extends nothing says where it comes from; one that extends has house rules."""
    base = composed.layers[-1].id
    silent: dict[str, list[Path]] = {}
    for path, _, origin in leaves(report.root):
        if origin.layer == base and origin.source == UNKNOWN and origin.why is None:
            silent.setdefault(origin.file, []).append(path)
    for paths in silent.values():
        report.add("RUL701", ".".join(paths[0]), key=True, count=len(paths), first=".".join(paths[0]))


def check_header(composed: Composed, report: Report) -> None:
    """What the header of the file says of words, and what its sources do to those of its parents."""
    _check_redefined(composed, report)
    words = _words(composed)
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


def _words(composed: Composed) -> Node | None:
    """The words of the file that was asked for, with their places."""
    from calarec.rulesets.source import read_source

    root, _ = read_source(composed.files[0].raw, composed.files[0].name)
    return root.entries.get("words") if root is not None else None


def known_words(rules: Rules) -> dict[str, set[str]]:
    """What may have a name in `words`: kind → ids."""
    bonus = {*rules.settle.bonus, *getattr(rules.all_pass.part, "bonus", {})}
    signals = {word for rule in rules.standing.values() if rule.do == "signal" for word in rule.part.words}
    return {
        "suits": set(rules.pack.suits),
        "ranks": set(rules.pack.ranks),
        "contracts": set(rules.contracts),
        "words": {*rules.auction.words, *signals},
        "piles": set(rules.piles),
        "bonus": bonus,
        "faults": {key for key, rule in rules.standing.items() if rule.do == "fault"},
        "steps": set(rules.steps),
        "standing": set(rules.standing),
    }


def _check_words(words: Node, report: Report) -> None:
    known = known_words(report.rules)
    for kind, entries in words.entries.items():
        if kind not in known:
            near = report.near(kind, known)
            listed = ", ".join(f"`{each}`" for each in known)
            wording = "kind_near" if near else "kind"
            report.add_at("RUL703", entries.place, wording=wording, name=kind, near=near, known=listed)
            continue
        for name, entry in entries.entries.items():
            if name not in known[kind]:
                near = report.near(name, known[kind]) if len(name) > 1 else ""
                values: dict[str, Any] = {"name": name, "near": near, "kind": kind}
                report.add_at("RUL703", entry.place, wording="near" if near else "", **values)
