"""Records and rule files in an editor: findings, completions, hovers."""
