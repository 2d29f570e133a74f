"""Mistakes in composing: each reported at its place, in one run, with a guess."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.compose import MAX_CHAIN_FILES, compose
from calarec.rule_files.freeze import freeze_ruleset
from calarec.rule_files.tree import list_leaves
from tests.rulesets.toy import PARENT, Shelf, Toy, child, codes, value
from tests.shards import examples


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
        finding = next(each for each in shelf.compose("child").findings if each.code != "RUL144")
        assert finding.args.get("near", "") == near
        assert near in finding.help()
        assert near in finding.help("it")


def test_a_near_path_is_offered_as_an_edit(shelf: Shelf) -> None:
    child(shelf, "set: {contracts.sollo.stake: 3}\n")
    fix = shelf.compose("child").findings[0].fix
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
    finding = shelf.compose("child").findings[0]
    assert finding.code == "RUL124"
    assert finding.severity == "note"


def test_a_set_that_never_has_the_last_word_is_redundant(shelf: Shelf) -> None:
    body = "set:\n  contracts.*.stake: 9\n" + "".join(
        f"  contracts.{each}.stake: 7\n" for each in ("ask", "solo", "none")
    )
    assert child(shelf, body) == ["RUL124 5:3"]
    assert shelf.compose("child").findings[0].wording == "shadowed"


def test_a_star_that_changes_some_is_not_redundant(shelf: Shelf) -> None:
    assert child(shelf, "set: {contracts.*.stake: 2}\n") == []


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
        ("3", "RUL111"),
        ("007", "RUL111"),
        ("-3", "RUL110"),
        ("1.5", "RUL110"),
        ("3@1.0.0", "RUL111"),
        ("true", "RUL106"),
        ("~", "RUL106"),
        ("{parent: 1}", "RUL106"),
        ("2025-01-01", "RUL111"),
        ("' '", "RUL106"),
        (".", "RUL110"),
        ("'@'", "RUL110"),
        ("'@1.0.0'", "RUL110"),
        ("0x1f", "RUL111"),
        (".nan", "RUL110"),
        ("'*'", "RUL110"),
    ],
)
def test_parents_that_cannot_be(shelf: Shelf, extends: str, expected: str) -> None:
    shelf.put("child", f"extends: {extends}\n")
    assert [each.split()[0] for each in codes(shelf.compose("child"))][:1] == [expected]


def test_a_parent_may_be_called_by_a_number(shelf: Shelf) -> None:
    """An id of digits is an id, quoted or not."""
    shelf.put("3", PARENT)
    for extends in ("3", "'3'", "3@1.0.0"):
        shelf.put("child", f"extends: {extends}\nset: {{table.seats: 4}}\n")
        composed = shelf.compose("child")
        assert codes(composed) == []
        assert composed.root is not None


@settings(deadline=None, max_examples=examples(60))
@given(extends=st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.none(), st.floats(), st.dates()))
def test_no_parent_is_never_passed_over(extends: object) -> None:
    """With any text after `extends` there is a tree or an error."""
    for said in (str(extends), json.dumps(str(extends)), json.dumps(extends, default=str)):
        raw = f"ruleset: child\nversion: 1.0.0\nextends: {said}\n".encode("utf-8", "replace")
        composed = compose("child.yaml", Toy(), folders=(), raw=raw)
        assert composed.root is not None or any(each.severity == "error" for each in composed.findings)


def test_a_circle_of_three(shelf: Shelf) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        shelf.put(one, f"extends: {other}\n")
    found = shelf.compose("a")
    assert codes(found) == ["RUL112 3:10"]
    assert found.findings[0].args["chain"] == "a → b → c → a"
    assert found.root is None


def test_a_chain_has_an_end(shelf: Shelf) -> None:
    shelf.put("n0", "table: {seats: 3}\n")
    for number in range(1, MAX_CHAIN_FILES + 1):
        shelf.put(f"n{number}", f"extends: n{number - 1}\n")
    assert codes(shelf.compose(f"n{MAX_CHAIN_FILES - 1}")) == []
    assert codes(shelf.compose(f"n{MAX_CHAIN_FILES}")) == ["RUL113 3:10"]


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
    assert [each.span.file.rsplit("/", 1)[-1] for each in found.findings] == ["parent.yaml"]
    assert found.root is not None
    assert not found.is_sound


def test_the_id_of_a_file_is_its_name(shelf: Shelf) -> None:
    file = shelf.put("club", "ruleset: other\nversion: 1.0.0\ntable: {seats: 3}\n", header=False)
    assert codes(shelf.compose("club")) == ["RUL103 1:10"]
    by_path = compose(str(file), Toy(), folders=())
    assert codes(by_path) == ["RUL104 1:10"]
    assert by_path.is_sound


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
    moved = {path: origin.line for path, _, origin in list_leaves(after.root) if origin.layer}
    assert moved == {path: origin.line + 1 for path, _, origin in list_leaves(before.root) if origin.layer}


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


WEIRD = st.sampled_from(
    ["null", "[]", "{}", "7", "word", "off", "[{a: 1}]", "{source: [x]}", "{'a.b': 1}", "'*'", "''", "[[1]]"]
)
PATHS = st.lists(
    st.sampled_from(["contracts", "solo", "ask", "*", "stake", "steps", "0", "table", "new", "", "source"]),
    min_size=1,
    max_size=4,
).map(".".join)
HEADERS = st.sampled_from(
    ["title", "summary", "sources", "source", "words", "extends", "version", "ruleset", "contracts"]
)


@given(
    st.dictionaries(HEADERS, WEIRD, max_size=3),
    st.dictionaries(st.sampled_from(["set", "add", "because"]), st.dictionaries(PATHS, WEIRD, max_size=4), max_size=3),
)
@settings(max_examples=examples(300), deadline=None)
def test_any_changes_give_findings_or_a_tree_and_never_an_exception(
    tmp_path_factory: pytest.TempPathFactory, headers: dict[str, str], changes: dict[str, dict[str, str]]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "weird"
    folder.mkdir(exist_ok=True)
    Shelf(folder).put("parent", PARENT)
    lines = {"ruleset": "x", "version": "1.0.0", "extends": "parent"} | headers
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    for key, entries in changes.items():
        text += f"{key}:\n" + "".join(f"  '{path}': {value}\n" for path, value in entries.items())
    found = compose("x.yaml", Toy(), folders=(str(folder),), raw=text.encode())
    assert found.root is not None or not found.is_sound
    for each in found.findings:
        assert each.span.line >= 1
        each.message("it")
        each.help("en")
    # A section that the vocabulary does not have is told by the schema, before anything is frozen.
    if found.root is not None and found.is_sound and found.root.entries.keys() <= Toy().rule_sections():
        freeze_ruleset(found, Toy())
