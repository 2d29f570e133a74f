"""Which kernel runs: the compiled one only where it is there, wanted, and counts its face as is expected."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.kernel import FACE, UnusedKernel, find_compiled_kernel, find_unused_kernel, kernel_in_use

if TYPE_CHECKING:
    from pathlib import Path


def _installed(monkeypatch: pytest.MonkeyPatch, face: int) -> ModuleType:
    """Something that can be imported as the compiled kernel."""
    made = ModuleType("calarec_kernel")
    made.__dict__.update(FACE=face, __version__="7.8.9")
    monkeypatch.setitem(sys.modules, "calarec_kernel", made)
    return made


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_KERNEL", raising=False)


def test_the_compiled_kernel_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says its release."""
    made = _installed(monkeypatch, FACE)
    assert find_compiled_kernel() is made
    assert kernel_in_use() == "compiled 7.8.9"
    assert find_unused_kernel() is None


def test_without_it_the_plain_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is lost."""
    monkeypatch.setitem(sys.modules, "calarec_kernel", None)
    assert find_compiled_kernel() is None
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() is None


def test_the_plain_one_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a word of the environment; any other word changes nothing."""
    made = _installed(monkeypatch, FACE)
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    assert kernel_in_use() == "plain"
    monkeypatch.setenv("CALAREC_KERNEL", "fast")
    assert find_compiled_kernel() is made


def test_one_of_another_release_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it means by its arguments may have changed."""
    _installed(monkeypatch, FACE + 1)
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() == UnusedKernel("7.8.9", "")
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    assert find_unused_kernel() is None, "the plain one was asked for"


def test_one_that_counts_nothing_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first releases did not, and something else may have the name."""
    monkeypatch.setitem(sys.modules, "calarec_kernel", ModuleType("calarec_kernel"))
    assert kernel_in_use() == "plain"
    assert find_unused_kernel() == UnusedKernel(None, "")


def test_one_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As one that was compiled for another machine."""
    folder = tmp_path / "calarec_kernel"
    folder.mkdir()
    (folder / "__init__.py").write_text("import calarec_kernel._core\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    # Whichever is installed is put back when the test ends.
    monkeypatch.setitem(sys.modules, "calarec_kernel", ModuleType("calarec_kernel"))
    monkeypatch.delitem(sys.modules, "calarec_kernel")
    assert find_compiled_kernel() is None
    assert find_unused_kernel() == UnusedKernel(None, "No module named 'calarec_kernel._core'")
