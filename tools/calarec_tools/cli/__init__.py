"""The command line: declarations, a parser, and a module for each command."""
