"""`calarec rules schema`: the JSON Schema of rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.cli.declare import Command
from calarec_tools.output.files.streams import CLEAN

if TYPE_CHECKING:
    from calarec_tools.output.files.streams import Output


def run_rules_schema(out: Output) -> int:
    """Print the schema."""
    from calarec_tools.output.docs.rule_schema import schema_text

    out.write(schema_text())
    return CLEAN


DECLARED = Command(
    run_rules_schema,
    example="calarec rules schema",
)
