"""The page to type into as files: what it is made of, written to a folder or served."""
