"""Sentences on the rubber and the points by rank of an evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.match import Series
    from calarec.core.mechanisms.ruleset import Ruleset

_GAMES: Final = Words("Matches won, of {games} for the rubber: {amounts}.")
_RUBBER: Final = Words("The rubber goes to {who}.")
_BY_RANK: Final = Words("Points by rank: {amounts}.")
_SERIES_OPEN: Final = Words("The record leaves open who has won all matches so far.")


def series_words(series: Series, ruleset: Ruleset) -> Iterator[Words]:
    """Yield the results of the matches of an evening so far."""
    rule = ruleset.rules.match
    if not rule.has_series:
        return
    if not series.is_known:
        yield _SERIES_OPEN
        return
    if rule.games is not None:
        yield _GAMES.with_values(amounts=_amounts_by_person(series.games), games=rule.games)
        winners = series.find_rubber_winners(rule.games)
        if winners:
            yield _RUBBER.with_values(who=Listing(tuple(map(visible, winners))))
    if rule.ranking:
        yield _BY_RANK.with_values(amounts=_amounts_by_person(series.points))


def _amounts_by_person(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{visible(person)} {amount}" for person, amount in amounts)
