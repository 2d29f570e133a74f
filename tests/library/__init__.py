"""The functions of the library behind commands, and displays in notebooks."""
