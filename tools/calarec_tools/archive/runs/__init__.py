"""Work over many files: choose them, cut shards, run processes, write back."""
