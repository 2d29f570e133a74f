"""A hand in play: legal moves, results, views of seats, and the record so far."""
