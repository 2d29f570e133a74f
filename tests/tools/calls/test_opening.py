"""Files that the page opens: every form that `calarec convert` reads."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

from calarec_tools.main import main
from calarec_tools.output.files.inputs import FORMS
from tests.house.tree import ROOT
from tests.tools.calls.calling import ask

if TYPE_CHECKING:
    from pathlib import Path

EVENING = ROOT / "records/twenty-one/evening.cal"


def test_the_file_picker_offers_every_form() -> None:
    """A phone shows no other files than those that the picker names."""
    accepted = re.search(r'accept: "([^"]+)"', (ROOT / "page/opening.js").read_text("utf-8"))
    assert accepted is not None
    assert set(FORMS.values()) <= set(accepted[1].split(","))


@pytest.mark.parametrize("form", ["json", "jsonl", "packed"])
def test_a_converted_evening_is_opened(tmp_path: Path, form: str) -> None:
    """The text of the record returns, with its people and hands."""
    file = tmp_path / f"evening{FORMS[form]}"
    assert main(["convert", str(EVENING), str(file), "--drop-comments"]) == 0
    found = ask("open", name=file.name, data=b64encode(file.read_bytes()).decode(), rules="")
    assert 'seat A "Concetta"' in found["text"]
    assert found["text"].count("\nhand ") == EVENING.read_text("utf-8").count("\nhand ")
