"""A suite of records with their true facts, and the tester of another program."""
