"""An evening to look at: its positions as data, and a page for stepping through."""
