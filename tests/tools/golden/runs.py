"""Commands with golden outputs, and settings that make them equal everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.house.tree import ROOT

HERE: Final = Path(__file__).parent
EVENING: Final = HERE / "evening.cal"


class Run(NamedTuple):
    """A command line and the terminal that it is run in."""

    name: str
    words: tuple[str, ...]
    columns: int = 0
    colour: bool = False


def _check(*words: str) -> tuple[str, ...]:
    return ("check", "evening.cal", "--jobs", "1", *words)


def _new(rules: str, players: str, *words: str) -> tuple[str, ...]:
    return ("new", "--rules", rules, "--players", players, "--date", "2025-11-02", *words)


RUNS: Final = (
    Run("check-60", _check(), 60),
    Run("check-80", _check(), 80),
    Run("check-80-colour", _check(), 80, colour=True),
    Run("check-120-it", _check("--lang", "it"), 120),
    Run("check-concise", _check("--format", "concise")),
    Run("check-concise-it", _check("--format", "concise", "--lang", "it")),
    Run("check-json", _check("--format", "json")),
    Run("check-sarif", _check("--format", "sarif")),
    Run("check-github", _check("--format", "github")),
    Run("check-diff", _check("--diff")),
    Run("check-fix", _check("--fix", "--format", "concise")),
    Run("check-other-rules", _check("--rules", "treccani", "--format", "concise")),
    Run("fmt-diff", ("fmt", "--diff", "evening.cal")),
    Run("fmt-fill-diff", ("fmt", "--fill", "--diff", "legal.cal")),
    Run("check-legal", ("check", "legal.cal"), 80),
    Run("check-folder-it", ("check", ".", "--lang", "it", "--format", "concise")),
    Run("fmt-check", ("fmt", "--check", "evening.cal", "--lang", "it")),
    Run("convert-jsonl", ("convert", "evening.cal", "-", "--to", "jsonl")),
    Run("convert-csv", ("convert", "evening.cal", "-", "--to", "csv")),
    Run("convert-plays", ("convert", "evening.cal", "-", "--to", "csv", "--plays")),
    Run("convert-packed-refused", ("convert", "evening.cal", "evening.calpack")),
    Run(
        "new", ("new", "--rules", "pagat", "--players", "Anna,Bruno,Carla,Dora", "--date", "2025-11-02", "--hands", "2")
    ),
    Run(
        "new-it", ("new", "--rules", "tretre", "--players", "Anna,Bruno,Carla", "--date", "2025-11-02", "--lang", "it")
    ),
    Run("pin", ("pin", "evening.cal")),
)


def output(run: Run) -> str:
    """Return the output of a run: both streams, status, and the evening if changed."""
    with TemporaryDirectory() as folder:
        for file in HERE.glob("*.cal"):
            shutil.copy(file, folder)
        # Rules found by a short relative path: lines must not be wrapped by where the repository lies.
        shutil.copytree(ROOT / "rules", Path(folder) / "rules", ignore=shutil.ignore_patterns("schema"))
        settings = {"LC_ALL": "C", "PATH": "", "HOME": folder, "CALAREC_RULES": "rules"}
        settings |= {"COLUMNS": str(run.columns)} if run.columns else {}
        settings |= {"FORCE_COLOR": "1"} if run.colour else {"NO_COLOR": "1"}
        settings |= {"PYTHONPATH": path} if (path := _python_path()) else {}
        done = subprocess.run(
            [sys.executable, "-m", "calarec_tools.main", *run.words],
            capture_output=True, cwd=folder, env=settings, encoding="utf-8", check=False,
        )  # fmt: skip
        left = (Path(folder) / "evening.cal").read_text(encoding="utf-8")
    told = [f"$ calarec {' '.join(run.words)}", done.stdout.rstrip("\n")]
    told += ["--- standard error", done.stderr.rstrip("\n")] if done.stderr else []
    told += [f"--- status {done.returncode}"]
    told += ["--- evening.cal", left.rstrip("\n")] if left != EVENING.read_text(encoding="utf-8") else []
    return settled("\n".join(told) + "\n")


def _python_path() -> str:
    import os

    return os.environ.get("PYTHONPATH", "")


def settled(text: str) -> str:
    """Without what differs from place to place, or with every change of a rule file: folders, lines, digests."""
    text = re.sub(r"(rules/[a-z-]+\.yaml):\d+:\d+", r"\1:LL:CC", text)
    text = re.sub(r"sha256:[0-9a-f]{12}", "sha256:............", text)
    return re.sub(r'"version": "[0-9a-z.]+"(?=, "rules")', '"version": "V"', text)
