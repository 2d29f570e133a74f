"""The search for a wanted outcome: tricks, points in them, and the last trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.solving.search import TrickSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.solving.search import Allowance, PlayFacts, Standing


class Question(NamedTuple):
    """A set of outcomes that the side wants: by tricks, points, and last trick.

    `wanted[tricks][points]` has a bit 1 for "wanted if the last trick is the other side's" and a bit 2 for "if it is
    its own".
    """

    wanted: tuple[bytes, ...]

    def certain_answer(self, tricks: tuple[int, int], points: tuple[int, int]) -> bool | None:
        """True if everything in a range is wanted, False if nothing is; None if some is."""
        every, some = 3, 0
        for row in self.wanted[tricks[0] : tricks[1] + 1]:
            for cell in row[points[0] : points[1] + 1]:
                every &= cell
                some |= cell
            if some and every != 3:
                return None
        return True if every == 3 else None if some else False


class QuestionSearch(TrickSearch):
    """The search whether the side can bring about an outcome that it wants.

    A position is recognised by its form, its leader and the open rest of the question. Two of the same form are the
    same if the same further tricks and points are wanted, whatever was won before.
    """

    def __init__(self, facts: PlayFacts, hands: Sequence[int], allowance: Allowance, question: Question) -> None:
        super().__init__(facts, hands, allowance)
        self.question = question
        self.tricks = self.taken = 0
        """Tricks of the side, and the points in them."""
        self.table: dict[tuple[int, int], int] = {}
        self.left: dict[tuple[int, int, int, int], int] = {}
        self.kinds: dict[tuple[bytes, ...], int] = {}

    def is_attainable(self, standing: Standing, tricks: int, points: int) -> bool:
        """Check whether it is attainable after these tricks and points of the side."""
        self.tricks, self.taken = tricks, points
        if standing.trick:
            return bool(self.search_moment(standing, 0, 1))
        self.hands[:] = standing.hands
        return bool(self.node(standing.leader, standing.tricks_left, sum(standing.hands)))

    def leaf(self, winner: int, tricks: int, rest: int, gained: int, low: int, high: int) -> int:
        """The answer after a trick."""
        del low, high
        mine = self.facts.side >> winner & 1
        self.tricks += mine
        self.taken += gained * mine
        if tricks > 1:
            found = self.node(winner, tricks - 1, rest)
        else:
            found = self.question.wanted[self.tricks][self.taken] >> mine & 1
        self.tricks -= mine
        self.taken -= gained * mine
        return found

    def node(self, leader: int, tricks: int, rest: int) -> int:
        """The answer at the start of a trick."""
        self.allowance.spend_node()
        facts = self.facts
        mine = facts.side >> leader & 1
        seen = self.views(rest)
        total = self.worth_left(rest) - self.last
        sure = min(sum(suit_seen.sure[leader] for suit_seen in seen), tricks)
        worth = total if sure == tricks else sum(suit_seen.worth[leader] for suit_seen in seen)
        least, most = (sure, tricks) if mine else (0, tricks - sure)
        low, high = (worth, total) if mine else (0, total - worth)
        certain = self.question.certain_answer(
            (self.tricks + least, self.tricks + most), (self.taken + low, self.taken + high)
        )  # fmt: skip
        # What the leader can have for certain is his to choose; what the other side can have so says nothing.
        if certain is bool(mine):
            return int(certain)
        kind = self._question_kind(tricks, total)
        if kind < 2:
            return kind
        form = 0
        for suit_seen in seen:
            form |= suit_seen.form
        key = (form << 4 | leader, kind)
        known = self.table.get(key)
        if known is None:
            known = self.table[key] = self.lead(leader, rest, tricks, seen, 0, 1)[0]
        return known

    def _question_kind(self, tricks: int, points: int) -> int:
        """The rest of the question for these tricks and points: 0 lost, 1 won, or an id."""
        key = (self.tricks, self.taken, tricks, points)
        found = self.left.get(key)
        if found is None:
            certain = self.question.certain_answer((key[0], key[0] + tricks), (key[1], key[1] + points))
            if certain is None:
                rows = self.question.wanted[key[0] : key[0] + tricks + 1]
                told = tuple(row[key[1] : key[1] + points + 1] for row in rows)
                found = self.kinds.setdefault(told, len(self.kinds) + 2)
            else:
                found = int(certain)
            self.left[key] = found
        return found
