"""Rubbers and points by rank, added up once more from the totals with which matches end."""

from __future__ import annotations

from typing import NamedTuple

GOAL, GAMES, RANKING = 6, 2, (3, 1, 0)
"""Numbers of `rubber`.

They are the total that ends a match, the matches that win the rubber, and the points by rank.
"""


class Given(NamedTuple):
    """The results of an evening's matches so far."""

    games: dict[str, int]
    points: dict[str, int]
    rubber: list[str]
    """The winners of the rubber, if it is decided."""

    def with_match(self, totals: dict[str, int]) -> Given:
        """After one more match, which ended with these totals."""
        games = {} if self.rubber else dict(self.games)
        best = max(totals.values())
        (winner,) = [person for person, total in totals.items() if total == best]
        games[winner] = games.get(winner, 0) + 1
        points = dict(self.points)
        for person, total in totals.items():
            better = [other for other in totals.values() if other > total]
            points[person] = points.get(person, 0) + RANKING[len(better)]
        return Given(games, points, [person for person, won in games.items() if won == GAMES])


def is_match_over(totals: dict[str, int]) -> bool:
    """Check whether a match ends with these totals; a tie at the top goes on."""
    best = max(totals.values())
    return best >= GOAL and [*totals.values()].count(best) == 1
