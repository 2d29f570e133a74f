"""calarec: rules as data and games as records for Calabresella and its family.

    import calarec

    rules = calarec.load_rules("rules/club.yaml")
    for replay in calarec.replay(calarec.read("evening.cal"), rules):
        print(replay.verdict, replay.account and replay.account.payments)

`load_rules` loads a ruleset, `read` reads the hands of a record one by one, `replay` judges them, `write`
writes hands as a record, `simulate` makes hands, `view` tells what one seat knows. Everything is imported when it is
first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic as Diagnostic
    from calarec.diagnostics import Severity as Severity
    from calarec.engine.game import Game as Game
    from calarec.moves.account import Account as Account
    from calarec.moves.account import Reason as Reason
    from calarec.moves.account import Side as Side
    from calarec.moves.state import State as State
    from calarec.notation.reader import Records as Records
    from calarec.notation.reader import UnreadableError as UnreadableError
    from calarec.notation.source import Text as Text
    from calarec.notation.writer import write as write
    from calarec.public import load_rules as load_rules
    from calarec.public import read as read
    from calarec.public import replay as replay
    from calarec.records import Hand as Hand
    from calarec.replaying.as_json import as_json as as_json
    from calarec.replaying.result import Replay as Replay
    from calarec.replaying.session import NoRulesError as NoRulesError
    from calarec.rulesets.load import RulesetError as RulesetError
    from calarec.rulesets.ruleset import Ruleset as Ruleset
    from calarec.simulation.run import AimError as AimError
    from calarec.simulation.run import Simulated as Simulated
    from calarec.simulation.run import simulate as simulate
    from calarec.views.view import View as View
    from calarec.views.view import view as view

__version__ = "0.1.0"

_HOMES = {
    "Account": "moves.account",
    "AimError": "simulation.run",
    "Diagnostic": "diagnostics",
    "Game": "engine.game",
    "Hand": "records",
    "NoRulesError": "replaying.session",
    "Reason": "moves.account",
    "Records": "notation.reader",
    "Replay": "replaying.result",
    "Ruleset": "rulesets.ruleset",
    "RulesetError": "rulesets.load",
    "Severity": "diagnostics",
    "Simulated": "simulation.run",
    "Side": "moves.account",
    "State": "moves.state",
    "Text": "notation.source",
    "UnreadableError": "notation.reader",
    "View": "views.view",
    "as_json": "replaying.as_json",
    "load_rules": "public",
    "read": "public",
    "replay": "public",
    "simulate": "simulation.run",
    "view": "views.view",
    "write": "notation.writer",
}
"""Where each public name lives."""

__all__ = [
    "Account", "AimError", "Diagnostic", "Game", "Hand", "NoRulesError", "Reason", "Records", "Replay", "Ruleset",
    "RulesetError", "Severity", "Side", "Simulated", "State", "Text", "UnreadableError", "View", "__version__",
    "as_json", "load_rules", "read", "replay", "simulate", "view", "write",
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
