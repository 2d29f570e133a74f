"""Every target with some inputs, always the same; `python -m tests.fuzz` draws others for as long as one likes."""

from __future__ import annotations

import pytest

from tests.fuzz.target import failure
from tests.fuzz.targets import TARGETS


@pytest.mark.mass
@pytest.mark.parametrize("name", TARGETS)
def test_promises_hold(name: str) -> None:
    """The promise of a target holds for each of its inputs."""
    target = TARGETS[name]
    for number in range(target.bounded):
        drawn = target.at(0, number)
        found = failure(target, drawn)
        assert found is None, f"number {number}: {drawn!r}\n{found.told}"
