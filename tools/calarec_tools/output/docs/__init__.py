"""Documentation that is generated from the data, so that it cannot fall behind."""
