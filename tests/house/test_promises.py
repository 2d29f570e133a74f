"""Promised names may be extended and not broken."""

from __future__ import annotations

from tests.house.promises import current_promises, listed_promises


def test_no_promise_is_broken() -> None:
    """Commands, options, keys, keywords, codes, rulesets and Python names that have been there are there."""
    assert listed_promises() - current_promises() == set()


def test_every_promise_is_listed() -> None:
    """`python -m tests.house.promises` adds what is new."""
    assert current_promises() - listed_promises() == set()
