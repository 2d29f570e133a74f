"""Hands to learn from: numbered actions and arrays, one layout for all rulesets, and environments for libraries."""
