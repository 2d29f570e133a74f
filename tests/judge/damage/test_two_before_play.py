"""Two errors before the play are corrected together if one explains nothing."""

from __future__ import annotations

import pytest

from tests.judge.damage.bases import Base, rules_of, sheet
from tests.judge.damage.located_findings import findings_of

BASES = [
    Base("pagat", "contracts.chiamo"), Base("pagat", "contracts.chiamo", seed=2), Base("treccani", "contracts.chiamo"),
    Base("foster"), Base("foster", seed=2), Base("gelli-terziglio", seed=4), Base("cavendish"),
]  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{base.rules}-{base.seed}")
def test_another_seat_bid_and_called_another_card(base: Base) -> None:
    """Letter and card are named, each with its right form, if it is the only one."""
    lines = sheet(base).lines
    call = next(number for number, line in enumerate(lines) if line.startswith("call "))
    bid = max(number for number, line in enumerate(lines) if line.startswith("bid ") and lines[call][5:7] in line)
    caller, card = lines[call][5:6], lines[call][8:10]
    right = 0
    others = [(card[0] + suit, label) for suit in sheet(base).suits for label in "ABC"]
    others = [(name, label) for name, label in others if name != card and label != caller]
    for name, label in others:
        wrong = list(lines)
        wrong[call] = lines[call].replace(f": {card}", f": {name}")
        wrong[bid] = lines[bid].replace(f"{caller}: ", f"{label}: ")
        found = findings_of("\n".join(wrong) + "\n", rules_of(base))
        if [each.code for each in found] == ["CAL408", "CAL426"]:
            fixes = [edit.text for each in found if each.fix is not None for edit in each.fix.edits]
            assert fixes == [caller, card], (name, label)
            right += 1
        else:
            assert not {"CAL408", "CAL426"} & {each.code for each in found}, (name, label)
    assert right * 2 >= len(others)
