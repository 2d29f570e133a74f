"""A ruleset as a rulebook that a player can play from, in English and in Italian."""
