"""Judging: from a record to judgements, with every finding."""
