"""Hands to learn from: actions and observations in one layout for all rulesets."""
