"""The schema of the suite, of the requests to a program and of its answers."""

from __future__ import annotations

import json
from typing import Any

from calarec.core.base.resources import data_folder


def schema_part(name: str) -> dict[str, Any]:
    """A part of the schema by its name."""
    whole: dict[str, Any] = json.loads((data_folder("grammar") / "conformance.schema.json").read_text("utf-8"))
    del whole["oneOf"]
    return {**whole, "$ref": f"#/$defs/{name}"}
