"""The differences of two rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import dataclass
from calarec_tools.library.html import table_html
from calarec_tools.library.sources import as_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.rulebook.comparison import Difference
    from calarec.rulebook.differences import DifferingRule, Saying
    from calarec_tools.library.sources import RulesArgument


@dataclass(frozen=True, slots=True)
class RulesDiff:
    """The rules in which two rulesets differ, in the order of the rulebook."""

    left: Ruleset
    right: Ruleset
    rules: tuple[DifferingRule, ...]
    differences: tuple[Difference, ...]
    """The same leaf by leaf, with the places of both."""

    def __iter__(self) -> Iterator[DifferingRule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def sentences(self, lang: Language = "en") -> tuple[tuple[str, str], ...]:
        """Return the sentences of both rulesets on every rule in which they differ."""
        from calarec.rulebook.pages import plain_text

        def text_of(saying: Saying | None) -> str:
            return plain_text(saying.saying_text(lang)) if saying else ""

        return tuple((text_of(rule.left), text_of(rule.right)) for rule in self.rules)

    def __repr__(self) -> str:
        return f"<RulesDiff of {self.left.id} and {self.right.id}: {len(self.rules)} rules>"

    def _repr_html_(self) -> str:
        heads = (f"{self.left.id} {self.left.version}", f"{self.right.id} {self.right.version}")
        return table_html(heads, self.sentences())


def diff(left: RulesArgument, right: RulesArgument) -> RulesDiff:
    """Compares two rulesets, as `calarec rules diff` does.

    Args:
        left: a ruleset, an id or a path.
        right: the other.

    Raises:
        RulesetError: one of them cannot be used.
    """
    from calarec.rulebook.comparison import compare
    from calarec.rulebook.differences import differing_rules

    comparison = compare(as_ruleset(left), as_ruleset(right))
    return RulesDiff(comparison.left, comparison.right, differing_rules(comparison), comparison.differences)
