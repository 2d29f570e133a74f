"""Checking records: which files, in which shards, by how many processes, and what is mended."""
