"""The hand of an episode: the part that every environment of one hand has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.records import Hand
    from calarec.learning.kernel_hand import KernelHand
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.learning.tables import LearningTable
    from calarec.playing.hand import HandInPlay


class HandHolder:
    """Holds the hand of an episode and what can be asked of it."""

    render_mode: str | None = None
    table: LearningTable
    _hand: SteppedHand | KernelHand | None = None

    @property
    def hand(self) -> HandInPlay:
        """The hand of this episode as `play` has it, with its account and its views."""
        return self.stepped_hand.to_hand()

    @property
    def stepped_hand(self) -> SteppedHand | KernelHand:
        """The hand of this episode, played by actions."""
        if self._hand is None:
            raise RuntimeError("the environment has no hand yet: call reset() first")
        return self._hand

    def record(self) -> Hand:
        """The hand so far as a record, with all cards."""
        return self.hand.record()

    def finished_records(self) -> tuple[Hand, ...]:
        """The hands of this episode that are over as records; in a match with totals."""
        if self.table.match is not None:
            return tuple(self.table.match.finished)
        return (self.record(),) if self.stepped_hand.is_over else ()

    def render(self) -> str | None:
        """The record of the hand so far, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        from calarec.core.notation.writer import write

        return write([self.record()])
