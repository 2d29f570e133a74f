"""The rooms of the code, from the lowest to the highest."""

from __future__ import annotations

from typing import Final

ROOMS: Final = (
    "calarec.base",
    "calarec.wording",
    "calarec.records",
    "calarec.notation",
    "calarec.mechanisms",
    "calarec.engine",
    "calarec.rulesets",
    "calarec.rulebook",
    "calarec.judge",
    "calarec.playing",
    "calarec.bulk",
    "calarec.playouts",
    "calarec.solving",
    "calarec.simulation",
    "calarec",
    "calarec_tools.pictures",
    "calarec_tools.browser",
    "calarec_tools.report",
    "calarec_tools.formats",
    "calarec_tools.docs",
    "calarec_tools.runs",
    "calarec_tools.sheet",
    "calarec_tools.archive",
    "calarec_tools.viewing",
    "calarec_tools.entering",
    "calarec_tools.editor",
    "calarec_tools.site",
    "calarec_tools.serving",
    "calarec_tools.cli",
    "calarec_tools.calls",
    "calarec_tools",
)
"""From the ground up: a room imports its own modules and those of the rooms before it."""
