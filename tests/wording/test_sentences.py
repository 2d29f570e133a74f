"""Every sentence of the code has its words in every language, and no language has words for a sentence that is gone."""

from __future__ import annotations

import inspect
import re
from string import Formatter

import pytest

from calarec.core.wording.language import LANGUAGES, SOURCE, Phrase, Words, grammar, load_sentences, text_in
from tests.wording.sentences_of_code import find_templates, find_texts, sentences_of_code

pytestmark = pytest.mark.slow

OTHERS = [lang for lang in LANGUAGES if lang != SOURCE]


def test_sentences_are_literals() -> None:
    """A sentence that is put together at run time has no translation that anybody could look up."""
    places = [
        place
        for place, call in find_texts()
        if len(call.args) != 1 or find_templates(call.args[0]) is None
        if not place.startswith("interpreter/calarec/core/wording/language.py")
    ]
    assert places == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_sentence_has_its_words(lang: str) -> None:
    """None is missing, none is left over; an equal sentence is marked as equal."""
    known = {(sense, template) for sense, table in load_sentences(lang).items() for template in table}
    said = sentences_of_code()
    assert {f"{said[each]}: {each}" for each in said.keys() - known} == set(), "without translation"
    assert known - said.keys() == set(), "translated, but not said"


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_names_the_same_values(lang: str) -> None:
    """A value that is filled in in English and forgotten elsewhere would be lost on some readers.

    A noun may be in another of its forms: `of_pile` and `in_pile` are both `pile`.
    """

    def names(text: str) -> set[str]:
        found = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        return {re.sub("^(of|to|from|in|on)_", "", name) for name in found}

    wrong = {
        template: words
        for table in load_sentences(lang).values()
        for template, words in table.items()
        if names(template) != names(words)
    }
    assert wrong == {}


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_forms(lang: str) -> None:
    """A form that one grammar makes every grammar makes, out of the same things."""

    def forms(of: str) -> dict[str, list[str]]:
        found = inspect.getmembers(grammar(of), inspect.isfunction)
        return {name: list(inspect.signature(form).parameters) for name, form in found if not name.startswith("_")}

    assert set(forms(SOURCE)) <= set(forms(lang))
    assert {name: forms(lang)[name] for name in forms(SOURCE)} == forms(SOURCE)


def test_a_sentence_is_filled_in_the_language_in_which_it_is_told() -> None:
    """Values are sentences, forms and names themselves."""
    text = Words("{rank} of {suit}", rank=Phrase("the", "asso"), suit="bastoni")
    assert text_in(text, "it") == "l'asso di bastoni"
    assert text_in(text, "en") == "the asso of bastoni"
    assert text_in(Phrase("so_many", 2, Words("card|cards")), "it") == "2 carte"
    assert text_in(Words("a sentence that nobody has translated"), "it") == "a sentence that nobody has translated"


def test_texts_and_forms_are_values() -> None:
    """Equal if they mean the same, and fit to be kept in sets."""
    two, sensed = Words("a {b}", b=2), Words("a {b}", sense="c", b=1)
    assert len({Words("a {b}", b=1), Words("a {b}").with_values(b=1), two, sensed}) == 3
    assert len({Phrase("the", "a"), Phrase("the", "a"), Phrase("the", "b")}) == 2
    assert eval(repr(sensed)) == sensed
