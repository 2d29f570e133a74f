"""What an account gives each seat, by letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.behaviours import behaviour_of
from calarec.core.mechanisms.mechanism import Kind

if TYPE_CHECKING:
    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game


class SeatResults:
    """What an account gives each seat, by letter: of a judgement, and of a hand in play."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...
        @property
        def seats(self) -> tuple[str, ...]: ...
        @property
        def account(self) -> Account | None: ...

    @property
    def payments(self) -> dict[str, int] | None:
        """Each seat's payment in the ruleset's unit; None where it is not known."""
        account = self.account
        return dict(zip(self.seats, account.payments, strict=True)) if account and account.payments else None

    @property
    def score(self) -> dict[str, int] | None:
        """What the hand adds to each total: payments, or points if they count."""
        account = self.account
        if account is None or not account.payments:
            return None
        return dict(zip(self.seats, behaviour_of(Kind.SECTION, "match").gains(self.game, account), strict=True))

    @property
    def points(self) -> dict[str, int | None] | None:
        """The points of each seat's side, in the ruleset's unit."""
        account = self.account
        if account is None or not account.sides:
            return None
        points = {seat: side.points for side in account.sides for seat in side.seats}
        return {self.seats[seat]: points[seat] for seat in sorted(points)}

    @property
    def won(self) -> tuple[str, ...] | None:
        """The seats of the side that has won; none where no side wins a hand."""
        account = self.account
        if account is None:
            return None
        winners = {seat for side in account.sides if side.wins for seat in side.seats}
        return tuple(label for seat, label in enumerate(self.seats) if seat in winners)
