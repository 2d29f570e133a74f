"""An evening to look at: the positions of its hands as data, and a page that steps through them."""
