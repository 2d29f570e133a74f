"""Composition: one parent, `set` must match, `add` must not, `off` takes out, and who says what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.language import Both
from calarec.rulesets.compose import LONGEST_CHAIN, compose
from calarec.rulesets.tree import HOUSE_RULE, PROJECT_DEFAULT, leaves
from tests.rules.ground.toy import Shelf, Toy, codes, node, value

if TYPE_CHECKING:
    from pathlib import Path

PARENT = """\
sources: {book: {title: The Book}, club: {title: Minutes}}
source: book page 1
table: {seats: 3}
contracts:
  source: book page 2
  ask: {stake: 1, steps: [call, take]}
  solo: {stake: 2, leader: declarer, source: club}
  none: {stake: 4}
bonus: {capot: {times: 2}}
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    found = Shelf(tmp_path)
    found.put("parent", PARENT)
    return found


def child(shelf: Shelf, body: str) -> list[str]:
    shelf.put("child", f"extends: parent\n{body}")
    return codes(shelf.compose("child"))


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
    assert child(shelf, said) == []
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
    assert child(shelf, "set:\n  contracts.solo: {stake: 5}\n  contracts.*.leader: left\n") == []
    found = shelf.compose("child")
    assert value(found, "contracts.solo") == {"stake": 5, "leader": "eldest", "steps": []}
    assert value(found, "contracts.ask.leader") == "left"
    assert child(shelf, "set:\n  contracts.*: {stake: 5}\n  contracts.ask.leader: left\n") == []
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
    assert (change.before, change.origin.source, change.origin.why) == ({"times": 2}, "club", Both("voted", "voted"))


def test_add_puts_a_new_entry_at_the_end(shelf: Shelf) -> None:
    assert child(shelf, "add:\n  contracts.open: {stake: 8}\n  contracts.open.lost: 16\n") == []
    found = shelf.compose("child")
    assert list(node(found, "contracts").entries) == ["ask", "solo", "none", "open"]
    assert value(found, "contracts.open") == {"stake": 8, "lost": 16, "leader": "eldest", "steps": []}
    assert node(found, "contracts.open.stake").origin.source == HOUSE_RULE


def test_add_with_a_star_adds_to_each(shelf: Shelf) -> None:
    assert child(shelf, "add: {contracts.*.lost: 9}\n") == []
    assert [value(shelf.compose("child"), f"contracts.{each}.lost") for each in ("ask", "none")] == [9, 9]


@pytest.mark.parametrize(
    ("body", "expected", "near"),
    [
        ("set: {contracts.sollo.stake: 3}", "RUL121 4:7", "contracts.solo.stake"),
        ("set: {contract.solo.steak: 3}", "RUL121 4:7", "contracts.solo.stake"),
        ("set: {solo.stake: 3}", "RUL121 4:7", "contracts.solo.stake"),
        ("set: {contracts.*.staek: 3}", "RUL121 4:7", "contracts.*.stake"),
        ("set: {zzz.qqq: 3}", "RUL121 4:7", ""),
        ("set: {table.seats.most: 3}", "RUL121 4:7", None),
        ("set: {contracts.ask.steps.0: x}", "RUL121 4:7", None),
        ("set: {contracts..stake: 3}", "RUL120 4:7", None),
        ("set: {'contracts. solo': 3}", "RUL120 4:7", None),
        ("set: {contracts.s*.stake: 3}", "RUL120 4:7", None),
        ("add: {contract.open: {stake: 1}}", "RUL130 4:7", "contracts.open"),
        ("add: {contracts.solo: {stake: 1}}", "RUL131 4:7", None),
        ("add: {contracts.solo.leader: left}", "RUL131 4:7", None),
        ("add: {table.shape: round}", "RUL131 4:7", None),
        ("add: {contracts.*: {stake: 1}}", "RUL132 4:7", None),
        ("add: {table.seats.most: 1}", "RUL133 4:7", None),
        ("because: {contracts.slo.stake: {why: so}}", "RUL140 4:11", "contracts.solo.stake"),
        ("because: {contracts.solo.stake: {source: clubb}}", "RUL141 4:42", "club"),
        ("because: {contracts.solo.stake: {source: project default}}", "RUL142 4:42", None),
        ("because: {contracts.solo.stake: {reason: so}}", "RUL101 4:34", None),
        ("because: {contracts.*.stake: {why: a}, '*.solo.stake': {why: b}}", "RUL143 4:40", None),
        ("because: so", "RUL106 4:1", None),
        ("set: [a]", "RUL106 4:1", None),
        ("titel: x", "RUL101 4:1", "title"),
        ("contracts: {solo: {stake: 1}}", "RUL115 4:1", None),
        ("set: {contracts.solo.stake: 2}", "RUL124 4:7", None),
        ("sources: {new: {titel: x}}", "RUL101 4:17", "title"),
        ("title: [x]", "RUL106 4:1", None),
        ("title: {de: x}", "RUL106 4:9", None),
    ],
)
def test_mistakes_of_a_child(shelf: Shelf, body: str, expected: str, near: str | None) -> None:
    found = child(shelf, body + "\n")
    assert expected in found
    assert [each for each in found if not each.startswith("RUL144")] == [expected]
    if near is not None:
        finding = next(each for each in shelf.compose("child").diagnostics if each.code != "RUL144")
        assert finding.args.get("near", "") == near
        assert near in finding.help()
        assert near in finding.help("it")


def test_a_near_path_is_offered_as_an_edit(shelf: Shelf) -> None:
    child(shelf, "set: {contracts.sollo.stake: 3}\n")
    fix = shelf.compose("child").diagnostics[0].fix
    assert fix is not None
    assert not fix.safe
    assert fix.edits[0].text == "contracts.solo.stake"
    assert fix.edits[0].span.column == 7


def test_all_mistakes_are_told_in_one_run(shelf: Shelf) -> None:
    body = "tilte: x\nset:\n  a.b: 1\n  contracts.solo.stake: 2\n  table.seats: off\nadd:\n  contracts.solo: 1\n"
    assert child(shelf, body) == ["RUL101 4:1", "RUL121 6:3", "RUL124 7:3", "RUL123 8:16", "RUL131 10:3"]


def test_a_redundant_set_can_be_answered(shelf: Shelf) -> None:
    answered = "set: {contracts.solo.stake: 2}\nbecause: {contracts.solo.stake: {why: voted again}}\n"
    child(shelf, answered)
    finding = shelf.compose("child").diagnostics[0]
    assert finding.code == "RUL124"
    assert finding.severity == "note"


def test_a_set_that_never_has_the_last_word_is_redundant(shelf: Shelf) -> None:
    body = "set:\n  contracts.*.stake: 9\n" + "".join(
        f"  contracts.{each}.stake: 7\n" for each in ("ask", "solo", "none")
    )
    assert child(shelf, body) == ["RUL124 5:3"]
    assert shelf.compose("child").diagnostics[0].wording == "shadowed"


def test_a_star_that_changes_some_is_not_redundant(shelf: Shelf) -> None:
    assert child(shelf, "set: {contracts.*.stake: 2}\n") == []


def test_because_resources_without_changing(shelf: Shelf) -> None:
    assert child(shelf, "because: {contracts.solo: {source: book 9, why: {it: così}}}\n") == []
    origin = node(shelf.compose("child"), "contracts.solo.stake").origin
    assert (origin.source, origin.why, origin.layer) == ("book 9", Both("così", "così"), "parent")


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
    assert node(found, "contracts.x.stake").origin.why == Both("nobody knows", "nobody knows")
    assert node(found, "contracts.y.stake").origin.why is None
    assert node(found, "contracts.z.stake").origin[4:] == (PROJECT_DEFAULT, Both("a guess", "a guess"))


def test_layers_sources_and_words_are_merged(shelf: Shelf) -> None:
    shelf.put("parent", "words:\n  suits: {b: batons, s: swords}\n  ranks: {A: ace}\n" + PARENT)
    child(shelf, "title: {en: Ours, it: Nostro}\nwords:\n  suits: {b: {en: clubs, it: bastoni}}\n")
    found = shelf.compose("child")
    assert [each.id for each in found.layers] == ["child", "parent"]
    assert found.layer.title == Both("Ours", "Nostro")
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


@pytest.mark.parametrize(
    ("extends", "expected"),
    [
        ("nobody", "RUL111"),
        ("parrent", "RUL111"),
        ("../parent", "RUL110"),
        ("parent.yaml", "RUL110"),
        ("/etc/passwd", "RUL110"),
        ("parent@1", "RUL110"),
        ("parent@2.0.0", "RUL114"),
        ("[parent]", "RUL106"),
        ("", "RUL106"),
        ("child", "RUL112"),
    ],
)
def test_parents_that_cannot_be(shelf: Shelf, extends: str, expected: str) -> None:
    shelf.put("child", f"extends: {extends}\n")
    assert [each.split()[0] for each in codes(shelf.compose("child"))][:1] == [expected]


def test_a_circle_of_three(shelf: Shelf) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        shelf.put(one, f"extends: {other}\n")
    found = shelf.compose("a")
    assert codes(found) == ["RUL112 3:10"]
    assert found.diagnostics[0].args["chain"] == "a → b → c → a"
    assert found.root is None


def test_a_chain_has_an_end(shelf: Shelf) -> None:
    shelf.put("n0", "table: {seats: 3}\n")
    for number in range(1, LONGEST_CHAIN + 1):
        shelf.put(f"n{number}", f"extends: n{number - 1}\n")
    assert codes(shelf.compose(f"n{LONGEST_CHAIN - 1}")) == []
    assert codes(shelf.compose(f"n{LONGEST_CHAIN}")) == ["RUL113 3:10"]


def test_no_way_out_of_the_folder(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link beside the rule file does not lend it other folders' files."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    elsewhere.write_text("ruleset: secret\nversion: 1.0.0\ntable: {seats: 3}\n")
    (shelf.folder / "secret.yaml").symlink_to(elsewhere)
    shelf.put("child", "extends: secret\n")
    found = shelf.compose("child")
    assert codes(found) == ["RUL002 3:10"]
    assert found.root is None


def test_mistakes_of_the_parent_are_told_with_its_file(shelf: Shelf) -> None:
    shelf.put("parent", PARENT.replace("book page 2", "bok page 2"))
    child(shelf, "set: {contracts.solo.stake: 3}\n")
    found = shelf.compose("child")
    assert [each.span.file.rsplit("/", 1)[-1] for each in found.diagnostics] == ["parent.yaml"]
    assert found.root is not None
    assert not found.sound


def test_the_id_of_a_file_is_its_name(shelf: Shelf) -> None:
    file = shelf.put("club", "ruleset: other\nversion: 1.0.0\ntable: {seats: 3}\n", header=False)
    assert codes(shelf.compose("club")) == ["RUL103 1:10"]
    by_path = compose(str(file), Toy(), folders=())
    assert codes(by_path) == ["RUL104 1:10"]
    assert by_path.sound


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("table: {seats: 3}\n", ["RUL100 1:1", "RUL100 1:1"]),
        ("ruleset: Mine!\nversion: 1.0\n", ["RUL102 1:10", "RUL105 2:10"]),
        ("ruleset: x\nversion: 1\n", ["RUL105 2:10"]),
        ("ruleset: x\nversion: true\n", ["RUL106 2:10"]),
        ("ruleset: x\nversion: 1.0.0\nset: {table.seats: 4}\n", ["RUL116 3:1"]),
        ("ruleset: x\nversion: 1.0.0\ntable: {a b: 4, c.d: 3, '*': 1}\n", ["RUL107 3:9", "RUL107 3:17", "RUL107 3:25"]),
        ("ruleset: x\nversion: 1.0.0\nsouces: {}\n", ["RUL101 3:1"]),
        ("ruleset: x\nversion: 1.0.0\ntable: {source: who knows}\n", ["RUL141 3:17"]),
    ],
)
def test_mistakes_of_a_file_on_its_own(text: str, expected: list[str]) -> None:
    assert codes(compose("x.yaml", Toy(), folders=(), raw=text.encode())) == expected


def test_what_is_no_section_is_left_to_the_schema() -> None:
    """Only the schema knows what is missing, and a misspelt section and a missing one are one finding."""
    found = compose("x.yaml", Toy(), folders=(), raw=b"ruleset: x\nversion: 1.0.0\ntabel: {seats: 3}\n")
    assert codes(found) == []
    assert value(found, "tabel.seats") == 3


def test_a_comment_at_the_top_moves_every_place_by_one(shelf: Shelf) -> None:
    before = shelf.compose("parent")
    file = shelf.folder / "parent.yaml"
    file.write_text("# more\n" + file.read_text())
    after = shelf.compose("parent")
    assert before.root is not None
    assert after.root is not None
    moved = {path: origin.line for path, _, origin in leaves(after.root) if origin.layer}
    assert moved == {path: origin.line + 1 for path, _, origin in leaves(before.root) if origin.layer}


def test_changes_that_multiply_end_at_a_limit(shelf: Shelf) -> None:
    """A chain in which every star multiplies the tree is stopped, in good time."""
    shelf.put("g0", "contracts: {" + ", ".join(f"c{n}: {{stake: 1}}" for n in range(90)) + "}\n")
    big = "{" + ", ".join(f"x{n}: 1" for n in range(89)) + "}"
    shelf.put("g1", f"extends: g0\nset:\n  contracts.*.stake: {big}\n")
    shelf.put("g2", f"extends: g1\nset:\n  contracts.*.stake.*: {big}\n")
    assert [each.split()[0] for each in codes(shelf.compose("g2"))] == ["RUL014"]


def test_too_many_changes(shelf: Shelf) -> None:
    shelf.put("many", "extends: parent\nadd:\n" + "".join(f"  contracts.c{n}: {{}}\n" for n in range(1_001)))
    assert codes(shelf.compose("many")) == ["RUL014 1005:3"]
