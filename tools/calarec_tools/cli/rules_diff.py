"""`calarec rules diff`: what two rulesets do not have in common, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.wording.language import Listing, Words, fill, say
from calarec.wording.sources import own_source, rule_place
from calarec_tools.cli.declare import Command
from calarec_tools.cli.parameters import JSON, ONE_RULESET
from calarec_tools.cli.rules_opening import FaultyError, near, opened
from calarec_tools.runs.streams import CLEAN

if TYPE_CHECKING:
    from calarec.mechanisms.ruleset import Plain, Ruleset
    from calarec.rulebook.comparison import Comparison, Difference, Leaf
    from calarec.rulebook.differences import DifferingRule
    from calarec_tools.runs.streams import Output

_SAME: Final = Words("{left} and {right} have the same rules.")
SAME_NAMES: Final = Words("The same by other names ({kind}): {pairs}.")
_NOTHING: Final = Words("(nothing)")
_DEFAULT: Final = Words("default")
KINDS: Final = {
    "rank": Words("ranks"),
    "suit": Words("suits"),
    "pile": Words("piles"),
    "step": Words("steps"),
    "contract": Words("contracts"),
    "bonus": Words("bonuses"),
    "word": Words("words"),
}
"""What names are of."""


def diff(out: Output, *, left: str, right: str, json: bool) -> int:
    """Prints the differences: what each says in a sentence, then the rules that it rests on."""
    from calarec.rulebook.comparison import compare

    try:
        comparison = compare(opened(out, left), opened(out, right))
    except FaultyError as error:
        return error.status
    if json:
        _as_json(out, comparison)
    else:
        _as_text(out, comparison)
    return CLEAN


def _as_text(out: Output, comparison: Comparison) -> None:
    left, right = comparison.left, comparison.right
    for kind, pairs in comparison.names.items():
        if pairs:
            said = Listing(tuple(f"{old} = {new}" for old, new in pairs.items()))
            _paragraph(out, fill(SAME_NAMES, out.lang, {"kind": KINDS[kind], "pairs": said}))
    from calarec.rulebook.differences import differing_rules

    changes = differing_rules(comparison)
    if not changes:
        _paragraph(out, fill(_SAME, out.lang, {"left": left.id, "right": right.id}))
    for place, change in enumerate(changes):
        if place:
            out.line()
        _change(out, change, left, right)


def _change(out: Output, change: DifferingRule, left: Ruleset, right: Ruleset) -> None:
    from calarec.rulebook.pages import plain_text

    for ruleset, saying in ((left, change.left), (right, change.right)):
        text = plain_text(saying.text(out.lang)) if saying else say(_NOTHING, out.lang)
        _paragraph(out, f"{ruleset.id}: {text}")
    for difference in change.differences:
        for line in _rule_lines(out, difference):
            out.line(line)


def _paragraph(out: Output, text: str) -> None:
    from calarec.wording.cells import wrapped

    for line in wrapped(text, min(out.width, 100) if out.width else 0, hang=2):
        out.line(line)


def _rule_lines(out: Output, difference: Difference) -> list[str]:
    """One leaf in figures; on a narrow terminal the new value has a line of its own."""
    from calarec.wording.cells import cells, wrapped

    old, new = _rule(out, difference)
    whole = f"    {old} {new}"
    if not out.width or cells(whole) <= out.width:
        return [whole]
    lines = []
    for indent, part in ((4, old), (6, new)):
        first, *more = wrapped(part, out.width, taken=indent, hang=8)
        lines += [" " * indent + first, *more]
    return lines


def _rule(out: Output, difference: Difference) -> tuple[str, str]:
    """Path and old value, new value; where each stands."""
    old, new = difference.left, difference.right
    path = f"{old.path} = {new.path}" if old and new and old.path != new.path else difference.path
    said = [_value(out, leaf, value) for leaf, value in zip(difference, difference.values, strict=True)]
    return f"{path}: {said[0]}", f"→ {said[1]}"


def _value(out: Output, leaf: Leaf | None, value: Plain) -> str:
    from calarec.rulesets.writing import flow_text

    if leaf is None:
        return "–"
    origin = leaf.origin
    place = rule_place(f"{near(origin.file)}:{origin.line}:{origin.column}") if origin.file else say(_DEFAULT, out.lang)
    source = f" [{say(own_source(origin.source), out.lang)}]" if origin.source else ""
    return f"{flow_text(value)} ({place}{source})"


def _as_json(out: Output, comparison: Comparison) -> None:
    from json import dumps

    out.line(
        dumps(
            {
                "left": {"ruleset": comparison.left.id, "digest": comparison.left.digest},
                "right": {"ruleset": comparison.right.id, "digest": comparison.right.digest},
                "names": {kind: pairs for kind, pairs in comparison.names.items() if pairs},
                "differences": [
                    {"left": _leaf(each.left), "right": _leaf(each.right)} for each in comparison.differences
                ],
            },
            ensure_ascii=False,
            indent=1,
        )
    )


def _leaf(leaf: Leaf | None) -> dict[str, Any] | None:
    if leaf is None:
        return None
    origin = leaf.origin
    said = {} if leaf.bare else {"said": leaf.said}
    return {
        "path": leaf.path,
        "value": leaf.value,
        **said,
        "at": str(origin),
        "layer": origin.layer,
        "source": origin.source,
    }


DECLARED = Command(
    diff,
    arguments=(ONE_RULESET._replace(name="left"), ONE_RULESET._replace(name="right")),
    options=(JSON,),
    example="calarec rules diff pagat thirty-five",
    paged=True,
)
