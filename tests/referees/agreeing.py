"""Simulated hands of a ruleset, judged by the engine and by an independent referee, which have to settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.rulebooks import WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.simulation.run import Simulated

FOLDER: Final = Path(__file__).parents[1] / "rulesets" / "attested"


def hands(few: int) -> int:
    """Return the number of hands to compare."""
    return 2000 if os.environ.get("CALAREC_THOROUGH") else few


@cache
def rules(name: str) -> Game:
    """A ruleset of the tests, ready to be played."""
    return game(name) if name in WITHOUT_AUCTION else Game.from_ruleset(load_ruleset(str(FOLDER / f"{name}.yaml")))


def at_every_table(
    of: Game, share: int, aims: Sequence[str | None] = (None,), *, seed: int = 5, tables: Sequence[int] = ()
) -> list[Simulated]:
    """Hands of both players, so many at every table (or at these) with every aim."""
    return [
        each
        for seats in tables or of.people
        for bot in ("sensible", "random")
        for aim in aims
        for each in simulate(of, hands=share, seed=seed, bot=bot, seats=seats, aim=aim)
    ]


def to_the_end(made: Iterable[Simulated]) -> list[Simulated]:
    """Return the hands in which every trick was played."""
    return [each for each in made if not any(isinstance(one, rec.Claim | rec.Concede) for one in each.hand.statements)]


def untold(hand: Hand) -> Hand:
    """The hand without its totals, which include earlier hands."""
    return replace(hand, statements=tuple(each for each in hand.statements if not isinstance(each, rec.Total)))


def agreed(of: Game, referee: Callable[[Any], Any], count: int) -> Iterator[tuple[Judgement, dict[str, Any]]]:
    """Hands of both players, some irregular, that engine and referee settle alike, and of which nothing is wrong."""
    for bot in ("sensible", "random"):
        evening = begin_totals(of)
        for each in simulate(of, hands=count // 2, seed=5, bot=bot, irregular=True):
            judged = evening.replay(each.hand)
            hand = as_json(judged)
            answer = referee(for_the_referee(hand))
            ours, theirs = comparable_parts(hand, answer)
            assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
            assert not [finding for finding in judged.findings if finding.severity == "error"]
            yield judged, hand
