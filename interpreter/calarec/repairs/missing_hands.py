"""What is missing right above a hand: the hand that nobody wrote down.

In goes a hand as it was judged, and the running score before it; out come lines to be put in. Totals that jump tell
what was paid, a dealer whose turn it is not yet who dealt, a number that is left out what the hand was called. What
fits is for `calarec.repairs.search` to see.
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
"""What a missing hand leads to: somebody deals out of turn, totals are others."""


def propose_missing_hands(judged: Judgement, before: RunningTotals) -> Iterator[PutOtherwise]:
    """A hand that nobody wrote down, for everybody who may have dealt it."""
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
    for dealer in _possible_dealers(judged, before):
        yield PutOtherwise(
            "hand-missing", SLIPS["hand-missing"] + UNNAMED * (not name), hand.statements or hand.readable,
            above=(f"hand {name}".rstrip(), f"dealer {dealer}", *paid, "end", ""),
        )  # fmt: skip


def _skipped_number(before: str, name: str) -> str | None:
    """The number that is left out between two hands; empty if none is; None if more than one is."""
    if is_next_hand(before, name):
        return ""
    numbers = list(re.finditer(r"[0-9]+", name))
    last = numbers[-1]
    other = f"{name[: last.start()]}{int(last.group()) - 1}{name[last.end() :]}"
    return other if int(last.group()) > 0 and is_next_hand(before, other) else None


def _payment_lines(judged: Judgement, before: RunningTotals) -> tuple[str, ...] | None:
    """The lines of what was paid, by what the totals have too much; none where no totals are stated."""
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
    """The seat whose turn it was.

    Where that is not known and the deal goes round, the one before the dealer.
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
