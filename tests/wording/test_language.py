"""Two languages: templates, lists, and the choice of a language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calarec.core.wording.language import LANGUAGES, Listing, Translated, fill_words, preferred_language, text_in


@pytest.mark.parametrize(
    ("items", "english", "italian"),
    [
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", "b"), "a and b", "a e b"),
        (("a", "b", "c"), "a, b and c", "a, b e c"),
    ],
)
def test_lists_are_said_as_people_say_them(items: tuple[str, ...], english: str, italian: str) -> None:
    """Commas, and one word before the last."""
    assert text_in(Listing(items), "en") == english
    assert text_in(Listing(items), "it") == italian


def test_either_says_or() -> None:
    """A choice is joined by "or"."""
    assert text_in(Listing(("a", "b"), either=True), "en") == "a or b"
    assert text_in(Listing(("a", "b"), either=True), "it") == "a o b"


def test_values_are_said_in_the_language_of_the_template() -> None:
    """A list of words in two languages, inside a template, comes out in one."""
    words = Listing((Translated.from_texts({"en": "cups", "it": "coppe"}), 3))
    template = Translated.from_texts({"en": "only {what}", "it": "solo {what}"})
    assert [fill_words(template, lang, {"what": words}) for lang in LANGUAGES] == ["only cups and 3", "solo coppe e 3"]


@given(st.text())
def test_values_are_not_templates(text: str) -> None:
    """Braces and anything else in a value stay as they are."""
    assert fill_words(Translated.from_texts("<{x}>"), "it", {"x": text}) == f"<{text}>"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "it_CH"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_locale_decides(settings: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """LC_ALL before LC_MESSAGES before LANG; what is neither Italian nor English is English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert preferred_language() == expected
    assert preferred_language("it") == "it"
    assert preferred_language("en") == "en"


@pytest.mark.parametrize(("locale", "expected"), [("Italian_Italy", "it"), ("English_Malta", "en"), (None, "en")])
def test_windows_has_a_locale_of_its_own(locale: str | None, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variables, Windows names the language; a variable comes first."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (locale, "1252"))
    monkeypatch.setattr("sys.platform", "win32")
    assert preferred_language() == expected
    monkeypatch.setenv("LANG", "en_GB")
    assert preferred_language() == "en"
