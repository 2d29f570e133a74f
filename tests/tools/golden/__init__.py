"""Outputs of commands as they were read and found good. `python -m tests.tools.golden.regenerate` writes them anew."""
