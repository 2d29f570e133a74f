"""Static checks of valid rules: contradictions, impossible and unlikely rules.

lint(ruleset, root) -> findings

A check is a function `(rules, report) -> None`; those of one section are in one module, and `runner` lists them all.
Facts that several checks need are computed once: `Facts`. They are the dealt cards, the cards of all hands after each
step, the possible outcomes of a hand.
"""
