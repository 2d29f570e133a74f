"""Kept answers of calarec, so that no change of the code alters them unseen."""
