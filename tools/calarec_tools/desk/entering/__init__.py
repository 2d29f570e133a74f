"""Hands entered as they are played: what is typed becomes lines of a record, with offers, refusals and totals."""
