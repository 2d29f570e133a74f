"""What the page asks and is answered: calls by name with plain arguments, and everything they stand on."""
