"""A single change is shown whole, once, and never as two equal texts."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.rulebook.pages import CHANGED, book_as_markdown
from calarec_tools.main import main
from tests.rulebook.mutations import Tree, changed, mutations, of_tree, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.rulebook.comparison import Difference

pytestmark = pytest.mark.slow

_ENTRIES = (("standing",), ("contracts",), ("piles",), ("steps",), ("settle", "bonus"), ("auction", "words"))
_SAMPLED = 6


def entries(tree: Tree) -> Iterator[tuple[tuple[str, ...], Tree]]:
    """Every tree without one unnamed entry, or with one doubled, and its place."""
    for at in _ENTRIES:
        table: Any = tree
        for key in at:
            table = table[key]
        for name in table:
            more = copy.deepcopy(tree)
            node: Any = more
            for key in at:
                node = node[key]
            node[f"{name}-2"] = copy.deepcopy(table[name])
            yield (*at, f"{name}-2"), more
            if at in (("standing",), ("settle", "bonus"), ("auction", "words")):
                less = copy.deepcopy(tree)
                node = less
                for key in at:
                    node = node[key]
                del node[name]
                if at[0] == "settle":
                    less["settle"]["bonus_order"] = [each for each in less["settle"]["bonus_order"] if each != name]
                yield (*at, name), less


def samples(name: str) -> Iterator[tuple[str, Ruleset]]:
    """Some single changes of a ruleset: other values, entries gone and come."""
    parent = load_ruleset(name)
    tree = dict(parent.tree)
    values = [(where, changed(tree, where, value)) for where, value in mutations(tree)]
    moved = [(where, other) for where, other in entries(tree)]
    chance = Random(f"single changes of {name}")
    for where, other in (*chance.sample(values, _SAMPLED), *chance.sample(moved, min(3, len(moved)))):
        yield ".".join(map(str, where)), of_tree(other, parent)


@pytest.mark.mass
@pytest.mark.parametrize("name", shipped())
def test_any_single_change_is_shown_once(name: str) -> None:
    """Each difference in one change, each sentence once, both sides unlike in both languages."""
    parent = load_ruleset(name)
    for where, house in samples(name):
        assert house.digest != parent.digest
        comparison = compare(parent, house)
        changes = differing_rules(comparison)
        if where.endswith(".hand") and where.startswith("standing.") and not comparison.differences:
            continue  # a declaration that asks nothing of the hand rules like one without it (RUL624)
        assert changes, where
        told = Counter(paths(each) for change in changes for each in change.differences)
        assert told == Counter(map(paths, comparison.differences)), where
        assert set(told.values()) == {1}, where
        assert all(repr(each.both_values[0]) != repr(each.both_values[1]) for each in comparison.differences), where
        for change in changes:
            for lang in LANGUAGES:
                texts = [saying.saying_text(lang) if saying else "" for saying in (change.left, change.right)]
                assert texts[0] != texts[1], (where, texts)
        for side in ("left", "right"):
            parts = [part for change in changes for part in (getattr(change, side) or ((),))[0]]
            seen = Counter((part.sentence.own, part.part_text("en")) for part in parts)
            assert all(count == 1 for count in seen.values()), (where, seen)


@pytest.mark.mass
@pytest.mark.parametrize("name", shipped())
def test_what_is_shown_as_different_is_marked(name: str) -> None:
    """A sentence of the new book that is shown as a change carries the mark, and one that both books have does not."""
    parent = load_ruleset(name)
    before = {(each.own, each.sentence_text("en"), each.sentence_text("it")) for each in sentences(parent)}
    for where, house in samples(name):
        book = make_rulebook(house, parent)
        mine = {
            (each.own, each.sentence_text("en"), each.sentence_text("it")): book.marker.has_changed_rule(each)
            for each in sentences(house)
        }
        shown = {
            (part.sentence.own, part.sentence.sentence_text("en"), part.sentence.sentence_text("it"))
            for change in book.changes if change.right for part in change.right.parts
        }  # fmt: skip
        assert all(mine[each] for each in shown & mine.keys()), where
        assert not any(marked for key, marked in mine.items() if key in before), where


def paths(difference: Difference) -> tuple[str, str]:
    """Return the paths of both sides of a difference."""
    left, right = (each.path if each else "" for each in difference)
    return left, right


def sentences(ruleset: Ruleset) -> list[Any]:
    """Every sentence of a rulebook."""
    return [
        each
        for chapter in chapters_of(ruleset)
        for each in chapter.told
        if hasattr(each, "own") and hasattr(each, "also")
    ]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write a file that changes pagat, and return its ruleset."""
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))

    def made(text: str, name: str = "house") -> Ruleset:
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: pagat\n{text}", encoding="utf-8")
        found = check_rules(str(file))
        assert found.ruleset is not None, [str(each.message()) for each in found.findings]
        return found.ruleset

    return made


def rows(left: Ruleset, right: Ruleset, lang: str = "en") -> list[tuple[str, str]]:
    """Both sides of every change."""
    return [
        (change.left.saying_text(lang) if change.left else "", change.right.saying_text(lang) if change.right else "")
        for change in differing_rules(compare(left, right))
    ]


def test_a_unit_of_payment_changes_every_stake(house: Any) -> None:
    """The digits stay, their value does not: each contract shows it, in both texts."""
    pagat, halves = load_ruleset("pagat"), house("set: {settle.pay_unit: 1/2}\n")
    found = {each.path: each.both_values for each in compare(pagat, halves).differences}
    assert found == {
        "contracts.chiamo.stake": ("1x", "1/2x"),
        "contracts.solo.stake": ("2x", "1x"),
        "contracts.solissimo.stake": ("4x", "2x"),
        "contracts.dividete.stake": ("8x", "4x"),
        "contracts.scegliete.stake": ("16x", "8x"),
        "settle.pay_unit": ("1", "1/2"),
    }
    page = book_as_markdown(make_rulebook(halves, pagat), "en")
    assert page.count(f"{CHANGED} If the declarer wins, each opponent pays") == 5
    assert "- *solo*: if the declarer wins, each opponent pays 1;" in page


def test_numbers_that_mean_the_same_do_not_differ(house: Any) -> None:
    """Payments in thirds, each number three times the old one: only the unit is new."""
    pagat = load_ruleset("pagat")
    stakes = "".join(f"  contracts.{name}.stake: {each['stake']}x\n" for name, each in pagat.tree["contracts"].items())
    thirds = house(f"set:\n  settle.pay_unit: 1/3\n{stakes}")
    assert thirds.tree["contracts"]["solo"]["stake"] == 6
    assert rows(pagat, thirds) == [("", "Payments are written down in thirds of a stake.")]


def test_a_removed_contract_stands_on_its_own_side(house: Any) -> None:
    """The parent has it, the child has not, and the other way round."""
    pagat, less = load_ruleset("pagat"), house("set: {contracts.scegliete: off}\n")
    there, gone = "There is a contract *scegliete*.", "There is no contract *scegliete*."
    assert (there, gone) in rows(pagat, less)
    ((before, after),) = [(left, right) for left, right in rows(less, pagat) if gone in left]
    assert before == gone
    assert after.startswith(f"{there} *scegliete*: before the play: ")
    assert "each opponent pays 16" in after


def test_a_second_fault_with_the_same_effect_is_shown(house: Any) -> None:
    """With its name and all of its parts, once; the first one is not in it."""
    one = house("set: {standing.revoke.pay_each: 1}\n", "one")
    two = house("set: {standing.revoke.pay_each: 1}\nadd: {standing.misdeal: {do: fault, pay_each: 1}}\n", "two")
    ((before, after),) = rows(one, two)
    assert before == ""
    assert after.startswith("*Misdeal*, by anyone:")
    assert after.endswith("The offender pays 1 to each of the other players.")
    page = book_as_markdown(make_rulebook(two, one), "en")
    assert page.count(f"{CHANGED} *Misdeal*") == 1


def test_a_stake_that_becomes_a_reference_is_one_change(house: Any) -> None:
    """The old and the new value are in one row."""
    pagat, follows = load_ruleset("pagat"), house("set: {contracts.solo.stake: {of: chiamo, times: 2}}\n")
    ((before, after),) = rows(pagat, follows)
    assert "each opponent pays 2;" in before
    assert "each opponent pays 2 (twice as much as for *chiamo*);" in after


def test_a_condition_that_looks_at_something_else_is_one_change() -> None:
    """The old and the new condition are side by side, whichever rules state them."""
    left, right = load_ruleset("pagat"), load_ruleset("twenty-one")
    for old, new in ((left, right), (right, left)):
        found = [each for each in differing_rules(compare(old, new)) if "stramazzo" in each.differences[0].path]
        (change,) = found
        assert change.left is not None
        assert change.right is not None
        assert {each.path.rpartition(".")[2] for each in change.differences} == {
            "card_points_below", "card_points_in_tricks_below",
        }  # fmt: skip


def test_what_no_sentence_tells_apart_is_spelt_out(house: Any) -> None:
    """Two words that may be said at the same time."""
    pagat, more = load_ruleset("pagat"), house("add: {auction.words.basta: {when: always, leaves: true}}\n")
    assert any("basta" in after for _, after in rows(pagat, more))


def test_an_order_of_bonuses_is_said(house: Any) -> None:
    """Also one that leaves bonuses out, with what that means for them."""
    pagat, turned = load_ruleset("pagat"), house("set: {settle.bonus_order: [stramazzo, cappotto]}\n")
    counts = "Only the first of these that applies counts:"
    assert rows(pagat, turned) == [
        (f"{counts} *cappotto* and *stramazzo*.", f"{counts} *stramazzo* and *cappotto*.")
    ]  # fmt: skip
    ((_, after),) = rows(pagat, house("set: {settle.bonus_order: [cappotto]}\n"))
    assert after.startswith("(*Stramazzo* is in the file but not in `bonus_order`")


def test_the_command_prints_no_pair_that_reads_the_same(house: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The lines of rules have the unit too."""
    house("set: {settle.pay_unit: 1/2}\n")
    assert main(["rules", "diff", "pagat", "house"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "contracts.solo.stake: 2x (" in out
    assert "→ 1x (" in out
    assert "(nothing) house: (nothing)" not in out
