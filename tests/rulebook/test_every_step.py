"""Every step before the play is in every rulebook, by contract, in its order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.language import LANGUAGES, text_in
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence
from calarec_tools.main import main
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

_ROOMS: Final = ("table", "pack", "deal", "auction", "all_pass", "contracts", "play", "settle", "match")
"""The chapters that every rulebook has if it has what they are of, as the game runs."""
_ITEM: Final = re.compile(r"(\d+)\. (.*)")


def _plain(text: str) -> str:
    """A text without marks, notes and the breaks of its lines."""
    return re.sub(r"[*_\\◆]|<[^>]*>|\[[^\]]*\](?:\([^)]*\))?", "", " ".join(text.split())).replace(" ", "")


def _printed(ruleset: str, lang: Language, capsys: pytest.CaptureFixture[str]) -> dict[str, list[tuple[int, str]]]:
    """The numbered items of the printed rulebook under each of its headings."""
    assert main(["rules", "explain", ruleset, "--lang", lang, "--format", "markdown"]) == 0
    found: dict[str, list[tuple[int, str]]] = {}
    heading = ""
    for line in capsys.readouterr().out.split("\n"):
        if line.startswith("#"):
            heading = _plain(line.lstrip("# "))
            found.setdefault(heading, [])
        elif item := _ITEM.match(line):
            found[heading].append((int(item[1]), _plain(item[2])))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", shipped())
def test_every_step_of_a_contract_is_an_item_of_its_chapter(
    ruleset: str, lang: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    """As many as there are steps, numbered from 1, each with the sentence of its step, in the order of the rules."""
    loaded = load_ruleset(ruleset)
    printed = _printed(ruleset, lang, capsys)
    chapters = {text_in(each.title, lang): each.told for each in chapters_of(loaded)}
    for name, contract in loaded.rules.contracts.items():
        title = text_in(loaded.name("contracts", name), lang)
        told = [each for each in chapters[title] if isinstance(each, Sentence) and each.style == "step"]
        named = [next(path for path in each.also if path.endswith(".do")) for each in told]
        assert named == [f"steps.{step}.do" for step in contract.steps], name
        items = next(found for heading, found in printed.items() if heading.casefold() == _plain(title).casefold())
        assert [number for number, _ in items] == [*range(1, len(contract.steps) + 1)], name
        for (_, item), each in zip(items, told, strict=True):
            assert item.startswith(_plain(each.sentence_text(lang))), name


@pytest.mark.parametrize("ruleset", shipped())
def test_every_stage_of_the_game_has_its_chapter_in_its_order(ruleset: str) -> None:
    """From the table to the match; what a game has not, has none."""
    rooms = [
        next((each.room for each in chapter.told if isinstance(each, Sentence)), "")
        for chapter in chapters_of(load_ruleset(ruleset))
    ]
    stages = [each for each in dict.fromkeys(rooms) if each in _ROOMS]
    assert stages == [each for each in _ROOMS if each in stages]
    assert {"table", "pack", "deal", "play", "settle", "match"} <= set(stages)
    has = load_ruleset(ruleset).rules.has_auction
    assert ("auction" in stages, "contracts" in stages) == (has, has)
