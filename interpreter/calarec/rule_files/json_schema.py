"""Validators of a JSON Schema, imported only when rule files are read again."""

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
