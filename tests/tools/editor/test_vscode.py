"""The client of the extension for VS Code, run by Node: it starts the server, hands it the language, and ends it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_RECORD: Final = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: chiammo\n"
_TOLD: Final = {
    "en": "these rules know no bid `chiammo`",
    "it": "questo regolamento non conosce la dichiarazione `chiammo`",
}
_HERE: Final = [
    each for each in (("", "it-IT", "it"), ("", "en-GB", "en"), ("en", "it-IT", "en")) if shutil.which("node")
]
"""The setting, the language of the editor, and the one that is spoken; nobody is asked to install Node."""


@pytest.mark.parametrize(("setting", "shown", "lang"), _HERE)
def test_the_client_starts_the_server_that_the_settings_name(
    tmp_path: Path, setting: str, shown: str, lang: str
) -> None:
    """In the language of the settings, or else of the editor; findings of a record come; it ends as it should."""
    record, program = tmp_path / "sera.cal", tmp_path / "calarec"
    record.write_text(_RECORD, encoding="utf-8")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m calarec_tools.main "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    driver, extension = ROOT / "tests" / "tools" / "editor" / "vscode.cjs", ROOT / "editors" / "vscode"
    ran = subprocess.run(
        ["node", driver, extension, record, program, setting, shown], capture_output=True, encoding="utf-8", check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    seen = json.loads(ran.stdout)
    assert set(seen["contributes"]) <= set(seen["languages"])
    assert (seen["server"], seen["watched"], seen["ended"]) == ("calarec", "**/*.yaml", 0)
    assert [each for each in seen["told"] if "chiammo" in each] == [_TOLD[lang]]
