"""Views: the knowledge of one seat, of all, and everything."""
