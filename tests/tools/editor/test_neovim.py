"""The pictures of the terminal have the server's messages."""

from __future__ import annotations

import re
from html import unescape

import pytest

from calarec_tools.desk.editor.edited_record import EditedRecord
from tests.tools.editor.neovim import FINDINGS, PICTURES, SHOWN


def _shown(lang: str) -> list[str]:
    """The rows of a kept picture as text."""
    found = re.findall(r"<text [^>]*>(.*?)</text>", PICTURES[lang].read_text("utf-8"))
    return [unescape(re.sub(r"<[^>]*>", "", each)) for each in found]


@pytest.mark.parametrize("lang", PICTURES)
def test_the_picture_says_what_the_server_says(lang: str) -> None:
    """Every line of the record, and the messages after lines with errors, in view."""
    rows = _shown(lang)
    record = EditedRecord("evening.cal", SHOWN)
    record.judge_hands()
    said = {each.span.line: each.message("it" if lang == "it" else "en") for each in record.current_findings()}
    assert len(said) == FINDINGS
    for number, line in enumerate(SHOWN.split("\n")[:-1], 1):
        row = next(each for each in rows if each[:5].split()[-1:] == [str(number)])
        assert row[6:].startswith(line), number
        told = row[6 + len(line) :].strip(" ■")
        assert told.startswith(said[number][:40]) if number in said else told == "", number
        assert row.startswith("E") is (number in said), number
