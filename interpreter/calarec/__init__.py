"""calarec: rules as data and games as records for Calabresella and its family.

    import calarec

    rules = calarec.load_rules("rules/club.yaml")
    for replay in calarec.replay(calarec.read("evening.cal"), rules):
        print(replay.verdict, replay.account and replay.account.payments)

`load_rules` loads a ruleset, `read` reads the hands of a record one by one, `replay` judges them, `write`
writes hands as a record, `play` begins a hand and `resume` goes on with one, `solve` says what each card was worth,
`simulate` makes hands, `view` tells what one seat knows. Everything is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.base.version import __version__ as __version__
    from calarec.core.engine.account import Account as Account
    from calarec.core.engine.account import Reason as Reason
    from calarec.core.engine.account import Side as Side
    from calarec.core.engine.game import Game as Game
    from calarec.core.engine.state import State as State
    from calarec.core.engine.views import View as View
    from calarec.core.engine.views import view as view
    from calarec.core.judge.json import as_json as as_json
    from calarec.core.judge.judgement import Judgement as Judgement
    from calarec.core.mechanisms.ruleset import Ruleset as Ruleset
    from calarec.core.notation.reader import Records as Records
    from calarec.core.notation.reader import UnreadableError as UnreadableError
    from calarec.core.notation.source import Text as Text
    from calarec.core.notation.writer import write as write
    from calarec.core.records import Hand as Hand
    from calarec.core.wording.findings import Finding as Finding
    from calarec.core.wording.severities import Severity as Severity
    from calarec.playing.hand import HandInPlay as HandInPlay
    from calarec.playing.hand import IllegalMoveError as IllegalMoveError
    from calarec.playing.hand import UnplayableError as UnplayableError
    from calarec.playing.hand import play as play
    from calarec.playing.hand import resume as resume
    from calarec.playing.moves import LegalMoves as LegalMoves
    from calarec.playing.moves import Move as Move
    from calarec.playing.seat_view import SeatView as SeatView
    from calarec.public import load_rules as load_rules
    from calarec.public import read as read
    from calarec.public import replay as replay
    from calarec.record_judge.session import NoRulesError as NoRulesError
    from calarec.rulesets.load import RulesetError as RulesetError
    from calarec.simulation.own_bots import BotError as BotError
    from calarec.simulation.own_bots import OwnBot as OwnBot
    from calarec.simulation.run import AimError as AimError
    from calarec.simulation.run import Simulated as Simulated
    from calarec.simulation.run import simulate as simulate
    from calarec.solving.position import UnsolvableError as UnsolvableError
    from calarec.solving.solve import Solution as Solution
    from calarec.solving.solve import solve as solve

_HOMES = {
    "Account": "core.engine.account",
    "AimError": "simulation.run",
    "BotError": "simulation.own_bots",
    "Finding": "core.wording.findings",
    "Game": "core.engine.game",
    "Hand": "core.records",
    "HandInPlay": "playing.hand",
    "IllegalMoveError": "playing.hand",
    "Judgement": "core.judge.judgement",
    "LegalMoves": "playing.moves",
    "Move": "playing.moves",
    "NoRulesError": "record_judge.session",
    "OwnBot": "simulation.own_bots",
    "Reason": "core.engine.account",
    "Records": "core.notation.reader",
    "Ruleset": "core.mechanisms.ruleset",
    "RulesetError": "rulesets.load",
    "SeatView": "playing.seat_view",
    "Severity": "core.wording.severities",
    "Side": "core.engine.account",
    "Simulated": "simulation.run",
    "Solution": "solving.solve",
    "State": "core.engine.state",
    "Text": "core.notation.source",
    "UnplayableError": "playing.hand",
    "UnreadableError": "core.notation.reader",
    "UnsolvableError": "solving.position",
    "View": "core.engine.views",
    "__version__": "core.base.version",
    "as_json": "core.judge.json",
    "load_rules": "public",
    "play": "playing.hand",
    "read": "public",
    "replay": "public",
    "resume": "playing.hand",
    "simulate": "simulation.run",
    "solve": "solving.solve",
    "view": "core.engine.views",
    "write": "core.notation.writer",
}
"""Where each public name lives."""

__all__ = [
    "Account",
    "AimError",
    "BotError",
    "Finding",
    "Game",
    "Hand",
    "HandInPlay",
    "IllegalMoveError",
    "Judgement",
    "LegalMoves",
    "Move",
    "NoRulesError",
    "OwnBot",
    "Reason",
    "Records",
    "Ruleset",
    "RulesetError",
    "SeatView",
    "Severity",
    "Side",
    "Simulated",
    "Solution",
    "State",
    "Text",
    "UnplayableError",
    "UnreadableError",
    "UnsolvableError",
    "View",
    "__version__",
    "as_json",
    "load_rules",
    "play",
    "read",
    "replay",
    "resume",
    "simulate",
    "solve",
    "view",
    "write",
]  # fmt: skip


def _public(name: str) -> object:
    """A public name, imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


if not TYPE_CHECKING:
    # A checker that knew of this would let every name pass.
    __getattr__ = _public


def __dir__() -> list[str]:
    """Every public name, imported or not."""
    return sorted({*globals(), *__all__})
