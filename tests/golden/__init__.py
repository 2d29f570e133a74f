"""Answers of calarec, kept, so that no change of the code alters them unseen."""
