"""The rulesets that can be found by their ids, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids, rule_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset


class KnownRulesets(Mapping[str, "Ruleset"]):
    """Rulesets by id, in the order of their ids."""

    def __init__(self) -> None:
        self._files = known_ids(rule_folders())

    def __getitem__(self, ruleset: str) -> Ruleset:
        if ruleset not in self._files:
            raise KeyError(ruleset)
        return load_ruleset(ruleset)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"<KnownRulesets: {' '.join(self._files)}>"


def rulesets() -> KnownRulesets:
    """List the rulesets of the folders in CALAREC_RULES and the shipped ones.

    Returns:
        A mapping of ids to rulesets. A ruleset is loaded when it is asked for, so its ids cost next to nothing.
    """
    return KnownRulesets()
