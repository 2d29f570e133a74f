"""Repairs: the smallest changes of lines that make a wrong hand legal and true."""
