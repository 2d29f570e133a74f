"""The README's commands print what the README shows; a line `…` stands for any number of lines."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n\$ (calarec [^\n]*)\n(.*?)```", README, re.DOTALL)
_START = "from calarec_tools.main import main; main()"


def _printed(command: str) -> str:
    environment = {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "80", "CALAREC_CACHE": "off"}
    environment["PATH"] = os.environ.get("PATH", "")
    ran = subprocess.run(
        [sys.executable, "-c", _START, *shlex.split(command)[1:]],
        cwd=ROOT, env=environment, capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip
    return ran.stdout


def _pattern(shown: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in re.split(r"(?m)^…\n", shown)]
    return re.compile(r"(?:.*\n)*?".join(parts) + r"\Z" if not shown.endswith("…\n") else r"(?:.*\n)*?".join(parts))


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_the_readme_shows_real_output(command: str, shown: str) -> None:
    """The command runs in the checkout and prints what the README says."""
    assert _pattern(shown).match(_printed(command)), _printed(command)


def test_the_readme_has_examples_and_is_short() -> None:
    """Four commands with output at least, in fewer than two hundred lines."""
    assert len(BLOCKS) >= 4
    assert len(README.splitlines()) < 200


def test_the_house_rule_of_the_readme_is_sound(tmp_path: Path) -> None:
    """The YAML that the README shows passes the check, in ten lines."""
    found = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert found is not None
    file = tmp_path / "circolo.yaml"
    file.write_text(found[1], "utf-8")
    assert len(found[1].splitlines()) <= 10
    ran = subprocess.run(
        [sys.executable, "-c", _START, "rules", "check", str(file), "--strict"],
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    assert ran.returncode == 0, ran.stdout


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python example prints what its comment says."""
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    monkeypatch.chdir(ROOT)
    exec(compile(found[1], "README.md", "exec"), {})  # our own page
    assert capsys.readouterr().out.strip() == found[1].rsplit("# ", 1)[1].strip()
