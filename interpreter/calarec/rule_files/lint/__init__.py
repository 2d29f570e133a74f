"""Static checks of rules that the schema has accepted: what does not add up, cannot happen, or was hardly meant.

    lint(ruleset, root)  ->  findings

A check is a function `(rules, report) -> None`; those of one section stand in one module, and `runner` lists them all.
Facts that several checks need (what is dealt, how many cards everybody holds after each step, which outcomes a hand
can have) are computed once: `Facts`.
"""
