"""Identity: any rule changes the digest; layout, order, layers, names and sources do not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files import digest as room
from calarec.rule_files.compose import compose
from calarec.rule_files.digest import hashed_bytes, make_pin
from calarec.rule_files.freeze import freeze_ruleset
from calarec.rule_files.later import digest
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.tree import list_leaves, to_plain
from tests.rulebooks import SHIPPED
from tests.rulesets.toy import Shelf, Toy, codes
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Plain

SMALL: dict[str, Plain] = {"table": {"seats": 3, "shape": None}}
LARGE: dict[str, Plain] = {
    "contracts": {"solo": {"stake": 4, "steps": [], "leader": "declarer"}},
    "pack": {"ranks": "32ARCF7654", "points": {"A": 3, "3": 1}, "jokers": False},
    "why-not": "perché",
}


def test_vector_small() -> None:
    """The first vector of docs/explanation/rule-identity.md."""
    assert hashed_bytes(SMALL) == b'{"rules":{"table":{"seats":3,"shape":null}},"vocabulary":1}'
    assert digest(SMALL) == "fd900b64d687aa6f1310791803c4f2b78315895a8d873ccedae8db1de796a84d"


def test_vector_large() -> None:
    """The second vector of docs/explanation/rule-identity.md."""
    assert hashed_bytes(LARGE).decode("utf-8") == (
        '{"rules":{"contracts":{"solo":{"leader":"declarer","stake":4,"steps":[]}},'
        '"pack":{"jokers":false,"points":{"3":1,"A":3},"ranks":"32ARCF7654"},"why-not":"perché"},"vocabulary":1}'
    )
    assert digest(LARGE) == "0ccc7ddd7e1d778ca82507c98df0032996bb75435a3d7e0f46c0d270051a5f7a"


def test_the_vectors_stand_in_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "explanation" / "rule-identity.md").read_text(encoding="utf-8")
    for data in (SMALL, LARGE):
        assert digest(data) in text
        assert hashed_bytes(data).decode("utf-8") in text


def test_a_pin_shows_twelve_digits() -> None:
    assert make_pin("club", "1.0.0", digest(SMALL)) == f"club@1.0.0 sha256:{digest(SMALL)[:12]}"


def test_equal_looking_texts_are_equal() -> None:
    assert digest({"a": "perche\u0301"}) == digest({"a": "perch\u00e9"})
    assert digest({"e\u0301": 1}) == digest({"\u00e9": 1})


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), ("1", 1), (None, "null"), ([], {}), ([1, 2], [2, 1])]
)
def test_what_is_written_alike_but_means_something_else_differs(one: Plain, other: Plain) -> None:
    assert digest({"a": one}) != digest({"a": other})


def test_the_vocabularys_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(SMALL)
    monkeypatch.setattr(room, "VOCABULARY_VERSION", 2)
    assert digest(SMALL) != before


RULES = """\
title: A game
words: {suits: {b: batons}}
sources: {book: {title: B}}
source: book
table: {seats: 3}
contracts:
  ask: {stake: 1, steps: [call, take]}
  solo: {stake: 2, why: because}
"""


def composed_digest(shelf: Shelf, ruleset: str) -> str:
    found = shelf.compose(ruleset)
    assert found.root is not None, codes(found)
    return digest(to_plain(found.root))


def test_what_does_not_change_the_digest(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a", RULES)
    wanted = composed_digest(shelf, "a")
    same = {
        "names": RULES.replace("A game", "Another").replace("batons", "clubs"),
        "sources": RULES.replace("source: book", "source: project default\nbecause: {table.seats: {why: x}}"),
        "order": "contracts:\n  solo: {stake: 2}\n  ask: {steps: [call, take], stake: 1}\ntable: {seats: 3}\n",
        "defaults": "contracts:\n  ask: {stake: 1, steps: [call, take], leader: eldest}\n"
        "  solo: {stake: 2, steps: []}\ntable: {seats: 3, shape: null}\n",
        "layers": "extends: a\n",
        "comments": "# c\n" + RULES + "\n\n# more\n",
    }
    for name, body in same.items():
        shelf.put(name, body)
        assert composed_digest(shelf, name) == wanted, name


def test_every_leaf_changes_the_digest(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a", RULES)
    root = shelf.compose("a").root
    assert root is not None
    wanted = composed_digest(shelf, "a")
    for path, _, _ in list_leaves(root):
        shelf.put("b", f"extends: a\nset: {{{'.'.join(path)}: something else}}\n")
        assert composed_digest(shelf, "b") != wanted, path


CHILD = """\
extends: a
title: {en: Frozen, it: Gelato}
sources: {club: {name: Our club, title: Minutes, seen: 2024-01-02}}
set:
  contracts.*.leader: declarer
  contracts.solo: {stake: 9, source: club 3, why: {en: so, it: così}}
add:
  contracts.open: {stake: 12, rows: [{a: 1, b: [x, y]}, {c: 2}]}
because:
  contracts.open.rows.0.a: {source: club 4}
  table.shape: {source: project default, why: round or not}
"""


def test_freeze_keeps_the_digest_the_sources_and_the_words(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a", RULES)
    shelf.put("b", CHILD)
    before = shelf.compose("b")
    assert codes(before) == []
    text = freeze_ruleset(before, Toy())
    after = compose("b.yaml", Toy(), folders=(), raw=text.encode())
    assert before.root is not None
    assert after.root is not None
    assert codes(after) == []
    assert to_plain(after.root) == to_plain(before.root)
    assert (after.words, after.layer.title, len(after.layers)) == (before.words, before.layer.title, 1)
    assert {key: each[:6] for key, each in after.sources.items()} == {
        key: each[:6] for key, each in before.sources.items()
    }
    noted = {path: origin[4:] for path, _, origin in list_leaves(after.root)}
    for path, _, origin in list_leaves(before.root):
        if origin.layer:
            assert noted[path] == origin[4:], path
        else:
            assert noted[path][0] == "project default"


def test_a_frozen_file_frozen_again_is_the_same_but_for_its_chain(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a", RULES)
    shelf.put("b", CHILD)
    once = freeze_ruleset(shelf.compose("b"), Toy())
    twice = freeze_ruleset(compose("b.yaml", Toy(), folders=(), raw=once.encode()), Toy())
    assert once.splitlines()[2:] == twice.splitlines()[2:]
    assert once.splitlines()[1] == "# frozen from b@1.0.0 ← a@1.0.0"


NOTES = st.sampled_from(["", "source: s 1", "source: s 2", "source: project default, why: x", "why: y"])


@given(st.lists(st.tuples(NOTES, st.lists(NOTES, min_size=1, max_size=3)), min_size=1, max_size=4), NOTES)
@settings(max_examples=examples(100), deadline=None)
def test_freeze_keeps_any_notes(maps: list[tuple[str, list[str]]], outer: str) -> None:
    parts = [f"{outer}"] if outer else []
    for number, (note, entries) in enumerate(maps):
        inner = ", ".join(f"e{n}: {{{each}, x: {n}}}".replace("{, ", "{") for n, each in enumerate(entries))
        parts.append(f"m{number}: {{{note}, own: 1, {inner}}}".replace("{, ", "{"))
    raw = f"ruleset: f\nversion: 1.0.0\nsources: {{s: {{title: S}}}}\nbonus: {{{', '.join(parts)}}}\n".encode()
    before = compose("f.yaml", Toy(), folders=(), raw=raw)
    after = compose("f.yaml", Toy(), folders=(), raw=freeze_ruleset(before, Toy()).encode())
    assert before.root is not None
    assert after.root is not None
    kept = {path: origin[4:] for path, _, origin in list_leaves(after.root)}
    assert all(kept[path] == origin[4:] for path, _, origin in list_leaves(before.root) if origin.layer)


def test_nothing_to_freeze() -> None:
    with pytest.raises(ValueError, match="no tree"):
        freeze_ruleset(compose("x.yaml", Toy(), folders=(), raw=b""), Toy())


FROZEN = [line.split() for line in (Path(__file__).parent / "shipped.digests").read_text().splitlines()[1:]]


def test_every_shipped_ruleset_is_frozen() -> None:
    """`shipped.digests` names each of them once."""
    assert [name.partition("@")[0] for name, _ in FROZEN] == [*SHIPPED]


@pytest.mark.parametrize(("name", "wanted"), FROZEN)
def test_a_shipped_digest_does_not_move(name: str, wanted: str) -> None:
    """Records pin them: a rule that changes needs another version, and its line here another digest."""
    ruleset = load_ruleset(name.partition("@")[0])
    assert (f"{ruleset.id}@{ruleset.version}", ruleset.digest) == (name, wanted)
