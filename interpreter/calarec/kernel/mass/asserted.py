"""What a plain hand asserts of its outcome, held against what the rules give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.mass.score import amounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.kernel.mass.judge import Judge, Judged
    from calarec.kernel.mass.seating import Seating

_MOST_READ = 20_000


class Asserted:
    """Holds `score` and `result` lines; lines that were read before are not read again."""

    def __init__(self, judge: Judge, labels: Sequence[int]) -> None:
        self.judge, self.labels = judge, labels
        self._scores: dict[bytes, list[int | None] | None] = {}
        self._results: dict[bytes, list[int | None] | None] = {}

    def score(self, text: bytes, payments: tuple[int, ...]) -> bool:
        """Whether a `score` line holds."""
        stated = self._read(self._scores, text)
        if stated is None:
            return False
        return all(found is None or found == due for found, due in zip(stated, payments, strict=True))

    def result(self, text: bytes, judged: Judged, seating: Seating) -> bool:
        """Whether a `result` line holds."""
        points = self.judge.points(judged)
        stated = self._read(self._results, text)
        if stated is None:
            return self._sides(text, judged, seating, points)
        points.append(0)
        for found, due, place in zip(stated, seating.by_label(points), seating.label_places, strict=True):
            if found is not None and (found != due or place is None):
                return False
        return True

    def _read(self, kept: dict[bytes, list[int | None] | None], text: bytes) -> list[int | None] | None:
        """The amounts of a line by label; None for anything but one plain number a seat."""
        try:
            return kept[text]
        except KeyError:
            if len(kept) >= _MOST_READ:
                kept.clear()
            plain = not any(sign in text for sign in (b"+", b"p", b"n", b"l")) or kept is self._scores
            found = kept[text] = amounts(text, self.labels) if plain else None
            return found

    def _sides(self, text: bytes, judged: Judged, seating: Seating, points: list[int]) -> bool:
        """Whether a line holds that joins seats, says whole points, or just who has won."""
        words = text.split()
        seen: set[int] = set()
        for side, said in zip(words[::2], words[1::2], strict=True):
            places = [seating.places[letter] for letter in side if letter not in b":+"]
            if None in places or seen & set(places) or len(set(places)) != len(places):
                return False
            seen |= set(places)  # type: ignore[arg-type]
            due = sum(points[place] for place in places if place is not None)
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
