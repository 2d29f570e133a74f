"""What the commands know, as functions: `import calarec` has them all at its top."""
