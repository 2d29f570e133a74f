"""Environments for learning, from any ruleset, with libraries of the extra `rl`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from calarec.learning.tables import MissingLibraryError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.learning.batch_env import BatchEnv
    from calarec.learning.parallel_env import JointEnv
    from calarec.learning.seat_env import SeatEnv
    from calarec.learning.spiel_game import SpielGame
    from calarec.learning.tables import EnvRules
    from calarec.learning.turn_env import TurnEnv
    from calarec.simulation.own_bots import SeatBot

_LIBRARIES = {"gymnasium": "Gymnasium", "numpy": "Gymnasium", "pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel"}


def _load(module: str) -> Any:
    """A module that needs a library; MissingLibraryError if that is missing."""
    try:
        return import_module(f"calarec.learning.{module}")
    except ModuleNotFoundError as error:
        missing = _LIBRARIES.get((error.name or "").partition(".")[0])
        if missing is None:
            raise
        raise MissingLibraryError(missing) from error


def env(
    rules: EnvRules,
    seats: int | None = None,
    *,
    dealer: str = "",
    match: bool = False,
    render_mode: str | None = None,
) -> TurnEnv:
    """Make an environment of PettingZoo in which seats act one after another (AEC).

    Args:
        rules: a ruleset by id, path or object.
        seats: how many people sit at the table; without it the first number that the rules allow.
        dealer: the letter of the seat that deals; without it any seat, by chance.
        match: an episode is a match by the rules of the ruleset, not one hand.
        render_mode: `ansi` lets `render` return the record of the hand.

    Returns:
        The environment: one hand or match an episode, agents by the letters of their seats.

    Raises:
        MissingLibraryError: PettingZoo is not installed.
        LayoutError: the rules have more of something than the layout has room for.
        RulesetError: the ruleset cannot be used.
        ValueError: the rules are not played at so many seats, or end no match.
    """
    made: TurnEnv = _load("turn_env").TurnEnv(rules, seats, dealer=dealer, match=match, render_mode=render_mode)
    return made


def parallel_env(
    rules: EnvRules,
    seats: int | None = None,
    *,
    dealer: str = "",
    match: bool = False,
    render_mode: str | None = None,
) -> JointEnv:
    """Make an environment of PettingZoo in which all seats answer at once.

    Args:
        rules: a ruleset by id, path or object.
        seats: how many people sit at the table; without it the first number that the rules allow.
        dealer: the letter of the seat that deals; without it any seat, by chance.
        match: an episode is a match by the rules of the ruleset, not one hand.
        render_mode: `ansi` lets `render` return the record of the hand.

    Returns:
        The environment. A seat that does not decide has one legal action, `done`, which does nothing.

    Raises:
        MissingLibraryError: PettingZoo is not installed.
        LayoutError: the rules have more of something than the layout has room for.
        RulesetError: the ruleset cannot be used.
        ValueError: the rules are not played at so many seats, or end no match.
    """
    made: JointEnv = _load("parallel_env").JointEnv(rules, seats, dealer=dealer, match=match, render_mode=render_mode)
    return made


def seat_env(
    rules: EnvRules,
    seats: int | None = None,
    *,
    seat: str = "A",
    bots: SeatBot | Mapping[str, SeatBot] = "sensible",
    dealer: str = "",
    match: bool = False,
    render_mode: str | None = None,
) -> SeatEnv:
    """Make an environment of Gymnasium: one seat learns, and bots have the others.

    Args:
        rules: a ruleset by id, path or object.
        seats: how many people sit at the table; without it the first number that the rules allow.
        seat: the letter of the seat that learns.
        bots: `sensible`, `random`, `strong` or a function, for all other seats or for each by its letter.
        dealer: the letter of the seat that deals; without it any seat, by chance.
        match: an episode is a match by the rules of the ruleset, not one hand.
        render_mode: `ansi` lets `render` return the record of the hand.

    Returns:
        The environment: one hand or match an episode.

    Raises:
        MissingLibraryError: Gymnasium is not installed.
        LayoutError: the rules have more of something than the layout has room for.
        RulesetError: the ruleset cannot be used.
        ValueError: a seat or a bot that there is not, or rules that end no match.
    """
    made: SeatEnv = _load("seat_env").SeatEnv(
        rules, seats, seat=seat, bots=bots, dealer=dealer, match=match, render_mode=render_mode
    )
    return made


def batch_env(rules: EnvRules, hands: int, seats: int | None = None, *, seed: int | None = None) -> BatchEnv:
    """Make many hands that are played side by side, in arrays of numpy.

    Args:
        rules: a ruleset by id, path or object.
        hands: how many hands are played at once.
        seats: how many people sit at the table; without it the first number that the rules allow.
        seed: deals the same hands each time.

    Returns:
        The environment. The compiled kernel plays if it can; `why_plain` names the rule that it does not know.

    Raises:
        MissingLibraryError: numpy is not installed.
        LayoutError: the rules have more of something than the layout has room for.
        RulesetError: the ruleset cannot be used.
        ValueError: the rules are not played at this number of seats, or there are too many hands.
    """
    made: BatchEnv = _load("batch_env").BatchEnv(rules, hands, seats, seed=seed)
    return made


def spiel_game(rules: EnvRules, seats: int | None = None, *, dealer: str = "A") -> SpielGame:
    """Make a game for OpenSpiel.

    Args:
        rules: a ruleset by id, path or object.
        seats: how many people sit at the table; without it the first number that the rules allow.
        dealer: the letter of the seat that deals.

    Returns:
        The game; its chance nodes deal card by card.

    Raises:
        MissingLibraryError: OpenSpiel is not installed.
        LayoutError: the rules have more of something than the layout has room for.
        RulesetError: the ruleset cannot be used.
        ValueError: the rules are not played at so many seats.
    """
    made: SpielGame = _load("spiel_game").make_spiel_game(rules, seats, dealer)
    return made
