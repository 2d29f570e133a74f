"""Writes docs/explanation/performance.md from the figures of one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bench.startup import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bench.startup import Start
    from bench.whole import Jobs, Size


class Row(NamedTuple):
    """Units a second: the median of the runs, the slowest and the fastest of them."""

    name: str
    rate: float
    slowest: float
    fastest: float


class Figures(NamedTuple):
    """Everything that was measured."""

    machine: str
    hands: int
    verdicts: list[Row]
    reading: list[Row]
    playing: list[Row]
    starts: list[Start]
    memory: list[Size]
    cores: Jobs


_HEAD = """\
# Performance

Written by `python -m bench.run --write`; do not edit. {machine}; files of {hands:,} hands in evenings of a hundred,
a new match after each that is over. Rows of one table were taken in turn in one run, so trust the ratios more than the
rates. Rates are by the time that a process was busy. A game of chess has 80 plies; a hand of three has 36 plays, an
auction and an exchange.
"""

_VERDICT = """\
## Text to verdict

From the file to the verdict on every hand: deal, auction, exchange and tricks held against the ruleset, points,
bonus, payments and running totals worked out, every stated winner, result, score and total checked. One hand in a
hundred carries a planted fault; each run had to report exactly those, explained by the replay.
"""

_READING = """\
## Reading without judging

No rule is applied to our rows. python-chess cannot read moves without making them.
"""

_PLAYING = """\
## Random hands

From the shuffle to the payments, every legal word, exchange and card equally likely.
"""

_STARTS = """\
## Starting

One command from its start to its end, everything compiled, rulesets in the cache; the record is one hand.
"""

PEOPLE = "## What people write\n"
"""The section that `bench/people.py` writes; it comes first."""
AGAINST = "## Beside an earlier commit\n"
"""The section of `bench/against.py`; a new page keeps it."""
STRONG = "## The strong player\n"
"""The section that `bench/bots.py` writes; it is kept, too."""
LEARNING = "## Environments for learning\n"
"""That of `bench/learning.py`."""
KERNELS = "## Both kernels\n"
"""That of `bench/kernels.py`."""
SOLVING = "## Perfect play\n"
"""That of `bench/solving.py`."""
SEASON = "## A season\n"
"""That of `bench/season.py`."""
EDITOR = "## In an editor\n"
"""The section with the results of `bench/editor.py`, put there by hand."""

_FLOOR = """\
## Where the time goes

A plain hand takes 20 to 30 microseconds on the machine on which this was tuned. The parts:

1. A third is the tricks. Each card needs a look into two tables, its removal from the hand, and a comparison with the
   suit led; each trick needs its winner, by one comparison of masks. Hands and piles are turned round with the leader,
   so that no index is needed; a hand is right if taking all its cards out of it leaves nothing.
2. A tenth is the deal: a `struct` takes two characters a card out of lines of one length, and the sum of all bits
   proves that every card is there once.
3. A tenth is the exchange, line by line; auctions are found in a dictionary by their text.
4. A tenth is settling: points are counts of bits under masks, one for each value of cards.
5. The pattern costs one microsecond, because it finds the parts of a hand and looks into none; what is between
   the cards is compared after letters of cards and seats have been taken out.
6. The rest is Python calling functions. Words that every hand repeats (scores, results, auctions) are read once.
7. A hand with a mistake in its sums costs a dozen times as much: it is read to statements and settled again, with
   reasons. A hand with an illegal move costs forty times as much, because the replay plays it card by card.
8. The floor of plain Python: 36 cards need some 150 operations on integers of two digits, which take at least five
   microseconds. C reads text a hundred times as fast (`pgn-extract` beside python-chess).
9. Playouts spend a quarter on the shuffle, a half on the tricks, the rest on words and exchanges.
10. Memory does not grow: a file is read in pieces of whole hands, and nothing is kept of a hand that passed.
"""


def write(figures: Figures, before: str) -> str:
    """The page; of the page before the sections are kept that others write."""
    kept = []
    for section in (PEOPLE, KERNELS, SOLVING, STRONG, LEARNING, EDITOR, SEASON, AGAINST):
        _, head, rest = before.partition(section)
        kept.append(head + rest.partition("\n## ")[0])
    return "\n".join(_parts(figures, kept[0], "\n".join(kept[1:])))


def replaced(page: str, section: str, text: str) -> str:
    """Replace the text of a section; a new section goes before the last one."""
    if section not in page:
        head, last, rest = page.rpartition("## ")
        return f"{head}{section}\n{text}\n{last}{rest}"
    head, _, rest = page.partition(section)
    _, end, rest = rest.partition("\n## ")
    return f"{head}{section}\n{text}{end}{rest}"


def _parts(figures: Figures, people: str, against: str) -> Iterator[str]:
    yield _HEAD.format(machine=figures.machine, hands=figures.hands)
    yield people
    yield _VERDICT
    yield _table(figures.verdicts, figures.verdicts[:1])
    yield _READING
    yield _table(figures.reading, figures.reading[:1])
    yield _PLAYING
    yield _table(figures.playing, figures.playing[:1])
    yield _STARTS
    yield table(figures.starts) + "\n"
    yield "## `calarec check`, the whole command\n"
    yield "| hands | peak memory | hands/s |\n| ---: | ---: | ---: |"
    for size in figures.memory:
        yield f"| {size.hands:,} | {size.megabytes:.0f} MB | {size.hands / size.seconds:,.0f} |"
    cores = figures.cores
    took = f"Two processes took {cores.two:.2f} s where one took {cores.one:.2f} s ({cores.hands:,} hands)"
    yield f"\n{took}: {cores.one / cores.two:.2f} times as fast.\n"
    yield against
    yield _FLOOR


def _table(rows: Iterable[Row], base: list[Row]) -> str:
    """Rates, and how many times the first row's they are."""
    lines = ["| | a second | slowest to fastest run | times the first row |", "| --- | ---: | ---: | ---: |"]
    for row in rows:
        ratio = row.rate / base[0].rate
        spread = f"{row.slowest:,.0f} – {row.fastest:,.0f}"
        lines.append(f"| {row.name} | {row.rate:,.0f} | {spread} | {ratio:.1f} |")
    return "\n".join(lines) + "\n"
