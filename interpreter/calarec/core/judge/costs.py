"""The numbers that decide between readings of a record, each with its test."""

from __future__ import annotations

from typing import Final

FINDING: Final = 1
"""The least saving of a substitution, which is one finding itself.

(tests/judge/damage/test_misread.py)
"""
STRONG: Final = 2
"""The weight of evidence that outweighs a single finding.

A possible word, a given card, the dealer and the call are believed before one mistake is
(tests/judge/damage/test_words.py, test_misread.py).
"""
AHEAD: Final = 2
"""The lead over all other readings that an imperfect reading needs.

A difference of one may be an unrelated mistake (tests/judge/damage/test_readings.py).
"""
UNREAD: Final = 3
"""The number of unfollowed things from which a hand is not read.

Consequences of a lost line, or of a card at an impossible place, show nothing (tests/golden: others).
An impossible payment costs as much.
"""
WORTH_IT: Final = 2
"""The number of problems from which calarec supposes anything about a hand.

A single finding is reported as it is (tests/golden: findings).
"""
DEPTH: Final = 2
"""The number of words of one auction that are varied together.

Each further one multiplies the time.
"""
MAX_CHANGES: Final = 2
"""The number of changes to a hand that are tried together.

Each further one multiplies the time.
"""
MOST: Final = 120
"""The number of readings of lines before the play that calarec has time to try.

A record with more is read as it is written (tests/golden: findings).
"""
MOST_STATEMENTS: Final = 12_000
"""The number of statements that all readings of a hand may walk together.

Very long hands get fewer readings: a hundred statements are more than any played hand has
(tests/judge/damage/test_readings.py).
"""
LIKENESS: Final = 0.6
"""The least likeness of a word to the written one; `difflib`'s own default."""
MORE_ALIKE: Final = 0.1
"""The least lead in likeness over any other word.

(tests/judge/damage/test_words.py)
"""
SLIPS: Final = {
    "symbol": 0.0, "amount": 1.0, "card": 1.0, "exchanged": 1.0, "missing": 1.0, "too-many": 2.0, "line-missing": 2.0,
    "line-twice": 1.0, "order": 1.5, "seat": 1.5, "shifted": 2.0, "dealer": 1.0, "word": 1.5,
    "hand-missing": 2.0,
}  # fmt: skip
"""The unlikelihood of each kind of mistake, where repairs are ranked.

A kind is twice as likely as one with one more (docs/guides/repair.md has the measurements; tests/repair).
"""
BOTH_SYMBOLS: Final = 2.0
"""A card of which rank and suit are others is so much less likely."""
ANOTHER_LINE: Final = 0.5
"""Two cards are exchanged in two lines so much less often than in one."""
FAR_APART: Final = 1.0
"""The penalty where two places or tricks are apart and look nothing alike."""
UNNAMED: Final = 1.0
"""The penalty of a repair that no finding asks for."""
MORE_NUMBERS: Final = 2.0
"""Each number more that is wrong is so much less likely."""
FAINT: Final = 4.0
"""The lag from which nothing worse than the best explanation is tried."""
SECOND: Final = 2.5
"""The unlikelihood from which a mistake is not tried as the second of two.

The first leaves too many hands to go on from.
"""
SECONDS: Final = 60
"""The number of second mistakes that are tried with one first mistake."""
