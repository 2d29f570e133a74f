"""The rulebook as a whole: its order, its notes, its marks, its two forms."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.cells import cells
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.book import Book, make_rulebook
from calarec.rulebook.pages import CHANGED, book_as_markdown, book_for_terminal
from calarec.rulebook.sentences import Sentence
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

pytestmark = pytest.mark.slow

ORDER = ("The game in short", "The table", "The cards", "The deal", "The auction", "When all pass", "The contracts",
         "The play", "The settlement", "Claims and irregularities", "The match", "Examples", "Notes",
         "Sources")  # fmt: skip


def book_of(name: str) -> Book:
    ruleset = load_ruleset(name)
    return make_rulebook(ruleset, load_ruleset(ruleset.layers[1]) if len(ruleset.layers) > 1 else None)


def house(folder: Path, lines: str) -> Ruleset:
    """A ruleset that extends `pagat` in a folder of its own."""
    file = folder / "house.yaml"
    file.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: House\nextends: pagat\n{lines}", encoding="utf-8")
    return load_ruleset(str(file))


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_are_complete(name: str, lang: Language) -> None:
    """Each begins with a capital letter, ends with a stop, and leaves no place unfilled."""
    for chapter in book_of(name).chapters:
        for told in chapter.told:
            if isinstance(told, Sentence):
                text = told.sentence_text(lang)
                assert text.endswith((".", ":", ".)"))
                assert re.match(r"[(*`]*[A-ZÈ0-9]", text), text
                assert not re.search(r"[{}]|  |None| [,.;:]|\.\.", text.replace("`", "")), text


@pytest.mark.parametrize("name", shipped())
def test_chapters_follow_the_order_of_play(name: str) -> None:
    """A player reads from the first card dealt to the last payment."""
    heads = re.findall(r"^## (.*)$", book_as_markdown(book_of(name), "en"), re.M)
    places = [ORDER.index(head) for head in heads if head not in ("What is different", "Rules without effect")]
    assert all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("name", shipped())
def test_every_stated_rule_has_its_source_in_the_notes(name: str) -> None:
    """The text refers to each source and reason of a rule file."""
    book = book_of(name)
    unread = set()
    told = [each for chapter in book.chapters for each in chapter.told]
    noted = {note for each in told for note in book.marker.notes_of(each)}
    for path, (_, origin) in book.ruleset.leaves.items():
        if origin.source and origin.source not in {note.source for note in noted}:
            unread.add((path, origin.source))
    assert not unread


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_notes_are_numbered_as_they_appear(name: str, lang: Language) -> None:
    """Every number leads to a note, every note has a number that leads to it, and the first to appear is 1."""
    page = book_as_markdown(book_of(name), lang)
    body, _, notes = page.partition("\n## Note" + ("s" if lang == "en" else "") + "\n")
    numbers = [int(number) for group in re.findall(r"\[([^\]`]+)\]", body) for number in re.findall(r"\d+", group)]
    listed = [int(number) for number in re.findall(r"^(\d+)\. ", notes, re.M)]
    assert set(numbers) == set(listed)
    assert next(iter(dict.fromkeys(numbers))) == 1
    assert listed == list(range(1, len(listed) + 1))


def test_a_project_default_is_marked_with_its_reason() -> None:
    """The idle dealer is the project's reading of the page, and marked as such."""
    page = book_as_markdown(book_of("pagat"), "en")
    number = re.search(r"A player who sits out neither pays nor is paid\. \[(\d+)\*\]", page)
    assert number
    assert f"\n{number[1]}. Project default. The page does not say that the idle dealer" in page


def test_a_house_rule_is_marked(tmp_path: Path) -> None:
    """A change without a source is the house's own, here and in the list of changes."""
    ruleset = house(tmp_path, "set:\n  contracts.solo.stake: 3\n")
    page = book_as_markdown(make_rulebook(ruleset, load_ruleset("pagat")), "en")
    assert re.search(rf"{CHANGED} If the declarer wins, each opponent pays 3; .* \[\d+ house rule\]", page)
    assert "- *solo*: if the declarer wins, each opponent pays 3;" in page
    italian = book_as_markdown(make_rulebook(ruleset, load_ruleset("pagat")), "it")
    assert re.search(
        rf"{CHANGED} Se il dichiarante vince, ogni avversario gli paga 3; .* \[\d+ regola della casa\]", italian
    )


def test_what_is_unchanged_is_not_marked(tmp_path: Path) -> None:
    """Only sentences that rest on a rule that the file has changed carry the mark."""
    ruleset = house(tmp_path, "set:\n  match.until.points: 31\n")
    page = book_as_markdown(make_rulebook(ruleset, load_ruleset("pagat")), "en")
    marked = [line for line in page.splitlines() if line.startswith(CHANGED)]
    assert len(marked) == 1
    assert "31 points" in marked[0]


def test_nothing_follows_where_nothing_is_changed(tmp_path: Path) -> None:
    """A house rule without a change is its parent, and is named so."""
    said = " ".join(book_as_markdown(make_rulebook(house(tmp_path, ""), load_ruleset("pagat")), "en").split())
    assert "nothing of it is different." in said
    assert "changed as follows" not in said


def test_what_is_gone_is_told(tmp_path: Path) -> None:
    """A rule that was taken out leaves no sentence to mark; the list of changes names it."""
    ruleset = house(tmp_path, "set:\n  settle.bonus.stramazzo: off\n")
    page = book_as_markdown(make_rulebook(ruleset, load_ruleset("pagat")), "en")
    assert "- No longer: *Stramazzo*: if the losing side" in page


def test_other_names_of_the_ranks_are_told() -> None:
    """The pack of 1900 is the old one under other names; no other rule has changed."""
    book = book_of("american-1900")
    assert not book.changes
    assert "ace for three, king for two, queen for ace" in book_as_markdown(book, "en")


def test_a_leaf_that_decides_nothing_is_named(tmp_path: Path) -> None:
    """Steps that no contract takes are read at the end, so that nothing in the file stays unread."""
    ruleset = house(tmp_path, "set:\n  contracts.solissimo.raises: []\n  contracts.dividete: off\n")
    page = book_as_markdown(make_rulebook(ruleset, load_ruleset("pagat")), "en")
    assert "## Rules without effect" in page
    assert page.index("## The match") < page.index("## Rules without effect") < page.index("## Notes")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pagat", "at least 6 points, out of a total of 11 points and two thirds"),
        ("thirty-five", "at least 18 points, out of a total of 35 points"),
        ("pagat", "That makes sixteen or seventeen cards in the hand."),
        ("tretre", "The declarer discards four cards face down (three if the called card is in the monte)"),
        ("cavendish", "The player at the declarer's left, the next in order of play, leads to the first trick."),
        ("cavendish-right-leads", "The player at the declarer's right, the one before in order of play, leads"),
        ("sestiglio", "If the card is in the monte, a win brings 5 (as for *arcisolo*) from each opponent."),
        ("quintiglio", "of every 3 the declarer takes 2 and the partner 1"),
        ("pagat", "| *scegliete* | 16 | 32 | 48 |"),
        ("sestiglio", "| *chiamo*, if the called card is in the monte | 5 / 3 | 10 / 6 |"),
        ("settiglio", "At a table of seven the dealer receives no cards and sits the deal out, so that six play."),
        ("foster", "The card must be a three, or else a two, if the declarer holds every three."),
    ],
)
def test_figures_are_worked_out(name: str, said: str) -> None:
    """Sizes of hands, points and payments are given as players count them."""
    assert said in book_as_markdown(book_of(name), "en")


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_keep_to_the_width(width: int, lang: Language) -> None:
    """Prose is wrapped; a table is as wide as it must be."""
    lines = book_for_terminal(book_of("tretre"), lang, width=width).splitlines()
    prose = [line for line in lines if not line.startswith("  ") or line[2:4] == "- "]
    assert max(map(cells, prose)) <= width


def test_the_terminal_shows_no_marks_of_markdown() -> None:
    """Stars and back quotes set names off in Markdown alone; those of the notes stay."""
    text = book_for_terminal(book_of("pagat"), "it")
    assert "`" not in text
    assert all(star == "]" or star in ",0123456789" for star in re.findall(r"\*(.)", text))


def test_colour_is_for_headings() -> None:
    """Without colour there is not one escape sequence."""
    assert "\x1b[" in book_for_terminal(book_of("pagat"), "en", colour=True)
    assert "\x1b" not in book_for_terminal(book_of("pagat"), "en")
