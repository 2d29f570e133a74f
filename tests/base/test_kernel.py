"""Which kernel runs: the compiled one only where it is there, wanted, and counts its face as is expected."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from calarec.base.kernel import FACE, compiled, kernel_in_use


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
    assert compiled() is made
    assert kernel_in_use() == "compiled 7.8.9"


def test_without_it_the_plain_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is lost."""
    monkeypatch.setitem(sys.modules, "calarec_kernel", None)
    assert compiled() is None
    assert kernel_in_use() == "plain"


def test_the_plain_one_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a word of the environment; any other word changes nothing."""
    made = _installed(monkeypatch, FACE)
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    assert kernel_in_use() == "plain"
    monkeypatch.setenv("CALAREC_KERNEL", "fast")
    assert compiled() is made


def test_one_of_another_release_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it means by its arguments may have changed."""
    _installed(monkeypatch, FACE + 1)
    assert kernel_in_use() == "plain"
