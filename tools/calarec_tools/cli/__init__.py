"""The command line: declarations, one parser, and a module for each command or group."""
