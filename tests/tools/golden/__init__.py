"""Reviewed outputs; `python -m tests.tools.golden.regenerate` writes them."""
