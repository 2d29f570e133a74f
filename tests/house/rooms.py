"""The rooms of the code, from the lowest to the highest."""

from __future__ import annotations

from typing import Final

ROOMS: Final = (
    "calarec.core.base",
    "calarec.core.wording",
    "calarec.core.records",
    "calarec.core.notation",
    "calarec.core.mechanisms",
    "calarec.core.engine",
    "calarec.rulesets",
    "calarec.rulebook",
    "calarec.core.judge",
    "calarec.playing",
    "calarec.bulk",
    "calarec.playouts",
    "calarec.solving",
    "calarec.simulation",
    "calarec",
    "calarec_tools.output.pictures",
    "calarec_tools.output.browser",
    "calarec_tools.output.report",
    "calarec_tools.output.formats",
    "calarec_tools.output.docs",
    "calarec_tools.archive.runs",
    "calarec_tools.output.sheet",
    "calarec_tools.archive",
    "calarec_tools.desk.viewing",
    "calarec_tools.desk.entering",
    "calarec_tools.desk.editor",
    "calarec_tools.desk.site",
    "calarec_tools.desk.serving",
    "calarec_tools.cli",
    "calarec_tools.desk.calls",
    "calarec_tools",
)
"""From the ground up: a room imports its own modules and those of the rooms before it."""
