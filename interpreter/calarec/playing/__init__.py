"""A hand being played: what is legal, what becomes of a move, what a seat sees, and the record at any moment."""
