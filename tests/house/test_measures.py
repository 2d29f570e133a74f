"""The counts of the measures, on small made-up sources."""

from __future__ import annotations

import ast

from tests.house.measures import (
    Lines,
    core_figures,
    count_lines,
    import_figures,
    line_figures,
    longest_chain,
    random_calls,
    signature_figures,
)
from tests.house.naming import CodeBase
from tests.house.rooms import CORE, is_in_core
from tests.house.structure import imports_among, modules

SOURCE = '''\
"""What the module is.

More of it.
"""

LIMIT = 3  # as the source has it
"""What the limit is for."""


def add(card: int) -> str:
    """Add one."""
    # why
    return """no
    docstring"""
'''


def _parse_sources(**sources: str) -> dict[str, ast.Module]:
    return {name.replace("_in_", "."): ast.parse(source) for name, source in sources.items()}


def test_a_line_of_code_has_more_than_a_comment_or_a_docstring() -> None:
    """A text that is a value counts with all its lines, a docstring and a blank line not at all."""
    assert count_lines(SOURCE) == Lines(whole=14, code=4, commented=2)
    assert count_lines("") == Lines()


def test_lines_of_the_core_are_counted_by_themselves() -> None:
    """Lines of the core are counted apart; those of all modules include them."""
    sources = {f"{CORE[0]}.cards": SOURCE, "calarec.solving": SOURCE, "calarec_tools.cli": "word = 1\n"}
    assert line_figures(sources) == {
        "modules": 3,
        "lines": 29,
        "lines without comments, docstrings and blank lines": 9,
        "lines that have a comment, %": 13.8,
    }
    assert core_figures(sources) == {
        "core, lines": 14, "core, lines without comments, docstrings and blank lines": 4
    }  # fmt: skip


def test_the_core_follows_the_folders() -> None:
    """Its list names only packages that there are."""
    assert set(CORE) <= set(modules())
    assert all(is_in_core(package) and is_in_core(f"{package}.cards") for package in CORE)
    assert not any(map(is_in_core, ("calarec", "calarec.solving", "calarec_tools.cli", f"{CORE[0]}_more")))


def test_imports_of_every_kind_count() -> None:
    """Relative ones, those of a package, and those within functions; not the module itself nor the library's."""
    trees = _parse_sources(
        p="from . import a\nfrom .a import x",
        p_in_a="import os\nfrom p.q import b",
        p_in_q="",
        p_in_q_in_b="def f():\n  from .. import a as c\n  import p.q.b, p.q.c",
        p_in_q_in_c="from ..q import *\nfrom ...r import y",
    )
    assert imports_among(trees) == {
        "p": {"p.a"}, "p.a": {"p.q.b"}, "p.q": set(), "p.q.b": {"p.a", "p.q.c"}, "p.q.c": {"p.q"}
    }  # fmt: skip
    assert import_figures(trees) == {
        "own modules that a module imports, on average": 1.0,
        "longest chain of imports, in modules": 4,
    }


def test_the_longest_chain_goes_round_no_circle() -> None:
    """Modules in a circle are one step, and the longer of two ways counts."""
    steps = {"a": {"b", "d"}, "b": {"c"}, "c": {"d"}, "d": set[str]()}
    assert longest_chain({name: frozenset(others) for name, others in steps.items()}) == 4
    steps["d"] = {"b"}
    assert longest_chain({name: frozenset(others) for name, others in steps.items()}) == 2
    assert longest_chain({}) == 0


def test_a_signature_with_any_is_one_however_often_it_says_so() -> None:
    """A parameter, a result or a part of either counts once; a body does not count."""
    text = "def f(a: Any, *b: list[Any]) -> Any: ...\ndef g(a: int) -> None: x: Any = 1\ndef h(a): ...\n"
    assert signature_figures([ast.parse(f"{text}def i() -> None: ...")]) == {
        "signatures with annotations": 3,
        "signatures with Any": 1,
    }


def test_calls_for_a_reader_come_without_their_definitions() -> None:
    """Own functions only, with the statement and the function around the call, and the same ones each time."""
    code = CodeBase([])
    text = "def deal_card(): ...\ndef play():\n  if deal_card():\n    total = len(str(deal_card()))\n"
    code.trees = {"p.a": ast.parse(text)}
    code.collect("p.a", code.trees["p.a"], "")
    shown = random_calls(code, 2)
    assert sorted(line.partition(". ")[2] for line in shown) == [
        "deal_card  (p.a.play, line 3)\n    if deal_card():",
        "deal_card  (p.a.play, line 4)\n    total = len(str(deal_card()))",
    ]
    assert random_calls(code, 2) == shown
    assert any(random_calls(code, 2, seed=seed) != shown for seed in range(9))
