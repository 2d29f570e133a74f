"""A file for each range and language has everything about its codes, and a missing part is reported with its place."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.engine.terms import Refusal
from calarec.core.wording.language import LANGUAGES, SOURCE, WORDS
from calarec.core.wording.messages import (
    CodeFile,
    CodePage,
    Message,
    code_ranges,
    find_section,
    parse_code,
    split_codes,
)
from tests.house.tree import python_files, shown, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE_FILES: Final = [(lang, name) for lang in LANGUAGES for name in code_ranges()]
each_file = pytest.mark.parametrize(("lang", "name"), CODE_FILES)
_CODE: Final = re.compile(r"(?:CAL|RUL)\d{3}")

SAMPLE: Final = """\
# XYZ1xx: samples

## XYZ101

**A title**

```toml
severity = "note"
message = "a message"

[other]
message = "another message"
help = "a help"
```

A text.

## XYZ102

**Another title**

```toml
severity = "error"
message = "a message"
```

```cal
cal 1
```
"""


def _code_file(lang: str, name: str) -> CodeFile:
    path = Path(WORDS) / lang / "codes" / f"{name.lower()}.md"
    return split_codes(path.read_text("utf-8"), path.name)


@each_file
def test_every_language_has_the_codes_of_english_in_their_order(lang: str, name: str) -> None:
    """A page has a section for each code, which begins with its findings' message."""
    codes = list(_code_file(lang, name).sections)
    assert codes == list(_code_file(SOURCE, name).sections)
    assert codes
    assert all(code.startswith(name) and _CODE.fullmatch(code) for code in codes)


@each_file
def test_a_block_is_toml(lang: str, name: str) -> None:
    """Our small reader reads of every block what the standard library's reads."""
    for code, (_, section) in _code_file(lang, name).sections.items():
        (block,) = re.findall(r"^```toml\n(.*?)^```\n", section, re.DOTALL | re.MULTILINE)
        table = tomllib.loads(block)
        ways = {key: table.pop(key) for key, value in list(table.items()) if isinstance(value, dict)}
        read = find_section(code, lang)
        assert read.severity == table.pop("severity", "")
        assert [(way, words.message, words.help) for way, words in read.messages.items()] == [
            (way, words.pop("message"), words.pop("help", "")) for way, words in [("", table), *ways.items()]
        ]
        assert not any([table, *ways.values()]), "keys that nobody reads"


def test_a_section_is_read_part_by_part() -> None:
    """Severity, wordings, title and text of one code; those of the next are not touched."""
    file = split_codes(SAMPLE.replace('severity = "error"', 'severe = "error"'), "xyz1.md")
    section = parse_code(file, "XYZ101", has_severity=True)
    assert (file.title, section.severity, section.page) == ("samples", "note", CodePage("A title", "A text.\n"))
    assert section.messages == {"": Message("a message"), "other": Message("another message", "a help")}
    with pytest.raises(ValueError, match="severity"):
        parse_code(file, "XYZ102", has_severity=True)


@pytest.mark.parametrize(
    ("part", "instead", "report"),
    [
        ("**A title**\n\n", "", "xyz1.md:3: XYZ101 has no `**title**` below its heading"),
        ("**A title**", "A title", "xyz1.md:3: XYZ101 has no `**title**` below its heading"),
        ("```toml", "```yaml", "xyz1.md:3: XYZ101 has no block of `toml` below its title"),
        ("A text.\n\n", "", "xyz1.md:3: XYZ101 has no text below its block"),
        ('severity = "note"\n', "", "xyz1.md:3: XYZ101: `severity` is one of error, warning, note"),
        ('"note"', '"notice"', "xyz1.md:3: XYZ101: `severity` is one of error, warning, note"),
        ('message = "a message"\n', "", "xyz1.md:3: XYZ101 has no `message`"),
        ('message = "another message"\n', "", "xyz1.md:3: XYZ101.other has no `message`"),
        ("help", "hint", "xyz1.md:3: XYZ101.other: unknown key `hint`"),
        ('"another message"', "another", "xyz1.md:12: "),
        ("[other]", 'message = "twice"', "xyz1.md:11: 'message' stands twice"),
        ("A text.", "[other]\n```\n\nA text.", None),
        ("XYZ102", "XYZ101", "xyz1.md:18: XYZ101 has a section already, on line 3"),
    ],
)  # fmt: skip
def test_a_part_that_is_missing_is_reported_with_its_place(part: str, instead: str, report: str | None) -> None:
    """The file and the line of the code's heading, or of the line that cannot be read."""
    text = SAMPLE.replace(part, instead, 1)
    assert text != SAMPLE
    if report is None:
        parse_code(split_codes(text, "xyz1.md"), "XYZ101", has_severity=True)
        return
    with pytest.raises(ValueError, match=f"^{re.escape(report)}"):
        parse_code(split_codes(text, "xyz1.md"), "XYZ101", has_severity=True)


@each_file
def test_no_part_of_a_section_can_be_left_out(lang: str, name: str) -> None:
    """Whichever part of whichever code goes, the report names the file, a line of the section, and the code."""
    whole = _code_file(lang, name)
    for code, (line, section) in whole.sections.items():
        parts = re.fullmatch(r"(\n\*\*.*\*\*\n)(\n```toml\n)(.*?)(message = .*?\n)(.*?```\n)(.*)", section, re.DOTALL)
        assert parts is not None, code
        for left_out in (0, 1, 3, 5, *([2] if lang == SOURCE else [])):
            rest = "".join(part for number, part in enumerate(parts.groups()) if number != left_out)
            file = CodeFile(whole.path, whole.title, {code: (line, rest)})
            with pytest.raises(ValueError, match=rf"^{whole.path}:{line}: {code}\b"):
                parse_code(file, code, has_severity=lang == SOURCE)


@each_file
def test_a_severity_is_stated_once(lang: str, name: str) -> None:
    """The English file has it; in another language it is refused."""
    sections = _code_file(lang, name).sections.values()
    stated = [re.findall(r"^severity = ", section, re.MULTILINE) for _, section in sections]
    assert [len(lines) for lines in stated] == [int(lang == SOURCE)] * len(sections)


def test_a_severity_in_a_translation_is_refused() -> None:
    """Stated in two places, the two could differ."""
    with pytest.raises(ValueError, match=r"^xyz1.md:3: XYZ101: `severity` is in English only$"):
        parse_code(split_codes(SAMPLE, "xyz1.md"), "XYZ101", has_severity=False)


def _named_codes(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each code that is written in a module, and its line; a code that others are compared with by order is none."""
    bounds = {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and any(isinstance(by, ast.Lt | ast.Gt) for by in node.ops)
        for part in (node.left, *node.comparators)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node not in bounds and _CODE.fullmatch(str(node.value)):
            yield str(node.value), node.lineno


def test_every_code_that_is_named_is_in_every_language() -> None:
    """Every code reported or asked for has its texts, and there are no others."""
    named = {
        code: f"{shown(file)}:{line}"
        for file in python_files("interpreter", "tools")
        for code, line in _named_codes(ast.parse(text_of(file)))
    }
    for lang in LANGUAGES:
        written = {code for name in code_ranges() for code in _code_file(lang, name).sections}
        assert {code: place for code, place in named.items() if code not in written} == {}
        assert written - named.keys() == set()


def _named_wordings(tree: ast.AST) -> Iterator[tuple[str, str, int]]:
    """Each wording that is written in a call beside a code, with the code and the line."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        if isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            named |= dict(zip(Refusal._fields, node.args, strict=False))
        code = named.get("code") or next(iter(node.args), None)
        if isinstance(code, ast.Constant) and _CODE.fullmatch(str(code.value)) and "wording" in named:
            for wording in _choices(named["wording"]):
                yield str(code.value), wording, node.lineno


def _choices(node: ast.expr) -> Iterator[str]:
    """Yield the constants that an expression may be."""
    if isinstance(node, ast.IfExp):
        yield from (*_choices(node.body), *_choices(node.orelse))
    elif isinstance(node, ast.Constant):
        yield str(node.value)


def test_every_wording_that_is_named_is_in_every_language() -> None:
    """A finding that asks for a wording gets it."""
    named = [
        (code, wording, f"{shown(file)}:{line}")
        for file in python_files("interpreter", "tools")
        for code, wording, line in _named_wordings(ast.parse(text_of(file)))
    ]
    assert {("CAL503", "few"), ("CAL503", ""), ("CAL423", "nowhere")} <= {each[:2] for each in named}
    for lang in LANGUAGES:
        assert [each for each in named if each[1] not in find_section(each[0], lang).messages] == []
