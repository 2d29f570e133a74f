"""`calarec rules schema`: the JSON Schema of rule files, for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.cli.output import CLEAN

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def run(out: Output) -> int:
    """Prints the schema."""
    from calarec_tools.docs.rule_schema import text

    out.write(text())
    return CLEAN
