"""What everything stands on and that knows nothing of cards: frozen classes, places in texts, shipped files."""
