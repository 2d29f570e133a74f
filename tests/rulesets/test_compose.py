"""Composition: one parent, `set` must match, `add` must not, `off` takes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import Translated
from calarec.core.wording.sources import HOUSE_RULE, PROJECT_DEFAULT
from calarec.rule_files.compose import compose
from tests.rulesets.toy import PARENT, Shelf, Toy, child, codes, node, value

if TYPE_CHECKING:
    from pathlib import Path


def test_defaults_are_filled_in_and_are_the_vocabularys(shelf: Shelf) -> None:
    found = shelf.compose("parent")
    assert value(found, "contracts.ask.leader") == "eldest"
    assert node(found, "contracts.ask.leader").origin == node(found, "table.shape").origin
    assert node(found, "contracts.ask.leader").origin.layer == ""
    assert codes(found) == []


def test_a_leafs_source_is_its_nearest_maps(shelf: Shelf) -> None:
    found = shelf.compose("parent")
    assert node(found, "table.seats").origin.source == "book page 1"
    assert node(found, "contracts.ask.stake").origin.source == "book page 2"
    assert node(found, "contracts.solo.stake").origin.source == "club"
    assert "source" not in node(found, "contracts.solo").entries


def test_a_leaf_knows_its_place_in_its_file(shelf: Shelf) -> None:
    origin = node(shelf.compose("parent"), "contracts.ask.stake").origin
    assert (origin.line, origin.column, origin.layer) == (8, 9, "parent")
    assert origin.file.endswith("parent.yaml")


def test_set_replaces_what_is_there_and_keeps_the_order(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.solo.stake: 3\n  table.seats: 4\n") == []
    found = shelf.compose("child")
    assert value(found, "contracts.solo.stake") == 3
    assert value(found, "table.seats") == 4
    assert list(node(found, "contracts").entries) == ["ask", "solo", "none"]
    assert value(found, "contracts.solo.leader") == "declarer"


def test_what_is_set_without_a_source_is_a_house_rule(shelf: Shelf) -> None:
    child(shelf, "set: {contracts.solo.stake: 3}\n")
    origin = node(shelf.compose("child"), "contracts.solo.stake").origin
    assert (origin.source, origin.layer, origin.line) == (HOUSE_RULE, "child", 4)


@pytest.mark.parametrize(
    "said",
    [
        "source: club 7\nset: {contracts.solo.stake: 3}\n",
        "set: {contracts.solo.stake: 3}\nbecause: {contracts.solo.stake: {source: club 7}}\n",
        "set: {contracts.solo.stake: 3}\n"
        "because:\n  contracts.*.stake: {source: club}\n  contracts.solo.stake: {source: club 7}\n",
        "set: {contracts.solo: {stake: 3, source: club 7}}\n",
    ],
)
def test_a_change_can_cite_its_source(shelf: Shelf, said: str) -> None:
    assert set(child(shelf, said)) <= {"RUL126 4:7"}  # a map set whole leaves out what the parent says of its leader
    assert node(shelf.compose("child"), "contracts.solo.stake").origin.source == "club 7"


def test_of_a_map_that_is_set_only_the_changed_leaves_become_house_rules(shelf: Shelf) -> None:
    child(shelf, "set:\n  contracts.solo: {stake: 5, leader: declarer}\n")
    found = shelf.compose("child")
    assert node(found, "contracts.solo.stake").origin.source == HOUSE_RULE
    unchanged = node(found, "contracts.solo.leader").origin
    assert (unchanged.source, unchanged.layer) == ("club", "parent")


def test_set_replaces_a_map_whole_and_defaults_fill_the_rest(shelf: Shelf) -> None:
    child(shelf, "set:\n  contracts.solo: {stake: 5}\n")
    found = shelf.compose("child")
    assert value(found, "contracts.solo") == {"stake": 5, "leader": "eldest", "steps": []}


def test_a_default_can_be_set(shelf: Shelf) -> None:
    assert child(shelf, "set: {contracts.ask.leader: declarer, table.shape: round}\n") == []
    found = shelf.compose("child")
    assert value(found, "contracts.ask.leader") == "declarer"
    assert value(found, "table") == {"seats": 3, "shape": "round"}


def test_a_star_stands_for_exactly_one_key_and_fewer_stars_win(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.solo.stake: 9\n  contracts.*.stake: 7\n") == []
    found = shelf.compose("child")
    assert [value(found, f"contracts.{each}.stake") for each in ("ask", "solo", "none")] == [7, 9, 7]
    assert child(shelf, "set: {'*.stake': 7}\n") == ["RUL121 4:7"]


def test_equal_rank_with_different_values_is_an_error(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.*.stake: 1\n  '*.solo.stake': 2\n") == ["RUL122 6:3"]
    assert "RUL122 6:3" not in child(shelf, "set:\n  contracts.*.stake: 2\n  '*.solo.stake': 2\n")


def test_a_map_and_a_leaf_in_it_of_equal_rank_contradict_each_other(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.solo: {stake: 5}\n  contracts.solo.leader: left\n") == ["RUL122 6:3"]
    assert child(shelf, "set:\n  contracts.solo: {stake: 5, leader: left}\n  contracts.solo.leader: left\n") == []


def test_the_path_with_fewer_stars_has_the_last_word_over_maps_too(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.solo: {stake: 5}\n  contracts.*.leader: left\n") == ["RUL126 5:3"]
    found = shelf.compose("child")
    assert value(found, "contracts.solo") == {"stake": 5, "leader": "eldest", "steps": []}
    assert value(found, "contracts.ask.leader") == "left"
    assert child(shelf, "set:\n  contracts.*: {stake: 5}\n  contracts.ask.leader: left\n") == ["RUL126 5:3"]
    assert value(shelf.compose("child"), "contracts.ask.leader") == "left"


def test_a_leaf_of_an_entry_that_is_taken_out_by_stars_is_a_contradiction(shelf: Shelf) -> None:
    assert child(shelf, "set:\n  contracts.*: off\n  contracts.ask.stake: 5\n") == ["RUL122 6:3"]


def test_off_takes_out_an_entry(shelf: Shelf) -> None:
    assert child(shelf, "set: {contracts.none: off, bonus: off}\n") == []
    found = shelf.compose("child")
    assert list(node(found, "contracts").entries) == ["ask", "solo"]
    assert found.root is not None
    assert "bonus" not in found.root.entries
    assert {(each.kind, each.path) for each in found.changes} == {("off", ("contracts", "none")), ("off", ("bonus",))}


def test_what_was_taken_out_is_forgotten_where_it_was_listed(shelf: Shelf) -> None:
    shelf.put("parent", PARENT.replace("{seats: 3}", "{seats: 3, order: [ask, none, solo]}"))
    assert child(shelf, "set: {contracts.none: off}\n") == []
    assert value(shelf.compose("child"), "table.order") == ["ask", "solo"]


def test_off_does_not_take_out_what_must_be(shelf: Shelf) -> None:
    assert child(shelf, "set: {table.seats: off}\n") == ["RUL123 4:20"]


def test_the_reason_for_taking_out_is_kept_with_the_change(shelf: Shelf) -> None:
    assert child(shelf, "set: {bonus.capot: off}\nbecause: {bonus.capot: {source: club, why: voted}}\n") == []
    change = shelf.compose("child").changes[0]
    assert (change.before, change.origin.source, change.origin.why) == (
        {"times": 2},
        "club",
        Translated.from_texts("voted"),
    )


def test_add_puts_a_new_entry_at_the_end(shelf: Shelf) -> None:
    assert child(shelf, "add:\n  contracts.open: {stake: 8}\n  contracts.open.lost: 16\n") == []
    found = shelf.compose("child")
    assert list(node(found, "contracts").entries) == ["ask", "solo", "none", "open"]
    assert value(found, "contracts.open") == {"stake": 8, "lost": 16, "leader": "eldest", "steps": []}
    assert node(found, "contracts.open.stake").origin.source == HOUSE_RULE


def test_add_with_a_star_adds_to_each(shelf: Shelf) -> None:
    assert child(shelf, "add: {contracts.*.lost: 9}\n") == []
    assert [value(shelf.compose("child"), f"contracts.{each}.lost") for each in ("ask", "none")] == [9, 9]


def test_because_resources_without_changing(shelf: Shelf) -> None:
    assert child(shelf, "because: {contracts.solo: {source: book 9, why: {it: così}}}\n") == []
    origin = node(shelf.compose("child"), "contracts.solo.stake").origin
    assert (origin.source, origin.why, origin.layer) == ("book 9", Translated.from_texts({"it": "così"}), "parent")


def test_because_makes_a_default_the_files_own(shelf: Shelf) -> None:
    shelf.put("own", PARENT + "because: {table.shape: {source: project default, why: no matter}}\n")
    origin = node(shelf.compose("own"), "table.shape").origin
    assert (origin.layer, origin.source, origin.line) == ("own", PROJECT_DEFAULT, 12)


def test_a_reason_does_not_outlive_its_source(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put(
        "p",
        "sources: {b: {title: B}}\ncontracts:\n  source: project default\n  why: nobody knows\n"
        "  x: {stake: 1}\n  y: {stake: 2, source: b}\n  z: {stake: 3, why: a guess}\n",
    )
    found = shelf.compose("p")
    assert node(found, "contracts.x.stake").origin.why == Translated.from_texts("nobody knows")
    assert node(found, "contracts.y.stake").origin.why is None
    assert node(found, "contracts.z.stake").origin[4:] == (PROJECT_DEFAULT, Translated.from_texts("a guess"))


def test_layers_sources_and_words_are_merged(shelf: Shelf) -> None:
    shelf.put("parent", "words:\n  suits: {b: batons, s: swords}\n  ranks: {A: ace}\n" + PARENT)
    child(shelf, "title: {en: Ours, it: Nostro}\nwords:\n  suits: {b: {en: clubs, it: bastoni}}\n")
    found = shelf.compose("child")
    assert [each.id for each in found.layers] == ["child", "parent"]
    assert found.layer.title == Translated.from_texts({"en": "Ours", "it": "Nostro"})
    assert found.words == {"suits": {"b": {"en": "clubs", "it": "bastoni"}, "s": "swords"}, "ranks": {"A": "ace"}}
    assert set(found.sources) == {"book", "club"}
    assert [each.name.rsplit("/", 1)[-1] for each in found.files] == ["child.yaml", "parent.yaml"]


def test_a_grandchild_sees_what_its_parent_changed(shelf: Shelf) -> None:
    shelf.put("middle", "extends: parent\nset: {contracts.solo.stake: 3}\nadd: {contracts.open: {stake: 9}}\n")
    shelf.put("last", "extends: middle@1.0.0\nset: {contracts.open.stake: 10, contracts.solo.stake: 2}\n")
    found = shelf.compose("last")
    assert codes(found) == []
    assert value(found, "contracts.open.stake") == 10
    assert node(found, "contracts.solo.stake").origin.layer == "last"
    assert [each.origin.layer for each in found.changes] == ["middle", "middle", "last", "last"]


def test_the_parent_is_looked_for_beside_the_child_first(tmp_path: Path) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    near.mkdir()
    far.mkdir()
    Shelf(far).put("p", "table: {seats: 4}\n")
    Shelf(far).put("c", "extends: p\n")
    Shelf(near).put("c", "extends: p\n")
    asked = str(near / "c.yaml")
    found = compose(asked, Toy(), folders=(str(far),))
    assert value(found, "table.seats") == 4
    assert str(near / "p.yaml") in found.absent
    Shelf(near).put("p", "table: {seats: 5}\n")
    assert value(compose(asked, Toy(), folders=(str(far),)), "table.seats") == 5


def test_what_is_set_as_it_was_keeps_its_source_and_its_reason(shelf: Shelf) -> None:
    """A map that is set whole repeats values; its own reason replaces the old one."""
    shelf.put("mine", "extends: parent\nbecause: {contracts.solo.stake: {source: book 9, why: it is much}}\n")
    whole = "stake: 2, leader: dealer"
    for why, expected in (("", "it is much"), ("why: we say so, ", "we say so")):
        shelf.put("child", f"extends: mine\nset: {{contracts.solo: {{{why}{whole}}}}}\n")
        origin = node(shelf.compose("child"), "contracts.solo.stake").origin
        assert (origin.source, origin.why) == ("book 9", Translated.from_texts(expected))
