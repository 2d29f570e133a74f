"""`variants.md` in `docs/reference`, in each language: the shipped rulesets.

    python -m calarec_tools.output.docs.variants

writes the pages, dimension by dimension, to the checkout; a test fails while they are not current.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_folder
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.registry import find_mechanism
from calarec.core.wording.language import LANGUAGES, Listing, Words, text_in
from calarec.core.wording.sources import HOUSE_RULE, PROJECT_DEFAULT, cite_by_name, name_source
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.pages import plain_text
from calarec.rulebook.sentences import Sentence

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language, Sayable

FILES: Final = {"en": "reference/variants.md", "it": "reference/variants.it.md"}
_TITLE: Final = Words("Variants")
_INTRODUCTION: Final = Words(
    "Every ruleset that comes with calarec, first one by one, then by what tells them apart: each dimension lists its "
    "values, and beside each value the rulesets that have it. `calarec rules explain ID` prints the rulebook of one, "
    "`calarec rules diff ID ID` compares two."
)
_COLUMNS: Final = (
    Words("ruleset"), Words("title"), Words("extends"), Words("sources")
)  # fmt: skip
_VALUE: Final = (Words("value"), Words("rulesets"))
_NONE: Final = Words("(nothing is said)")
_OTHERS: Final = Words("Rules that no shipped ruleset has")
_TRIED: Final = Words(
    "These can be written in a rule file of one's own. Each is tried by a ruleset of the tests, in "
    "`tests/rulesets/attested`."
)
_OTHER_COLUMNS: Final = (
    Words("rule"), Words("is said by"), Words("extends"), Words("sources"), Words("ruleset of the tests")
)  # fmt: skip
_WHOLE: Final = Words("(a game of its own)")
_HOUSE_RULE: Final = Words("house rule")
_DEFAULT: Final = Words("project default")
_ABOUT_RECORDS: Final = frozenset({"example", "aliases", "parts"})
"""Values of sentences about the notation of cards and points in records."""
_DIMENSIONS: Final = (
    (Words("Players"), ("table.seats", "table.sides", "table.sits_out", "table.dummies")),
    (Words("Direction"), ("table.direction",)),
    (Words("The pack"), ("pack.suits", "pack.ranks", "pack.without")),
    (Words("Points"), ("pack.points", "pack.last_trick", "pack.unit")),
    (Words("The deal", sense="dimension"), ("deal.hand", "piles")),
    (Words("The auction", sense="dimension"), ("auction.first", "auction.chances", "auction.ends")),
    (Words("Words that are not bids"), ("auction.words",)),
    (Words("Contracts and stakes"), ("contracts.*.stake",)),
    (Words("Doubling"), ("doubling",)),
    (Words("Before the play"), ("contracts.*.steps",)),
    (Words("The first lead"), ("contracts.*.leader",)),
    (Words("When all pass"), ("all_pass",)),
    (Words("Winning the hand"), ("settle.rounding", "settle.won_if")),
    (Words("What is paid"), ("settle.pay", "settle.shares", "settle.each", "settle.bonus")),
    (Words("Irregularities and more"), ("standing",)),
    (Words("The match", sense="dimension"), ("match",)),
)


def pages(attested: Path) -> dict[str, str]:
    """Return the pages by their paths in `docs/`; `attested` has the tests' rulesets."""
    rulesets = [load_ruleset(name) for name in known_ids((str(data_folder("rules")),))]
    tried = [load_ruleset(str(file)) for file in sorted(attested.glob("*.yaml"))]
    return {
        FILES[lang]: "\n".join((*_variants_page(rulesets, lang), *_other_rules_lines(tried, lang))) + "\n"
        for lang in LANGUAGES
    }


def write_variants_pages(folder: Path) -> None:
    """Write the pages into `folder`, that of a checkout."""
    for name, text in pages(folder.parent / "tests" / "rulesets" / "attested").items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _variants_page(rulesets: list[Ruleset], lang: Language) -> list[str]:
    lines = [
        "<!-- Generated from the rulesets by `python -m calarec_tools.output.docs.variants`. -->",
        f"\n# {text_in(_TITLE, lang)}\n\n{text_in(_INTRODUCTION, lang)}\n",
        *_markdown_table(_COLUMNS, [_variants_row(ruleset, lang) for ruleset in rulesets], lang),
    ]
    for title, paths in _DIMENSIONS:
        by_value: dict[str, list[str]] = {}
        for ruleset in rulesets:
            by_value.setdefault(_value_of_variant(ruleset, paths, lang), []).append(f"`{ruleset.id}`")
        rows: list[tuple[str, ...]] = [(value, ", ".join(ids)) for value, ids in by_value.items()]
        lines += [f"\n## {text_in(title, lang)}\n", *_markdown_table(_VALUE, rows, lang)]
    return lines


def _other_rules_lines(rulesets: list[Ruleset], lang: Language) -> list[str]:
    """The rules that are tried by a ruleset of the tests and shipped with none."""
    rows: list[tuple[str, ...]] = []
    for ruleset in rulesets:
        own = {path: origin for path, (_, origin) in ruleset.leaves.items() if origin.layer == ruleset.id}
        whole = len(ruleset.layers) == 1
        paths = dict.fromkeys(".".join(path.split(".")[:2]) for path in own)
        said = text_in(_WHOLE, lang) if whole else ", ".join(f"`{path}`" for path in paths)
        sources = dict.fromkeys(_who_says(ruleset, origin.source, lang) for origin in own.values() if origin.source)
        parent = "" if whole else f"`{ruleset.layers[1]}`"
        rows.append((text_in(ruleset.title, lang), said, parent, ", ".join(sources), f"`{ruleset.id}`"))
    return [
        f"\n## {text_in(_OTHERS, lang)}\n",
        f"{text_in(_TRIED, lang)}\n",
        *_markdown_table(_OTHER_COLUMNS, rows, lang),
    ]


def _who_says(ruleset: Ruleset, source: str, lang: Language) -> str:
    own = {HOUSE_RULE: _HOUSE_RULE, PROJECT_DEFAULT: _DEFAULT}
    return text_in(own.get(source) or cite_by_name(source, ruleset.sources), lang)


def _variants_row(ruleset: Ruleset, lang: Language) -> tuple[str, ...]:
    parent = f"`{ruleset.layers[1]}`" if len(ruleset.layers) > 1 else ""
    sources = ", ".join(name_source(source_id, ruleset.sources) for source_id in ruleset.sources)
    return f"`{ruleset.id}`", text_in(ruleset.title, lang), parent, sources


def _markdown_table(head: tuple[Words, ...], rows: list[tuple[str, ...]], lang: Language) -> list[str]:
    def table_line(cells: tuple[str, ...]) -> str:
        return f"| {' | '.join(cell.replace('|', '∣') for cell in cells)} |"

    return [table_line(tuple(text_in(each, lang) for each in head)), "|" + " --- |" * len(head), *map(table_line, rows)]


def _value_of_variant(ruleset: Ruleset, paths: tuple[str, ...], lang: Language) -> str:
    if paths[0].startswith("contracts."):
        return _of_contracts(ruleset, paths[0].rpartition(".")[2], lang)
    said = ""
    for chapter in chapters_of(ruleset):
        for told in chapter.told:
            if (
                not isinstance(told, Sentence)
                or not told.own
                or not any(_is_below(told.own[0], path) for path in paths)
            ):
                continue
            if not _ABOUT_RECORDS & told.values.keys():
                said += ("<br>" if said and told.style == "item" else " ") + told.sentence_text(lang)
    return plain_text(said.strip()) or text_in(_NONE, lang)


def _is_below(leaf: str, path: str) -> bool:
    return leaf == path or leaf.startswith(f"{path}.")


def _of_contracts(ruleset: Ruleset, what: str, lang: Language) -> str:
    """Describe one rule of every contract; contracts with equal values share a line."""
    by_value: dict[str, list[object]] = {}
    for name, contract in ruleset.rules.contracts.items():
        said = ruleset.name("contracts", name)
        if what == "stake":
            text = text_in(_stake_of_variant(ruleset, name), lang)
        elif what == "leader":
            text = _leader_of_variant(ruleset, name, lang)
        else:
            steps = [ruleset.rules.steps[step].do for step in contract.steps if step in ruleset.rules.steps]
            text = "; ".join(text_in(find_mechanism(Kind.STEP, step).title, lang) for step in steps) or "–"
        by_value.setdefault(text, []).append(said)
    told = "<br>".join(f"{text_in(Listing(tuple(names)), lang)}: {text}" for text, names in by_value.items())
    return told or text_in(_NONE, lang)


def _stake_of_variant(ruleset: Ruleset, name: str) -> Sayable | str:
    from calarec.rulebook.auction import stake_said
    from calarec.rulebook.telling import Telling

    contract, telling = ruleset.rules.contracts[name], Telling(ruleset, f"contracts.{name}")
    won = stake_said(contract.stake, telling)
    if contract.lost is None:
        return won
    lost = stake_said(contract.lost, telling)
    return Words("{won} (lost: {lost})", won=won, lost=lost)


def _leader_of_variant(ruleset: Ruleset, name: str, lang: Language) -> str:
    for chapter in chapters_of(ruleset):
        for told in chapter.told:
            if isinstance(told, Sentence) and told.own == (f"contracts.{name}.leader",):
                return told.sentence_text(lang)
    return ""


if __name__ == "__main__":
    from pathlib import Path

    write_variants_pages(Path(__file__).parents[4] / "docs")
