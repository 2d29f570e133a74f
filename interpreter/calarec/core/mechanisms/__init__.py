"""The vocabulary of rules: parameters of mechanisms, and typed rules."""
