"""The step of the build that compiles the core, and its reasons when it cannot."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from calarec.core.base.kernel import FACE

BUILD = Path(__file__).parents[1] / "build_core.py"


@pytest.fixture
def build_core(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the module of the build, with a stand-in for hatchling's base class."""
    plugin = ModuleType("hatchling.builders.hooks.plugin.interface")
    plugin.__dict__["BuildHookInterface"] = type("Hook", (), {"__class_getitem__": classmethod(lambda hook, _: hook)})
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, plugin.__name__, plugin)
    spec = importlib.util.spec_from_file_location("build_core", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_built_can_be_imported(build_core: ModuleType, tmp_path: Path) -> None:
    """It has the number of the sources that it was built from."""
    built = build_core.build_core(tmp_path)
    assert build_core.read_face() == FACE
    command = [sys.executable, "-c", "import _kernel; print(_kernel.FACE)"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (built.parent, ended.stdout) == (tmp_path, f"{FACE}\n")
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".new"] == []


def test_without_a_compiler_the_reason_is_given(
    build_core: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the compiler that was called; nothing is left in the folder."""
    monkeypatch.setenv("CC", "/nonexistent/cc")
    with pytest.raises(build_core.CoreNotBuiltError, match=r"^[^\n]*/nonexistent/cc[^\n]*$"):
        build_core.build_core(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_python_without_the_limited_api_is_named(
    build_core: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No compiler is asked."""
    monkeypatch.setattr(build_core.sysconfig, "get_config_var", lambda name: int(name == "Py_GIL_DISABLED"))
    with pytest.raises(build_core.CoreNotBuiltError, match="limited API"):
        build_core.build_core(tmp_path)
