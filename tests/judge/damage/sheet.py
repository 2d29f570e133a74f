"""A legal record as a sheet of lines that can be damaged; it knows cards and seats, and nothing of the interpreter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random


class Unfit(Exception):  # noqa: N818
    """This sheet has nothing that could be damaged in this way."""


@dataclass
class Damage:
    """A damaged record, and what must be found in it: code, line and column, nothing else."""

    lines: list[str]
    expected: list[tuple[str, int, int]]


@dataclass
class Sheet:
    """One legal hand as lines. Lines are numbered from 0 here, and from 1 in what is expected."""

    ruleset: str
    lines: list[str]
    ranks: str
    suits: str
    bids: tuple[str, ...]
    words: tuple[str, ...]
    rng: Random = field(default_factory=lambda: Random(0))

    # ------------------------------------------------------------------ finding

    def where(self, start: str, *, holding: str = "") -> int:
        """The first line that begins so, and has something in it."""
        for number, line in enumerate(self.lines):
            if line.startswith(start) and holding in line:
                return number
        raise Unfit(start)

    def all(self, start: str) -> list[int]:
        """All lines that begin so."""
        return [number for number, line in enumerate(self.lines) if line.startswith(start)]

    @property
    def tricks(self) -> list[int]:
        """The lines of the tricks."""
        return [number for number, line in enumerate(self.lines) if re.match(r" ?\d+ [A-Z]:", line)]

    @property
    def seats(self) -> list[str]:
        """The seats that play, in order of play."""
        out = self.lines[self.where("out ")].split()[1:] if self.all("out ") else []
        return [seat for seat in self.everybody if seat not in out]

    @property
    def everybody(self) -> list[str]:
        """All seats, those that sit out too; the dummies last."""
        found = [self.lines[number].split()[1] for number in self.all("seat ")]
        return found + [self.lines[number].split()[1] for number in self.all("dummy ")]

    @property
    def declarer(self) -> str:
        """The seat that plays the contract."""
        highest = [seat for seat, word in self.said() if word in self.bids]
        if not highest:
            raise Unfit("no declarer")
        return highest[-1]

    def said(self) -> list[tuple[str, str]]:
        """The words of the auction."""
        return [(seat, word) for number in self.all("bid ") for seat, word in pairs(self.lines[number])]

    def cards(self, number: int) -> list[str]:
        """The cards on a line."""
        return re.findall(r"(?<!\S)[0-9A-Z][a-z](?!\S)", self.lines[number])

    def leader(self, number: int) -> str:
        """Return the leader of the trick in a line."""
        return self.lines[number].split(":")[0].split()[-1]

    def players(self, number: int) -> list[str]:
        """Return the players of a trick's cards, in their order."""
        seats, leader = self.seats, self.leader(number)
        at = seats.index(leader)
        return seats[at:] + seats[:at]

    def played(self) -> dict[str, tuple[int, str]]:
        """Every card that is played: the line of its trick, and whose it is."""
        found: dict[str, tuple[int, str]] = {}
        for number in self.tricks:
            for seat, card in zip(self.players(number), self.cards(number), strict=False):
                found[card] = (number, seat)
        return found

    def others(self, seat: str) -> list[str]:
        """The other seats that play."""
        return [each for each in self.seats if each != seat]

    # ------------------------------------------------------------------ damaging

    def copy(self) -> list[str]:
        """The lines, to be changed."""
        return list(self.lines)

    def replaced(self, number: int, at: int, old: str, new: str) -> list[str]:
        """The lines with a piece of one replaced, `at` counted in characters."""
        line = self.lines[number]
        assert line[at : at + len(old)] == old, (line, at, old)
        lines = self.copy()
        lines[number] = line[:at] + new + line[at + len(old) :]
        return lines

    def column(self, number: int, token: str, *, nth: int = 0) -> int:
        """Return the column of a word in a line, from 0."""
        found = [
            match.start() for match in re.finditer(rf"(?<!\S){re.escape(token)}(?![A-Za-z0-9-])", self.lines[number])
        ]
        if nth >= len(found):
            raise Unfit(token)
        return found[nth]

    def only(self, lines: list[str], code: str, number: int, at: int) -> Damage:
        """A damage of which one thing must be found."""
        return Damage(lines, [(code, number + 1, at + 1)])

    def other_rank(self) -> str:
        """A rank that the pack does not have."""
        return next(rank for rank in "89XZQW" if rank not in self.ranks)


def pairs(line: str) -> list[tuple[str, str]]:
    """Seats and words of a line."""
    return re.findall(r"([A-Z]): ([a-z][a-z0-9-]*)", line)
