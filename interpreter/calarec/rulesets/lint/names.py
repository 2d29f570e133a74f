"""Names: what is named must be there, what is there should be named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.diagnostics import Edit, Fix
from calarec.language import Words
from calarec.rulesets.references import defined, references
from calarec.rulesets.tree import get

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules

KINDS: Final = {
    "contract": Words("contract"),
    "step": Words("step"),
    "pile": Words("pile"),
    "rank": Words("rank"),
    "bonus": Words("bonus"),
}
"""What each kind of name is called; cards have their own check."""
_TAKEN_OUT: Final = Words("it is taken out here")


def check_names(rules: Rules, report: Report) -> None:
    """Every name that a rule uses is defined."""
    del rules
    for each in references(report.root):
        known = defined(report.root, each)
        if each.kind not in KINDS or each.name in known:
            continue
        path = ".".join(each.path)
        values: dict[str, Any]
        gone = report.taken_out(each)
        if gone:
            values = {"kind": KINDS[each.kind], "name": each.name}
            report.add("RUL401", path, wording="gone", labels=((gone, _TAKEN_OUT),), **values)
            continue
        listed = get(report.root, each.path[:-1]) if each.in_list else None
        there = {str(item.value) for item in listed.entries.values()} if listed is not None else set()
        near = "" if each.kind == "rank" else report.near(each.name, (name for name in known if name not in there))
        node = get(report.root, each.path)
        # Only what stands there as it is can be mended by writing something else in its place.
        plain = near and node is not None and node.origin.layer
        values = {"kind": KINDS[each.kind], "name": each.name, "near": near, "known": _listed(known)}
        wording = "near" if near else "" if known else "none"
        fix = Fix((Edit(node.span, near),)) if plain and node is not None else None
        report.add("RUL401", path, wording=wording, fix=fix, **values)


def check_used(rules: Rules, report: Report) -> None:
    """Steps that no contract takes and piles that nothing touches are left over."""
    taken = {step for contract in rules.contracts.values() for step in contract.steps}
    for key in rules.steps:
        if key not in taken:
            report.add("RUL705", f"steps.{key}", wording="step", name=key)
    touched = {each.name for each in report.references("pile")}
    for key, pile in rules.piles.items():
        if key not in touched and not pile.dealt:
            report.add("RUL705", f"piles.{key}", wording="pile", name=key)


def _listed(known: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in known)


CHECKS: Final = (check_names, check_used)
