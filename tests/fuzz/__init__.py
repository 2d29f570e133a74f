"""Random inputs checked against promises: a few in the tests, more on request."""
