"""Perfect play with all cards known: the value of positions and cards."""
