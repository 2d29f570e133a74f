"""Reports on a hand with hidden cards contain only facts common to all fillings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.engine.views.partial_views import hold_views
from tests.fuzz.target import Drawn, Target
from tests.rulebooks import IDS, game
from tests.unknown_cards.damage import damaged
from tests.unknown_cards.hidden import Hidden, hidden
from tests.unknown_cards.rulings_agree import hold_fed_back, hold_same

if TYPE_CHECKING:
    from random import Random

    from calarec.core.records.model import Hand


def _simulated(ruleset: str, seed: int) -> Hand:
    return next(iter(simulate(game(ruleset), hands=1, seed=seed, bot="random"))).hand


def draw(rng: Random) -> Drawn:
    """A hand with a few cards blank."""
    ruleset = rng.choice(IDS)
    hand = hidden(_simulated(ruleset, rng.randrange(10**6)), rng, most=rng.choice((3, 4, 6)))
    return Drawn(write([hand.hand]), (ruleset,))


def hold(drawn: Drawn) -> None:
    """The ruling, and what is shown to all and to every seat at every step."""
    rules = game(str(drawn.more[0]))
    (hand,) = parse_records(drawn.text)
    if hand.findings or not hand.statements:
        return
    written = {name for each in hand.statements if isinstance(each, rec.Deal | rec.Monte) for name in each.cards}
    gone = tuple(name for name in rules.cards.names if name not in written)
    one = Hidden(hand, gone)
    if any(each.code == "CAL313" for each in begin_totals(rules).replay(hand).findings):
        return  # it says that not every way was looked into
    hold_same(rules, one)
    hold_views(rules, one)


def draw_less(rng: Random) -> Drawn:
    """A hand with much left out."""
    ruleset = rng.choice(IDS)
    whole = _simulated(ruleset, rng.randrange(10**6))
    hand = damaged(whole, rng) if rng.random() < 0.6 else hidden(whole, rng, most=12).hand
    return Drawn(write([hand]), (ruleset,))


def hold_less(drawn: Drawn) -> None:
    """Deductions written into the record change nothing."""
    rules = game(str(drawn.more[0]))
    hands = parse_records(drawn.text)
    if len(hands) == 1 and hands[0].statements and not hands[0].broken:
        hold_fed_back(rules, hands[0])


HIDDEN = Target(
    "hidden",
    "What is told with hidden cards, to all or to a seat, at any step, is what all ways to fill them have alike, and "
    "never what only one world has.",
    draw,
    hold,
    12,
)
DEDUCED = Target(
    "deduced",
    "What is deduced from a partial record changes nothing when it is written into it.",
    draw_less,
    hold_less,
    25,
)
