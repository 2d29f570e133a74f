"""A fine of the declarer's side into the pot: partners divide it as they divide payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import text_in
from calarec.rule_files.load import load_ruleset
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from pathlib import Path

FINED = """ruleset: fined
version: 1.0.0
extends: quadriglio
set:
  all_pass: {{do: carry_on, pot: {{each: 1x, to: declarer}}}}
add:
  settle.bonus.fine: {{when: {{of: declarer, result: lost}}, plus: {plus}, paid_by: declarer, to: pot}}
"""
HEAD = "cal 1\n" + "".join(f"seat {seat}\n" for seat in "ABCD")
LOST = """hand 1
dealer A
bid B: chiamo C: passo D: passo A: passo
call B: 3b with C
result B+C: 3p A+D: 8p
end
"""


@pytest.mark.parametrize(
    ("plus", "payments"),
    [
        (1, (1, -1, -2, 1)),  # one cannot be divided: the partner pays it
        (2, (1, -2, -2, 1)),
        (3, (1, -2, -3, 1)),
    ],
)
def test_partners_divide_a_fine(tmp_path: Path, plus: int, payments: tuple[int, ...]) -> None:
    """Each pays half; what cannot be divided is the declarer's gain, as in every payment of the side."""
    file = tmp_path / "fined.yaml"
    file.write_text(FINED.format(plus=plus), "utf-8")
    (ruling,) = played(LOST, load_ruleset(str(file)), head=HEAD)
    assert ruling.account is not None
    assert ruling.account.payments == payments
    fines = [text_in(reason.says, "en") for reason in ruling.account.because if reason.rule == "settle.bonus.fine"]
    assert "together pay" in fines[-1]
