"""The YAML writer: the reader of rule files reads its text back as it was."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.source import read_source
from calarec.rule_files.tree import UNPRINTABLE, is_same_data, to_plain
from calarec.rule_files.writing import quote_text, write_yaml
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Plain

TEXTS = st.one_of(
    st.text(max_size=12),
    st.text("abc :#-?,[]{}&*!|>'\"%@`~\\ \n\té0127.", max_size=10),
    st.sampled_from(
        ["no", "off", "true", "null", "~", "012", "12", "1.0", "1:30", "2024-01-01", "<<", "=", "", "x" * 1100]
    ),
).filter(lambda text: not UNPRINTABLE.search(text))
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(10**9) + 1, 10**9 - 1), TEXTS)
KEYS = TEXTS.filter(bool)
TREES = st.recursive(SCALARS, lambda below: st.lists(below, max_size=4) | st.dictionaries(KEYS, below, max_size=4))
MAPS = st.dictionaries(KEYS, TREES, min_size=1, max_size=5)


def composed(data: Plain) -> Plain:
    """As the reader has it: every text in NFC."""
    if isinstance(data, str):
        return unicodedata.normalize("NFC", data)
    if isinstance(data, dict):
        return {unicodedata.normalize("NFC", key): composed(value) for key, value in data.items()}
    return [composed(item) for item in data] if isinstance(data, list) else data


@given(MAPS, st.booleans())
@settings(max_examples=examples(400), deadline=None)
def test_what_is_written_reads_back_as_it_was(data: dict[str, Plain], compact: bool) -> None:
    wanted = composed(data)
    assert isinstance(wanted, dict)
    tree, found = read_source(write_yaml(wanted, compact=compact).encode("utf-8"), "f.yaml")
    assert not found, [each.message() for each in found]
    assert tree is not None
    assert is_same_data(to_plain(tree), wanted)
    assert list(tree.entries) == list(wanted)


@given(MAPS, TEXTS)
@settings(max_examples=examples(100), deadline=None)
def test_comments_change_nothing(data: dict[str, Plain], comment: str) -> None:
    wanted = composed(data)
    assert isinstance(wanted, dict)
    text = write_yaml(wanted, comments={(key,): comment for key in wanted})
    tree, found = read_source(text.encode("utf-8"), "f.yaml")
    assert not found
    assert tree is not None
    assert is_same_data(to_plain(tree), wanted)


def test_the_look() -> None:
    data: dict[str, Plain] = {
        "ruleset": "club",
        "version": "1.0.0",
        "pack": {"suits": "bscd", "points": {"A": 3, "3": 1}, "total": None, "jokers": False},
        "rows": [{"cards": "3"}, {"cards": "2", "if": ["all", "held"]}],
        "none": {},
        "said": "so: it is, isn't it?",
    }
    assert write_yaml(data) == (
        "ruleset: club\n"
        "version: 1.0.0\n"
        "\n"
        "pack:\n"
        "  suits: bscd\n"
        '  points: {A: 3, "3": 1}\n'
        "  total: null\n"
        "  jokers: false\n"
        "\n"
        "rows:\n"
        '  - {cards: "3"}\n'
        '  - {cards: "2", if: [all, held]}\n'
        "\n"
        "none: {}\n"
        'said: "so: it is, isn\'t it?"\n'
    )


def test_comments_stand_behind_their_leaves() -> None:
    text = write_yaml(
        {"play": {"follow": "must", "deep": {"a": [1, 2]}}},
        comments={("play", "follow"): "f.yaml:3:1 [book]", ("play", "deep", "a"): "two\nlines"},
    )
    assert text == (
        "play:\n"
        "  follow: must                                # f.yaml:3:1 [book]\n"
        "  deep:\n"
        "    a: [1, 2]                                 # two lines\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("declarer", "declarer"),
        ("project default", "project default"),
        ("1.0.0", "1.0.0"),
        ("1/3", "1/3"),
        ("12", '"12"'),
        ("1.0", '"1.0"'),
        ("True", '"True"'),
        ("2024-07-09", '"2024-07-09"'),
        ("a: b", '"a: b"'),
        ('say "so"', "'say \"so\"'"),
        ("- x", '"- x"'),
        ("", '""'),
        (" x", '" x"'),
        ("a\nb", '"a\\nb"'),
        ("contracts.*.stake", "contracts.*.stake"),
        ("*.stake", '"*.stake"'),
        ("Il mazziere non gioca: è «morto»", '"Il mazziere non gioca: è «morto»"'),
    ],
)
def test_quotes_where_they_are_needed(text: str, expected: str) -> None:
    assert quote_text(text) == expected


def test_an_empty_map() -> None:
    assert write_yaml({}) == "{}\n"
