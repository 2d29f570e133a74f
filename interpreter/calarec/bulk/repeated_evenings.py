"""Evenings that begin with the same lines as the one before.

They have the same people and rules, and a running score at nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from calarec.bulk.running import Running
    from calarec.bulk.searched_text import SearchedText
    from calarec.core.judge.match_course import ScoreSnapshot
    from calarec.core.notation.preamble import EveningBegun


class RepeatedEvening(NamedTuple):
    """Lines with which an evening began that may begin the next one."""

    text: str
    """The text before the first hand."""
    begun: EveningBegun
    running: Running
    """The judge of hands of these people under these rules."""
    score: ScoreSnapshot
    """The running score after these lines."""
    is_unmistakable: bool
    """True if the searched text shows the written one."""

    def find_first_hand(self, searched: SearchedText, at: int) -> int:
        """Return where the first hand begins if these lines are at a place; 0 otherwise."""
        if searched.reported is None:
            is_there = searched.written.startswith(self.text, at)
        else:
            is_there = self.is_unmistakable and searched.data.startswith(self.text.encode("ascii", "replace"), at)
        first = at + len(self.text)
        return first if is_there and searched.has_all_lines and searched.data.startswith(b"hand", first) else 0
