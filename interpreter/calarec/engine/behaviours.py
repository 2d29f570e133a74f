"""What each mechanism does at the table, by its kind and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.engine.all_pass import ALL_PASS
from calarec.engine.auction import RaisingAfterwards, Speaking
from calarec.engine.declaring import Declaring
from calarec.engine.doubling import Doubling
from calarec.engine.drawing import Drawing
from calarec.engine.exchange import Calling, Looking, Moving
from calarec.engine.match import Matching
from calarec.engine.passing import Passing
from calarec.engine.sharing import SharingOut
from calarec.engine.standing import Claiming, Faulting, Opening, Showing, Signalling
from calarec.engine.state import DRAWING, TRUMPING
from calarec.engine.tricks import Playing
from calarec.engine.trumping import Trumping
from calarec.mechanisms.exchange import TRANSFERS
from calarec.mechanisms.mechanism import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.engine.game import Game
    from calarec.engine.terms import StandingBehaviour


_BEHAVIOURS: Final[Mapping[Kind, Mapping[str, Any]]] = {
    Kind.SECTION: {
        "auction": Speaking(),
        "raising": RaisingAfterwards(),
        "doubling": Doubling(),
        "play": Playing(),
        DRAWING: Drawing(),
        TRUMPING: Trumping(),
        "match": Matching(),
    },
    Kind.STEP: {
        "call": Calling(),
        "look": Looking(),
        "share": SharingOut(),
        "pass_cards": Passing(),
        **{name: Moving(transfer) for name, transfer in TRANSFERS.items()},
    },
    Kind.STANDING: {
        "claim": Claiming(),
        "fault": Faulting(),
        "show": Showing(),
        "declare": Declaring(),
        "signal": Signalling(),
        "open_hands": Opening(),
    },
    Kind.ALL_PASS: ALL_PASS,
}


def behaviour_of(kind: Kind, name: str) -> Any:
    """What the mechanism of that name does: a `StepBehaviour`, a `StandingBehaviour`, or what adds hands up."""
    return _BEHAVIOURS[kind][name]


def behaviour_at(game: Game, path: str) -> Any:
    """What the step at a path of the program does."""
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
        fire = [(name, params, getattr(each, "fired", None)) for name, params, each in standing(game)]
        found = game.worked_out["watching"] = tuple([each for each in fire if each[2]])
    return found
