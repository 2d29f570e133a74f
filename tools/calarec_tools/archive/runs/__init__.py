"""Work over many files: which files, in which shards, by how many processes, and what is written back."""
