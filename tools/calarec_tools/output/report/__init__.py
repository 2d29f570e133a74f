"""A judged hand told to people: the answer, the table, the hand step by step, the account."""
