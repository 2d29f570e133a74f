"""Every code has its words and its page, in every language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

import calarec.core.wording
from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import (
    all_codes,
    code_ranges,
    find_message,
    find_section,
    find_severity,
    range_codes,
    range_title,
)
from calarec.core.wording.severities import Severity
from calarec.core.wording.tables import read_tables

CODES = all_codes()
FILES = sorted(Path(calarec.core.wording.__file__).parent.rglob("*.toml"))
every_code = pytest.mark.parametrize("code", CODES)


def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@every_code
def test_everything_is_said_in_every_language(code: str) -> None:
    """Title, messages, help and page are in each language, and differ from English."""
    english = find_section(code, "en").messages
    for lang in LANGUAGES:
        words = find_section(code, lang).messages
        assert list(words) == list(english)
        assert all(each.message.strip() for each in words.values())
        assert [bool(each.help.strip()) for each in words.values()] == [bool(each.help) for each in english.values()]
        title, text = find_section(code, lang).page
        assert title.strip()
        assert text.strip()
        assert lang == "en" or text != find_section(code, "en").page.text


@every_code
def test_all_languages_name_the_same_values(code: str) -> None:
    """A value that one language fills in and the other forgets would be lost on half the readers."""
    for lang in LANGUAGES:
        for name, words in find_section(code, lang).messages.items():
            for said, english in zip(words, find_section(code, "en").messages[name], strict=True):
                names = _placeholders(said)
                assert names == _placeholders(english)
                assert all(name.isidentifier() for name in names), "only plain names are filled in"


@every_code
def test_the_page_shows_an_example(code: str) -> None:
    """A page has a fenced block, and every block that is opened is closed."""
    for lang in LANGUAGES:
        fences = [line for line in find_section(code, lang).page.text.splitlines() if line.startswith("```")]
        assert fences, f"no example in {lang}"
        assert len(fences) % 2 == 0


@every_code
def test_messages_are_one_line_and_no_sentence_end(code: str) -> None:
    """A message follows `CODE ` on one line: no line break, no full stop, no blank at its ends."""
    for lang in LANGUAGES:
        for text, _ in find_section(code, lang).messages.values():
            assert "\n" not in text
            assert text == text.strip()
            assert not text.endswith(".")


@every_code
def test_a_code_stands_in_its_range(code: str) -> None:
    """A code is found by its first four characters."""
    assert code in range_codes(code[:4])
    assert re.fullmatch(r"[A-Z]{3}\d{3}", code)


def test_codes_come_in_order_and_once() -> None:
    """Within a range codes ascend, so that pages and lists do."""
    for name in code_ranges():
        assert range_codes(name) == sorted(set(range_codes(name)))


def test_every_range_has_a_title() -> None:
    """`calarec explain` names what each range is about."""
    assert [(name, lang) for name in code_ranges() for lang in LANGUAGES if not range_title(name, lang)] == []


def test_each_code_has_the_severity_of_its_english_section() -> None:
    """One of each kind, and the others' sections state one of the three."""
    assert [find_severity(code) for code in ("CAL512", "CAL801", "CAL005")] == [
        Severity.ERROR,
        Severity.WARNING,
        Severity.NOTE,
    ]
    assert {find_severity(code) for code in CODES} == {*Severity}


@pytest.mark.parametrize("code", ["", "CAL", "CAL9999", "XYZ123", "messages", "RUL0", "../x", "rul0\n", "cal512"])
def test_what_is_no_code_is_not_found(code: str) -> None:
    """Whatever is asked for, a KeyError is the answer; no file is opened by a user's word."""
    with pytest.raises(KeyError):
        find_section(code, "en")
    with pytest.raises(KeyError):
        find_message(code, "", "en")
    with pytest.raises(KeyError):
        find_severity(code)
    with pytest.raises(KeyError):
        find_message("CAL512", "no such way", "en")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_word_files_are_toml(file: Path) -> None:
    """Our small reader reads of every word file what the standard library's reads."""
    text = file.read_text("utf-8")
    flat: dict[str, dict[str, str]] = {"": {}}
    for name, value in tomllib.loads(text).items():
        if isinstance(value, str):
            flat[""][name] = value
            continue
        flat[name] = {key: said for key, said in value.items() if isinstance(said, str)}
        flat |= {f"{name}.{key}": said for key, said in value.items() if not isinstance(said, str)}
    assert read_tables(text) == flat
    assert list(read_tables(text)) == list(dict.fromkeys(re.findall(r"^\[(.*)\]$", f"[]\n{text}", re.MULTILINE)))


@pytest.mark.parametrize(
    "line", ["key", 'key "value"', "key = 3", 'key = "a" "b"', '"open = "x"', "key = 'text'", 'a = "1"\na = "2"']
)
def test_what_is_no_word_file_is_refused_at_its_line(line: str) -> None:
    """A slip in a word file is found where it is, not where its words are missing."""
    with pytest.raises(ValueError, match=rf"line {2 + line.count(chr(10))}"):
        read_tables(f"\n{line}\n")
