"""The facts about a record's hands that the files in `records/` state, and a way to write them again.

`python -m tests.unknown_cards.facts` writes them; read the difference before you keep it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.running_totals import RunningTotals

RECORDS = Path(__file__).parent / "records"


def facts(file: Path) -> list[dict[str, Any]]:
    """Return known, deduced and settled facts and findings, hand by hand."""
    told = []
    evening: RunningTotals | None = None
    for hand in parse_records(file.read_text(encoding="utf-8"), file.name):
        assert not hand.broken, [each.message() for each in hand.findings]
        assert hand.session.rules is not None
        evening = evening or begin_totals(game(hand.session.rules.id))
        replayed = evening.replay(hand)
        account = replayed.account
        told.append(
            {
                "hand": hand.name,
                "verdict": replayed.verdict,
                "knowledge": replayed.knowledge,
                "stated": replayed.stated,
                "outcome": replayed.outcome,
                "payments": list(account.payments) if account else None,
                "bonus": account.bonus if account else None,
                "points": [side.points for side in account.sides] if account else None,
                "totals": replayed.totals,
                "deduced": list(replayed.deduced),
                "findings": [
                    f"{each.code} {each.span.line}:{each.span.column} {each.message()}" for each in replayed.findings
                ],
            }
        )
    return told


def files() -> list[Path]:
    """All records, by name."""
    return sorted(RECORDS.glob("*.cal"))


if __name__ == "__main__":
    for each in files():
        text = json.dumps(facts(each), ensure_ascii=False, indent=1)
        each.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
