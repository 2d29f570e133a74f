"""`calarec rules`: the author's loop."""

from __future__ import annotations

from calarec.wording.language import Words
from calarec_tools.cli.declare import CommandGroup, Listed

_COMMANDS = ("list", "show", "check", "schema", "new", "diff", "explain", "freeze")

DECLARED = CommandGroup(
    "rules",
    Words("List, check, compare and read rulesets; write your own."),
    tuple(Listed(name, f"calarec_tools.cli.rules_{name}") for name in _COMMANDS),
)
