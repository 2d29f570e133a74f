"""Independent referees: one module for each family of sources, importing nothing of calarec."""
