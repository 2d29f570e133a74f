"""What one seat knows of a hand, what all know, and everything: projections of one log of events.

Terms. *Eyes* are a mask of seats that must all have seen something for it to be shown: `1 << seat` for
one seat, the mask of all seats for what is known to all, and `EVERYTHING` (0) for the whole log.
"""
