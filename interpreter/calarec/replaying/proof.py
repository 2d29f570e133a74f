"""A recorded hand read over before it is replayed: lines that stand there once too often are told and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import replace
from calarec.records import model as rec
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand, Statement
    from calarec.replaying.findings import Findings


def proofread(hand: Hand, setting: Setting, findings: Findings) -> tuple[Hand, bool]:
    """The hand without repeated lines, and whether its deal can be told from them."""
    seen: dict[tuple[object, ...], Statement] = {}
    left: list[Statement] = []
    told = True
    for statement in hand.statements:
        what = _what(statement)
        first = seen.setdefault(what, statement) if what else statement
        if first is statement:
            left.append(statement)
            continue
        if isinstance(statement, rec.Fault):
            findings.add(
                "CAL535", statement, wording="" if statement.trick else "no_trick", rule=_rule(findings, statement),
                word=1, name=statement.word, label=statement.seat, line=first.line, trick=statement.trick,
            )  # fmt: skip
            continue
        same = getattr(first, "cards", ()) == getattr(statement, "cards", ()) and not isinstance(statement, rec.Dealer)
        told = told and (same or isinstance(statement, rec.Dealer))
        _again(statement, first, hand, setting, findings, same=same)
    return (hand, told) if len(left) == len(hand.statements) else (replace(hand, statements=tuple(left)), told)


def _what(statement: Statement) -> tuple[object, ...]:
    """What can be said once only by such a line; nothing if it may be repeated."""
    match statement:
        case rec.Deal():
            return ("deal", statement.seat)
        case rec.Monte():
            return ("monte",)
        case rec.Dealer():
            return ("dealer",)
        case rec.Fault():
            return ("fault", statement.seat, statement.word, statement.trick)
    return ()


def _rule(findings: Findings, statement: rec.Fault) -> str:
    return f"standing.{statement.word}" if statement.word in findings.game.rules.standing else ""


def _again(
    statement: Statement, first: Statement, hand: Hand, setting: Setting, findings: Findings, *, same: bool
) -> None:
    """Tells a line that stands there a second time, and whose it may be."""
    if isinstance(statement, rec.Deal):
        dealt = {number_of(setting, each.seat) for each in hand.statements if isinstance(each, rec.Deal)}
        without = [setting.labels[seat] for seat in setting.active if seat not in dealt]
        meant = without[0] if len(without) == 1 and not same else ""
        findings.add(
            "CAL303", statement, seat=0, wording="same" if same else "deal_meant" if meant else "deal",
            rule="deal.hand", label=statement.seat, line=first.line, meant=meant, verb=f"deal {statement.seat}",
        )  # fmt: skip
        return
    if isinstance(statement, rec.Monte):
        findings.add(
            "CAL303", statement, wording="same" if same else "monte", rule="piles", line=first.line, verb="monte"
        )
        return
    assert isinstance(statement, rec.Dealer)
    assert isinstance(first, rec.Dealer)
    findings.add("CAL303", statement, wording="dealer", label=first.seat, line=first.line, verb="dealer")
