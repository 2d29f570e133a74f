"""The client of the extension for VS Code, run by Node: it starts the server, hands it the language, and ends it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_RECORD: Final = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: chiammo\n"
_TOLD: Final = {
    "en": "these rules know no bid `chiammo`",
    "it": "questo regolamento non conosce la dichiarazione `chiammo`",
}
_HERE: Final = [
    each for each in (("", "it-IT", "it"), ("", "en-GB", "en"), ("en", "it-IT", "en")) if shutil.which("node")
]
"""The setting, the editor's language, and the spoken one; Node is optional."""


def _run(file: Path, setting: str, shown: str, *typed: str) -> dict[str, Any]:
    """Run the client with an open file and further input; return what it showed."""
    program = file.with_name("calarec")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m calarec_tools.main "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    driver, extension = ROOT / "tests" / "tools" / "editor" / "vscode.cjs", ROOT / "editors" / "vscode"
    ran = subprocess.run(
        ["node", driver, extension, file, program, setting, shown, *typed],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize(("setting", "shown", "lang"), _HERE)
def test_the_client_starts_the_server_that_the_settings_name(
    tmp_path: Path, setting: str, shown: str, lang: str
) -> None:
    """In the language of the settings, or else of the editor; findings of a record come; it ends as it should."""
    record = tmp_path / "sera.cal"
    record.write_text(_RECORD, encoding="utf-8")
    seen = _run(record, setting, shown)
    assert set(seen["contributes"]) <= set(seen["languages"])
    assert (seen["server"], seen["watched"], seen["ended"]) == ("calarec", "**/*.yaml", 0)
    assert [each for each in seen["told"] if "chiammo" in each] == [_TOLD[lang]]


@pytest.mark.parametrize("shown", [shown for _, shown, _ in _HERE[:1]])
def test_of_yaml_files_rule_files_alone_start_the_server(tmp_path: Path, shown: str) -> None:
    """One with `ruleset:`, from the beginning or once typed; others run nothing."""
    rules, other = "ruleset: casa\nversion: one\nextends: pagat\n", "services:\n  web: {image: x}\n"
    file = tmp_path / "casa.yaml"
    file.write_text(rules, encoding="utf-8")
    seen = _run(file, "en", shown)
    assert (seen["before"], seen["told"], seen["ended"]) == (True, ["`one` is not a version"], 0)
    file.write_text(other, encoding="utf-8")
    seen = _run(file, "en", shown)
    assert (seen["before"], "server" in seen) == (False, False)
    seen = _run(file, "en", shown, rules)
    assert (seen["before"], seen["told"], seen["ended"]) == (False, ["`one` is not a version"], 0)


def test_what_wakes_the_client() -> None:
    """The two languages that it looks at, and no folder that is gone through for files."""
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    assert package["activationEvents"] == ["onLanguage:cal", "onLanguage:yaml"]
