"""The examples of the pages of codes are the same in every language, but for names and remarks."""

from __future__ import annotations

import re

import pytest

from calarec.core.notation import blocks
from calarec.core.wording.language import LANGUAGES, SOURCE
from calarec.core.wording.messages import all_codes, find_section

_EXAMPLE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def _examples(code: str, lang: str) -> list[tuple[str, int]]:
    """The kind and the number of lines of each example."""
    return [(kind, example.count("\n")) for kind, example in _EXAMPLE.findall(find_section(code, lang).page.text)]


@pytest.mark.parametrize("code", all_codes())
@pytest.mark.parametrize("lang", [each for each in LANGUAGES if each != SOURCE])
def test_every_example_is_there_with_all_its_lines(lang: str, code: str) -> None:
    """In the order of the first language."""
    examples = _examples(code, SOURCE)
    assert examples
    assert _examples(code, lang) == examples


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_limits_are_named_as_they_are(lang: str) -> None:
    """All limits of CAL009, with any separator of thousands."""
    text = find_section("CAL009", lang).page.text.replace(",", "")
    numbers = set(map(int, re.findall(r"\d+", text)))
    limits = {
        blocks.MAX_HAND_LINES,
        blocks.MAX_HAND_STATEMENTS,
        blocks.MAX_CHANGES,
        blocks.MAX_HAND_FINDINGS,
        blocks.MAX_UNPACKED_BYTES >> 20,
    }
    assert numbers >= limits
