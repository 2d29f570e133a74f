"""The interpreter as one archive: with its libraries, without compiled files."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
import typing_extensions

from calarec_tools.desk.calls.boundary import CALLS
from calarec_tools.output.browser.bundle import CARRIED, ROOMS_LEFT_OUT, bundle
from tests.house.structure import find_reached, imports
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_the_archive_is_plain_and_the_same_each_time() -> None:
    """Packages and data, no tests, no cache, nothing for one kind of machine."""
    packed = bundle()
    assert bundle() == packed
    names = ZipFile(io.BytesIO(packed)).namelist()
    assert {name.partition("/")[0] for name in names} == set(CARRIED)
    assert {"calarec/_data/rules/pagat.yaml", "calarec/_data/grammar/cal.lark"} <= set(names)
    assert len(names) == len(set(names))
    assert {name for name in names if name.endswith(("/LICENSE", "/COPYING"))} == {
        "calarec/_data/LICENSE", "lark/LICENSE", "yaml/LICENSE", "jsonschema/COPYING", "referencing/COPYING",
        "jsonschema_specifications/COPYING", "attr/LICENSE", "attrs/LICENSE",
    }  # fmt: skip
    assert [name for name in names if name.endswith((".so", ".pyd", ".pyc")) or "/tests/" in name] == []


def test_no_call_of_the_page_enters_a_room_that_is_left_out() -> None:
    """Whatever its modules import, at once or within a function, is in the archive."""
    names = ZipFile(io.BytesIO(bundle())).namelist()
    assert [name for name in names if name.startswith(ROOMS_LEFT_OUT)] == []
    homes = {f"calarec_tools.desk.calls.{home.partition('.')[0]}" for home in CALLS.values()}
    begun = {*homes, "calarec_tools.desk.calls.boundary"}
    reached = begun.union(*(find_reached(module, imports()) for module in begun))
    rooms = tuple(room.replace("/", ".") for room in ROOMS_LEFT_OUT)
    assert [module for module in reached if module.startswith(rooms)] == []
    in_archive = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names}
    assert reached - in_archive == set()


def test_it_needs_nothing_else(tmp_path: Path) -> None:
    """A Python without any installed package judges a record with it, and checks a rule file."""
    ZipFile(io.BytesIO(bundle())).extractall(tmp_path)
    if sys.version_info < (3, 13):
        # Where it is newer than this, jsonschema asks for no typing_extensions.
        shutil.copy(str(typing_extensions.__file__), tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from calarec_tools.main import main\n"
        "status = main(['replay', 'records/pagat/first.cal', '--json'])\n"
        "status += main(['rules', 'check', 'pagat'])\n"
        "print(sys.modules['rpds'].HashTrieMap.__module__, sys.modules['calarec'].__file__)\n"
        "sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True, text=True, check=False, cwd=ROOT, env={"CALAREC_CACHE": "off"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"payments": {"A": -6, "B": 12, "C": -6}' in done.stdout
    module, file = done.stdout.splitlines()[-1].split()
    assert module == "calarec.rule_files.persistent"
    assert file.startswith(str(tmp_path))
