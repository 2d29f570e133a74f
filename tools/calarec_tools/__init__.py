"""Programs for users: the command line, conversions, reports and pictures."""
