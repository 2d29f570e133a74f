"""Static checks of rules that the schema has accepted: what does not add up, cannot happen, or was hardly meant.

    lint(ruleset, root)  ->  findings

A check is a function `(rules, report) -> None`; those of one section stand in one module, and `runner` lists them all.
Facts that several checks need (what is dealt, how many cards everybody holds after each step, which outcomes a hand
can have) are computed once: `Facts`.
"""

from __future__ import annotations

from calarec.rulesets.lint.facts import Facts
from calarec.rulesets.lint.outcomes import HandOutcome
from calarec.rulesets.lint.runner import lint
from calarec.rulesets.lint.sizes import SizeWalk

__all__ = ["Facts", "HandOutcome", "SizeWalk", "lint"]
