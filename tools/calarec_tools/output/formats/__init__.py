"""Records in other forms: JSON, JSON Lines, packed, CSV, score sheets."""
