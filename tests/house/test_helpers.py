"""Helpers that several test files share are in modules of their own."""

from __future__ import annotations

import ast

from tests.house.tree import python_files, shown, text_of


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_nothing_is_imported_from_a_test_file() -> None:
    """An import of a test file hides a helper where only its test is expected."""
    found = [
        f"{shown(file)}:{node.lineno}: {module}"
        for file in python_files("tests", "kernel", "bench")
        for node in ast.walk(ast.parse(text_of(file)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in _imported(node)
        if module.rpartition(".")[2].startswith("test_")
    ]
    assert found == []
