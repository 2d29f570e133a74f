"""What each mechanism says in the rulebook: one module each, imported when somebody reads."""
