"""A function fits a screen."""

from __future__ import annotations

import ast
from typing import Final

import pytest

from tests.house.structure import modules

pytestmark = pytest.mark.slow

_LONGEST: Final = 60


def test_functions_fit_a_screen() -> None:
    """Sixty lines with everything that belongs to it, the docstring included."""
    long = [
        f"{name}.{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.end_lineno and node.end_lineno - node.lineno >= _LONGEST
    ]
    assert long == []
