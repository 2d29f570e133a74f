"""Inputs of the library: records and rulesets, each in several forms."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from calarec.core.base.arguments import wrong_kind
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.notation.source import Text
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec_tools.archive.runs.shards import Shard

RulesArgument: TypeAlias = "Ruleset | str | os.PathLike[str]"
RecordArgument: TypeAlias = "Text | str | os.PathLike[str]"


def as_ruleset(rules: RulesArgument) -> Ruleset:
    """A ruleset that is given as an object, by its id or by its path."""
    if isinstance(rules, Ruleset):
        return rules
    if not isinstance(rules, str | os.PathLike):
        raise wrong_kind("rules", "a Ruleset, an id or a path", rules)
    return load_ruleset(os.fspath(rules))


def as_optional_ruleset(rules: RulesArgument | None) -> Ruleset | None:
    """The same; None for the rulesets that the records name."""
    return None if rules is None else as_ruleset(rules)


def as_source(record: RecordArgument) -> Text | str:
    """A record as readers take it."""
    if isinstance(record, Text):
        return record
    if not isinstance(record, str | os.PathLike):
        raise wrong_kind("record", "a path or a Text", record)
    return os.fspath(record)


def as_sources(records: RecordArgument | Iterable[RecordArgument]) -> list[Text | str]:
    """One record or several."""
    if isinstance(records, Text | str | os.PathLike):
        return [as_source(records)]
    if not isinstance(records, Iterable):
        raise wrong_kind("records", "a path, a Text, or several", records)
    return [as_source(record) for record in records]


def as_shard(record: RecordArgument) -> Shard:
    """A record as one piece of work."""
    from calarec_tools.archive.runs.shards import Shard, whole_shard

    source = as_source(record)
    return Shard(source.file, text=source.text) if isinstance(source, Text) else whole_shard(source)
