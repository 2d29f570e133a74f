"""Payments by rules that are kept by hand: the `adjust` lines of a hand.

Each names such a rule of the ruleset. Totals add it to what the hand pays; a `score` line is without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.judge.problems import HandFindings
from calarec.core.judge.score_rows import find_people
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


class AgreedPayment(NamedTuple):
    """A payment by a rule that is kept by hand."""

    rule: str
    """Its id, as the record states it."""
    amounts: dict[str, int]
    """By seat; a seat that is not named is paid nothing."""
    line: int = 0


def find_agreed_payments(hand: Hand) -> tuple[AgreedPayment, ...]:
    """Payments by rules that are kept by hand, line by line.

    A line with someone who is not at the table pays nothing: half of it would be missing from the totals.
    """
    return tuple(
        AgreedPayment(statement.why, _add_by_seat(hand, statement), statement.line)
        for statement in hand.every(rec.Adjust)
        if not _absent_people(hand, statement)
    )


def sum_agreed_payments(hand: Hand) -> dict[str, int]:
    """Sum all agreed payments of a hand, by seat."""
    paid: dict[str, int] = {}
    for payment in find_agreed_payments(hand):
        for label, amount in payment.amounts.items():
            paid[label] = paid.get(label, 0) + amount
    return paid


def with_agreed_payments(
    gains: tuple[int, ...], payments: Sequence[AgreedPayment], labels: Sequence[str]
) -> tuple[int, ...]:
    """The gains of a hand in the order of the seats, with payments by hand."""
    if not payments:
        return gains
    return tuple(
        gain + sum(payment.amounts.get(label, 0) for payment in payments)
        for label, gain in zip(labels, gains, strict=True)
    )


def check_agreed_payments(hand: Hand, game: Game) -> list[Finding]:
    """Findings about `adjust` lines in a hand: their rules, people and sums."""
    findings = HandFindings(hand, game)
    made = []
    for statement in hand.every(rec.Adjust):
        agreed = game.rules.agreed
        if statement.why not in agreed:
            wording = "unknown" if statement.why and agreed else "nameless" if agreed else ""
            known = Listing(tuple(f"`{name}`" for name in agreed), either=True)
            made.append(findings.make_finding("CAL620", statement, wording=wording, name=statement.why, known=known))
            continue
        total = sum(_add_by_seat(hand, statement).values())
        if absent := _absent_people(hand, statement):
            made.append(findings.make_finding("CAL620", statement, wording="absent", name=absent[0]))
        elif total and game.rules.match.counts == "payments":
            made.append(findings.make_finding("CAL621", statement, rule=f"agreed.{statement.why}", total=f"{total:+}"))
    return made


def _add_by_seat(hand: Hand, statement: rec.Adjust) -> dict[str, int]:
    named = [(_seat_of(hand, person), amount) for person, amount in statement.people]
    added: dict[str, int] = {}
    for label, amount in (*statement.amounts, *named):
        if label is not None:
            added[label] = added.get(label, 0) + amount
    return added


def _absent_people(hand: Hand, statement: rec.Adjust) -> list[str]:
    """List people and seats of an `adjust` line that are not at the table."""
    order = hand.session.order
    absent = [person for person, _ in statement.people if _seat_of(hand, person) is None]
    return [*absent, *(label for label, _ in statement.amounts if order and label not in order)]


def _seat_of(hand: Hand, person: str) -> str | None:
    """Find the seat of a person in a hand."""
    return next((label for label, name in find_people(hand).items() if name == person), None)
