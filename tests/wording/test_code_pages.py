"""The examples of the pages of codes are the same in every language, but for names and remarks."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from calarec.notation import blocks
from calarec.wording.language import LANGUAGES, SOURCE

_EXAMPLE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
_PAGES = sorted(
    each.name for each in (files("calarec.wording") / SOURCE / "codes").iterdir() if each.name.endswith(".md")
)


def _examples(lang: str, page: str) -> dict[str, list[tuple[str, int]]]:
    """By code the kind and the number of lines of each example."""
    text = (files("calarec.wording") / lang / "codes" / page).read_text("utf-8")
    found = {}
    for each in text.split("\n## ")[1:]:
        code, _, body = each.partition("\n")
        found[code.strip()] = [(kind, example.count("\n")) for kind, example in _EXAMPLE.findall(body)]
    return found


@pytest.mark.parametrize("page", _PAGES)
@pytest.mark.parametrize("lang", [each for each in LANGUAGES if each != SOURCE])
def test_every_example_is_there_with_all_its_lines(lang: str, page: str) -> None:
    """In the order of the first language."""
    examples = _examples(SOURCE, page)
    assert examples
    assert any(examples.values())
    assert _examples(lang, page) == examples


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_limits_are_named_as_they_are(lang: str) -> None:
    """All of those behind CAL009, whatever stands between the thousands."""
    text = (files("calarec.wording") / lang / "codes" / "cal0.md").read_text("utf-8")
    page = text.partition("\n## CAL009\n")[2].partition("\n## ")[0].replace(",", "")
    numbers = set(map(int, re.findall(r"\d+", page)))
    limits = {blocks.HAND_LINES, blocks.HAND_STATEMENTS, blocks.CHANGES, blocks.FINDINGS, blocks.UNPACKED >> 20}
    assert numbers >= limits
