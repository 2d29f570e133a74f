"""`rules/schema/ruleset.schema.json`: the schema of rule files, for editors.

    python -m calarec_tools.output.docs.rule_schema

writes it to the checkout; a test fails while it is not current.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from calarec.rule_files.shared_schema import published_schema

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "rules/schema/ruleset.schema.json"
"""Its name in the checkout; every shipped rule file names it in its first line."""


def schema_text() -> str:
    """Return the text of the schema's file."""
    return json.dumps(published_schema(), indent=1, ensure_ascii=False) + "\n"


def write_schema(checkout: Path) -> None:
    """Write the schema into a checkout."""
    target = checkout / FILE
    target.parent.mkdir(exist_ok=True)
    target.write_text(schema_text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    from pathlib import Path

    write_schema(Path(__file__).parents[4])
