"""Every code has its words and its page, in both languages."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

import pytest

from calarec.diagnostics.catalog import all_codes, codes_of, lookup, ranges
from calarec.diagnostics.catalog.titles import TITLES
from calarec.language import LANGUAGES, Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.diagnostics.catalog import Code

CODES = all_codes()
every_code = pytest.mark.parametrize("entry", CODES, ids=[entry.code for entry in CODES])


def _templates(entry: Code) -> Iterator[Both]:
    yield entry.message
    if entry.help:
        yield entry.help
    for wording in entry.wordings.values():
        yield wording.message
        if wording.help:
            yield wording.help


def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@every_code
def test_everything_is_said_in_both_languages(entry: Code) -> None:
    """Title, messages, help and page stand in English and in Italian, and differ."""
    for text in (entry.title, entry.page, *_templates(entry)):
        assert text.en.strip()
        assert text.it.strip()
    assert entry.page.en != entry.page.it


@every_code
def test_both_languages_name_the_same_values(entry: Code) -> None:
    """A value that one language fills in and the other forgets would be lost on half the readers."""
    for template in _templates(entry):
        names = _placeholders(template.en)
        assert names == _placeholders(template.it)
        assert all(name.isidentifier() for name in names), "only plain names are filled in"


@every_code
def test_the_page_shows_an_example(entry: Code) -> None:
    """A page has a fenced block, and every block that is opened is closed."""
    for lang in LANGUAGES:
        fences = [line for line in entry.whole_page(lang).splitlines() if line.startswith("```")]
        assert fences, f"no example in {lang}"
        assert len(fences) % 2 == 0


@every_code
def test_messages_are_one_line_and_no_sentence_end(entry: Code) -> None:
    """A message follows `CODE ` on one line: no line break, no full stop, no blank at its ends."""
    for template in (entry.message, *(wording.message for wording in entry.wordings.values())):
        for text in template:
            assert "\n" not in text
            assert text == text.strip()
            assert not text.endswith(".")


@every_code
def test_a_code_stands_in_its_range(entry: Code) -> None:
    """`lookup` finds a code by its first four characters, in any case."""
    assert lookup(entry.code) is entry
    assert lookup(entry.code.lower()) is entry
    assert entry in codes_of(entry.code[:4])
    assert entry.code[3:].isdecimal()
    assert len(entry.code) == 6


def test_codes_come_in_order_and_once() -> None:
    """Within a range codes ascend, so that pages and lists do."""
    for name in ranges():
        codes = [entry.code for entry in codes_of(name)]
        assert codes == sorted(set(codes))


def test_every_range_has_a_title() -> None:
    """`calarec explain` names what each range is about."""
    assert [name for name in ranges() if name not in TITLES] == []


@pytest.mark.parametrize("code", ["", "CAL", "CAL9999", "XYZ123", "entry", "titl", "RUL0", "../x", "rul0\n"])
def test_what_is_no_code_is_not_found(code: str) -> None:
    """Whatever is asked for, a KeyError is the answer; no module is imported by a user's word."""
    with pytest.raises(KeyError):
        lookup(code)
