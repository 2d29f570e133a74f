"""Output of `replay` in both languages, narrow and wide, with and without colour."""
