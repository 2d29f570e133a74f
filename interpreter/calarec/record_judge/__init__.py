"""The hands of a record, each under its ruleset, with one running score."""
