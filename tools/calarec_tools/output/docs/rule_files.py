"""`rule-files.md` in `docs/reference` and its pages of sections, in each language.

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
from calarec.core.wording.language import LANGUAGES, SOURCE, Words, fill_words, text_in
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

_FOLDER: Final = "reference"
_NAME: Final = "rule-files"
_HERE: Final = Path(__file__).parent
_GENERATED: Final = (
    "<!-- Generated from the vocabulary and the rulesets by `python -m calarec_tools.output.docs.rule_files`. -->\n"
)
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
_ELSEWHERE: Final = {"en": "In italiano", "it": "In English"}
"""The text of the link to the page in the other language."""
_ANCHOR: Final = {"en": "all-sections-and-keys", "it": "tutte-le-sezioni-e-le-chiavi"}
"""The heading of the list of sections, in the introductions."""
_UP: Final = Words("All sections")
_SECTION: Final = Words("section")
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


def rule_files_pages(lang: Language) -> dict[str, str]:
    """The pages in one language, by their names in `docs`."""
    rulesets = _documented_rulesets()
    introduction = (_HERE / INTRODUCTIONS[lang]).read_text(encoding="utf-8").strip()
    for place, text in {
        "pin": _pin(rulesets[0]), "order": _settlement_order(lang), "sections": _sections_table(lang),
    }.items():  # fmt: skip
        introduction = introduction.replace(f"{{{place}}}", text)
    pages = {f"{_FOLDER}/{_file_name(_NAME, lang)}": [introduction]}
    for section in SECTIONS:
        pages[f"{_FOLDER}/{_NAME}/{_file_name(section, lang)}"] = [*_section_lines(section, rulesets, lang)]
    return {name: "\n".join([_GENERATED, *lines]) + "\n" for name, lines in pages.items()}


def write_rule_files_pages(folder: Path) -> None:
    """Write the pages into `folder`."""
    (folder / _FOLDER / _NAME).mkdir(exist_ok=True)
    for lang in LANGUAGES:
        for name, text in rule_files_pages(lang).items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _file_name(stem: str, lang: Language) -> str:
    return f"{stem}.md" if lang == SOURCE else f"{stem}.{lang}.md"


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


def _sections_table(lang: Language) -> str:
    """The sections with their pages, and what each states."""
    lines = [f"| {text_in(_SECTION, lang)} | |", "| --- | --- |"]
    for section in SECTIONS:
        if section in FAMILIES:
            said = text_in(_GROUPS[section], lang)
        else:
            said = vocabulary_text(find_mechanism(Kind.SECTION, section).about, lang)
        lines.append(f"| [`{section}`]({_NAME}/{_file_name(section, lang)}) | {said} |")
    return "\n".join(lines)


def _section_lines(section: str, rulesets: list[Ruleset], lang: Language) -> Iterator[str]:
    other = next(language for language in LANGUAGES if language != lang)
    anchor = f"../{_file_name(_NAME, lang)}#{_ANCHOR[lang]}"
    yield f"# `{section}`\n"
    yield f"[{_ELSEWHERE[lang]}]({_file_name(section, other)}) · [{text_in(_UP, lang)}]({anchor})\n"
    if section not in FAMILIES:
        yield from _mechanism_lines(find_mechanism(Kind.SECTION, section), rulesets, lang)
        return
    yield text_in(_GROUPS[section], lang)
    kind = FAMILIES[section]
    for name in mechanism_names(kind):
        yield f"\n## `do: {name}`\n"
        yield from _mechanism_lines(find_mechanism(kind, name), rulesets, lang)


def _mechanism_lines(each: Mechanism, rulesets: list[Ruleset], lang: Language) -> Iterator[str]:
    uses = list(_uses(each, rulesets))
    optional = text_in(_OPTIONAL, lang) if each.kind is Kind.SECTION and not is_required(each.name) else ""
    entries = text_in(_ENTRIES, lang) if each.entries else ""
    yield f"{vocabulary_text(each.about, lang)}{entries}{optional}\n"
    yield from _parameters_table(each.params, [use.data for use in uses], lang)
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


def _parameters_table(part: type, uses: list[Any], lang: Language, within: str = "") -> Iterator[str]:
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
        yield from _parameters_table(nested, inside, lang, named[0] if len(named) == 1 else "….")


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
    """Return the default of a parameter; of a part, only its stated values."""
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
