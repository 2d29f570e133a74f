"""calarec: rules as data and games as records for Calabresella and its family.

    import calarec

    rules = calarec.load_rules("rules/club.yaml")
    for replay in calarec.replay(calarec.read("evening.cal"), rules):
        print(replay.verdict, replay.payments)

`rulesets` lists the rulesets and `load_rules` loads one. `read` reads the hands of a record one by one, `replay`
judges them, `write` writes hands as a record. `play` begins a hand and `resume` goes on with one; `view` is what one
seat knows. `solve` finds perfect play, `simulate` makes hands. The functions of commands have their names: `check`,
`annotate`, `repair`, `rescore`, `identify`, `diff`, `sheet`, `archive`. `env`, `parallel_env`, `seat_env`,
`batch_env` and `spiel_game` make environments for learning. Everything is imported when it is first used.
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
    from calarec.learning.environments import batch_env as batch_env
    from calarec.learning.environments import env as env
    from calarec.learning.environments import parallel_env as parallel_env
    from calarec.learning.environments import seat_env as seat_env
    from calarec.learning.environments import spiel_game as spiel_game
    from calarec.learning.layout import LayoutError as LayoutError
    from calarec.learning.stepped_hand import SlotError as SlotError
    from calarec.learning.tables import MissingLibraryError as MissingLibraryError
    from calarec.playing.hand import HandInPlay as HandInPlay
    from calarec.playing.hand import IllegalMoveError as IllegalMoveError
    from calarec.playing.hand import UnplayableError as UnplayableError
    from calarec.playing.hand import play as play
    from calarec.playing.hand import resume as resume
    from calarec.playing.move_types import Move as Move
    from calarec.playing.moves import LegalMoves as LegalMoves
    from calarec.playing.seat_view import SeatView as SeatView
    from calarec.public import load_rules as load_rules
    from calarec.public import read as read
    from calarec.public import replay as replay
    from calarec.record_judge.session import NoRulesError as NoRulesError
    from calarec.rule_files.known_rulesets import KnownRulesets as KnownRulesets
    from calarec.rule_files.known_rulesets import rulesets as rulesets
    from calarec.rule_files.load import RulesetError as RulesetError
    from calarec.simulation.own_bots import BotError as BotError
    from calarec.simulation.own_bots import OwnBot as OwnBot
    from calarec.simulation.own_bots import SeatBot as SeatBot
    from calarec.simulation.run import AimError as AimError
    from calarec.simulation.run import Simulated as Simulated
    from calarec.simulation.run import simulate as simulate
    from calarec.simulation.strong import NotPlayedError as NotPlayedError
    from calarec.solving.position import UnsolvableError as UnsolvableError
    from calarec.solving.solve import Solution as Solution
    from calarec.solving.solve import solve as solve
    from calarec_tools.library.archives import Archive as Archive
    from calarec_tools.library.archives import archive as archive
    from calarec_tools.library.comparing import RulesDiff as RulesDiff
    from calarec_tools.library.comparing import diff as diff
    from calarec_tools.library.displays import CardPicture as CardPicture
    from calarec_tools.library.displays import draw_cards as draw_cards
    from calarec_tools.library.evenings import Evenings as Evenings
    from calarec_tools.library.evenings import sheet as sheet
    from calarec_tools.library.judging import AnnotatedHand as AnnotatedHand
    from calarec_tools.library.judging import CheckReport as CheckReport
    from calarec_tools.library.judging import annotate as annotate
    from calarec_tools.library.judging import check as check
    from calarec_tools.library.judging import identify as identify
    from calarec_tools.library.judging import repair as repair
    from calarec_tools.library.judging import rescore as rescore
    from calarec_tools.output.files.streams import RefusalError as RefusalError

_HOMES = {
    "Account": "calarec.core.engine.account",
    "AimError": "calarec.simulation.run",
    "AnnotatedHand": "calarec_tools.library.judging",
    "Archive": "calarec_tools.library.archives",
    "BotError": "calarec.simulation.own_bots",
    "CardPicture": "calarec_tools.library.displays",
    "CheckReport": "calarec_tools.library.judging",
    "Evenings": "calarec_tools.library.evenings",
    "Finding": "calarec.core.wording.findings",
    "Game": "calarec.core.engine.game",
    "Hand": "calarec.core.records",
    "HandInPlay": "calarec.playing.hand",
    "IllegalMoveError": "calarec.playing.hand",
    "Judgement": "calarec.core.judge.judgement",
    "KnownRulesets": "calarec.rule_files.known_rulesets",
    "LayoutError": "calarec.learning.layout",
    "LegalMoves": "calarec.playing.moves",
    "MissingLibraryError": "calarec.learning.tables",
    "Move": "calarec.playing.move_types",
    "NoRulesError": "calarec.record_judge.session",
    "NotPlayedError": "calarec.simulation.strong",
    "OwnBot": "calarec.simulation.own_bots",
    "Reason": "calarec.core.engine.account",
    "Records": "calarec.core.notation.reader",
    "RefusalError": "calarec_tools.output.files.streams",
    "RulesDiff": "calarec_tools.library.comparing",
    "Ruleset": "calarec.core.mechanisms.ruleset",
    "RulesetError": "calarec.rule_files.load",
    "SeatBot": "calarec.simulation.own_bots",
    "SeatView": "calarec.playing.seat_view",
    "Severity": "calarec.core.wording.severities",
    "Side": "calarec.core.engine.account",
    "Simulated": "calarec.simulation.run",
    "SlotError": "calarec.learning.stepped_hand",
    "Solution": "calarec.solving.solve",
    "State": "calarec.core.engine.state",
    "Text": "calarec.core.notation.source",
    "UnplayableError": "calarec.playing.hand",
    "UnreadableError": "calarec.core.notation.reader",
    "UnsolvableError": "calarec.solving.position",
    "View": "calarec.core.engine.views",
    "__version__": "calarec.core.base.version",
    "annotate": "calarec_tools.library.judging",
    "archive": "calarec_tools.library.archives",
    "as_json": "calarec.core.judge.json",
    "check": "calarec_tools.library.judging",
    "diff": "calarec_tools.library.comparing",
    "draw_cards": "calarec_tools.library.displays",
    "batch_env": "calarec.learning.environments",
    "env": "calarec.learning.environments",
    "identify": "calarec_tools.library.judging",
    "load_rules": "calarec.public",
    "parallel_env": "calarec.learning.environments",
    "play": "calarec.playing.hand",
    "read": "calarec.public",
    "repair": "calarec_tools.library.judging",
    "replay": "calarec.public",
    "rescore": "calarec_tools.library.judging",
    "resume": "calarec.playing.hand",
    "rulesets": "calarec.rule_files.known_rulesets",
    "seat_env": "calarec.learning.environments",
    "sheet": "calarec_tools.library.evenings",
    "simulate": "calarec.simulation.run",
    "solve": "calarec.solving.solve",
    "spiel_game": "calarec.learning.environments",
    "view": "calarec.core.engine.views",
    "write": "calarec.core.notation.writer",
}
"""The module of each public name."""

__all__ = [
    "Account",
    "AimError",
    "AnnotatedHand",
    "Archive",
    "BotError",
    "CardPicture",
    "CheckReport",
    "Evenings",
    "Finding",
    "Game",
    "Hand",
    "HandInPlay",
    "IllegalMoveError",
    "Judgement",
    "KnownRulesets",
    "LayoutError",
    "LegalMoves",
    "MissingLibraryError",
    "Move",
    "NoRulesError",
    "NotPlayedError",
    "OwnBot",
    "Reason",
    "Records",
    "RefusalError",
    "RulesDiff",
    "Ruleset",
    "RulesetError",
    "SeatBot",
    "SeatView",
    "Severity",
    "Side",
    "Simulated",
    "SlotError",
    "Solution",
    "State",
    "Text",
    "UnplayableError",
    "UnreadableError",
    "UnsolvableError",
    "View",
    "__version__",
    "annotate",
    "archive",
    "as_json",
    "batch_env",
    "check",
    "diff",
    "draw_cards",
    "env",
    "identify",
    "load_rules",
    "parallel_env",
    "play",
    "read",
    "repair",
    "replay",
    "rescore",
    "resume",
    "rulesets",
    "seat_env",
    "sheet",
    "simulate",
    "solve",
    "spiel_game",
    "view",
    "write",
]  # fmt: skip


def _public(name: str) -> object:
    """A public name, imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from calarec.core.base import displays

    displays.draw_value = _draw_value
    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def _draw_value(value: object, form: str) -> str | None:
    """Draws a value for a notebook."""
    from calarec_tools.library.displays import draw_value

    return draw_value(value, form)


if not TYPE_CHECKING:
    # A checker that knew of this would let every name pass.
    __getattr__ = _public


def __dir__() -> list[str]:
    """Every public name, imported or not."""
    return sorted({*globals(), *__all__})
