"""The interpreter in the Python of a browser prints what the command prints."""

from __future__ import annotations

import io
import json
import subprocess
from contextlib import redirect_stdout
from functools import cache
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from calarec.core.base.resources import data_folder
from calarec_tools.desk.site.compiling import with_first_modules_compiled
from calarec_tools.main import main
from calarec_tools.output.browser.bundle import bundle
from tests.house.tree import ROOT
from tests.records.shelf import FILES, RECORDS, name
from tests.shards import of_shard

if TYPE_CHECKING:
    from pathlib import Path

PYODIDE = ROOT / "node_modules" / "pyodide"
IN_PYODIDE = ROOT / "tests" / "browser" / "in_pyodide.mjs"


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter as it is sent to a browser."""
    file = tmp_path_factory.mktemp("carried") / "calarec.zip"
    file.write_bytes(bundle())
    return file


def in_pyodide(archive: Path, folders: list[Path], runs: list[list[str]], **environment: str) -> dict[str, Any]:
    """Run commands in Pyodide, in the folder of the repository; return their output."""
    asked = {
        "archive": str(archive),
        "folders": [str(each) for each in folders],
        "here": str(ROOT),
        "environment": environment,
        "runs": runs,
    }
    done = subprocess.run(
        ["node", str(IN_PYODIDE)], input=json.dumps(asked), capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def here(words: list[str]) -> list[Any]:
    """Run a command here; return its status and output."""
    with redirect_stdout(io.StringIO()) as said:
        status = main(words)
    return [status, said.getvalue()]


@cache
def _rules() -> Path:
    return data_folder("rules")


def test_every_sample_record_is_judged_alike(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte of the JSON, an eighth at a time; no compiled module is imported."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CALAREC_RULES", str(_rules()))
    assert len(FILES) > 500
    runs = [["replay", "--json", name(file)] for file in of_shard(FILES, "pyodide")]
    found = in_pyodide(archive, [RECORDS, _rules()], runs, CALAREC_RULES=str(_rules()))
    assert found["machine"] == "emscripten"
    assert found["compiled"] == []
    for words, answer in zip(runs, found["answers"], strict=True):
        assert answer == here(words), words[-1]


def test_the_modules_of_a_first_evening_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code in place of their sources, by the Python that runs it; what it judges is the same."""
    sources = bundle()
    compiled = with_first_modules_compiled(sources, PYODIDE)
    before, after = (set(ZipFile(io.BytesIO(archive)).namelist()) for archive in (sources, compiled))
    first = {"calarec_tools/desk/calls/boundary.py", "calarec/core/judge/hand.py", "calarec_tools/desk/calls/sheets.py"}
    assert first <= before - after
    assert {f"{name}c" for name in before - after} == after - before
    assert {"lark/lark.py", "calarec/repairs/search.py"} <= after
    file = tmp_path / "calarec.zip"
    file.write_bytes(compiled)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CALAREC_RULES", str(_rules()))
    words = ["replay", "--json", "records/pagat/first.cal"]
    found = in_pyodide(file, [RECORDS, _rules()], [words], CALAREC_RULES=str(_rules()))
    assert found["answers"] == [here(words)]


def test_without_node_the_sources_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page works the same."""
    monkeypatch.setenv("PATH", "")
    assert with_first_modules_compiled(b"sources", PYODIDE) == b"sources"


def test_rule_files_are_checked_alike(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule files are checked by the schema there too, without a cache or rpds."""
    monkeypatch.chdir(ROOT)
    wrong = {
        "unknown": "ruleset: mine\nversion: 1.0.0\ntitle: {en: Mine}\nextends: pagat\nset:\n  settle.pays: each\n",
        "kind": "ruleset: mine\nversion: 1.0.0\ntitle: {en: Mine}\nextends: pagat\nset:\n  deal.hand: twelve\n",
        "letter": "ruleset: mine\nversion: 1.0.0\ntitle: {en: Mine}\nextends: pagat\nadd:\n  table.sets: [3]\n",
    }
    runs = [["rules", "check", "pagat", "--format", "json"]]
    for key, text in wrong.items():
        file = tmp_path / f"{key}.yaml"
        file.write_text(text, "utf-8")
        runs += [["--lang", lang, "rules", "check", str(file), "--format", "json"] for lang in ("en", "it")]
    monkeypatch.setenv("CALAREC_RULES", str(_rules()))
    found = in_pyodide(archive, [tmp_path, _rules()], runs, CALAREC_CACHE="off", CALAREC_RULES=str(_rules()))
    answers = [here(words) for words in runs]
    assert {status for status, _ in answers} == {0, 1}
    assert found["answers"] == answers
