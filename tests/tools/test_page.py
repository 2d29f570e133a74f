"""`calarec page`: the files of the page written and served, with the policy that the page has."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from calarec.rule_files.load import load_ruleset
from calarec_tools.desk.site.files import VERSION, icon, site_files
from calarec_tools.desk.site.kept_rules import kept_rules
from calarec_tools.desk.site.policy import HEADER_POLICY, POLICY
from calarec_tools.main import main
from calarec_tools.output.browser.bundle import bundle
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow

NAMES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def make_pyodide(folder: Path) -> Path:
    """A folder that has what Pyodide is made of."""
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(name.encode() + b"\xff")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}}', "utf-8")
    return folder


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """Such a folder for one test."""
    return make_pyodide(tmp_path / "pyodide")


@pytest.fixture(scope="module")
def page_files(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of the page, made once for all tests that only look at them."""
    return site_files(make_pyodide(tmp_path_factory.mktemp("page") / "pyodide"))


def test_what_the_page_is_made_of(page_files: Mapping[str, bytes], pyodide: Path) -> None:
    """Every module that another one names is there, and what is kept offline is all of it."""
    files = page_files
    for name, data in files.items():
        if name.endswith(".js") and "/" not in name:
            for other in re.findall(r'from "\./([^"]+)"', data.decode()):
                assert other in files, (name, other)
    known = json.loads(files["sw.js"].decode().partition("const SITE = ")[2].partition(";\n")[0])
    assert set(known["files"]) == set(files) - {"sw.js"}
    assert POLICY in files["index.html"].decode()
    assert files["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert site_files(pyodide) == files
    (pyodide / "pyodide.mjs").write_text("other")
    assert site_files(pyodide)["sw.js"] != files["sw.js"]


def test_the_rules_that_are_carried_need_not_be_composed(tmp_path: Path) -> None:
    """Cached rulesets are valid in the browser: no reader of rule files is imported."""
    carried, own = tmp_path / "carried", tmp_path / "own"
    python = f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"
    entries = kept_rules(python, carried=str(carried), own=str(own), here=str(tmp_path))
    with ZipFile(BytesIO(bundle(entries))) as archive:
        archive.extractall(carried)
    (carried / "kept").chmod(0o700)
    code = (
        "import sys; from calarec.rule_files.load import load_ruleset\n"
        "print(load_ruleset('pagat').file, load_ruleset('tretre').digest, 'yaml' in sys.modules)"
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
        f"{carried}/calarec/_data/rules/pagat.yaml", load_ruleset("tretre").digest, "False",
    ], done.stderr  # fmt: skip


def test_no_style_and_no_script_stands_in_the_page(page_files: Mapping[str, bytes]) -> None:
    """The policy would not let them in."""
    text = page_files["index.html"].decode()
    assert not re.search(r"<style|style=|<script(?![^>]* src=)|\son\w+=", text)
    assert "style=" not in icon()


def test_written_to_a_folder(
    page_files: Mapping[str, bytes], pyodide: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All files, byte for byte; over an older page, and over nothing else."""
    folder = tmp_path / "site"
    for _ in range(2):
        assert main(["page", "--export", str(folder), "--pyodide", str(pyodide)]) == 0
    assert (folder / "pyodide" / "pyodide.asm.wasm").read_bytes() == b"pyodide.asm.wasm\xff"
    assert {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()} == set(page_files)
    assert "offline needs https" in capsys.readouterr().err
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    assert main(["page", "--export", str(other), "--pyodide", str(pyodide)]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert [each.name for each in other.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("is_renewed", [False, True], ids=["first", "over an older page"])
def test_interrupted_while_it_is_written(
    pyodide: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    is_renewed: bool,
) -> None:
    """Ctrl-C in the middle: status 130; an older page is whole, and no part of a new one stays, here or beside it."""
    folder = tmp_path / "written" / "site"
    folder.parent.mkdir()
    command = ["page", "--export", str(folder), "--pyodide", str(pyodide)]
    if is_renewed:
        assert main(command) == 0
        (folder / "about.txt").write_text("older")
    before = {
        each.relative_to(folder.parent): each.is_file() and each.read_bytes() for each in folder.parent.rglob("*")
    }
    calls = 0
    write_to_disk = os.fsync

    def interrupt_tenth(number: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 10:
            raise KeyboardInterrupt
        write_to_disk(number)

    monkeypatch.setattr("os.fsync", interrupt_tenth)
    assert main(command) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "calarec: interrupted."
    after = {each.relative_to(folder.parent): each.is_file() and each.read_bytes() for each in folder.parent.rglob("*")}
    assert after == before
    assert calls == 10


def test_without_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the way to get it."""
    monkeypatch.chdir(tmp_path)
    assert main(["page", "--export", "site", "--pyodide", "nowhere"]) == 2
    assert f"npm install pyodide@{VERSION}" in capsys.readouterr().err
    assert json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]["pyodide"] == VERSION


def test_no_page_may_frame_it(page_files: Mapping[str, bytes]) -> None:
    """A header states it, which browsers read only there; documents have all headers."""
    assert HEADER_POLICY.split("; ")[-1] == "frame-ancestors 'none'"
    assert "frame-ancestors" not in page_files["index.html"].decode()
    for name in ("page.md", "page.it.md"):
        assert f"\nContent-Security-Policy: {HEADER_POLICY}\n" in (ROOT / "docs" / "guides" / name).read_text("utf-8")
