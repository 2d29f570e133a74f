"""Renaming a sentence changes code and catalogues alike, and nothing else."""

from __future__ import annotations

from tests.wording.rename import read_changes, rename_in_catalogue, rename_in_code

_CHANGES = read_changes('"Old." = "New."\n"Older." = {en = "New.", xx = "Neu."}\n"Same." = {xx = "Gleich."}\n')


def test_code() -> None:
    """Every literal of that text, also one in parts and after accents; no other text."""
    code = 'x = Words("Old."), f("Old. More"), "è", Words("Ol" "d.")\ny = Words("Older.")  # "Old."\n'
    renamed, found = rename_in_code(code, _CHANGES)
    assert renamed == 'x = Words("New."), f("Old. More"), "è", Words("New.")\ny = Words("New.")  # "Old."\n'
    assert found == {"Old.", "Older."}


def test_a_docstring_of_the_same_words_stays() -> None:
    """It is not a sentence that is printed."""
    code = 'def f():\n    """Old."""\n    return "Old."\n'
    assert rename_in_code(code, _CHANGES) == (code.replace('return "Old."', 'return "New."'), {"Old."})


def test_a_long_sentence_is_written_in_parts() -> None:
    """They mean the same as the whole."""
    text = "word " * 60 + "end."
    renamed, _ = rename_in_code('f("Old.")', read_changes(f'"Old." = "{text}"'))
    assert eval(renamed, {"f": str}) == text
    assert max(map(len, renamed.split('" "'))) < 100


def test_a_catalogue() -> None:
    """The translation stays unless it changes too; two sentences that become one are there once in each section."""
    catalogue = (
        '# head\n"Old." = "Alt."\n"Other." = "Sonst."\n"Older." = "Älter."\n"Same." = "Egal."\n'
        '\n[sense]\n"Other." = "Anders."\n"Old." = "Vorig."\n'
    )
    assert rename_in_catalogue(catalogue, "xx", _CHANGES) == (
        '# head\n"New." = "Alt."\n"Other." = "Sonst."\n"Same." = "Gleich."\n'
        '\n[sense]\n"Other." = "Anders."\n"New." = "Vorig."\n'
    )
