"""Texts of simulated hands, as the writer writes them: plain ones, all of them, or with irregularities."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from calarec.core.engine.behaviours import behaviour_of
from calarec.core.mechanisms.fields import Kind
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.simulation import simulate
from tests.bulk.both import game

if TYPE_CHECKING:
    from collections.abc import Iterator

_INCIDENTS = (rec.Claim, rec.Concede, rec.Show, rec.Signal, rec.Fault)


@cache
def text_of(
    name: str, hands: int, seed: int = 0, bot: str = "random", seats: int | None = None, aim: str | None = None
) -> str:
    """One evening of so many plain hands."""
    return "".join(write_hands(plain_hands(name, hands, seed, bot, seats, aim)))


def plain_hands(
    name: str, hands: int, seed: int, bot: str, seats: int | None, aim: str | None = None
) -> Iterator[rec.Hand]:
    """Simulated hands without incidents, match after match, with a running score of their own."""
    matching = behaviour_of(Kind.SECTION, "match")
    totals: dict[str, int] = {}
    match, deals, over = 1, 0, False
    wanted = hands
    for each in simulate(game(name), hands=2 * hands + 20, seed=seed, bot=bot, seats=seats, aim=aim):
        said = each.hand.statements
        if any(isinstance(one, _INCIDENTS) for one in said):
            continue
        begins = over
        if begins:
            totals, match, deals = dict.fromkeys(totals, 0), match + 1, 0
        deals += 1
        for label, gain in zip(each.setting.labels, matching.gains(game(name), each.account), strict=True):
            totals[label] = totals.get(label, 0) + gain
        new = [one._replace(amounts=tuple(totals.items())) if isinstance(one, rec.Total) else one for one in said]
        session = replace(each.hand.session, match=match)
        yield replace(each.hand, statements=tuple(new), new_match=begins, session=session)
        over = matching.standing(game(name), tuple(totals.values()), deal=deals).over
        wanted -= 1
        if not wanted:
            return


def simulated_text(name: str, hands: int, seed: int, aim: str | None = None) -> str:
    """Hands as they are simulated, with all their lines."""
    return "".join(write_hands(each.hand for each in simulate(game(name), hands=hands, seed=seed, aim=aim)))


@cache
def irregular_text(name: str, hands: int = 50, seed: int = 4) -> str:
    """An evening with an irregularity in four hands of ten."""
    return "".join(write_hands(each.hand for each in simulate(game(name), hands=hands, seed=seed, irregular=True)))
