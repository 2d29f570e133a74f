"""Output for browsers: the interpreter as one archive, and self-contained pages."""
