"""`docs/rule-files.md`: how rule files are written, and every mechanism and parameter with an example.

    python -m calarec_tools.docs.rule_files

writes it anew in the checkout; a test fails while it is not current.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.base.resources import data_folder
from calarec.mechanisms.fields import as_data, params_of, shape_of
from calarec.mechanisms.mechanism import Kind
from calarec.mechanisms.registry import FAMILIES, SECTIONS, mechanism, names
from calarec.rulesets.digest import pin
from calarec.rulesets.load import load_rules
from calarec.rulesets.locate import known_ids
from calarec.rulesets.schema import is_required
from calarec.rulesets.writing import scalar_text, write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.fields import Param, Shape
    from calarec.mechanisms.mechanism import Mechanism
    from calarec.mechanisms.ruleset import Ruleset

FILE: Final = "rule-files.md"
_INTRODUCTION: Final = Path(__file__).with_name("rule_files.introduction.md")
_FIRST: Final = "pagat"
"""Examples are taken from this ruleset where it has one."""
_GROUPS: Final = {
    "steps": "What may happen between the auction and the first lead. Each entry has an id of its own, by which "
    "contracts name it; `do` says which mechanism it is.",
    "standing": "What may happen between any two moves. Each entry has an id of its own (that of a fault is the word "
    "for it in records); `do` says which mechanism it is. The section may be left out.",
    "all_pass": "What happens when nobody bids; `do` says which mechanism it is.",
}
_WITH_UNIT: Final = {"points": "2p", "payment": "2x", "rate": "2x", "total": "31p"}
_KINDS: Final = {"bool": "`true` or `false`", "int": "a number", "str": "a text", "int_or_part": "a number, or a map",
                 "part": "a map", "map": "a map", "list": "a list"}  # fmt: skip


class Use(NamedTuple):
    """A place in a shipped ruleset where a part is used: its data there."""

    ruleset: str
    path: str
    data: dict[str, Any]


def text() -> str:
    """The whole page."""
    rulesets = _rulesets()
    lines = [
        "<!-- Generated from the vocabulary and the rulesets by `python -m calarec_tools.docs.rule_files`. -->\n",
        _INTRODUCTION.read_text(encoding="utf-8").strip().replace("{pin}", _pin(rulesets[0])),
    ]
    for section in SECTIONS:
        lines += _section(section, rulesets)
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """Writes the page into `folder`."""
    (folder / FILE).write_text(text(), encoding="utf-8", newline="\n")


def _rulesets() -> list[Ruleset]:
    ids = known_ids((str(data_folder("rules")),))
    return [load_rules(name) for name in sorted(ids, key=lambda name: (name != _FIRST, name))]


def _pin(ruleset: Ruleset) -> str:
    return pin(ruleset.id, ruleset.version, ruleset.digest)


def _section(section: str, rulesets: list[Ruleset]) -> Iterator[str]:
    if section not in FAMILIES:
        yield from _mechanism(mechanism(Kind.SECTION, section), rulesets, f"`{section}`", 2)
        return
    yield f"\n## `{section}`\n"
    yield _GROUPS[section]
    kind = FAMILIES[section]
    for name in names(kind):
        yield from _mechanism(mechanism(kind, name), rulesets, f"`do: {name}`", 3)


def _mechanism(each: Mechanism, rulesets: list[Ruleset], heading: str, level: int) -> Iterator[str]:
    uses = list(_uses(each, rulesets))
    yield f"\n{'#' * level} {heading}\n"
    optional = " The section may be left out." if each.kind is Kind.SECTION and not is_required(each.name) else ""
    entries = " A map: each entry has an id of its own." if each.entries else ""
    yield f"{each.about}{entries}{optional}\n"
    yield from _parameters(each.params, [use.data for use in uses], level)
    if uses:
        use = max(uses[:40], key=lambda one: (one.ruleset == _FIRST, len(str(one.data))))
        yield f"\nAn example, `{use.path}` of `{use.ruleset}`:\n"
        yield f"```yaml\n{write_yaml({use.path.rpartition('.')[2]: use.data}).rstrip()}\n```"


def _uses(each: Mechanism, rulesets: list[Ruleset]) -> Iterator[Use]:
    for ruleset in rulesets:
        tree: Any = ruleset.tree
        match each.kind:
            case Kind.SECTION if each.entries:
                yield from (Use(ruleset.id, f"{each.name}.{key}", entry) for key, entry in tree[each.name].items())
            case Kind.SECTION:
                yield Use(ruleset.id, each.name, tree[each.name])
            case Kind.ALL_PASS:
                if tree["all_pass"]["do"] == each.name:
                    yield Use(ruleset.id, "all_pass", tree["all_pass"])
            case _:
                section = "steps" if each.kind is Kind.STEP else "standing"
                for key, entry in tree[section].items():
                    if entry["do"] == each.name:
                        yield Use(ruleset.id, f"{section}.{key}", entry)


def _parameters(part: type, uses: list[Any], level: int, within: str = "") -> Iterator[str]:
    """A table of the parameters of a part, then those of the parts within it."""
    inner: dict[Any, tuple[list[str], list[Any]]] = {}
    yield "| key | what stands there | default | meaning | example |"
    yield "| --- | --- | --- | --- | --- |"
    for each in params_of(part):
        values = [use[each.name] for use in uses if each.name in use]
        yield _parameter(each, values, within)
        shape = shape_of(each.type)
        nested = _nested(shape)
        if nested is not None:
            named, inside = inner.setdefault(nested, ([], []))
            named.append(f"{within}{each.name}{'.ID' if shape.kind == 'map' else ''}.")
            inside += _inside(shape, values)
    for nested, (named, inside) in inner.items():
        keys = ", ".join(f"`{name.rstrip('.')}`" for name in named)
        yield f"\n**{keys}**: {str(nested.__doc__).strip()}\n"
        yield from _parameters(nested, inside, level, named[0] if len(named) == 1 else "….")


def _nested(shape: Shape) -> Any:
    if shape.kind in ("part", "int_or_part"):
        return shape.item
    if shape.kind in ("list", "map") and shape_of(shape.item).kind == "part":
        return shape.item
    return None


def _inside(shape: Shape, values: list[Any]) -> list[Any]:
    """The data of the parts within: of a map its entries, of a list its items."""
    if shape.kind == "map":
        return [entry for value in values if value for entry in value.values()]
    if shape.kind == "list":
        return [item for value in values if value for item in value]
    return [value for value in values if isinstance(value, dict)]


def _parameter(each: Param, values: list[Any], within: str) -> str:
    meaning = each.about.text
    if each.about.options:
        meaning += "".join(f"<br>`{word}`: {said}" for word, said in each.about.options.items())
    if each.about.since:
        meaning += f" (since {each.about.since})"
    default = "*must be stated*" if each.required else f"`{_flow(as_data(each.default))}`"
    cells = (f"`{within}{each.name}`", _kind(each), default, meaning, _example(each, values))
    return f"| {' | '.join(cell.replace('|', '∣') for cell in cells)} |"


def _kind(each: Param) -> str:
    shape, about = shape_of(each.type), each.about
    if shape.kind == "word":
        said = "one of the words"
    elif about.refers_to and shape.kind in ("str", "list"):
        plural = {"bonus": "bonuses"}.get(about.refers_to, f"{about.refers_to}s")
        said = f"a list of {plural}" if shape.kind == "list" else f"a {about.refers_to}"
    else:
        said = _KINDS[shape.kind]
    if shape.kind == "int" and about.least is not None:
        said += f" from {about.least}" + (f" to {about.most}" if about.most is not None else "")
    if about.counts and shape.kind in ("int", "int_or_part"):
        said += f", or with its unit `{_WITH_UNIT[about.counts]}`"
    return said + (", or `~`" if shape.optional else "")


def _example(each: Param, values: list[Any]) -> str:
    """A value that a shipped ruleset has, another than the default if one has it."""
    usual = None if each.required else as_data(each.default)
    others = [value for value in values if value != usual and value not in (None, [], {})]
    named = {"contract": "solo", "step": "bury", "pile": "monte", "bonus": "cappotto"}.get(each.about.refers_to or "")
    chosen = min(others, key=lambda value: len(_flow(value)) > 60) if others else next(iter(values), named or usual)
    said = _flow(chosen)
    return f"`{each.name}: {said}`" if len(said) <= 110 else "`{…}` (below)"


def _flow(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar_text(key)}: {_flow(child)}" for key, child in value.items()) + "}"
    return "~" if value is None else scalar_text(value)


if __name__ == "__main__":
    write(Path(__file__).parents[3] / "docs")
