"""Findings of a file with a parent: at the author's lines, with useful fixes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.mechanisms.rules import build_rules
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.blame import attribute_findings
from calarec.rule_files.compose import compose
from calarec.rule_files.freeze import freeze_ruleset
from calarec.rule_files.lint.style import known_words
from calarec.rule_files.load import check_rules
from calarec.rule_files.other_words import find_meant_word, is_other
from calarec.rule_files.paths import find_likely_word, slip
from calarec.rule_files.places import place_at
from calarec.rule_files.schema import definitions, file_schema, section_schemas
from calarec.rule_files.tree import Node, Path, to_plain, walk_tree
from calarec.rule_files.vocabulary import MechanismVocabulary
from calarec.rule_files.writing import scalar_text
from tests.rulebooks import SHIPPED
from tests.rulesets.corpus import cases
from tests.shards import examples, of_shard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as File

    from calarec.core.wording.findings import Finding, Fix

pytestmark = pytest.mark.slow

IDS = tuple(SHIPPED)
CASES = cases()
SOME = ("pagat", "spazzatura", "quintiglio")
"""Shipped rulesets with most of the vocabulary: testing all takes long."""
HEAD = "ruleset: child\nversion: 1.0.0\nextends: {parent}\n"


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)


@cache
def _root(ruleset: str) -> Node:
    root = compose(ruleset, MechanismVocabulary()).root
    assert root is not None
    return root


def _checked(text: str) -> tuple[Finding, ...]:
    return check_rules("child.yaml", raw=text.encode("utf-8")).findings


def _bad(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{each.span}: {each.code}" for each in findings if each.severity != "note"]


def _mended(text: str, fix: Fix) -> str:
    """The text after a fix: its edits do not overlap, so the last is made first."""
    lines = text.split("\n")

    def at(line: int, column: int) -> int:
        return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1

    for edit in sorted(fix.edits, key=lambda each: each.span[1:3], reverse=True):
        _, line, column, end_line, end_column = edit.span
        text = text[: at(line, column)] + edit.text + text[at(end_line, end_column) :]
    return text


@pytest.mark.mass
@pytest.mark.parametrize("case", CASES, ids=[case.file.stem for case in CASES])
def test_what_is_suggested_mends_what_was_told(case: Any) -> None:
    """After each fix the finding is gone, and so is its code from its line."""
    text = case.file.read_text(encoding="utf-8", errors="replace")
    findings = check_rules(str(case.file)).findings
    said = [(other.code, other.message()) for other in findings]
    for each in findings:
        if each.fix is None or each.span.file != str(case.file):
            continue
        after = check_rules(str(case.file), raw=_mended(text, each.fix).encode("utf-8")).findings
        left = [(other.code, other.message()) for other in after]
        assert left.count((each.code, each.message())) < said.count((each.code, each.message())), each.span
        moved = each.code in ("RUL121", "RUL131")
        assert moved or not any((other.code, other.span) == (each.code, each.span) for other in after)


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_a_break_is_told_where_it_was_made(data: st.DataObject) -> None:
    """No change of one line of a shipped ruleset gives a finding in a shipped file."""
    parent = data.draw(st.sampled_from(IDS))
    paths = [path for path, _ in walk_tree(_root(parent)) if len(path) > 1 and not any(key.isdigit() for key in path)]
    path = data.draw(st.sampled_from(paths))
    value = data.draw(st.sampled_from(("off", *_values(path[-1]))))
    text = f"{HEAD.format(parent=parent)}set:\n  {'.'.join(path)}: {value}\n"
    findings = _checked(text)
    assert [each for each in _bad(findings) if not each.startswith("child.yaml:")] == []
    assert [each for each in _bad(findings) if each.partition(":")[2].split(":")[0] not in ("5",)] == [], text


@cache
def _values(key: str) -> tuple[str, ...]:
    """Return the values of a key in any shipped ruleset, as written."""
    found: dict[str, None] = {}
    for ruleset in IDS:
        for path, node in walk_tree(_root(ruleset)):
            value: Any = to_plain(node)
            if path and path[-1] == key and node.is_leaf and not isinstance(value, dict):
                listed = isinstance(value, list)
                found[f"[{', '.join(map(scalar_text, value))}]" if listed else scalar_text(value)] = None
    return tuple(found)


@pytest.mark.parametrize("lines", [1, 9, 40])
def test_of_many_changes_the_one_to_blame_is_found(lines: int) -> None:
    """Harmless changes are before and after it; the parent's line is beside it."""
    harmless = [f"  contracts.c{n}: {{stake: {n + 5}, leader: declarer}}" for n in range(lines)]
    ladder = ", ".join(("chiamo", "solo", "solissimo", *(f"c{n}" for n in range(lines))))
    text = (
        HEAD.format(parent="pagat")
        + f"set:\n  auction.ladder: [{ladder}]\n  steps.bury: off\n  deal.packets: 3\nadd:\n"
    )
    findings = _checked(text + "\n".join(harmless) + "\n")
    assert _bad(findings) == ["child.yaml:6:3: RUL404"]
    assert {label.span.file.rpartition("/")[2] for each in findings for label in each.labels} == {"pagat.yaml"}


def test_two_changes_that_break_only_together_are_told_in_the_child() -> None:
    """Wherever a stake does not rise, a line of the child is named."""
    text = (
        HEAD.format(parent="pagat")
        + "set:\n  contracts.chiamo.stake: 5\n  contracts.solo.stake: 5\n  deal.packets: 3\n"
    )
    told = _bad(_checked(text))
    assert told
    assert all(each.startswith("child.yaml:") for each in told)


def test_what_the_middle_of_a_chain_breaks_is_told_there(tmp_path: File) -> None:
    """The finding is at the parent, not the grandchild; answered findings stay so."""
    for name, parent, line in (("middle", "pagat", "steps.bury: off"), ("last", "middle", "deal.packets: 3")):
        (tmp_path / f"{name}.yaml").write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: {parent}\nset:\n  {line}\n")
    found = check_rules(str(tmp_path / "last.yaml")).findings
    assert _bad(found) == [f"{tmp_path}/middle.yaml:5:3: RUL404"]


def test_a_why_at_the_change_answers_a_warning_about_the_parent() -> None:
    """It is the change that the author gives a reason for."""
    text = HEAD.format(parent="pagat") + "set:\n  contracts.solo.raises: [chiamo]\n"
    assert _bad(_checked(text)) == ["child.yaml:5:26: RUL415", "child.yaml:5:26: RUL511"]
    reason = "because:\n  contracts.solo.raises: {why: so it is played in our house}\n"
    assert _bad(_checked(text + reason)) == []


def test_an_entry_on_two_lines_is_moved_whole() -> None:
    """From `set`, where nothing is to be changed, to `add`: its second line too, which another entry follows."""
    entry = "  contracts.bello: {stake: 3,\n    leader: eldest}\n"
    text = HEAD.format(parent="pagat") + "set:\n" + entry + "  match.until.points: 31\n"
    (found,) = check_rules("child.yaml", raw=text.encode()).findings
    assert found.fix is not None
    moved = HEAD.format(parent="pagat") + "add:\n" + entry + "set:\n  match.until.points: 31\n"
    assert _mended(text, found.fix) == moved


def test_nothing_is_tried_for_a_ruleset_of_its_own() -> None:
    """There is no other file to blame."""
    composed = compose("pagat", MechanismVocabulary())
    assert attribute_findings(composed, MechanismVocabulary(), ()) == ()


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_one_letter_wrong_is_told_at_its_line_and_put_right(data: st.DataObject) -> None:
    """A key with a wrong letter: the suggestion exists, and the finding goes."""
    parent = data.draw(st.sampled_from(IDS))
    leaves = [
        (path, node)
        for path, node in walk_tree(_root(parent))
        if node.is_leaf and not isinstance(node.value, dict | list)
    ]
    path, _ = data.draw(st.sampled_from(leaves))
    place = data.draw(st.integers(0, len(path) - 1))
    letter = data.draw(st.integers(0, len(path[place]) - 1))
    key = path[place]
    wrong = data.draw(st.sampled_from((key[:letter] + key[letter + 1 :], key[:letter] + "x" + key[letter:])))
    if not wrong or wrong == key or wrong[0] in "-_*":
        return
    text = ".".join((*path[:place], wrong, *path[place + 1 :]))
    body = f"{HEAD.format(parent=parent)}set:\n  {text}: {_values(path[-1])[0]}\n"
    findings = _checked(body)
    assert findings
    for each in findings:
        assert (each.span.file, each.span.line) == ("child.yaml", 5), body
        if each.code == "RUL121" and each.fix is not None:
            assert "RUL121" not in [other.code for other in _checked(_mended(body, each.fix))]


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_a_colon_that_is_missing_is_told_at_its_own_line(data: st.DataObject) -> None:
    """Wherever it is in a file of one entry a line; the rest is read as if it were there."""
    lines = [
        "ruleset: child", "version: 1.0.0", "extends: pagat", "title: Ours", "set:",
        "  contracts.solo.stake: 3", "  contracts.solissimo.stake: 9", "  settle.bonus.cappotto:", "    when:",
        "      of: losers", "      tricks: 0", "    times: 3", "add:", "  contracts.bella:", "    leader: declarer",
        "    stake: 6", "words:", "  contracts:", "    bella: beautiful", "because:", "  contracts.bella.stake:",
        "    why: so",
    ]  # fmt: skip
    number = data.draw(st.integers(0, len(lines) - 1))
    key, _, value = lines[number].partition(":")
    with_value = (f"{key}:{value.strip()}", f"{key} ={value}", f"{key}={value.strip()}", f"{key}{value}")
    slips = with_value if value else (key,)
    wrong = data.draw(st.sampled_from(slips))
    findings = _checked("\n".join((*lines[:number], wrong, *lines[number + 1 :])) + "\n")
    before = _bad(_checked("\n".join(lines) + "\n"))
    told = [each for each in _bad(findings) if each not in before]
    assert told == [f"child.yaml:{number + 1}:{len(key) - len(key.lstrip()) + 1}: RUL010"], wrong


OPPOSITES = (
    ("clockwise", "counterclockwise"), ("winners", "losers"), ("left_of_declarer", "right_of_declarer"),
    ("before_bid", "after_bid"), ("at_least", "at_most"), ("points_at_least", "points_at_most"), ("won", "lost"),
    ("points_below", "points_above"), ("first_bid", "last_bid"), ("must", "must_not"), ("everyone", "nobody"),
    ("satisfied", "unsatisfied"), ("changed", "unchanged"), ("equal", "unequal"), ("tricks_at_least", "tricks_at_most"),
)  # fmt: skip


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_never_the_opposite(one: str, other: str) -> None:
    """A word is never taken for the one that means the contrary."""
    assert find_likely_word(one, (other,)) == ""
    assert find_likely_word(other, (one,)) == ""


@pytest.mark.parametrize(
    ("wrong", "known", "right"),
    [
        ("anticlockwise", ("clockwise", "counterclockwise"), "counterclockwise"),
        ("must_beat", ("must", "free"), ""),
        ("sides", ("seats", "suits", "steps"), ""),
        ("posta", ("lost", "stake"), "stake"),
        ("stak", ("stake", "steps"), "stake"),
        ("leder", ("leader", "dealer"), "leader"),
        ("packet", ("packets", "hand"), "packets"),
        ("paga", ("pay", "pays"), ""),
        ("c1", ("c2", "c3"), ""),
        ("sola", ("solo", "sole"), ""),
    ],
)
def test_what_is_meant_by_a_word(wrong: str, known: tuple[str, ...], right: str) -> None:
    """Another name first, then one wrong letter; nothing if two are equally likely."""
    assert find_likely_word(wrong, known) == right


def _maps() -> Iterator[tuple[str, list[str]]]:
    """Every set of words among which one is chosen: the keys of each map, and the words of each rule."""

    def inside(name: str, schema: Any) -> Iterator[tuple[str, list[str]]]:
        if not isinstance(schema, dict):
            return
        if "properties" in schema:
            yield name, list(schema["properties"])
        if "enum" in schema:
            yield name, [word for word in schema["enum"] if word]
        for key, child in (*schema.get("properties", {}).items(), ("*", schema.get("additionalProperties"))):
            yield from inside(f"{name}.{key}", child)
        yield from inside(f"{name}.*", schema.get("items"))

    for name, schema in {**section_schemas(notes=False), **definitions(notes=False)}.items():
        yield from inside(name, schema)
    yield "sections", list(section_schemas(notes=False))


def test_every_word_of_the_vocabulary_has_an_italian_name() -> None:
    """All words can be found by an Italian name."""
    words = {word for _, known in _maps() for word in known} - {"do", "source", "why", *LANGUAGES}
    named = {each for each in words if any(find_meant_word(other, (each,)) for other in _others(each))}
    assert sorted(words - named) == []


def _others(word: str) -> tuple[str, ...]:
    from calarec.rule_files import other_words

    tables = (other_words._HEADER, other_words._SECTIONS, other_words._KEYS, other_words._WORDS)
    return tuple(each for table in (*tables, other_words._MECHANISMS) for each in table.get(word, "").split())


def test_another_name_is_no_word_of_the_same_place() -> None:
    """A valid key of a place is never taken for another one."""
    wrong = [
        (name, word, other)
        for name, known in _maps()
        for word in known
        for other in _others(word)
        if other in known and find_meant_word(other, known) and is_other(other)
    ]
    assert [
        each for each in wrong if find_likely_word(each[2], [w for w in known_at(each[0]) if w != each[2]]) == ""
    ] == []


def known_at(name: str) -> list[str]:
    return next(known for where, known in _maps() if where == name)


def test_slips_of_the_names_of_a_file() -> None:
    """Names of a file are compared as they are; a name of its own is not a mistake."""
    assert slip("sollo", ("solo", "solissimo", "chiamo")) == "solo"
    assert slip("bella", ("solo", "solissimo", "chiamo")) == ""


@pytest.mark.parametrize("parent", SOME)
def test_off_works_wherever_something_may_be_left_out(parent: str) -> None:
    """With any value in the parent; the parts that every game needs stay."""
    root = _root(parent)
    places = [
        (path, place)
        for path, _ in walk_tree(root)
        if path and not any(key.isdigit() for key in path)
        for place in [place_at(path, root)]
        if place is not None
    ]
    for path, place in of_shard(places, parent):
        found = compose("child.yaml", MechanismVocabulary(), raw=_off(parent, path)).findings
        assert ("RUL123" in [each.code for each in found]) is not place.optional, path


def _off(parent: str, path: Path) -> bytes:
    return f"{HEAD.format(parent=parent)}set:\n  {'.'.join(path)}: off\n".encode()


def test_without_raising_nothing_is_raised(tmp_path: File) -> None:
    """`raising: off` is not an idle line: it removes all raises of contracts."""
    text = HEAD.format(parent="pagat") + "set:\n  raising: off\n  contracts.dividete: off\n  contracts.scegliete: off\n"
    (tmp_path / "child.yaml").write_text(text)
    loaded = check_rules(str(tmp_path / "child.yaml"))
    assert _bad(loaded.findings) == []
    assert loaded.ruleset is not None
    rules = build_rules(loaded.ruleset.tree)
    assert [contract.raises for contract in rules.contracts.values() if contract.raises] == []
    assert known_words(rules)["contracts"] == {"chiamo", "solo", "solissimo"}


def test_a_file_that_hides_a_shipped_one_is_noted(tmp_path: File) -> None:
    """Files beside it extend it instead; a copy under another id hides nothing."""
    (tmp_path / "pagat.yaml").write_text("ruleset: pagat\nversion: 1.0.0\nextends: treccani\nset:\n  deal.packets: 3\n")
    (tmp_path / "child.yaml").write_text("ruleset: child\nversion: 1.0.0\nextends: pagat\nset:\n  deal.packets: 2\n")
    told = [f"{each.span} {each.code} {each.severity}" for each in check_rules(str(tmp_path / "child.yaml")).findings]
    assert told == [f"{tmp_path}/pagat.yaml:1:10 RUL108 note"]
    assert [each.code for each in check_rules("pagat").findings if each.code == "RUL108"] == []


@pytest.mark.parametrize("ruleset", ["pagat", "cavendish-right-leads"])
def test_a_copy_that_decides_alike_hides_nothing(ruleset: str, tmp_path: File) -> None:
    """Frozen beside records, asked for itself or extended: no note. With one rule changed it is another ruleset."""
    copy, child = tmp_path / f"{ruleset}.yaml", tmp_path / "child.yaml"
    vocabulary = MechanismVocabulary()
    copy.write_text(freeze_ruleset(compose(ruleset, vocabulary), vocabulary), encoding="utf-8")
    child.write_text(f"{HEAD.format(parent=ruleset)}set:\n  deal.packets: 6\n")
    assert [_shadows(file) for file in (copy, child)] == [[], []]
    assert check_rules(str(child)).ruleset is not None
    tree: Any = to_plain(_root(ruleset))
    text, packets = copy.read_text(encoding="utf-8"), f"packets: {tree['deal']['packets']},"
    assert text.count(packets) == 1
    copy.write_text(text.replace(packets, "packets: 3,"), encoding="utf-8")
    assert [_shadows(file) for file in (copy, child)] == [[str(copy)], [str(copy)]]


def test_a_copy_that_cannot_be_read_to_its_end_is_noted(tmp_path: File) -> None:
    """An unreadable copy is reported, and extending it does not use the shipped one."""
    copy = tmp_path / "pagat.yaml"
    copy.write_text("ruleset: pagat\nversion: 1.0.0\nextends: nowhere\n")
    assert _shadows(copy) == [str(copy)]


def _shadows(file: File) -> list[str]:
    return [each.span.file for each in check_rules(str(file)).findings if each.code == "RUL108"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("set:\n  # deal.packets: 3\nadd:\n\n  # what is new\n", []),
        ("set:   \r\n\r\n  # deal.packets: 3\r\n", []),
        ("set:\n# deal.packets: 3\n", [4]),
        ("set:\nadd:\n  # contracts.bella: {stake: 6, leader: declarer}\n", [4]),
        ("set: ~\nwords: {}\n", [4]),
        ("set:", [4]),
    ],
)
def test_entries_made_comments_leave_no_empty_map(lines: str, told: list[int]) -> None:
    """A commented-out entry explains an empty key."""
    found = _checked(HEAD.format(parent="pagat") + lines)
    assert [(each.code, each.span.line) for each in found] == [("RUL127", line) for line in told]


def test_of_two_that_shut_each_other_out_one_is_not_lost() -> None:
    """Pagat's cappotto pays `times`; set whole with `instead` the other goes because it must. `bonus_order` is new."""
    body = (
        "set:\n  settle.bonus.cappotto: {when: {of: losers, tricks: 0}, instead: 70}\n"
        "  settle.bonus_order: [stramazzo, cappotto]\n"
    )
    assert _checked(HEAD.format(parent="pagat") + body) == ()


SET = {"ruleset": "x", "version": "1.0.0", "extends": "pagat"}
EDITOR = jsonschema.Draft202012Validator(file_schema())


@pytest.mark.parametrize(
    ("kind", "path", "value", "good"),
    [
        ("set", "deal.hand", 11, True),
        ("set", "deal.hand", "eleven", False),
        ("set", "deal.hnd", 11, False),
        ("set", "contracts.*.stake", "2x", True),
        ("set", "contracts.*.stake", "two", False),
        ("set", "contracts.solo", "off", True),
        ("set", "deal", "off", False),
        ("set", "raising", "off", True),
        ("set", "steps.bury.to", "monte", True),
        ("set", "steps.bury.to", 3, False),
        ("set", "*.hand", 3, True),
        ("set", "settle.bonus.x.when.of", "losers", True),
        ("set", "settle.bonus.x.when.of", "nobody", False),
        ("add", "contracts.bella", {"stake": 6, "leader": "declarer"}, True),
        ("add", "contracts.bella", {"stake": 6}, False),
        ("add", "deal.hand", 12, False),
        ("add", "steps.again", {"do": "take", "pile": "monte", "shown": "everyone"}, True),
    ],
)
def test_editors_know_paths_and_values(kind: str, path: str, value: object, *, good: bool) -> None:
    """The schema agrees with `rules check` on changes, as far as no parent is needed."""
    assert EDITOR.is_valid({**SET, kind: {path: value}}) is good


@pytest.mark.parametrize("ruleset", SOME)
def test_editors_know_every_path_of_every_ruleset(ruleset: str) -> None:
    """Every parameter of a shipped ruleset may be set to its own value."""
    for path, node in walk_tree(_root(ruleset)):
        if path and not any(key.isdigit() for key in path):
            assert EDITOR.is_valid({**SET, "set": {".".join(path): to_plain(node)}}), path
