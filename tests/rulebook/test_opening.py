"""The opening of a rulebook: three sentences, and a legal trick with its winner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.mechanisms.rules import build_rules
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.opening import ExampleTrick, example_trick, opening_of
from calarec.rulebook.pages import book_as_markdown
from calarec.rulebook.sentences import Sentence
from tests.rulebook.mutations import changed, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language


def said(ruleset: Ruleset, lang: Language) -> list[str]:
    return [told.sentence_text(lang) for told in opening_of(ruleset).told if isinstance(told, Sentence)]


def house(folder: Path, parent: str, *lines: str) -> Ruleset:
    """A ruleset that changes another one."""
    file = folder / "house.yaml"
    changes = "".join(f"  {line}\n" for line in lines)
    file.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: H\nextends: {parent}\nset:\n{changes}", encoding="utf-8")
    return load_ruleset(str(file))


def won(trick: ExampleTrick, ruleset: Ruleset) -> tuple[list[str], str]:
    """The cards by name and the winning one, by the order of the ranks as the file writes it."""
    names = [trick.cards.names[each.card] for each in trick.played]
    trumps = [each for each in names if trick.trump >> trick.cards.numbers[each] & 1]
    of_suit = trumps or [each for each in names if each[1] == names[0][1]]
    return names, min(of_suit, key=lambda name: ruleset.rules.pack.ranks.index(name[0]))


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rulebook_begins_so(name: str, lang: Language) -> None:
    ruleset = load_ruleset(name)
    opening = opening_of(ruleset)
    page = book_as_markdown(make_rulebook(ruleset), lang)
    title = {"en": "The game in short", "it": "Il gioco in breve"}[lang]
    assert re.findall(r"^## (.*)$", page, re.M)[0] == title
    assert [bool(each.style) for each in opening.told if isinstance(each, Sentence)][:4] == [False, False, False, True]
    for text in said(ruleset, lang):
        assert re.match(r"[A-Z]", text), text
        assert text.endswith("."), text
        assert not re.search(r"[{}]|  |None| [,.;:]|\.\.", text), text
        assert text in page


@pytest.mark.parametrize("name", shipped())
def test_the_trick_is_played_by_the_rules(name: str) -> None:
    """All lead and follow by one duty; only a player without the suit plays another."""
    ruleset = load_ruleset(name)
    trick = example_trick(ruleset.rules)
    names, best = won(trick, ruleset)
    assert len(set(names)) == len(names) == count_hands_dealt(ruleset.rules.table, max(ruleset.rules.table.seats))
    assert [each.follows for each in trick.played] == [each[1] == names[0][1] for each in names]
    assert names[trick.winning_place] == best != names[0]
    others = [place for place, each in enumerate(trick.played) if not each.follows]
    assert others == ([2] if len(names) > 2 else [])


_TRUMP = "play.trump: {chosen: named, by: declarer}"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("play.follow: free",), "C may play any card: the three of swords, of another suit, cannot win."),
        (("play.beat: must",), "B can beat that, has to, and plays the two of batons."),
        ((_TRUMP,), "C has no card of the suit led and plays the four of swords, which is trump."),
        (
            (_TRUMP, "play.void: must_trump"),
            "C has no card of the suit led, has to trump, and plays the four of swords.",
        ),
    ],
)
def test_it_shows_what_these_rules_ask_for(tmp_path: Path, lines: tuple[str, ...], expected: str) -> None:
    ruleset = house(tmp_path, "pagat", *lines)
    trick = example_trick(ruleset.rules)
    assert expected in said(ruleset, "en")
    names, best = won(trick, ruleset)
    assert names[trick.winning_place] == best == ("4s" if _TRUMP in lines else "2b")


def test_two_players_with_a_trump(tmp_path: Path) -> None:
    """The second takes with the lowest trump."""
    ruleset = house(tmp_path, "tressette-in-due", "play.trump: {chosen: turned, by: dealer, pile: stock}")
    assert [each.follows for each in example_trick(ruleset.rules).played] == [True, False]
    assert "with the four of swords, the highest trump, and leads to the next" in said(ruleset, "en")[-1]


@pytest.mark.parametrize(
    ("parent", "lines", "expected"),
    [
        ("pagat", (), "plays alone against the others, and wins with at least 6 points in tricks"),
        ("pagat", ("contracts.solo.won_if: {points_at_most: 3p}",), "; some contracts ask for something else."),
        ("pagat", ("settle.won_if.points_at_least: 7p",), "with at least 7 points in tricks"),
        ("pagat", ("match.until: {points: 21}",), "the match is over when a player has reached 21 points"),
        ("pagat", ("deal.hand: 12",), "Each player is dealt twelve cards; the bidding"),
        ("quadriglio", (), "alone or with a partner"),
        ("rovescino", (), "Each player tries to win as few points as possible"),
        ("tressette", (), "Each side tries to win as many points as possible"),
        ("tressette", ("all_pass.pays: last_trick",), "Each side tries not to win the last trick."),
        ("tressette", ("all_pass.pays: most_points",), "Each side tries to win as few points as possible"),
        ("tressette-in-due", (), "after each trick every player draws a card"),
    ],
)
def test_the_sentences_follow_the_rules(tmp_path: Path, parent: str, lines: tuple[str, ...], expected: str) -> None:
    ruleset: Any = house(tmp_path, parent, *lines) if lines else load_ruleset(parent)
    assert expected in " ".join(said(ruleset, "en")[:3])


def test_a_pack_of_two_cards_has_a_trick_too() -> None:
    """However small the pack is, each player plays a card."""
    tree: Any = load_ruleset("tressette-in-due").tree
    for where, value in (("suits", "b"), ("ranks", "3A"), ("points", {})):
        tree = changed(tree, ("pack", where), value)
    trick = example_trick(build_rules(tree))
    assert len(trick.played) == 2
    assert trick.cards.names[trick.played[trick.winning_place].card] == "3b"
