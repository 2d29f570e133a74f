"""The style guide's measures for text, with a list of exceptions that may only shrink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wording.prose import EXCEPTIONS, Passage, exceptions, figures, own_passages, plain_sentences, remarks_on

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.slow


FOR_DEVELOPERS = ("explanation/performance", "explanation/sources", "project/")
"""Pages of `docs` that are not user documentation, by how their names begin."""
COMPOSED = ("reference/variants",)
"""Pages whose sentences the rulebook composes; their parts are `Words("…")`."""


def sorted_by_place(lines: Iterable[str]) -> str:
    """Lines for people to read."""
    return "\n".join(sorted(lines))


def test_no_sentence_is_added_to_the_exceptions() -> None:
    """Write it by the guide; a sentence that was rewritten comes off: `python -m tests.wording.prose --write`."""
    listed = set(EXCEPTIONS.read_text("utf-8").splitlines())
    found = set(exceptions(own_passages()))
    assert sorted_by_place(found - listed) == "", "rewrite these"
    assert sorted_by_place(listed - found) == "", "take these off the list"


def test_pages_for_users_have_no_exception() -> None:
    """README, tutorials, how-tos and reference."""
    others = tuple(f"docs/{name}" for name in (*FOR_DEVELOPERS, *COMPOSED))
    listed = EXCEPTIONS.read_text("utf-8").splitlines()
    assert [line for line in listed if line.startswith(("README.md", "docs/")) and not line.startswith(others)] == []


@pytest.mark.parametrize(
    ("sentence", "measures"),
    [
        ("calarec reports a player who leaves.", []),
        ("Who deals? Type a name.", []),
        ("## What it contains", []),
        ("What the program prints is a list of hands.", ["begins with Of, What, Who, Where or Whether"]),
        ("The total of who leaves stays as it is.", ["who without a noun"]),
        ("Nobody checks its size.", ["write: the actor"]),
        ("Each player plays alone.", []),
        ("That holds for hands alone.", ["write: only"]),
        ("A blank line ends it, and a blank does not.", ["write: space, blank line, unknown card"]),
        ("The call counts while the called card lies in the monte.", []),
        ("It lies in the folder.", ["write: is, appears, follows"]),
        ("word " * 36 + "end.", ["more than 35 words"]),
    ],
)
def test_what_the_measures_count(sentence: str, measures: list[str]) -> None:
    """One sentence with each habit, beside sentences that look alike."""
    passage = Passage("a page", plain_sentences(sentence))
    assert [remark.measure for remark in remarks_on(passage)] == measures


def test_sentences_of_markdown() -> None:
    """Code, links and comments are left out; items and cells are sentences of their own."""
    text = (
        "# A head\n\nOne [link](x.md) and `Code. Here`. Two\nlines: a\n\n- First item\n- Second item. Third.\n\n"
        "<!-- none -->\n```sh\nNo. Sentence.\n```\n| left | right<br>below |\n| --- | --- |\n| `a` | Some words |\n"
    )
    assert plain_sentences(text) == (
        "# A head", "One link and X.", "Two lines: a", "First item", "Second item.", "Third.",
        "left", "right", "below", "Some words",
    )  # fmt: skip


def test_figures_count_per_thousand_words() -> None:
    """Two of four words, one of two sentences."""
    counted = figures([Passage("a page", ("Nobody who", "sees that."))])
    assert counted["words"] == 4
    assert counted["nobody, somebody, everybody, whoever, per 1,000 words"] == 250
    assert counted["who, per 1,000 words"] == 250
