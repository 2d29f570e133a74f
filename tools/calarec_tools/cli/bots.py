"""`--bot`: the bot that plays simulated hands, and its refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec.simulation.players import PLAYERS
from calarec_tools.cli.declare import Option
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from calarec.simulation.strong import NotPlayedError

BOT: Final = Option("bot", ("--bot",), Words("The bot that plays."), default="sensible", choices=tuple(PLAYERS))
_NOT_PLAYED: Final = Words("`{bot}` does not play `{id}`: {reason}; `--bot {other}` does.")


def not_played(error: NotPlayedError) -> RefusalError:
    """Return a refusal that proposes the default bot."""
    return RefusalError(_NOT_PLAYED, bot=error.bot, id=error.ruleset, reason=error.reason, other=BOT.default)
