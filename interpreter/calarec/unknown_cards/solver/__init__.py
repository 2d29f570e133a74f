"""Certain, possible and impossible facts about unwritten cards.

Pure functions on masks: nothing here knows a ruleset, a record or the engine.
"""
