"""What an account gives each seat, by letter: payments, points, score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.behaviours import behaviour_of
from calarec.core.mechanisms.mechanism import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game


def payments_by_seat(account: Account | None, labels: Sequence[str]) -> dict[str, int] | None:
    """Each seat's payment in the ruleset's unit; None where it is not known."""
    return dict(zip(labels, account.payments, strict=True)) if account and account.payments else None


def score_by_seat(game: Game, account: Account | None, labels: Sequence[str]) -> dict[str, int] | None:
    """What a hand adds to each total: payments, or points if they count."""
    if account is None or not account.payments:
        return None
    return dict(zip(labels, behaviour_of(Kind.SECTION, "match").gains(game, account), strict=True))


def points_by_seat(account: Account | None, labels: Sequence[str]) -> dict[str, int | None] | None:
    """The points of each seat's side, in the ruleset's unit."""
    if account is None or not account.sides:
        return None
    points = {seat: side.points for side in account.sides for seat in side.seats}
    return {labels[seat]: points[seat] for seat in sorted(points)}


def winning_seats(account: Account | None, labels: Sequence[str]) -> tuple[str, ...] | None:
    """The seats of the side that has won; none where no side wins a hand."""
    if account is None:
        return None
    winners = {seat for side in account.sides if side.wins for seat in side.seats}
    return tuple(label for seat, label in enumerate(labels) if seat in winners)
