"""Pages of the Python API, from its docstrings, and of the JSON formats, from their schemas. Both are English only."""

from __future__ import annotations

import inspect
import json
import re
from typing import TYPE_CHECKING, Any, Final

import calarec
from calarec.core.wording.language import SOURCE
from docs.site.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from docs.site.tree import SiteTree

_SECTION: Final = re.compile(r"(?m)^(Args|Arguments|Returns|Raises|Yields|Example|Examples|Attributes):$")
_ENTRY: Final = re.compile(r"(?m)^    (\*{0,2}[\w.]+): ")
_FOLDER: Final = "reference/schemas"
_MAX_SIGNATURE_COLUMNS: Final = 70
"""A longer one has a line for each parameter."""
_MAX_DEPTH: Final = 3
"""Objects further inside are described by their schema alone."""


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
        parts = " | ".join(part.rpartition(".")[2] for part in str(union).split(" | "))
        yield f"\n### `{name}`\n\n```python\n{name} = {parts}\n```"
    yield "\n## Classes"
    for name, cls in classes:
        yield from _entry_lines(name, cls, level=3)
        for member, value in sorted(vars(cls).items()):
            method: object = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not member.startswith("_") and inspect.isfunction(method) and method.__doc__:
                yield from _entry_lines(f"{name}.{member}", method, level=4, is_property=isinstance(value, property))


def _entry_lines(name: str, value: object, *, level: int, is_property: bool = False) -> Iterator[str]:
    signature = "" if is_property else _signature_of(value)
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
    """A docstring as Markdown: its sections are bold, their entries a list, its examples code."""
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
