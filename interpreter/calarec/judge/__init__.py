"""Replays records under a ruleset: from statements to events, from events to a ruling, with every finding."""
