"""Writing records: their canonical form, what they leave out, other forms, new ones, pins."""
