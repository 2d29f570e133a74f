"""Questions about collections: their ruleset, other scores, coverage, duplicates."""
