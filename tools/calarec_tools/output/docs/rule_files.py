"""`rule-files.md` in `docs/reference`, in each language.

    python -m calarec_tools.output.docs.rule_files

writes them to the checkout; a test fails while they are not current. The meaning of a parameter comes from the
vocabulary, in English; the Italian is in `vocabulary.it.toml`, under the English.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_folder
from calarec.core.mechanisms.fields import PART_KINDS, Kind, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.rule_files.digest import make_pin
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.rule_files.schema import is_required
from calarec.rule_files.writing import scalar_text, write_yaml
from calarec.rulebook.settlement_order import SETTLEMENT_ORDER
from calarec_tools.output.docs.introductions import INTRODUCTIONS
from calarec_tools.output.docs.vocabulary import vocabulary_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.fields import Mechanism, Param, Shape
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

FILES: Final = {"en": "reference/rule-files.md", "it": "reference/rule-files.it.md"}
_HERE: Final = Path(__file__).parent
_FIRST: Final = "pagat"
"""Examples are taken from this ruleset where it has one."""
_GROUPS: Final = {
    "steps": Words(
        "The steps between the auction and the first lead. Each entry has an id of its own, by "
        "which contracts name it; `do` names its mechanism."
    ),
    "standing": Words(
        "The events that are possible between any two moves. Each entry has an id of its own (that "
        "of a fault is its word in records); `do` names its mechanism. You may omit the section."
    ),
    "all_pass": Words("The rule for a hand in which all pass; `do` names its mechanism."),
}
_STAGE_KINDS: Final = {
    "": Words("{stage}: {rests_on}"),
    "multiplies": Words("{stage}: {rests_on}; multiplies all that is due so far"),
    "apart": Words("{stage}: {rests_on}; nothing multiplies it"),
}
_OPTIONAL: Final = Words(" The section may be left out.")
_ENTRIES: Final = Words(" A map: each entry has an id of its own.")
_EXAMPLE: Final = Words("An example, `{path}` of `{ruleset}`:")
_HEAD: Final = (
    Words("key"), Words("accepted value"), Words("default"), Words("meaning"), Words("example")
)  # fmt: skip
_SINCE: Final = Words(" (since {version})")
_STATED: Final = Words("*must be stated*")
_BELOW: Final = Words("`{…}` (below)")
_ONE_WORD: Final = Words("one of the words")
_NAMES: Final = {
    "contract": (Words("a contract"), Words("a list of contracts")),
    "step": (Words("a step"), Words("a list of steps")),
    "pile": (Words("a pile"), Words("a list of piles")),
    "rank": (Words("a rank"), Words("a list of ranks")),
    "suit": (Words("a suit"), Words("a list of suits")),
    "card": (Words("a card"), Words("a list of cards")),
    "bonus": (Words("a bonus"), Words("a list of bonuses")),
}
"""The name of a kind of text, and of a list of such texts."""
_FROM: Final = Words(" from {least}")
_TO: Final = Words(" from {least} to {most}")
_OR_UNIT: Final = Words(", or with its unit `{unit}`")
_OR_WORD: Final = Words(", or `{words}`")
_OR_NONE: Final = Words(", or `~`")
_WITH_UNIT: Final = {"points": "2p", "payment": "2x", "rate": "2x", "total": "31p"}
_KINDS: Final = {
    "bool": Words("`true` or `false`"), "int": Words("a number"), "str": Words("a text"),
    "int_or_part": Words("a number, or a map"), "bool_or_part": Words("`true` or `false`, or a map"),
    "int_or_word": Words("a number"),
    "part": Words("a map"), "map": Words("a map"), "list": Words("a list"),
}  # fmt: skip


class Use(NamedTuple):
    """A place in a shipped ruleset where a part is used: its data there."""

    ruleset: str
    path: str
    data: dict[str, Any]


def rule_files_page(lang: Language) -> str:
    """The whole page in one language."""
    rulesets = _documented_rulesets()
    introduction = (_HERE / INTRODUCTIONS[lang]).read_text(encoding="utf-8")
    lines = [
        "<!-- Generated from the vocabulary and the rulesets "
        "by `python -m calarec_tools.output.docs.rule_files`. -->\n",
        introduction.strip().replace("{pin}", _pin(rulesets[0])).replace("{order}", _settlement_order(lang)),
    ]
    for section in SECTIONS:
        lines += _rule_section_lines(section, rulesets, lang)
    return "\n".join(lines) + "\n"


def write_rule_files_pages(folder: Path) -> None:
    """Write the pages into `folder`."""
    for lang, name in FILES.items():
        (folder / name).write_text(rule_files_page(lang), encoding="utf-8", newline="\n")


def _documented_rulesets() -> list[Ruleset]:
    ids = known_ids((str(data_folder("rules")),))
    return [load_ruleset(name) for name in sorted(ids, key=lambda name: (name != _FIRST, name))]


def _pin(ruleset: Ruleset) -> str:
    return make_pin(ruleset.id, ruleset.version, ruleset.digest)


def _settlement_order(lang: Language) -> str:
    """The stages of the settlement as a list, with the rules that each rests on."""
    lines = []
    for number, stage in enumerate(SETTLEMENT_ORDER, start=1):
        rests_on = ", ".join(f"`{rule}`" for rule in stage.rests_on)
        said = _STAGE_KINDS[stage.kind].with_values(stage=stage.words, rests_on=rests_on)
        lines.append(f"{number}. {said.in_language(lang)}")
    return "\n".join(lines)


def _rule_section_lines(section: str, rulesets: list[Ruleset], lang: Language) -> Iterator[str]:
    if section not in FAMILIES:
        yield f"\n## `{section}`\n"
        yield from _mechanism_lines(find_mechanism(Kind.SECTION, section), rulesets, 2, lang)
        return
    yield f"\n## `{section}`\n"
    yield text_in(_GROUPS[section], lang)
    kind = FAMILIES[section]
    for name in mechanism_names(kind):
        yield f"\n### `do: {name}`\n"
        yield from _mechanism_lines(find_mechanism(kind, name), rulesets, 3, lang)


def _mechanism_lines(each: Mechanism, rulesets: list[Ruleset], level: int, lang: Language) -> Iterator[str]:
    uses = list(_uses(each, rulesets))
    optional = text_in(_OPTIONAL, lang) if each.kind is Kind.SECTION and not is_required(each.name) else ""
    entries = text_in(_ENTRIES, lang) if each.entries else ""
    yield f"{vocabulary_text(each.about, lang)}{entries}{optional}\n"
    yield from _parameters_table(each.params, [use.data for use in uses], level, lang)
    if uses:
        use = max(uses[:40], key=lambda one: (one.ruleset == _FIRST, len(str(one.data))))
        yield f"\n{fill_words(_EXAMPLE, lang, {'path': use.path, 'ruleset': use.ruleset})}\n"
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


def _parameters_table(part: type, uses: list[Any], level: int, lang: Language, within: str = "") -> Iterator[str]:
    """A table of the parameters of a part, then those of the parts within it."""
    inner: dict[Any, tuple[list[str], list[Any]]] = {}
    yield f"| {' | '.join(text_in(each, lang) for each in _HEAD)} |"
    yield "| --- | --- | --- | --- | --- |"
    for param in params_of(part):
        values = [use[param.name] for use in uses if param.name in use]
        yield _parameter_row(param, values, within, lang)
        shape = shape_of(param.type)
        nested = _nested_shape(shape)
        if nested is not None:
            named, inside = inner.setdefault(nested, ([], []))
            named.append(f"{within}{param.name}{'.ID' if shape.kind == 'map' else ''}.")
            inside += _inside_values(shape, values)
    for nested, (named, inside) in inner.items():
        keys = ", ".join(f"`{name.rstrip('.')}`" for name in named)
        yield f"\n**{keys}**: {vocabulary_text(str(nested.__doc__).strip(), lang)}\n"
        yield from _parameters_table(nested, inside, level, lang, named[0] if len(named) == 1 else "….")


def _nested_shape(shape: Shape) -> Any:
    if shape.kind in PART_KINDS:
        return shape.item
    if shape.kind in ("list", "map") and shape_of(shape.item).kind == "part":
        return shape.item
    return None


def _inside_values(shape: Shape, values: list[Any]) -> list[Any]:
    """The data of the parts within: of a map its entries, of a list its items."""
    if shape.kind == "map":
        return [entry for value in values if value for entry in value.values()]
    if shape.kind == "list":
        return [item for value in values if value for item in value]
    return [value for value in values if isinstance(value, dict)]


def _parameter_row(each: Param, values: list[Any], within: str, lang: Language) -> str:
    meaning = vocabulary_text(each.about.text, lang)
    if each.about.options:
        meaning += "".join(f"<br>`{word}`: {vocabulary_text(said, lang)}" for word, said in each.about.options.items())
    if each.about.since:
        meaning += fill_words(_SINCE, lang, {"version": each.about.since})
    default = text_in(_STATED, lang) if each.required else f"`{_default_value(each)}`"
    cells = (f"`{within}{each.name}`", _kind_text(each, lang), default, meaning, _example_value(each, values, lang))
    return f"| {' | '.join(cell.replace('|', '∣') for cell in cells)} |"


def _default_value(each: Param) -> str:
    """Return the default of a parameter; of a part, only what it states."""
    shape = shape_of(each.type)
    if shape.kind == "part" and each.default is not None and not any(param.required for param in params_of(shape.item)):
        return "{}" if each.default == shape.item() else _flow_yaml(default_as_data(each.default))
    return _flow_yaml(default_as_data(each.default))


def _kind_text(each: Param, lang: Language) -> str:
    shape, about = shape_of(each.type), each.about
    if shape.kind == "word":
        said = text_in(_ONE_WORD, lang)
    elif about.refers_to and shape.kind in ("str", "list"):
        said = text_in(_NAMES[about.refers_to][shape.kind == "list"], lang)
    else:
        said = text_in(_KINDS[shape.kind], lang)
    if shape.kind in ("int", "int_or_word") and about.least is not None:
        limits: dict[str, object] = {"least": about.least, "most": about.most}
        said += fill_words(_FROM if about.most is None else _TO, lang, limits)
    if about.counts and shape.kind in ("int", "int_or_part"):
        said += fill_words(_OR_UNIT, lang, {"unit": _WITH_UNIT[about.counts]})
    if shape.kind == "int_or_word":
        said += fill_words(_OR_WORD, lang, {"words": "`, `".join(shape.words)})
    return said + (text_in(_OR_NONE, lang) if shape.optional else "")


def _example_value(each: Param, values: list[Any], lang: Language) -> str:
    """A value that a shipped ruleset has, another than the default if one has it."""
    usual = None if each.required else default_as_data(each.default)
    others = [value for value in values if value != usual and value not in (None, [], {})]
    named = {"contract": "solo", "step": "bury", "pile": "monte", "bonus": "cappotto"}.get(each.about.refers_to or "")
    chosen = (
        min(others, key=lambda value: len(_flow_yaml(value)) > 60) if others else next(iter(values), named or usual)
    )
    said = _flow_yaml(chosen)
    return f"`{each.name}: {said}`" if len(said) <= 110 else text_in(_BELOW, lang)


def _flow_yaml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_flow_yaml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar_text(key)}: {_flow_yaml(child)}" for key, child in value.items()) + "}"
    return "~" if value is None else scalar_text(value)


if __name__ == "__main__":
    write_rule_files_pages(Path(__file__).parents[4] / "docs")
