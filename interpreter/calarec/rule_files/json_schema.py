"""From a JSON Schema to what checks values by it. Imported late: only rule files that are read anew need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.rule_files.persistent import stand_in

if TYPE_CHECKING:
    import jsonschema

    from calarec.rule_files.schema import Schema


def validator(schema: Schema) -> jsonschema.Draft202012Validator:
    """The validator of a schema, wherever Python runs."""
    stand_in()
    import jsonschema

    return jsonschema.Draft202012Validator(schema)
