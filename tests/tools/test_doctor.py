"""`calarec doctor`: its output is true, and nothing is changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from calarec import __version__
from calarec.rule_files.locate import known_ids, rule_folders
from calarec_tools.cli.doctor import EXTRAS
from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_GOOD = "ruleset: casa\nversion: 1.0.0\nextends: pagat\n"


def _told(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    main(["doctor", "--json"])
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_it_tells_folders_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each folder has its rulesets, unusable and hidden files, or is missing."""
    own, other, gone = tmp_path / "own", tmp_path / "other", tmp_path / "gone"
    own.mkdir()
    other.mkdir()
    (own / "casa.yaml").write_text(_GOOD, "utf-8")
    (own / "rotta.yaml").write_text(_GOOD.replace("casa", "rotta") + "set: {no.thing: 1}\n", "utf-8")
    (other / "casa.yaml").write_text(_GOOD, "utf-8")
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join(map(str, (own, gone, other))))
    monkeypatch.setenv("CALAREC_CACHE", str(tmp_path / "cache"))
    told = _told(capsys)
    shipped = rule_folders()[-1]
    assert told["rulesets"] == [
        {"path": str(own), "count": 2, "shipped": False},
        {"path": str(gone), "count": None, "shipped": False},
        {"path": str(other), "count": 1, "shipped": False},
        {"path": shipped, "count": len(known_ids((shipped,))), "shipped": True},
    ]
    assert told["unusable"] == [str(own / "rotta.yaml")]
    assert told["hidden"] == [{"id": "casa", "path": str(other)}]
    assert told["cache"] == {"path": str(tmp_path / "cache"), "there": False, "usable": False, "entries": 0}
    assert told["version"] == __version__
    assert sorted(each.name for each in tmp_path.iterdir()) == ["other", "own"], "nothing was made"
    assert main(["doctor", "--lang", "it"]) == 1
    said = capsys.readouterr().out
    assert f"{gone}: la cartella non c'è" in said
    assert all(line == line.rstrip() for line in said.splitlines())


def test_every_extra_is_told() -> None:
    """Every extra of the project is shown, found by one of its libraries."""
    offered = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(offered) - {"dev", "fuzz", "release", "site"}
    for name, library in EXTRAS.items():
        assert any(each.replace("-", "_").startswith(library) for each in offered[name]), name


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    ("module", "reason"),
    [("FACE = 1\n", ""), ("raise ImportError('wrong ELF class')\n", "wrong ELF class")],
)
def test_a_kernel_that_is_there_and_not_used_is_reported(tmp_path: Path, lang: str, module: str, reason: str) -> None:
    """By `doctor`, by its JSON, and by `--version` beside its one line."""
    (tmp_path / "_kernel.py").write_text(module, "utf-8")
    said = {words: _with_kernel(tmp_path, *words.split(), "--lang", lang) for words in ("doctor", "doctor --json")}
    told = json.loads(said["doctor --json"].stdout)
    assert (told["kernel"], told["unused_kernel"]) == ("plain", {"version": None, "reason": reason})
    kernel, why = said["doctor"].stdout.splitlines()[3:5]
    assert kernel.endswith(": plain")
    assert (f"({reason})" in why) == bool(reason)
    assert "calarec" in why
    asked = _with_kernel(tmp_path, "--lang", lang, "--version")
    assert (asked.returncode, asked.stdout) == (0, f"calarec {__version__} (kernel: plain)\n")
    assert asked.stderr.strip() == why.strip()
    quiet = _with_kernel(tmp_path, "--version", kernel="plain")
    assert quiet.stderr == ""


def _with_kernel(folder: Path, *words: str, kernel: str = "") -> subprocess.CompletedProcess[str]:
    """A command where a module in a folder is found as the compiled kernel, before the one that was built."""
    (folder / "sitecustomize.py").write_text(
        f"import calarec.core.base\ncalarec.core.base.__path__.insert(0, {str(folder)!r})\n", "utf-8"
    )
    world = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "CALAREC_KERNEL": kernel,
        "CALAREC_RULES": "",
        "LC_ALL": "C.UTF-8",
    }
    command = [sys.executable, "-m", "calarec_tools.main", *words]
    return subprocess.run(command, env=world, capture_output=True, text=True, check=False, cwd=ROOT)
