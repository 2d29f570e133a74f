"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

import pytest

from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

FOUND: list[tuple[str, str, tuple[str | int, ...]]] = [
    # A fault settled the hand, and the card that stands twice in a trick was taken for one that is paid twice.
    (
        "judged",
        "rules settiglio-monte-5@0\nse A\nst B\nse C\nst D\nse E\nst F\nse G\nhand\ndealer C\nbid D:scegliete\n"
        "1 D:Rd Rd\nfault D:exchange",
        (),
    ),
]


@pytest.mark.parametrize(("name", "text", "more"), FOUND)
def test_it_holds_now(name: str, text: str, more: tuple[str | int, ...]) -> None:
    """What the target promises."""
    found = failure(TARGETS[name], Drawn(text, more))
    assert found is None, found.told
