"""A name describes its effect at the call: rules for names, with exceptions."""

from __future__ import annotations

import ast

import pytest

from tests.house.naming import EXCEPTIONS, CodeBase, counts, exceptions, figures, is_bare, own_code

AS_IT_IS = exceptions(own_code())


@pytest.mark.parametrize("package", sorted({*AS_IT_IS, *(file.stem for file in EXCEPTIONS.iterdir())}))
def test_no_name_breaks_a_rule_anew(package: str) -> None:
    """No name breaks a rule, except listed ones; fixed ones come off the list."""
    file = EXCEPTIONS / f"{package}.txt"
    listed = file.read_text("utf-8").splitlines() if file.is_file() else ["loop 0", "docstring 0"]
    found = AS_IT_IS.get(package, "loop 0\ndocstring 0").splitlines()
    assert set(found[2:]) - set(listed[2:]) == set(), "rename these"
    assert set(listed[2:]) - set(found[2:]) == set(), "take these off the list"
    assert found[:2] == listed[:2], "loop variables like `each`, first lines of docstrings over 80 characters"


def test_what_the_rules_see() -> None:
    """A small code base with one break of each rule."""
    code = CodeBase([])
    code.trees = {"p.a.m": ast.parse("for each in (): pass"), "p.a.n": ast.parse('"""' + "x" * 81 + '"""')}
    for module, text in {"p.a.m": "def told() -> bool: ...\ndef pay() -> int: ...", "p.b.n": "def pay(): ..."}.items():
        code.collect(module, ast.parse(text), "")
    assert exceptions(code) == {
        "p.a": "loop 1\ndocstring 1\nbare told\nquestion told\ntwice pay\n",
        "p.b": "loop 0\ndocstring 0\ntwice pay\n",
    }
    assert counts(code)["p.a"] == {"loop": 1, "docstring": 1}


def test_methods_of_one_interface_mean_one_thing() -> None:
    """Methods of classes without a common base mean several things."""
    text = "class A: \n def f(self): ...\nclass B(A): \n def f(self): ...\n"
    code = CodeBase([])
    code.collect("p.a", ast.parse(text), "")
    assert code.meanings() == {"f": 1}
    code.collect("p.a", ast.parse("class C: \n def f(self): ..."), "")
    assert code.meanings() == {"f": 2}
    code.trees = {"p.a": ast.parse("f(); x.f(); len(x)")}
    assert figures(code)["calls of own functions whose name has several meanings, %"] == 100


@pytest.mark.parametrize(("name", "bare"), [("told", True), ("renamed", True), ("seed", False), ("find_winner", False)])
def test_a_bare_word_is_no_name(name: str, bare: bool) -> None:
    """A participle or an adverb; a noun that ends alike is a name."""
    assert is_bare(name) is bare
