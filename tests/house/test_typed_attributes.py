"""Type checkers must not infer the types of public attributes: each may infer another one.

`pyright --verifytypes calarec --ignoreexternal` counted 1,167 symbols without a certain type before attributes had
annotations, and 88 of 9,204 after it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tests.house.structure import modules

if TYPE_CHECKING:
    from collections.abc import Iterator


def list_public_classes() -> dict[str, ast.ClassDef]:
    """The classes of `calarec` that a program can import; their names are unique in the tree."""
    return {
        node.name: node
        for name, tree in modules().items()
        if name.split(".")[0] == "calarec" and "._" not in name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def list_annotated_attributes(defined: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> set[str]:
    """The attributes with a type in a class or in its bases."""
    found = {
        node.target.id if isinstance(node.target, ast.Name) else node.target.attr
        for node in ast.walk(defined)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute)
    }
    found |= {node.name for node in defined.body if isinstance(node, ast.FunctionDef)}
    for base in defined.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            found |= list_annotated_attributes(classes[base.id], classes)
    return found


def list_assigned_attributes(defined: ast.ClassDef) -> Iterator[str]:
    """The public attributes that methods assign, except a parameter kept as it is: that one has a type."""
    for method in defined.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        parameters = {parameter.arg for parameter in (*method.args.args, *method.args.kwonlyargs)}
        for node in ast.walk(method):
            if not isinstance(node, ast.Assign):
                continue
            targets = [
                element
                for target in node.targets
                for element in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
            if len(targets) == 1 and isinstance(node.value, ast.Name) and node.value.id in parameters:
                continue
            yield from (
                target.attr
                for target in targets
                if isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
                and not target.attr.startswith("_")
            )


def test_public_attributes_have_types() -> None:
    """In the class, in a base, or where they are assigned."""
    classes = list_public_classes()
    assert len(classes) > 300
    untyped = [
        f"{name}.{attribute}"
        for name, defined in classes.items()
        if not name.startswith("_")
        for attribute in sorted({*list_assigned_attributes(defined)} - list_annotated_attributes(defined, classes))
    ]
    assert untyped == []
