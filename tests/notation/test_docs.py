"""Examples in `docs/reference/notation.md` can be read, and it is complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calarec.core.notation import by_grammar, parse_records
from calarec.core.notation.by_pattern import is_canonical
from calarec.core.notation.formatter import fmt
from calarec.core.notation.keywords import VERBS
from calarec.core.notation.statements import line_verb
from calarec.core.wording.messages import find_section, find_severity, range_codes

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGES = {name: (REFERENCE / name).read_text(encoding="utf-8") for name in ("notation.md", "notation.it.md")}
_ROW = re.compile(r"^\| (.+?) \| (.+?) \| `([^`]+)` \| (.+) \|$", re.MULTILINE)

both_languages = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@both_languages
def test_every_verb_has_a_row_with_an_example_that_is_one(page: str) -> None:
    """The example of each row is a statement of that verb, in canonical form."""
    seen = set()
    for name, _form, example, _kind in _ROW.findall(page):
        accepted = by_grammar.accept_line(example, 1)
        assert accepted is not None, example
        seen.add(accepted.verb)
        assert name.strip("`").startswith(accepted.verb.rstrip("-")) or accepted.verb == "trick"
        assert line_verb(example.strip()) == accepted.verb
        assert is_canonical(example) or accepted.verb == "hand"
    assert seen == {*VERBS, "trick", "x-"}


@both_languages
def test_the_records_shown_are_canonical(page: str) -> None:
    """And nothing is wrong with them."""
    blocks = re.findall(r"```cal\n(.*?)```", page, re.DOTALL)
    assert blocks
    for block in blocks:
        assert fmt(block) == block
        assert not any(hand.findings for hand in parse_records(block))


@both_languages
def test_the_codes_it_names_exist_and_are_notes_where_it_says_so(page: str) -> None:
    """The list of leniencies is that of the severities."""
    table = re.findall(r"^\| .* \| (CAL\d{3}) \|$", page, re.MULTILINE)
    assert len(table) == 7
    for code in table:
        assert find_severity(code) == "note"
    for code in re.findall(r"CAL\d{3}", page):
        assert code in range_codes(code[:4])


def test_the_two_pages_say_the_same() -> None:
    """As many sections, rows and bullets, the same codes and the same examples but for texts."""
    english, italian = PAGES.values()
    for mark in ("## ", "| ", "- ", "```"):
        assert english.count(f"\n{mark}") == italian.count(f"\n{mark}"), mark
    assert re.findall(r"CAL\d{3}", english) == re.findall(r"CAL\d{3}", italian)
    examples = [[re.sub('".*"', "", row[2]) for row in _ROW.findall(page)] for page in (english, italian)]
    assert examples[0] == examples[1]


def test_every_page_of_a_code_shows_what_it_is_about() -> None:
    """The wrong record on the page of a syntax error has that finding; the right one has none."""
    left_out = {"CAL008", "CAL009", "CAL003", "CAL004", "CAL007", "CAL014", "CAL002"}
    for code in [*range_codes("CAL0"), *range_codes("CAL1"), *range_codes("CAL7")]:
        shown = re.findall(r"```cal\n(.*?)\n```", find_section(code, "en").page.text, re.DOTALL)
        if len(shown) < 2 or code in left_out:
            continue
        wrong, right = (_whole(text, code) for text in shown)
        assert code in _codes(wrong), code
        assert code not in _codes(right), code


def _whole(text: str, code: str) -> str:
    if code in ("CAL012", "CAL013", "CAL114", "CAL115", "CAL116", "CAL703"):
        return text + "\n" + ("hand 1\nend\n" if "hand" not in text and code != "CAL115" else "")
    if text.startswith(("seat", "cal ")):
        return f"cal 1\n{text}\nhand 1\nend\n"
    return f"cal 1\nhand 1\n{text}\nend\n"


def _codes(text: str) -> set[str]:
    from calarec.core.notation import Text, read_records

    records = read_records(Text(text))
    found = [one.code for hand in records for one in hand.findings]
    return {*found, *(one.code for one in records.findings)}
