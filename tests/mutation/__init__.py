"""Mutants of the interpreter: which small changes of its code no test would notice; see docs/mutation.md."""
