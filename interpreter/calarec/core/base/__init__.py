"""The foundations, without cards: frozen classes, places in texts, shipped files."""
