"""The kernel that runs: the compiled one only where it is there, wanted, and built from these sources."""

from __future__ import annotations

import importlib.machinery
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from calarec import __version__
from calarec.core import base
from calarec.core.base import kernel
from calarec.core.base.kernel import FACE, MODULE, UnusedKernel, find_compiled_kernel, find_unused_kernel, kernel_in_use

if TYPE_CHECKING:
    from pathlib import Path


def _install_kernel(monkeypatch: pytest.MonkeyPatch, module: ModuleType | None) -> None:
    """Something that is imported as the compiled kernel; None: nothing can be."""
    monkeypatch.setitem(sys.modules, MODULE, module)
    if module is None:
        monkeypatch.delattr(base, "_kernel", raising=False)
    else:
        monkeypatch.setattr(base, "_kernel", module, raising=False)


def _made_kernel(face: int) -> ModuleType:
    made = ModuleType(MODULE)
    made.__dict__.update(FACE=face)
    return made


@pytest.fixture(autouse=True)
def _no_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_KERNEL", raising=False)


def test_the_compiled_kernel_is_used_where_it_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named with the release of calarec."""
    made = _made_kernel(FACE)
    _install_kernel(monkeypatch, made)
    assert find_compiled_kernel() is made
    assert kernel_in_use() == f"compiled {__version__}"
    assert find_unused_kernel() is None


def test_without_it_the_plain_one_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The reason is what the build has noted."""
    _install_kernel(monkeypatch, None)
    monkeypatch.setattr(kernel, "__file__", str(tmp_path / "kernel.py"))
    assert find_compiled_kernel() is None
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() == UnusedKernel(None, "it was not built")
    (tmp_path / "_kernel_missing.txt").write_text("there is no compiler\n", "utf-8")
    assert find_unused_kernel() == UnusedKernel(None, "there is no compiler")


def test_the_plain_one_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the environment; any other word asks for nothing."""
    made = _made_kernel(FACE)
    _install_kernel(monkeypatch, made)
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() is None
    monkeypatch.setenv("CALAREC_KERNEL", "fast")
    assert find_compiled_kernel() is made


def test_one_that_was_built_from_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of its face differs."""
    _install_kernel(monkeypatch, _made_kernel(FACE - 1))
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() == UnusedKernel(None, "")


def test_one_that_cannot_be_loaded_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the system's message about the file."""
    broken = tmp_path / f"_kernel{importlib.machinery.EXTENSION_SUFFIXES[-1]}"
    broken.write_bytes(b"no library")
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    monkeypatch.delattr(base, "_kernel", raising=False)
    monkeypatch.setattr(base, "__path__", [str(tmp_path)])
    assert kernel_in_use() == "plain"
    found = find_unused_kernel()
    assert found is not None
    assert str(broken) in found.reason
