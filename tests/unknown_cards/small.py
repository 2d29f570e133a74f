"""A game of twelve cards: few enough that every way in which a hand can have gone can be looked at."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

RULES = Path(__file__).parent / "rules"


@cache
def tiny() -> Game:
    """The game of twelve cards."""
    return Game.from_ruleset(load_ruleset(str(RULES / "tiny.yaml")))


@cache
def never() -> Game:
    """The game of twelve cards, where no ace is laid aside."""
    return Game.from_ruleset(load_ruleset(str(RULES / "never.yaml")))


@cache
def bound() -> Game:
    """The game of twelve cards, where players may not pass, lead and lay aside as they like, by what they hold."""
    return Game.from_ruleset(load_ruleset(str(RULES / "bound.yaml")))


@cache
def holder() -> Game:
    """The game of twelve cards; in some contracts the holder of a card leads first."""
    return Game.from_ruleset(load_ruleset(str(RULES / "holder.yaml")))


@cache
def again() -> Game:
    """The game of twelve cards; a caller of an own card shows it and calls another."""
    return Game.from_ruleset(load_ruleset(str(RULES / "again.yaml")))


@cache
def partners() -> Game:
    """The game of twelve cards: holders of the two called cards are partners."""
    return Game.from_ruleset(load_ruleset(str(RULES / "partners.yaml")))


@cache
def claiming() -> Game:
    """The game of twelve cards, where points can be claimed and there are bonuses of every kind."""
    return Game.from_ruleset(load_ruleset(str(RULES / "claimed.yaml")))


@cache
def drawn() -> Game:
    """The game of twelve cards in two hands and a stock."""
    return Game.from_ruleset(load_ruleset(str(RULES / "drawn.yaml")))


@cache
def trumped() -> Game:
    """The same with a trump turned up, drawn last, and a duty to beat and to trump."""
    return Game.from_ruleset(load_ruleset(str(RULES / "trumped.yaml")))
