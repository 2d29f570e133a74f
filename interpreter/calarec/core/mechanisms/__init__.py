"""The vocabulary of rules: the parameters of each mechanism, and the typed rules of a ruleset."""
