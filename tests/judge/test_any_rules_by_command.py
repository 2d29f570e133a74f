"""Every command that takes rules for a record translates its names and reports it."""

from __future__ import annotations

from typing import Final

import pytest

from tests.tools.replay.told import run

READ: Final = "ead under `thirty-five`: R as K, C as R, F as J and `passo` as `pass`"
COMMANDS: Final = {
    "replay": ("replay",),
    "check": ("check",),
    "annotate": ("annotate",),
    "solve": ("solve", "--view", "A"),
    "view": ("view",),
}


@pytest.mark.mass
@pytest.mark.parametrize("command", COMMANDS)
def test_a_record_of_other_rules_is_read_under_those_asked_for(command: str) -> None:
    """The first record of the documentation, whose letters and words `thirty-five` calls otherwise."""
    told = run(*COMMANDS[command], "records/pagat/first.cal", "--rules", "thirty-five")
    assert told.status == 0, told.err
    text = " ".join(f"{told.out} {told.err}".replace("│", " ").split())
    # A page has it twice: to be read without scripts, and as data.
    assert text.count(READ) == (2 if command == "view" else 1), text[:2000]
