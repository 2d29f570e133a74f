"""Rule files: read, composed, checked, built; see `calarec.rule_files.load`."""
