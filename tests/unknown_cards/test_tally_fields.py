"""Where only sums of cards are counted, every field of a tally must still be right.

`unknown_cards/accounts.py` settles such a hand with the tally of one way to play it. A new field that another way
would change must be counted too, or `can_be_counted` must exclude the rules that read it.
"""

from __future__ import annotations

from calarec.core.base.frozen import fields
from calarec.core.engine.tally import Tally

COUNTED = {"tricks", "in_tricks", "piles", "last", "claim", "of_cards"}
"""Set from the sums (`_tally_of_sums`)."""
ALIKE = {
    "setting", "contract", "declarer", "partners", "called", "call_rule", "doubles", "faults", "declared", "outcome",
    "dealt", "trump",
}  # fmt: skip
"""The same in every way through one world: what was said, called and found before the first lead."""
EXCLUDED = {"last_trick", "seats_by_card", "assumed_rules", "had", "won", "twice"}
"""Read only by rules that `can_be_counted` excludes, after `of_cards`, or by hands that were judged as a whole."""


def test_every_field_of_a_tally_is_counted_alike_or_excluded() -> None:
    assert {field.name for field in fields(Tally)} == COUNTED | ALIKE | EXCLUDED
    assert len(COUNTED) + len(ALIKE) + len(EXCLUDED) == len(fields(Tally))
