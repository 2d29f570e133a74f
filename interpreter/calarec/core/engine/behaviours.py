"""The behaviour of each mechanism in play, by its kind and name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine.auction import ALL_PASS, RaisingAfterwards, Speaking
from calarec.core.engine.exchange import Calling, Looking, Moving
from calarec.core.engine.match import Matching
from calarec.core.engine.standing import Claiming, Faulting, Opening, Showing, Signalling
from calarec.core.engine.state import DRAWING, TRUMPING
from calarec.core.engine.tricks import Playing
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.mechanisms.fields import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.engine.game import Game
    from calarec.core.engine.terms import StandingBehaviour


_COMMON: Final[Mapping[Kind, Mapping[str, Any]]] = {
    Kind.SECTION: {
        "auction": Speaking(),
        "raising": RaisingAfterwards(),
        "play": Playing(),
        "match": Matching(),
    },
    Kind.STEP: {
        "call": Calling(),
        "look": Looking(),
        **{name: Moving(transfer) for name, transfer in TRANSFERS.items()},
    },
    Kind.STANDING: {
        "claim": Claiming(),
        "fault": Faulting(),
        "show": Showing(),
        "signal": Signalling(),
        "open_hands": Opening(),
    },
    Kind.ALL_PASS: ALL_PASS,
}


@cache
def _rare_behaviours() -> Mapping[tuple[Kind, str], Any]:
    """Import the behaviours that few rulesets need, when a game has one of them."""
    from calarec.core.engine.declaring import Declaring
    from calarec.core.engine.doubling import Doubling
    from calarec.core.engine.drawing import Drawing
    from calarec.core.engine.passing import Passing
    from calarec.core.engine.sharing import SharingOut
    from calarec.core.engine.trumping import Trumping

    return {
        (Kind.SECTION, "doubling"): Doubling(),
        (Kind.SECTION, DRAWING): Drawing(),
        (Kind.SECTION, TRUMPING): Trumping(),
        (Kind.STANDING, "declare"): Declaring(),
        (Kind.STEP, "share"): SharingOut(),
        (Kind.STEP, "pass_cards"): Passing(),
    }


def behaviour_of(kind: Kind, name: str) -> Any:
    """Look up a behaviour by kind and name.

    It is a `StepBehaviour`, a `StandingBehaviour`, or a class that adds hands up.
    """
    common = _COMMON[kind].get(name)
    return _rare_behaviours()[kind, name] if common is None else common


def behaviour_at(game: Game, path: str) -> Any:
    """Look up the behaviour of the step at a path of the program."""
    known = game.worked_out
    found = known.get(path)
    if found is None:
        kind, name = (Kind.STEP, game.step(path).do) if path.startswith("steps.") else (Kind.SECTION, path)
        found = known[path] = behaviour_of(kind, name)
    return found


def standing(game: Game) -> Iterator[tuple[str, Any, StandingBehaviour]]:
    """Name, parameters and behaviour of every standing rule."""
    for name, entry in game.rules.standing.items():
        yield name, entry.params, behaviour_of(Kind.STANDING, entry.do)


def watching(game: Game) -> tuple[tuple[str, Any, Any], ...]:
    """Name, parameters and function of every standing rule that fires on events."""
    found: tuple[tuple[str, Any, Any], ...] | None = game.worked_out.get("watching")
    if found is None:
        fire = [(name, params, getattr(behaviour, "react_to", None)) for name, params, behaviour in standing(game)]
        found = game.worked_out["watching"] = tuple([fired for fired in fire if fired[2]])
    return found
