"""The work of `calarec rules`: one module for each command."""
