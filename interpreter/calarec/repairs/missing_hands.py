"""A missing hand right above a hand, which was not written.

A hand goes in as judged, with the running score before it; lines to insert come out. A jump of totals shows the
payments, an early dealer the missing one, a gap in the numbers the name. `calarec.repairs.search` checks what fits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.judge.costs import SLIPS, UNNAMED
from calarec.core.judge.score_rows import find_people, signed_text
from calarec.core.judge.turn import is_next_hand
from calarec.core.records import model as rec
from calarec.repairs.proposals import PutOtherwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals

_ASKING: Final = ("CAL307", "CAL612", "CAL617", "CAL618")
"""Codes of the effects of a missing hand: a dealer out of turn, other totals."""


def propose_missing_hands(judged: Judgement, before: RunningTotals) -> Iterator[PutOtherwise]:
    """Propose an unwritten hand, for each possible dealer."""
    hand, row = judged.hand, before.row
    asked = any(finding.code in _ASKING for finding in judged.findings)
    if row is None or not asked or hand.new_match or hand.new_evening or judged.setting is None:
        return
    name = _skipped_number(row.name, hand.name)
    if name is None:
        return
    paid = _payment_lines(judged, before)
    if paid is None:
        return
    end = "\r" if hand.lines[0].endswith("\r") else ""
    for dealer in _possible_dealers(judged, before):
        above = f"hand {name}".rstrip(), f"dealer {dealer}", *paid, "end", ""
        yield PutOtherwise(
            "hand-missing", SLIPS["hand-missing"] + UNNAMED * (not name), hand.statements or hand.readable,
            above=tuple(line + end for line in above),
        )  # fmt: skip


def _skipped_number(before: str, name: str) -> str | None:
    """The number between two hands; empty if none is left out, None if several are."""
    if is_next_hand(before, name):
        return ""
    numbers = list(re.finditer(r"[0-9]+", name))
    last = numbers[-1]
    other = f"{name[: last.start()]}{int(last.group()) - 1}{name[last.end() :]}"
    return other if int(last.group()) > 0 and is_next_hand(before, other) else None


def _payment_lines(judged: Judgement, before: RunningTotals) -> tuple[str, ...] | None:
    """The payment lines of a jump in totals; none without stated totals, None if open."""
    stated = next((statement for statement in judged.hand.statements if isinstance(statement, rec.Total)), None)
    if stated is None:
        return ()
    if judged.account is None or judged.totals is None:
        return None
    people = find_people(judged.hand)
    totals = dict(zip(before.score.people, before.score.totals, strict=True))
    on_paper = {label: before.find_stated_total(judged.hand, label) for label, _ in stated.amounts}
    jump: dict[str, int] = {}
    for label, amount in stated.amounts:
        due, was = judged.totals.get(label), on_paper[label]
        if due is None or was is None:
            return None
        jump[label] = amount - was - (due - totals.get(people.get(label, label), 0))
    total = "total " + " ".join(f"{label}: {(on_paper[label] or 0) + amount}" for label, amount in jump.items())
    if judged.game.rules.match.counts != "payments":
        return (total,)
    return ("score " + " ".join(f"{label}: {signed_text(amount)}" for label, amount in jump.items()), total)


def _possible_dealers(judged: Judgement, before: RunningTotals) -> tuple[str, ...]:
    """The possible dealers: the seat whose turn it was.

    If that is not known and the deal goes round, the one before the dealer.
    """
    order = judged.hand.session.order
    if before.turn.due_seat in order:
        return (before.turn.due_seat,)
    if judged.game.rules.match.dealer != "next":
        return ()
    setting = judged.setting
    assert setting is not None
    dealer = setting.labels[setting.dealer]
    return (order[order.index(dealer) - 1],) if dealer in order else ()
