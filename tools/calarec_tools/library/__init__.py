"""The commands as functions: `import calarec` has them all at its top."""
