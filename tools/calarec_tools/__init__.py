"""What people run: the command line, conversions, reports and pictures on top of `calarec`."""
