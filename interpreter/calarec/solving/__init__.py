"""Perfect play with all cards known: what a position is worth, and every card of it, under any ruleset."""
