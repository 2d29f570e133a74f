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
MOST_STATEMENTS: Final = 12_000
"""Readings of very long hands are so many fewer that no more statements are walked in all: a hundred statements are
more than any hand has that was played (tests/judge/damage/test_readings.py)."""
LIKENESS: Final = 0.6
"""So much like what is written must a word look at least; the value that `difflib` takes for close by itself."""
MORE_ALIKE: Final = 0.1
"""So much more must a near word look like what is written than any other does (tests/judge/damage/test_words.py)."""
SLIPS: Final = {
    "symbol": 0.0, "amount": 1.0, "card": 1.0, "exchanged": 1.0, "missing": 1.0, "too-many": 2.0, "line-missing": 2.0,
    "line-twice": 1.0, "order": 1.5, "seat": 1.5, "shifted": 2.0, "dealer": 1.0, "word": 1.5,
    "hand-missing": 2.0,
}  # fmt: skip
"""How unlikely each slip of the pen is, where repairs are ranked: a kind is twice as likely as one with one more
(docs/guides/repair.md has what is measured; tests/repair)."""
BOTH_SYMBOLS: Final = 2.0
"""A card of which rank and suit are others is so much less likely."""
ANOTHER_LINE: Final = 0.5
"""Two cards are exchanged in two lines so much less often than in one."""
FAR_APART: Final = 1.0
"""So much less likely where they, or two tricks, do not stand beside each other, or look in nothing alike."""
UNNAMED: Final = 1.0
"""What no finding asks for is so much less likely."""
MORE_NUMBERS: Final = 2.0
"""Each number more that is wrong is so much less likely."""
FAINT: Final = 4.0
"""What is so much less likely than what explains a hand is not tried any more."""
SECOND: Final = 2.5
"""What is less likely is not tried as the second of two slips: the first leaves too many to go on from."""
SECONDS: Final = 60
"""So many are tried together with one first slip."""
