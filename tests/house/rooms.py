"""The rooms of the code, from the lowest to the highest."""

from __future__ import annotations

from typing import Final

CORE: Final = (
    "calarec.core.base",
    "calarec.core.wording",
    "calarec.core.records",
    "calarec.core.notation",
    "calarec.core.mechanisms",
    "calarec.core.engine",
    "calarec.core.judge",
)
"""The packages that turn a record and a ruleset into a ruling."""

ROOMS: Final = (
    *CORE,
    "calarec.rule_files",
    "calarec.rulebook",
    "calarec.unknown_cards",
    "calarec.score_only",
    "calarec.record_judge",
    "calarec.repairs",
    "calarec.playing",
    "calarec.bulk",
    "calarec.playouts",
    "calarec.solving",
    "calarec.simulation",
    "calarec.learning",
    "calarec.witnesses",
    "calarec.conformance",
    "calarec_tools.output.render",
    "calarec_tools.output.pictures",
    "calarec_tools.output.browser",
    "calarec_tools.output.report",
    "calarec_tools.output.formats",
    "calarec_tools.output.docs",
    "calarec_tools.output.files",
    "calarec_tools.output.sheet",
    "calarec_tools.archive.runs",
    "calarec_tools.archive",
    "calarec_tools.desk.viewing",
    "calarec_tools.library",
    "calarec_tools.desk.entering",
    "calarec_tools.desk.editor",
    "calarec_tools.desk.site",
    "calarec_tools.desk.serving",
    "calarec_tools.cli",
    "calarec_tools.desk.calls",
    "calarec_tools",
    "calarec",
)
"""From the ground up: a room imports its own modules and those of the rooms before it."""


def is_in_core(module: str) -> bool:
    """Check whether a module is part of the core."""
    return room_of(module) in CORE


def room_of(module: str) -> str:
    """The innermost room that holds a module."""
    while module and module not in ROOMS:
        module = module.rpartition(".")[0]
    return module
