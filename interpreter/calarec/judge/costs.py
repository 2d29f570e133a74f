"""What decides between readings of a record: every number, what it weighs, and the test that notices it."""

from __future__ import annotations

from typing import Final

FINDING: Final = 1
"""A substitution is told as one finding: it must save at least as much (tests/judge/damage/test_misread.py)."""
STRONG: Final = 2
"""What outweighs a single finding: a word that can stand, a card given away, who deals and what is called are believed
before one slip is (tests/judge/damage/test_words.py, test_misread.py)."""
AHEAD: Final = 2
"""Where no reading leaves nothing unexplained, one is believed that leaves so much less than any other: a difference of
one may be a slip that has nothing to do with it (tests/judge/damage/test_readings.py)."""
UNREAD: Final = 3
"""A hand of which so much cannot be followed is not read: how much more than that follows from what was lost, or from a
card that lies where it cannot be, tells nothing (tests/golden: others). What cannot be paid at all costs as much."""
WORTH_IT: Final = 2
"""So much must be wrong with a hand before anything is supposed of it: one finding stands for itself
(tests/golden: findings)."""
DEPTH: Final = 2
"""So many words of one auction are tried out together; each more multiplies the time."""
MOST: Final = 120
"""So many readings of what is said before the play are tried, for the time that they take; a record that has more is
read as it stands (tests/golden: findings)."""
LIKENESS: Final = 0.6
"""So much like what is written must a word look at least; the value that `difflib` takes for close by itself."""
MORE_ALIKE: Final = 0.1
"""So much more must a near word look like what is written than any other does (tests/judge/damage/test_words.py)."""
