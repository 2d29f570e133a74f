"""Simulated hands of which only the score is left, some with an altered figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.records import model as rec
from calarec.simulation import simulate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.records.model import Hand
    from calarec.simulation.run import Simulated

_KEPT = (
    rec.Dealer, rec.Out, rec.Carry, rec.Bid, rec.Raise, rec.Double, rec.Call, rec.Trump, rec.Result, rec.Score, rec.End,
)  # fmt: skip


def scored_hands(rules: Game, count: int, rng: Random) -> Iterator[Hand]:
    """So many simulated hands with points of seats or of sides, payments, or both."""
    seed, bot = rng.randrange(10**6), rng.choice(["sensible", "random"])
    for simulated in simulate(rules, hands=count, seed=seed, bot=bot):
        dropped = rng.choice([(), (), (rec.Score,), (rec.Result,)])
        if rec.Score in dropped and simulated.account.bonuses:
            dropped = ()  # without its payments it is ruled without the bonus, as another hand
        statements = [line for line in simulated.hand.statements if isinstance(line, _KEPT)]
        if any(isinstance(line, rec.Result | rec.Score) and not isinstance(line, dropped) for line in statements):
            statements = [line for line in statements if not isinstance(line, dropped)]
        if rng.random() < 0.5:
            statements = [_by_sides(line, simulated) if isinstance(line, rec.Result) else line for line in statements]
        yield replace(simulated.hand, statements=tuple(statements), carried=None)


def worthless_tricks(rules: Game, rng: Random, hands: int) -> Iterator[Hand]:
    """Simulated hands with the points of each seat, one with tricks without points."""
    for simulated in simulate(rules, hands=hands, seed=rng.randrange(10**6), bot="random"):
        labels = simulated.setting.labels
        won = {labels[event.winner] for event in simulated.events if isinstance(event, ev.TrickWon)}
        results = simulated.hand.every(rec.Result)
        alone = [side for line in results for side in line.sides if len(side.seats) == 1]
        if any(side.amount == 0 and side.seats[0] in won for side in alone) and not simulated.account.bonuses:
            kept = tuple(line for line in simulated.hand.statements if isinstance(line, _KEPT))
            statements = tuple(line for line in kept if not isinstance(line, rec.Score))
            yield replace(simulated.hand, statements=statements, carried=None)


def _by_sides(line: rec.Result, simulated: Simulated) -> rec.Result:
    """The result with one amount for each side."""
    labels = simulated.setting.labels
    amounts = {side.seats: side.amount or 0 for side in line.sides}
    sides = [tuple(labels[seat] for seat in side.seats) for side in simulated.account.sides]
    if not sides or any((label,) not in amounts for side in sides for label in side):
        return line
    return rec.Result(tuple(rec.Stated(seats=side, amount=sum(amounts[label,] for label in side)) for side in sides))


def with_altered_figure(hand: Hand, rng: Random) -> Hand:
    """The hand with another payment, or with points that went from one seat to another."""
    more = rng.choice([-4, -3, -2, -1, 1, 2, 3, 4])
    lines = [line for line in hand.statements if isinstance(line, rec.Result | rec.Score)]
    changed = rng.choice(lines) if lines else None
    if isinstance(changed, rec.Score):
        amounts = list(changed.amounts)
        place = rng.randrange(len(amounts))
        amounts[place] = amounts[place][0], amounts[place][1] + more
        other: rec.Statement = rec.Score(tuple(amounts))
    elif isinstance(changed, rec.Result) and all(side.amount is not None for side in changed.sides):
        sides = list(changed.sides)
        for place, moved in zip(rng.sample(range(len(sides)), min(2, len(sides))), (more, -more), strict=False):
            sides[place] = sides[place]._replace(amount=(sides[place].amount or 0) + moved)
        other = rec.Result(tuple(sides))
    else:
        return hand
    return replace(hand, statements=tuple(other if line is changed else line for line in hand.statements))
