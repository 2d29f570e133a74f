"""Boards and random playouts on compiled rules, for bots and solvers."""
