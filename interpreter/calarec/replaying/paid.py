"""A `score` line that does not fit the hand: one finding, however many of its amounts are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.model import Edit, Fix
from calarec.language import Joined, Listing, Words
from calarec.light import replace
from calarec.moves.settling import whole
from calarec.replaying.spoken import ToldReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.diagnostics import Diagnostic
    from calarec.language import Sayable
    from calarec.moves.account import Account, Reason
    from calarec.records import model as rec
    from calarec.replaying.findings import Findings

ENDED: Final = {True: Words("won"), False: Words("lost")}
"""How a hand ended."""


def signed(amount: int) -> str:
    """A payment as records write it: `+2`, `-1`, `0`."""
    return f"{amount:+}" if amount else "0"


def not_paid(
    findings: Findings,
    statement: rec.Score,
    wrong: Sequence[tuple[int, str, int, int]],
    account: Account,
    labels: tuple[str, ...],
    *,
    safe: bool,
) -> Diagnostic:
    """The finding about wrong amounts; of each its number on the line, the seat, what stands there, what is due."""
    number, label, found, due = wrong[0]
    told = Listing(tuple(Words("{amount} to {seat}", amount=signed(amount), seat=who)
                         for _, who, _, amount in wrong))  # fmt: skip
    ended, contract = _outcome(findings, account)
    wording = "-".join(part for part in ("contract" * bool(contract), "several" * (len(wrong) > 1)) if part)
    deciding = _deciding(account)
    finding = findings.made(
        "CAL611", statement, number=number, rule=deciding[0].rule if deciding else "settle.pay", wording=wording,
        label=label, found=signed(found), due=signed(due), all=told, contract=contract or "", ended=ended,
        because=_said(findings, deciding, labels),
    )  # fmt: skip
    edits = tuple(
        Edit(findings.hand.span(statement, number=index), signed(amount)) for index, _, _, amount in wrong
    )  # fmt: skip
    return replace(finding, fix=Fix(edits, safe))


def _outcome(findings: Findings, account: Account) -> tuple[Words | str, Sayable | None]:
    """Won or lost, and which contract; no contract if nobody played one."""
    own = next((side for side in account.sides if account.declarer in side.seats), None)
    if own is None or own.wins is None or not account.contract:
        return "", None
    return ENDED[own.wins], findings.game.ruleset.name("contracts", account.contract)


def _deciding(account: Account) -> list[Reason]:
    """What the amounts follow from: the stake first, then a bonus."""
    stake = [each for each in account.because if _is_stake(each.rule)]
    bonus = [each for each in account.because if account.bonus and each.rule.endswith(f".bonus.{account.bonus}")]
    return [*stake[:1], *bonus[:1]]


def _is_stake(rule: str) -> bool:
    first, _, leaf = rule.partition(".")
    return (first == "contracts" and leaf.endswith((".stake", ".lost"))) or (
        first in ("steps", "all_pass") and leaf.endswith((".won", ".lost", "stake"))
    )


def _said(findings: Findings, reasons: list[Reason], labels: tuple[str, ...]) -> Words | str:
    """The reasons in front of the rest of the help."""
    units = whole(findings.game)
    told = tuple(ToldReason(each, labels, units) for each in reasons)
    return Words("{reasons}; ", reasons=Joined(told, "; ")) if told else ""
