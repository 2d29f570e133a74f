"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

import pytest

from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

FOUND: list[tuple[str, str, tuple[str | int, ...]]] = [
    # A fault voids the deal, and the record has a card played twice: it is told, and nothing that is paid rests on it.
    (
        "judged",
        "rules settiglio-monte-5@0\nse A\nst B\nse C\nst D\nse E\nst F\nse G\nhand\ndealer C\nbid D:scegliete\n"
        "1 D:Rd Rd\nfault D:exchange",
        (),
    ),
    # The lines that are shown around a finding went back beyond an `end`, behind which the file may be cut.
    ("shards", " 4 B: Ac 2c 7c\nend\nen", (18, 1)),
    # A last line that is not UTF-8 is as long as it is written: what is missing behind it was told one column too far.
    ("judged", "rules foster\nhand \udcff", ()),
    # A line that says what cannot be came back from JSON as it was written, and not in its canonical form.
    ("conversions", "et B\nseat\tB", ("jsonl",)),
]


@pytest.mark.parametrize(("name", "text", "more"), FOUND)
def test_it_holds_now(name: str, text: str, more: tuple[str | int, ...]) -> None:
    """What the target promises."""
    found = failure(TARGETS[name], Drawn(text, more))
    assert found is None, found.told
