"""A whole collection asked: under which rules it was played, what it is worth under others, what is in it twice."""
