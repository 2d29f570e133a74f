"""A ruleset in sentences that a player can play from, and what sets two rulesets apart."""
