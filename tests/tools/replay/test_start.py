"""Imports of `replay`: a tool at a card table answers at once."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = {
    "argparse", "asyncio", "click", "dataclasses", "difflib", "hashlib", "inspect", "jsonschema", "lark", "logging",
    "multiprocessing", "pathlib", "pkgutil", "rich", "subprocess", "tempfile", "typer", "urllib", "yaml",
}  # fmt: skip
IDLE = (
    "calarec.core.wording.messages", "calarec.bulk", "calarec.unknown_cards.solver", "calarec.record_judge.carrying",
    "calarec.core.notation.by_grammar",
    "calarec.core.notation.line_repairs", "calarec.rule_files.compose", "calarec.rulebook", "calarec.rule_files.lint",
    "calarec.rule_files.schema", "calarec.rule_files.source", "calarec.rule_files.validate", "calarec.simulation",
    "calarec.core.engine.views", "calarec_tools.output.files.inputs",
    "calarec_tools.archive.runs.running", "calarec_tools.archive.runs.shard", "calarec_tools.cli.app",
    "calarec_tools.output.formats",
)  # fmt: skip
USED = {"calarec.bulk", "calarec.bulk.wanted_hands"}
"""Modules that provide judgements; the filter is imported after a skipped hand."""


def _modules(folder: Path, *words: str) -> set[str]:
    code = (
        "import sys; from calarec_tools.main import main; status = main(sys.argv[1:]); "
        "print('MODULES', *sorted(sys.modules), file=sys.stderr); sys.exit(status)"
    )
    kept = {**os.environ, "CALAREC_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, env=kept, check=True
    )
    return set(done.stderr.rpartition("MODULES ")[2].split())


def test_a_warm_replay_imports_what_it_uses(tmp_path: Path) -> None:
    """A canonical hand, a clean ruleset from the cache: no parser of YAML, no grammar, no catalogue, no mass path."""
    words = ("replay", "tests/tools/replay/plain.cal")
    _modules(tmp_path, *words)
    for more in ((), ("--json",)):
        modules = _modules(tmp_path, *words, *more)
        assert modules & HEAVY == set()
        assert [each for each in sorted(modules - USED) if each.startswith(IDLE)] == []


def test_json_imports_no_telling(tmp_path: Path) -> None:
    """And text imports no JSON of hands."""
    words = ("replay", "tests/tools/replay/plain.cal")
    assert "calarec_tools.output.report.hand" not in _modules(tmp_path, *words, "--json")
    assert "calarec.core.judge.json" not in _modules(tmp_path, *words)
