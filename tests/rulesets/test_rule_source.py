"""The reader of rule files: typing, places, limits, and no exception for any bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.locate import MAX_RULE_FILE_BYTES
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import MAX_LEVELS, MAX_NODES, find_node, to_plain
from tests.rulebooks import SHIPPED
from tests.shards import examples

if TYPE_CHECKING:
    from pathlib import Path


def read(text: str | bytes) -> tuple[object, list[str]]:
    raw = text if isinstance(text, bytes) else text.encode("utf-8")
    tree, found = read_source(raw, "f.yaml")
    data = None if tree is None else to_plain(tree)
    return data, [f"{each.code} {each.span.line}:{each.span.column}" for each in found]


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "off",
        "yes",
        "on",
        "012",
        "1:30",
        "1.0",
        "2024-07-09",
        "True",
        "NULL",
        "+5",
        "1_000",
        "0x1f",
        "=",
        "1e3",
        "٣",
    ],
)
def test_text_that_other_readers_take_for_something_else_is_text(text: str) -> None:
    assert read(f"a: {text}\n") == ({"a": text}, [])


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("false", False), ("null", None), ("~", None), ("", None), ("0", 0), ("-12", -12), ("35", 35)],
)
def test_typed_values(text: str, value: object) -> None:
    data, found = read(f"a: {text}\nb: [{text or 'null'}]\n")
    assert data == {"a": value, "b": [value]}
    assert type(data["a"]) is type(value)
    assert not found


@pytest.mark.parametrize("quoted", ['"12"', "'true'", '"null"', "'~'", '""'])
def test_quoted_values_are_text(quoted: str) -> None:
    data, _ = read(f"a: {quoted}\n")
    assert data == {"a": quoted[1:-1]}


def test_keys_are_always_text() -> None:
    data, _ = read("3: 1\ntrue: 2\nnull: 3\n012: 4\n~: 5\n")
    assert data == {"3": 1, "true": 2, "null": 3, "012": 4, "~": 5}


def test_texts_are_normalised_so_that_equal_looking_keys_are_equal() -> None:
    data, found = read("e\u0300: 1\n\u00e8: 2\n")
    assert data == {"\u00e8": 1}
    assert found == ["RUL030 2:1"]


def test_places() -> None:
    """Keys and values know their line and column, counted from 1 in code points."""
    tree, _ = read_source("# è\nperché: {b: è, c:\n  [1, 2]}\n".encode(), "f.yaml")
    assert tree is not None
    b, c = find_node(tree, ("perché", "b")), find_node(tree, ("perché", "c"))
    assert b is not None and c is not None  # noqa: PT018
    assert b.key_span is not None
    assert str(b.key_span) == "f.yaml:2:10"
    assert b.span[1:] == (2, 13, 2, 14)
    assert c.span[1:] == (3, 3, 3, 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["RUL012 1:1"]),
        ("# nothing\n", ["RUL012 1:1"]),
        ("- a\n- b\n", ["RUL012 1:1"]),
        ("a text\n", ["RUL012 1:1"]),
        ("a: 1\n---\nb: 2\n", ["RUL011 2:1"]),
        ("%YAML 1.1\n---\na: 1\n", ["RUL023 1:1"]),
        ("a: &x 1\nb: *x\n", ["RUL020 1:4", "RUL020 2:4"]),
        ("*x : 1\n", ["RUL020 1:1"]),
        ("a: !!int 1\n!k b: 2\n", ["RUL021 1:4", "RUL021 2:1"]),
        ("a: !e!x 1\n", ["RUL021 1:4"]),
        ("a: 1\n<<: {b: 2}\n", ["RUL022 2:1"]),
        ("a: 1\nb: 2\na: 3\n", ["RUL030 3:1"]),
        ('a: {"3": 1, 3: 2}\n', ["RUL030 1:13"]),
        ("? [a]\n: 1\n", ["RUL031 1:3"]),
        ("? {a: b}\n: 1\n", ["RUL031 1:3"]),
        ('"": 1\n', ["RUL031 1:1"]),
        ("a: 1234567890\n", ["RUL032 1:4"]),
        ('a: "x\\e[31m"\n', ["RUL033 1:4"]),
        ("a: 'x\n", ["RUL010 1:4"]),
        ("a: [1, 2\nb: 3\n", ["RUL010 1:4"]),
        ("a: {b: 1\nc: 3\n", ["RUL010 1:4"]),
        ("a: b: c\n", ["RUL010 1:5"]),
        ("a:\n  b: 1\n c: 2\n", ["RUL010 3:2"]),
        ("a: @x\n", ["RUL010 1:4"]),
        ("a: *\n", ["RUL010 1:4"]),
        ("a:\n\tb: 1\n", ["RUL007 2:1"]),
        ("a:\t1\n", ["RUL007 1:3"]),
        ("a: \u200b\u202e\n", ["RUL006 1:4", "RUL006 1:5"]),
        ("a: 1\u2028b: 2\n", ["RUL006 1:5"]),
        (b"\xef\xbb\xbfa: 1\n", ["RUL005 1:1"]),
        (b"a: 1\nb: perch\xe8\n", ["RUL004 2:9"]),
        ("a: 1\n".encode("utf-16"), ["RUL004 1:1"]),
        (b"a: \x00\n", ["RUL006 1:4"]),
    ],
)
def test_what_a_rule_file_may_not_hold(text: str | bytes, expected: list[str]) -> None:
    assert read(text)[1] == expected


def test_the_first_of_two_equal_keys_counts_and_is_shown() -> None:
    tree, found = read_source(b'a: 1\n"a": 2\n', "f.yaml")
    assert tree is not None
    assert to_plain(tree) == {"a": 1}
    assert found[0].labels[0].span[1:3] == (1, 1)
    assert found[0].wording == "spelling"


def test_too_large() -> None:
    assert read(b"a" * (MAX_RULE_FILE_BYTES + 1)) == (None, ["RUL003 1:1"])
    assert read(b"#" * (MAX_RULE_FILE_BYTES - 5) + b"\na: 1")[1] == []


@pytest.mark.parametrize("opening", ["[", "{a: ", "\n- "])
def test_too_deep(opening: str) -> None:
    """Fifty thousand brackets end at the level that is one too many."""
    text = "a: " + opening * 50_000
    if opening == "\n- ":
        text = "a:" + "".join("\n" + " " * depth + "-" for depth in range(1, 400))
    data, found = read(text)
    assert data is None
    assert [each.split()[0] for each in found] == ["RUL013"]


def test_the_deepest_tree_that_is_read() -> None:
    for extra, expected in ((0, []), (1, ["RUL013"])):
        levels = MAX_LEVELS - 1 + extra
        _, found = read("a: " + "[" * levels + "]" * levels)
        assert [each.split()[0] for each in found] == expected


def test_too_many_nodes() -> None:
    data, found = read("a: [" + "1," * MAX_NODES + "]")
    assert data is None
    assert found[0].startswith("RUL014 1:")


def test_a_bomb_of_aliases_goes_off_nowhere() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    _, found = read("\n".join(lines))
    assert {each.split()[0] for each in found} == {"RUL020", "RUL009"}
    assert len(found) == 51


def test_findings_have_excerpts_and_words_in_both_languages() -> None:
    _, found = read_source(b"a: 1\nb: &x 2\n", "f.yaml")
    excerpt = found[0].excerpt
    assert excerpt is not None
    assert excerpt.lines[-1] == "b: &x 2"
    assert "x" in found[0].message("en")
    assert found[0].message("it") != found[0].message("en")


def test_an_endless_line_is_not_shown_whole() -> None:
    _, found = read_source(b"a: &x " + b"y" * 5000, "f.yaml")
    excerpt = found[0].excerpt
    assert excerpt is not None
    assert len(excerpt.lines[0]) <= 300


@given(st.binary(max_size=200))
@settings(max_examples=examples(300), deadline=None)
def test_any_bytes_give_findings_and_never_an_exception(raw: bytes) -> None:
    tree, found = read_source(raw, "f.yaml")
    assert tree is not None or found
    for each in found:
        assert each.message("en")
        assert each.message("it")
        each.help("it")
        assert each.span.line >= 1
        assert each.span.column >= 1


SIGNS = [
    *(
        "a",
        "b",
        "3",
        '"3"',
        ": ",
        ":\n",
        "\n",
        "\n  ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "*a",
        "&a ",
        "!",
        "!!str ",
        "? ",
    ),
    *("#x", "'", '"', "|\n", ">-\n", "|9\n", "%YAML 1.1\n", "---\n", "...\n", "\t", "\\", "\r\n", "\r", "~", "<<"),
    *("è", "\ufeff", "@", "`", "\x85", '"\\ud800"', '"\\U00110000"', "\x00", "12345678901", "!<tag:x> "),
]
YAMLISH = st.lists(st.sampled_from(SIGNS), max_size=40).map("".join)


@given(YAMLISH)
@settings(max_examples=examples(600), deadline=None)
def test_any_heap_of_yaml_signs_gives_findings_and_never_an_exception(text: str) -> None:
    tree, found = read_source(text.encode("utf-8"), "f.yaml")
    assert tree is not None or found


def mutated(raw: bytes) -> st.SearchStrategy[bytes]:
    places = st.integers(0, len(raw) - 1)
    cut = st.tuples(places, st.integers(0, 9), st.one_of(st.binary(max_size=4), st.sampled_from(
        [b"\t", b"- ", b": ", b"*", b"&a ", b"{", b"]", b"'", b"\n", b" ", b"!x ", b"\n---\n", b"|"])))  # fmt: skip

    def apply(cuts: list[tuple[int, int, bytes]]) -> bytes:
        out = raw
        for start, length, new in cuts:
            out = out[:start] + new + out[start + length :]
        return out

    return st.lists(cut, min_size=1, max_size=4).map(apply)


@given(st.data())
@settings(max_examples=examples(100), deadline=None)
def test_mutated_rule_files_read_alike_with_and_without_the_compiled_parser(data: st.DataObject) -> None:
    """The same tree and the same findings on machines with and without libyaml."""
    raw = data.draw(mutated(data.draw(st.sampled_from([*SHIPPED.values()])).read_bytes()))
    assert outcome(raw) == without_libyaml(raw)


@given(YAMLISH)
@settings(max_examples=examples(300), deadline=None)
def test_heaps_of_signs_read_alike_with_and_without_the_compiled_parser(text: str) -> None:
    assert outcome(text.encode("utf-8")) == without_libyaml(text.encode("utf-8"))


def outcome(raw: bytes) -> tuple[object, list[str]]:
    tree, found = read_source(raw, "f.yaml")
    return (None if tree is None else to_plain(tree)), [f"{each.code} {each.span} {each.wording}" for each in found]


def without_libyaml(raw: bytes) -> tuple[object, list[str]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader", raising=False)
        return outcome(raw)


@pytest.mark.parametrize("file", SHIPPED.values(), ids=SHIPPED)
def test_shipped_files_read_without_findings(file: Path) -> None:
    assert read(file.read_bytes())[1] == []
    assert without_libyaml(file.read_bytes())[1] == []
