"""What must be so, what may be so and what cannot be so of cards that nobody wrote down.

Pure functions on masks: nothing here knows a ruleset, a record or the engine.
"""
