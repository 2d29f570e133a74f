"""Sentences that the code contains."""

from __future__ import annotations

import ast
import re
from functools import cache

from tests.house.tree import python_files, shown, text_of

_FILES = tuple(python_files("interpreter", "tools"))


@cache
def find_texts() -> tuple[tuple[str, ast.Call], ...]:
    """Every `Words(…)` of the code, with its place; all files are parsed once."""
    return tuple(
        (f"{shown(file)}:{node.lineno}", node)
        for file in _FILES
        for node in ast.walk(ast.parse(text_of(file)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Words"
    )


def find_templates(node: ast.expr) -> list[str] | None:
    """The sentences that an argument can be: a literal, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        one, other = find_templates(node.body), find_templates(node.orelse)
        return None if one is None or other is None else one + other
    return None


def _has_words(template: str) -> bool:
    return any(letter.isalpha() for letter in re.sub(r"{\w+}", "", template))


def sentences_of_code() -> dict[tuple[str, str], str]:
    """The sentences of the code by sense and English, each with a place."""
    found: dict[tuple[str, str], str] = {}
    for place, call in find_texts():
        senses = [each.value for each in call.keywords if each.arg == "sense"]
        sense = senses[0].value if senses and isinstance(senses[0], ast.Constant) else ""
        for template in find_templates(call.args[0]) or ():
            if _has_words(template):
                found[str(sense), template] = place
    return found
