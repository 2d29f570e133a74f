"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

import pytest

from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

FOUND: list[tuple[str, str, tuple[str | int, ...]]] = []


@pytest.mark.parametrize(("name", "text", "more"), FOUND)
def test_it_holds_now(name: str, text: str, more: tuple[str | int, ...]) -> None:
    """What the target promises."""
    found = failure(TARGETS[name], Drawn(text, more))
    assert found is None, found.told
