"""The page for typing as files, written to a folder or served."""
