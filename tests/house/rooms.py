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

CORE: Final = (
    "calarec.base",
    "calarec.wording",
    "calarec.records",
    "calarec.notation",
    "calarec.mechanisms",
    "calarec.engine",
    "calarec.rulesets",
    "calarec.judge",
)
"""Everything that turns a record and a ruleset into a ruling: modules and packages."""
BESIDE_CORE: Final = (
    "calarec.judge.repair",
    "calarec.judge.score_only",
    "calarec.judge.unknown",
    "calarec.rulesets.freeze",
    "calarec.rulesets.lint",
    "calarec.rulesets.renames",
    "calarec.rulesets.schema",
)
"""What is in a folder of the core and not needed for a ruling of a plain hand."""


def is_in_core(module: str) -> bool:
    """Whether a module is part of the core."""
    return _is_below(module, CORE) and not _is_below(module, BESIDE_CORE)


def _is_below(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
