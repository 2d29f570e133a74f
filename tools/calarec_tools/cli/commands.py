"""Every command and group that exists, in the order in which the help shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec_tools.cli.declare import Listed

if TYPE_CHECKING:
    from calarec_tools.cli.declare import Command, CommandGroup

LISTED: Final = (
    Listed("replay", "calarec_tools.cli.replay"),
    Listed("solve", "calarec_tools.cli.solve"),
    Listed("annotate", "calarec_tools.cli.annotate"),
    Listed("sheet", "calarec_tools.cli.sheet"),
    Listed("view", "calarec_tools.cli.view"),
    Listed("check", "calarec_tools.cli.check"),
    Listed("fmt", "calarec_tools.cli.fmt"),
    Listed("convert", "calarec_tools.cli.convert"),
    Listed("new", "calarec_tools.cli.new"),
    Listed("enter", "calarec_tools.cli.enter"),
    Listed("pin", "calarec_tools.cli.pin"),
    Listed("simulate", "calarec_tools.cli.simulate"),
    Listed("rules", "calarec_tools.cli.rules"),
    Listed("explain", "calarec_tools.cli.explain"),
)


def declared(name: str) -> Command | CommandGroup | None:
    """The declaration of a command or group; None if there is none."""
    return next((listed.declared() for listed in LISTED if listed.name == name), None)


def all_declared() -> list[Command | CommandGroup]:
    """Every declaration, for the help and for completion."""
    return [listed.declared() for listed in LISTED]
