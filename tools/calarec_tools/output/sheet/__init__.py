"""An evening as a sheet: hand by hand what it came to, totals and standings, and who owes whom."""
