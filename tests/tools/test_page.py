"""`calarec page`: the files of the page written and served, with the policy that the page has."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.client import HTTPConnection
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from calarec.rulesets.load import load_rules
from calarec_tools.browser.bundle import bundle
from calarec_tools.main import main
from calarec_tools.site.files import POLICY, VERSION, icon, site_files
from calarec_tools.site.kept_rules import kept_rules
from calarec_tools.site.serving import HOST, server
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder that has what Pyodide is made of."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(name.encode() + b"\xff")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}}', "utf-8")
    return folder


def test_what_the_page_is_made_of(pyodide: Path) -> None:
    """Every module that another one names is there, and what is kept offline is all of it."""
    files = site_files(pyodide)
    for name, data in files.items():
        if name.endswith(".js") and "/" not in name:
            for other in re.findall(r'from "\./([^"]+)"', data.decode()):
                assert other in files, (name, other)
    known = json.loads(files["sw.js"].decode().partition("const SITE = ")[2].partition(";\n")[0])
    assert set(known["files"]) == set(files) - {"sw.js"}
    assert POLICY in files["index.html"].decode()
    assert site_files(pyodide) == files
    (pyodide / "pyodide.mjs").write_text("other")
    assert site_files(pyodide)["sw.js"] != files["sw.js"]


def test_the_rules_that_are_carried_need_not_be_composed(tmp_path: Path) -> None:
    """What is kept for a Python of the browser holds there: nothing that reads rule files is imported."""
    carried, own = tmp_path / "carried", tmp_path / "own"
    python = f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"
    entries = kept_rules(python, carried=str(carried), own=str(own), here=str(tmp_path))
    with ZipFile(BytesIO(bundle(entries))) as archive:
        archive.extractall(carried)
    (carried / "kept").chmod(0o700)
    code = (
        "import sys; from calarec.rulesets.load import load_rules\n"
        "print(load_rules('pagat').file, load_rules('tretre').digest, 'yaml' in sys.modules)"
    )
    world = {"PYTHONPATH": carried, "CALAREC_RULES": own, "CALAREC_CACHE": carried / "kept", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=dict(zip(world, map(str, world.values()), strict=True)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [
        f"{carried}/calarec/_data/rules/pagat.yaml", load_rules("tretre").digest, "False",
    ], done.stderr  # fmt: skip


def test_no_style_and_no_script_stands_in_the_page(pyodide: Path) -> None:
    """The policy would not let them in."""
    text = site_files(pyodide)["index.html"].decode()
    assert not re.search(r"<style|style=|<script(?![^>]* src=)|\son\w+=", text)
    assert "style=" not in icon()


def test_written_to_a_folder(pyodide: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All files, byte for byte; over an older page, and over nothing else."""
    folder = tmp_path / "site"
    for _ in range(2):
        assert main(["page", "--export", str(folder), "--pyodide", str(pyodide)]) == 0
    assert (folder / "pyodide" / "pyodide.asm.wasm").read_bytes() == b"pyodide.asm.wasm\xff"
    assert {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()} == set(
        site_files(pyodide)
    )
    assert "offline needs https" in capsys.readouterr().err
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    assert main(["page", "--export", str(other), "--pyodide", str(pyodide)]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert [each.name for each in other.iterdir()] == ["thesis.txt"]


def test_without_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said what brings it."""
    monkeypatch.chdir(tmp_path)
    assert main(["page", "--pyodide", "nowhere"]) == 2
    assert f"npm install pyodide@{VERSION}" in capsys.readouterr().err
    assert json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]["pyodide"] == VERSION


def test_served() -> None:
    """Each file with its kind and the policy; nothing but the files, whatever is asked for."""
    serving = server({"index.html": b"page", "a.wasm": b"x"}, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    found = {}
    for path in ("/", "/a.wasm?x=1", "/../pyproject.toml", "/%2e%2e/etc/passwd"):
        connection = HTTPConnection(HOST, serving.server_address[1])
        connection.request("GET", path)
        answer = connection.getresponse()
        found[path] = (answer.status, answer.getheader("Content-Type"), answer.read())
        assert answer.getheader("Content-Security-Policy") == POLICY
        connection.close()
    serving.shutdown()
    serving.server_close()
    assert found["/"] == (200, "text/html; charset=utf-8", b"page")
    assert found["/a.wasm?x=1"] == (200, "application/wasm", b"x")
    assert {found[path][0] for path in list(found)[2:]} == {404}
