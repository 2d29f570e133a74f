"""Pages of the Python API and of the JSON formats, in English only."""

from __future__ import annotations

import ast
import inspect
import json
import re
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, is_typeddict

import calarec
from calarec.core.wording.language import SOURCE
from docs.site.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from docs.site.tree import SiteTree

_SECTION: Final = re.compile(r"(?m)^(Args|Arguments|Returns|Raises|Yields|Example|Examples|Attributes):$")
_ENTRY: Final = re.compile(r"(?m)^    (\*{0,2}[\w.]+): ")
_NAME: Final = re.compile(r"(?<![\w.\"'])(?:[a-z]\w*\.)?[A-Z]\w*")
_PACKAGES: Final = ("calarec", "calarec_tools")
_FOLDER: Final = "reference/schemas"
_MAX_SIGNATURE_COLUMNS: Final = 70
"""A longer one has a line for each parameter."""
_MAX_DEPTH: Final = 3
"""Objects further inside are described only by their schema."""


def add_reference_pages(tree: SiteTree) -> None:
    """Add the page of the API and a page for each schema."""
    tree.add_page(SOURCE, "reference/api.md", "\n".join(_api_lines()) + "\n")
    schemas = sorted((ROOT / "grammar").glob("*.schema.json"))
    tree.add_page(SOURCE, f"{_FOLDER}/index.md", "\n".join(_schema_list_lines(schemas)) + "\n")
    for file in schemas:
        name = file.name.removesuffix(".schema.json")
        tree.add_page(SOURCE, f"{_FOLDER}/{name}.md", "\n".join(_schema_lines(file)) + "\n", f"{_FOLDER}/index.md")


def _api_lines() -> Iterator[str]:
    yield "# Python API\n"
    yield "On this page you find every public name of `calarec`, from its docstring. [From Python](python.md) shows how"
    yield "they work together. Names that are not on this page may change with every release."
    entries = [(name, getattr(calarec, name)) for name in calarec.__all__ if not name.startswith("_")]
    functions = [(name, value) for name, value in entries if inspect.isroutine(value)]
    classes = [(name, value) for name, value in entries if inspect.isclass(value)]
    unions = [(name, value) for name, value in entries if not inspect.isclass(value) and not inspect.isroutine(value)]
    yield "\n## Functions"
    for name, function in functions:
        yield from _entry_lines(name, function, level=3)
    yield "\n## Unions"
    for name, union in unions:
        yield f"\n### `{name}`\n\n```python\n{name} = {_union_text(union)}\n```"
    yield "\n## Classes"
    for name, cls in classes:
        yield from _entry_lines(name, cls, level=3)
        for member, value in sorted(_list_members(cls).items()):
            method = _function_of(value)
            if not member.startswith("_") and inspect.isfunction(method) and method.__doc__:
                yield from _entry_lines(f"{name}.{member}", method, level=4, is_property=isinstance(value, property))
    yield "\n## Other names in signatures\n"
    yield "You need these names to read the signatures above, and to write types. They are not public: releases may"
    yield "change their fields and move them."
    for name, module in sorted(_list_other_names(entries).items()):
        yield from _other_lines(name, module)


def _function_of(member: object) -> object:
    """The function of a property, a class method or a method."""
    return member.fget if isinstance(member, property) else getattr(member, "__func__", member)


def _list_members(cls: type) -> dict[str, object]:
    """The members of a class and of calarec's classes that it inherits from."""
    return {
        member: value
        for base in reversed(cls.__mro__)
        if base.__module__.partition(".")[0] in _PACKAGES
        for member, value in vars(base).items()
    }


def _list_other_names(entries: list[tuple[str, Any]]) -> dict[str, str]:
    """The names in signatures that are not public, each with its module."""
    found: dict[str, str] = {}
    for public_name, value in entries:
        for module, text in _list_signatures(public_name, value):
            for name in _NAME.findall(text):
                definition = find_definition(module, name)
                if definition is not None and definition[1] not in calarec.__all__:
                    found[definition[1]] = definition[0]
    return found


def _list_signatures(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The signatures of a name and its members, or a union, each with its module."""
    if not inspect.isclass(value) and not inspect.isroutine(value):
        yield (calarec._HOMES[name], _union_text(value))
        return
    members = _list_members(value).items() if inspect.isclass(value) else ()
    for routine in (value, *(member for member_name, member in members if not member_name.startswith("_"))):
        function = _function_of(routine)
        if inspect.isclass(function) or inspect.isroutine(function):
            yield (function.__module__, _signature_of(function))


def _union_text(union: object) -> str:
    return " | ".join(part.rpartition(".")[2] for part in str(union).split(" | "))


def find_definition(module: str, name: str) -> tuple[str, str] | None:
    """The module of a class or an alias of calarec, and its name there.

    `name` is the name that `module` uses.
    """
    first, _, rest = name.partition(".")
    tree = _parse_module(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in _PACKAGES:
            for alias in node.names:
                if (alias.asname or alias.name) == first:
                    return find_definition(f"{node.module}.{alias.name}" if rest else node.module, rest or alias.name)
    for node in tree.body:
        target = node.target if isinstance(node, ast.AnnAssign) else node
        if first in (getattr(target, "name", ""), getattr(target, "id", "")):
            return (module, first)
    return None


@cache
def _parse_module(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


def _other_lines(name: str, module: str) -> Iterator[str]:
    value = getattr(import_module(module), name)
    yield f"\n### `{name}`\n\n```python\nfrom {module} import {name}"
    if is_typeddict(value):
        fields = ", ".join(f'"{key}": {_field_text(kind)}' for key, kind in value.__annotations__.items())
        yield f"\n{name} = {{{fields}}}\n```\n"
        yield from _docstring_lines(inspect.getdoc(value) or "")
    elif inspect.isclass(value) and value.__module__ == module:
        yield f"\n{name}{_signature_of(value)}\n```\n"
        yield from _docstring_lines(inspect.getdoc(value) or "")
    else:
        text, description = _read_alias(module, name)
        yield f"\n{name} = {text}\n```\n\n{description}\n"


def _field_text(kind: object) -> str:
    return getattr(kind, "__forward_arg__", None) or _annotation_text(kind)


def _read_alias(module: str, name: str) -> tuple[str, str]:
    """The right-hand side of an alias as its module writes it, and the text below it."""
    lines = _parse_module(module).body
    for node, after in pairwise((*lines, ast.Pass())):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == name and node.value is not None:
            written = _text_of_constant(node.value)
            return (
                written or ast.unparse(node.value),
                _text_of_constant(after.value) if isinstance(after, ast.Expr) else "",
            )
    raise LookupError(f"{module} has no alias {name}")


def _text_of_constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _entry_lines(name: str, value: object, *, level: int, is_property: bool = False) -> Iterator[str]:
    signature = _signature_of(value)
    if is_property:
        signature = signature.replace("() -> ", ": ", 1)
    yield f"\n{'#' * level} `{name}`\n"
    if signature:
        yield f"```python\n{name.rpartition('.')[2]}{signature}\n```\n"
    yield from _docstring_lines(inspect.getdoc(value) or "")


def _signature_of(value: object) -> str:
    if not callable(value) or (inspect.isclass(value) and issubclass(value, Exception)):
        return ""
    try:
        signature = inspect.signature(value)
    except (ValueError, TypeError):
        return ""
    parts: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        if parameter.name != "self":
            parts.append(_parameter_text(parameter))
    if inspect.isclass(value):
        return f"({_join_parameters(parts)})" if parts else ""
    returned = signature.return_annotation
    end = "" if returned is signature.empty else f" -> {_annotation_text(returned)}"
    return f"({_join_parameters(parts)}){end}"


def _parameter_text(parameter: inspect.Parameter) -> str:
    stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    stars = "**" if parameter.kind is parameter.VAR_KEYWORD else stars
    kind = "" if parameter.annotation is parameter.empty else f": {_annotation_text(parameter.annotation)}"
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{stars}{parameter.name}{kind}{default}"


def _annotation_text(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _join_parameters(parts: list[str]) -> str:
    """The parameters in one line, or in a line each."""
    text = ", ".join(parts)
    return text if len(text) <= _MAX_SIGNATURE_COLUMNS else "\n" + "".join(f"    {part},\n" for part in parts)


def _docstring_lines(text: str) -> Iterator[str]:
    """Convert a docstring to Markdown: bold sections, lists of entries, code."""
    head, *sections = _SECTION.split(text)
    yield _with_code_blocks(head)
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        entries = _ENTRY.sub(r"- `\1`: ", body)
        plain = re.sub(r"(?m)^ {4,}", "  " if entries != body else "", entries)
        yield f"**{title}**\n\n{plain.strip()}\n"


def _with_code_blocks(text: str) -> str:
    return re.sub(
        r"(?m)((?:^ *>>>.*\n?(?:^(?! *$).*\n?)*)+)", lambda match: f"```python\n{match[1].rstrip()}\n```\n", text
    )


def _schema_list_lines(schemas: list[Path]) -> Iterator[str]:
    yield "# JSON schemas\n"
    yield "Every JSON that calarec prints or reads has a `format` and a schema in `grammar/`. Within one format, fields"
    yield "are only added ([compatibility](../compatibility.md)).\n"
    yield "| schema | content |\n| --- | --- |"
    for file in schemas:
        name = file.name.removesuffix(".schema.json")
        yield f"| [{name}]({name}.md) | {_cell_text(json.loads(file.read_text(encoding='utf-8')).get('title', ''))} |"


def _schema_lines(file: Path) -> Iterator[str]:
    schema = json.loads(file.read_text(encoding="utf-8"))
    yield f"# {file.name.removesuffix('.schema.json')}\n\n{schema.get('title', '')}.\n"
    if "description" in schema:
        yield f"{schema['description']}\n"
    yield from _field_lines(schema, schema, depth=0)
    for name, inner in schema.get("$defs", {}).items():
        yield f"\n## `{name}`\n\n{inner.get('description', '')}\n"
        yield from _field_lines(inner, schema, depth=0)
    yield f"\n## Schema\n\n```json\n{file.read_text(encoding='utf-8').strip()}\n```"


def _field_lines(schema: object, whole: Mapping[str, Any], *, depth: int) -> Iterator[str]:
    inner = schema.get("items", schema) if isinstance(schema, dict) and schema.get("type") == "array" else schema
    if not isinstance(inner, dict):
        return
    required = inner.get("required", ())
    for name, field in inner.get("properties", {}).items():
        needed = "" if name in required else ", optional"
        description = f": {field['description']}" if field.get("description") else ""
        yield f"{'    ' * depth}- `{name}` ({_type_text(field)}{needed}){description}"
        if depth < _MAX_DEPTH:
            yield from _field_lines(field, whole, depth=depth + 1)


def _type_text(field: object) -> str:
    if not isinstance(field, dict):
        return "anything"
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})" if field["$ref"].startswith("#/$defs/") else name
    if "const" in field:
        return f"`{json.dumps(field['const'], ensure_ascii=False)}`"
    if "enum" in field:
        return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in field["enum"])
    for key in ("anyOf", "oneOf"):
        if key in field:
            return " or ".join(dict.fromkeys(_type_text(part) for part in field[key]))
    kind = field.get("type", "anything")
    if kind == "array":
        return f"array of {_type_text(field.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else kind


def _cell_text(text: str) -> str:
    return text.replace("|", "\\|")
