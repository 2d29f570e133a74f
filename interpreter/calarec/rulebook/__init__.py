"""Rulebooks: a ruleset in sentences to play from, and how two rulesets differ."""
