"""Documentation generated from the data, so that it stays current."""
