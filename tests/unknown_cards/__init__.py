"""What was not written down: tests."""
