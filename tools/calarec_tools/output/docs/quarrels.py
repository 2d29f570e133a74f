"""The pages of quarrels in `docs`: disputes with the rulings of several rulesets.

    python -m calarec_tools.output.docs.quarrels

writes them in the checkout from the records and `quarrels.yaml` in `docs/quarrels`. A test replays each record
under each ruleset and compares the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.reader import read_records
from calarec.core.wording.language import LANGUAGES, Words, fill_words, text_in
from calarec.core.wording.sources import source_text
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from calarec.core.wording.language import Language

FILES: Final = {"en": "quarrels/index.md", "it": "quarrels/index.it.md"}
_TITLE: Final = Words("Quarrels")
_OTHER_LANGUAGE: Final = {"en": "[In italiano](index.it.md).", "it": "[In English](index.md)."}
_INTRODUCTION: Final = Words(
    "Each of these {count} disputes is a record that you can replay, with the rulings of "
    "several rulesets side by side. To see all reasons, replay the record under your rules: "
    "`{command}`. The hands were composed by the project."
)
_COMMAND: Final = "calarec replay docs/quarrels/all-pass.cal --rules tretre"
_HEAD: Final = (Words("Rules"), Words("Ruling"), Words("Payments"), Words("Rule and source"))
_RECORD: Final = Words("Record: [`{file}`]({link})")
_MAX_SHOWN_LINES: Final = 6
"""A longer hand is not shown on the page, only its file."""


class Ruling(NamedTuple):
    """The answer of some rulesets; `expected` is the result of a replay under them."""

    rulesets: tuple[str, ...]
    answer: Mapping[str, str]
    rule: str
    expected: Mapping[str, Any]

    @property
    def payments(self) -> Mapping[str, int]:
        """The payment of each seat in the last hand; empty if nothing is settled."""
        pays: dict[str, int] = self.expected.get("pays", {})
        return pays


class Quarrel(NamedTuple):
    """A dispute with its record and its rulings."""

    file: Path
    question: Mapping[str, str]
    story: Mapping[str, str]
    rulings: tuple[Ruling, ...]


def read_quarrels(folder: Path) -> list[Quarrel]:
    """The quarrels of `docs/quarrels`, in their order."""
    import yaml

    listed = yaml.safe_load((folder / "quarrels.yaml").read_text(encoding="utf-8"))
    return [
        Quarrel(
            folder / f"{entry['id']}.cal",
            entry["question"],
            entry["story"],
            tuple(
                Ruling(
                    tuple(ruling.pop("rules")),
                    {lang: ruling.pop(lang) for lang in LANGUAGES},
                    ruling.pop("because"),
                    ruling,
                )
                for ruling in entry["rulings"]
            ),
        )
        for entry in listed
    ]


def quarrel_pages(folder: Path) -> dict[str, str]:
    """Both pages by their names in `docs`."""
    quarrels = read_quarrels(folder)
    return {FILES[lang]: "\n".join(_page_lines(quarrels, lang)) + "\n" for lang in LANGUAGES}


def _page_lines(quarrels: list[Quarrel], lang: Language) -> Iterator[str]:
    yield "<!-- Generated from docs/quarrels by `python -m calarec_tools.output.docs.quarrels`. -->"
    yield f"\n# {text_in(_TITLE, lang)}\n"
    introduction = fill_words(_INTRODUCTION, lang, {"count": len(quarrels), "command": _COMMAND})
    yield f"{_OTHER_LANGUAGE[lang]} {introduction}"
    for quarrel in quarrels:
        yield f"\n## {quarrel.question[lang]}\n"
        yield f"{quarrel.story[lang]}\n"
        yield from _record_lines(quarrel.file, lang)
        yield "| " + " | ".join(text_in(title, lang) for title in _HEAD) + " |"
        yield "|" + " --- |" * len(_HEAD)
        for ruling in quarrel.rulings:
            yield "| " + " | ".join(_ruling_cells(quarrel, ruling, lang)) + " |"


def _record_lines(file: Path, lang: Language) -> Iterator[str]:
    """A short hand itself, and where its file is."""
    hands = file.read_text(encoding="utf-8").split("\n\n", 1)[1].rstrip("\n")
    lines = [line for line in hands.split("\n") if line not in ("", "end")]
    if len(lines) <= _MAX_SHOWN_LINES:
        yield "\n".join(("```cal", *lines, "end", "```\n"))
    yield fill_words(_RECORD, lang, {"file": f"docs/quarrels/{file.name}", "link": file.name}) + "\n"


def _ruling_cells(quarrel: Quarrel, ruling: Ruling, lang: Language) -> tuple[str, ...]:
    people = next(iter(read_records(str(quarrel.file)))).session.people
    payments = ", ".join(f"{people.get(seat, seat)} {amount:+}" for seat, amount in ruling.payments.items())
    return (
        ", ".join(f"`{ruleset_id}`" for ruleset_id in ruling.rulesets),
        ruling.answer[lang],
        payments.replace("-", "−").replace("+0", "0"),
        f"`{ruling.rule}`: {'; '.join(_cited_sources(ruling, lang))}",
    )


def _cited_sources(ruling: Ruling, lang: Language) -> dict[str, None]:
    """The sources of the rule in each ruleset, once each."""
    cited: dict[str, None] = {}
    for ruleset_id in ruling.rulesets:
        ruleset = load_ruleset(ruleset_id)
        rule = ruleset.ref(ruling.rule)
        cited[text_in(source_text(rule.source, ruleset.sources), lang)] = None
    return cited


def write_quarrel_pages(folder: Path) -> None:
    """Write the pages into `folder`, that of the documentation."""
    for name, text in quarrel_pages(folder / "quarrels").items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    from pathlib import Path

    write_quarrel_pages(Path(__file__).parents[4] / "docs")
