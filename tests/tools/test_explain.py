"""`calarec explain`, and our Markdown on a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calarec.core.wording.cells import cells
from calarec.core.wording.language import LANGUAGES, Language, text_in
from calarec.core.wording.messages import all_codes, code_ranges, find_section, find_severity, range_codes
from calarec_tools.cli.markdown import markdown_for_terminal
from calarec_tools.main import main


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_can_be_printed(lang: Language, capsys: pytest.CaptureFixture[str]) -> None:
    """Code, title, severity; then the page with its example indented and no fence left over."""
    for code in all_codes():
        assert main(["explain", code.lower(), "--lang", lang]) == 0
        shown = capsys.readouterr().out
        first, *others = shown.splitlines()
        assert (
            first
            == f"{code}: {find_section(code, lang).page.title} ({text_in(find_severity(code).severity_word, lang)})"
        )
        assert "```" not in shown
        assert any(line.startswith("    ") for line in others)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_says_its_severity_itself(lang: Language) -> None:
    """`explain` adds it: a title that has it too would repeat it."""
    said = {text_in(find_severity(code).severity_word, lang) for code in all_codes()}
    assert [
        code for code in all_codes() if any(f"({each})" in find_section(code, lang).page.title for each in said)
    ] == []
    assert [code for code in all_codes() if "**" in find_section(code, lang).page.title] == []


def test_the_page_of_a_file_that_is_not_yaml_says_what_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The rest of the file is checked where a line can be understood."""
    assert main(["explain", "RUL010"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "the rest of the file is checked as if it had been made" in said


def test_without_a_code_the_ranges_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """One line each."""
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [f"{name}xx" for name in code_ranges()]


@pytest.mark.parametrize("asked", ["RUL0", "rul0", "RUL0xx"])
def test_a_range_lists_its_codes(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In order, with their titles."""
    assert main(["explain", asked]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == range_codes("RUL0")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("RUL0001", "there is no code `RUL0001`. Did you mean `RUL001`? `calarec explain` lists the ranges."),
        ("ROL001", "Did you mean `RUL001`?"),
        ("", None),
        ("zzz", "there is no code `zzz`. `calarec explain` lists the ranges."),
        ("../../x", "there is no code `../../x`."),
        ("\x1b[31m", "there is no code `\\x1b[31m`."),
        ("titles", "there is no code `titles`."),
    ],
)
def test_what_is_no_code_is_said(asked: str, said: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong use, with the likely code; an empty word asks for nothing."""
    status = main(["explain", asked, "--lang", "en"])
    output = capsys.readouterr()
    assert status == (0 if said is None else 2)
    assert (said or "") in output.err
    assert output.err.count("\n") == (0 if said is None else 1)


PAGE = """# A title

A paragraph that is long enough to be wrapped
somewhere in the middle of it.

- an item that is long enough to be wrapped as well, further down
- another

```
code    stays as it is written, however long it may be, and keeps its blanks
```

| a | table |
"""


def test_markdown_is_laid_out_for_a_terminal() -> None:
    """Headings lose their mark, prose is wrapped under its beginning, examples are indented."""
    assert markdown_for_terminal(PAGE, width=40) == (
        "A title\n\n"
        "A paragraph that is long enough to be\nwrapped somewhere in the middle of it.\n\n"
        "- an item that is long enough to be\n  wrapped as well, further down\n- another\n\n"
        "    code    stays as it is written, however long it may be, and keeps its blanks\n\n"
        "| a | table |\n"
    )
    assert markdown_for_terminal(PAGE, width=40, colour=True).startswith("\x1b[1mA title\x1b[0m\n")


@given(st.lists(st.text("ab -#`|1.", max_size=30), max_size=8), st.sampled_from([0, 20, 60]))
def test_no_word_is_lost(lines: list[str], width: int) -> None:
    """With any marks, every letter comes out, within the width if spaces allow."""
    shown = markdown_for_terminal("\n".join(lines), width=width)
    assert [each for each in shown if each in "ab"] == [each for each in "".join(_kept(lines)) if each in "ab"]
    if width:
        assert all(
            cells(line) <= width or " " not in line.strip() or line.startswith("    ") or "|" in line or "#" in line
            for line in shown.splitlines()
        )


def _kept(lines: list[str]) -> list[str]:
    """A fence's own line is not shown, nor its text."""
    return [line for line in lines if not line.startswith("```")]
