"""What one seat knows, what all know, and everything."""
