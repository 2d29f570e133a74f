"""Reports on a judged hand: the answer, the table, the hand in steps, the account."""
