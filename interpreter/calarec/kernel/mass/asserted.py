"""What a plain hand asserts of its outcome, held against what the rules give."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calarec.kernel.mass.score import amounts
from calarec.notation.patterns import AMOUNT, SEAT, STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.kernel.mass.judge import Judge, Judged
    from calarec.kernel.mass.seating import Seating

_MOST_READ = 20_000
_AMOUNTS = re.compile(f"(?: {SEAT}: {AMOUNT})+".encode("ascii"))
_RESULT = re.compile(STATEMENTS["result"].removeprefix("result").encode("ascii"))


class Asserted:
    """Holds `score` and `result` lines; lines that were read before are not read again."""

    def __init__(self, judge: Judge, labels: Sequence[int]) -> None:
        self.judge, self.labels = judge, labels
        self._scores: dict[bytes, tuple[int | None, ...] | None] = {}
        self._results: dict[bytes, tuple[int | None, ...] | None] = {}

    def score(self, text: bytes, payments: tuple[int, ...]) -> bool:
        """Whether a `score` line holds."""
        stated = self._scores.get(text)
        if stated is None:
            stated = _kept(self._scores, text, amounts(text, self.labels) if _AMOUNTS.fullmatch(text) else None)
        return stated == payments or (stated is not None and _agree(stated, payments))

    def result(self, text: bytes, judged: Judged, seating: Seating) -> bool:
        """Whether a `result` line holds."""
        points = self.judge.points(judged)
        stated = self._results.get(text)
        if stated is None:
            plain = _AMOUNTS.fullmatch(b" " + text)
            stated = _kept(self._results, text, amounts(text, self.labels) if plain else None)
        if stated is None:
            return _RESULT.fullmatch(b" " + text) is not None and self._sides(text, judged, seating, points)
        due = seating.by_label((*points, None))
        return stated == due or _agree(stated, due)

    def _sides(self, text: bytes, judged: Judged, seating: Seating, points: list[int]) -> bool:
        """Whether a line holds that joins seats, says whole points, or just who has won."""
        words = text.split()
        seen: set[int] = set()
        for side, said in zip(words[::2], words[1::2], strict=True):
            places = [place for letter in side if letter not in b":+" for place in (seating.places[letter],)]
            known = {place for place in places if place is not None}
            if len(known) != len(places) or seen & known:
                return False
            seen |= known
            due = sum(points[place] for place in known)
            if said in (b"won", b"lost"):
                if not self._wins(said == b"won", judged, places[0]):
                    return False
            elif said.endswith(b"p"):
                if due // self.judge.kernel.whole != int(said[:-1]):
                    return False
            elif due != int(said):
                return False
        return True

    def _wins(self, said: bool, judged: Judged, place: int | None) -> bool:  # noqa: FBT001 - what the line says
        """Whether a side has won, where somebody wins at all; hands without a declarer are explained."""
        if not judged.settled.contract:
            return False
        rules = self.judge.kernel.rules
        points, whole = judged.points, self.judge.kernel.whole
        counted = points // whole * whole if rules.settle.rounding == "down" else points
        wins: bool = counted >= rules.settle.won_if.points_at_least
        own: bool = place in (judged.settled.declarer, judged.mate)
        return (wins == own) == said


def _kept(
    kept: dict[bytes, tuple[int | None, ...] | None], text: bytes, read: list[int | None] | None
) -> tuple[int | None, ...] | None:
    """What was read of a line, kept for the next time."""
    if len(kept) >= _MOST_READ:
        kept.clear()
    found = kept[text] = None if read is None else tuple(read)
    return found


def _agree(stated: Sequence[int | None], due: Sequence[int | None]) -> bool:
    """Whether every amount that is stated is the one that is due."""
    return all(found is None or found == amount for found, amount in zip(stated, due, strict=True))
