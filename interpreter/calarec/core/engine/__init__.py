"""A ruleset made ready to be played: states, actions, offers, refusals, and what each mechanism does."""
