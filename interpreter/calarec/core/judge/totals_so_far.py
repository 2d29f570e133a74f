"""What a hand needs to know of the score before it, and tells it: it is passed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.account import Account
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Inherited
    from calarec.core.records import model as rec
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


class TotalsSoFar(Protocol):
    """The running score, as far as judging a hand reads and writes it."""

    unsure: bool
    """A hand could not be settled: the next totals that the record states are taken for the truth."""
    inherited: Inherited

    def after(
        self, hand: Hand, account: Account | None, labels: tuple[str, ...], outcome: str
    ) -> tuple[dict[str, int], MatchStanding | None]:
        """The totals after a hand that ended so, by seat, and how the match stands; without an account none change."""

    def stated(self, hand: Hand, statement: rec.Total | None, paid_wrong: dict[str, int]) -> list[Finding]:
        """Holds the totals that a hand states against the sums, once its gains are added; a slip is told once."""

    def on_paper(self, hand: Hand, label: str) -> int | None:
        """The total that the record states before a hand; None if that is not known."""

    @property
    def has_begun(self) -> bool:
        """Whether something went before; taken for granted where that is not known."""

    def kept(self) -> dict[str, Any]:
        """The score as it stands, to be taken back if a hand is judged once more."""

    def take_back(self, kept: Mapping[str, Any]) -> None:
        """Makes the score what it was."""

    def unknown(self) -> TotalsSoFar:
        """A score of which nothing is known, for a hand that is only read otherwise to see what becomes of it."""
