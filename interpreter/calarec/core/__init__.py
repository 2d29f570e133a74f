"""The core: everything that turns a record and a ruleset into a ruling."""
