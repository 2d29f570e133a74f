"""The sheet of an evening: outcomes, totals and standings, and debts."""
