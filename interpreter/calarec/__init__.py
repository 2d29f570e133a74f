"""calarec: rules as data and games as records for Calabresella and its family."""

__version__ = "0.1.0"
