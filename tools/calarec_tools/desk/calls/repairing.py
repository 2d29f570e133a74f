"""Alternative readings of hands that do not hold, as texts of the record."""

from __future__ import annotations

from typing import Any, Final

from calarec.core.notation.reader import parse_records
from calarec.core.wording.cells import visible
from calarec.core.wording.language import text_in
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import repair_record
from calarec_tools.cli.repair import MAX_OFFERS, SLIPS, OfferedRepair, changed_lines
from calarec_tools.desk.calls.files import RulesId, language_of, load_by_id

MAX_HANDS: Final = 5
"""The number of hands for which alternatives are searched at once."""


def repairs_of_text(*, text: str, rules: RulesId, lang: str) -> list[dict[str, Any]]:
    """Offers by hand, the likeliest first.

    [{line, hand, offers [{slips, share, changes [{line, was, now}], text}]}]
    """
    language = language_of(lang)
    judge = RecordJudge(load_by_id(rules) if rules else None, keeps_names=True)
    found: list[dict[str, Any]] = []
    for repairs in repair_record(parse_records(text), judge, unruled=lambda _: None):
        hand = repairs.found.hand
        offers = []
        for repair in repairs.offered[:MAX_OFFERS]:
            offer = OfferedRepair(0, repairs, repair)
            changes = changed_lines(offer)
            slips = dict.fromkeys(text_in(SLIPS[slip.kind], language) for slip in repair.slips)
            offers.append(
                {
                    "slips": ", ".join(slips),
                    "share": f"{round(100 * repair.share)}",
                    "changes": [
                        {
                            "line": offer.first_old_line + first,
                            "was": [visible(line.strip()) for line in offer.old_lines[first:behind]],
                            "now": [visible(line.strip()) for line in new],
                        }
                        for first, behind, new in changes
                    ],
                    "text": _with_lines(text, offer.first_old_line, changes),
                }
            )
        found.append({"line": hand.line, "hand": visible(hand.name), "offers": offers})
        if len(found) == MAX_HANDS:
            break
    return found


def _with_lines(text: str, first_line: int, changes: list[tuple[int, int, tuple[str, ...]]]) -> str:
    """The record with lines of one hand put otherwise; every other line stays."""
    lines = text.split("\n")
    for first, behind, new in reversed(changes):
        lines[first_line - 1 + first : first_line - 1 + behind] = new
    return "\n".join(lines)
