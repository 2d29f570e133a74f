"""The running score as judging a hand reads and writes it: it is passed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.account import Account
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Inherited
    from calarec.core.judge.match_course import ScoreSnapshot
    from calarec.core.records import model as rec
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


class TotalsSoFar(Protocol):
    """The running score, as far as judging a hand reads and writes it."""

    inherited: Inherited
    finds_ends: bool
    """True if calarec finds the possible ends of unsettled hands."""
    odds_seed: int | None
    """The seed of the samples for odds of unsettled hands; None if not asked for."""

    @property
    def is_unsure(self) -> bool:
        """Check whether calarec takes the next stated totals for the truth."""

    def add_hand(
        self, hand: Hand, account: Account | None, labels: tuple[str, ...], outcome: str
    ) -> tuple[dict[str, int], MatchStanding | None]:
        """The totals after a hand with this outcome, by seat, and the state of the match."""

    def check_stated_totals(
        self, hand: Hand, statement: rec.Total | None, paid_wrong: Mapping[str, int]
    ) -> list[Finding]:
        """Report new mistakes in stated totals, once the gains are added."""

    def find_stated_total(self, hand: Hand, label: str) -> int | None:
        """The total that the record states before a hand; None if that is not known."""

    @property
    def has_begun(self) -> bool:
        """Check whether something went before; assumed where that is not known."""

    def take_snapshot(self) -> ScoreSnapshot:
        """The running score as it is, to be restored if a hand is judged again."""

    def restore_snapshot(self, snapshot: ScoreSnapshot) -> None:
        """Makes the running score what it was."""

    def make_unknown(self) -> TotalsSoFar:
        """A running score of which nothing is known, for a reading that is only tried."""
