"""Rule files: read, composed, checked, built; see `calarec.rulesets.load`."""
