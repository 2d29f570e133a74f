"""Evenings and rule files entered, edited and looked at: terminal, editor, page."""
