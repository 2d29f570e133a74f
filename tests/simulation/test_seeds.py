"""The same seed gives the same hands as before, however they are made."""

from __future__ import annotations

import json

import pytest

from tests.rulebooks import SHIPPED
from tests.simulation.seeds import FILE, digests

KNOWN = json.loads(FILE.read_text("utf-8"))


def test_every_shipped_ruleset_is_known() -> None:
    """None is left out."""
    assert sorted(KNOWN) == sorted(SHIPPED)


@pytest.mark.mass
@pytest.mark.parametrize("id_", SHIPPED)
def test_the_same_hands_as_before(id_: str) -> None:
    """By sense, by chance, and with faults in them."""
    assert digests(id_) == KNOWN[id_]
