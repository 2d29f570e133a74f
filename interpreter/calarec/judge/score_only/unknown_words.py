"""Words that nobody knows, in hands of which only the score was written down.

Such a word is read as the one that looks like it, if result and payments allow that; otherwise as the only one
that explains the payments. Where neither can be told, nothing that depends on the word is judged.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple, replace
from calarec.judge.actions import Reader, near_word
from calarec.judge.readings import CANNOT_BE_TOLD, after, said_of
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.engine.game import Game
    from calarec.engine.state import Seating
    from calarec.judge.problems import Problems
    from calarec.records.model import Hand

_MOST: Final = 2
"""So many words of one hand are tried out together."""
_READINGS: Final = 100
A_SLIP: Final = 1
"""A near word may leave so much unexplained: that is another slip, which has nothing to do with the word."""


class WordMeant(NamedTuple):
    """What a word is taken for."""

    words: tuple[str, ...]
    """Nothing: it was not said at all."""
    alike: tuple[str, ...] = ()
    """Other words with which the hand comes to the same."""
    near: bool = False


class Tried(NamedTuple):
    """What becomes of a hand with a reading."""

    cost: int
    """How much is left unexplained."""
    plain: bool
    """Nothing but what is written was needed to explain it: no bonus."""
    comes_to: tuple[object, ...]
    wrong: bool = False
    """Whether something is wrong with it, and not only open."""


class Heard(NamedTuple):
    """The hand as it is judged."""

    hand: Hand
    breaches: int = 0
    lost: bool = False
    """What was meant cannot be told."""


def heard(
    hand: Hand,
    game: Game,
    setting: Seating,
    problems: Problems,
    trial: Callable[[Hand], Tried],
    *,
    paid: bool,
) -> Heard:
    """The hand with the words that were meant, each of the others told; `paid`: the record says what was paid."""
    known = (*game.rules.auction.words, *game.rules.contracts)
    unknown = [
        at
        for at, each in enumerate(hand.statements)
        if isinstance(each, rec.Bid | rec.Raise) and each.word not in known
    ]
    if not unknown:
        return Heard(hand)
    near = [_near(hand.statements[at], game) for at in unknown]
    meant = _meant(hand, game, unknown, near, trial, paid=paid)
    reader = Reader(hand, game, setting, problems)
    for place, at in enumerate(unknown):
        statement = hand.statements[at]
        assert isinstance(statement, rec.Bid | rec.Raise)
        if reader.seat(statement, statement.seat, 0) is None:
            meant = None
            continue
        read = meant[place] if meant is not None else None
        like = near[place] if read is None or read.near else ""
        fix = read.words[0] if read is not None and read.words and not read.alike else ""
        said = CANNOT_BE_TOLD if read is None else said_of(read.words, read.alike, near=read.near)
        reader.unknown_word(statement, near=like, fix=fix, taken=after(said, like))
    if meant is None:
        return Heard(hand, reader.breaches, lost=True)
    return Heard(_read(hand, unknown, [read.words for read in meant]), reader.breaches)


def _meant(
    hand: Hand, game: Game, unknown: list[int], near: list[str], trial: Callable[[Hand], Tried], *, paid: bool
) -> list[WordMeant] | None:
    """What each word is taken for; None if that cannot be told."""
    if all(near):
        words: list[tuple[str, ...]] = [(word,) for word in near]
        liked = trial(_read(hand, unknown, words))
        if liked.cost <= (A_SLIP if paid else 0):
            return [WordMeant(each, near=True) for each in words]
    if not paid or len(unknown) > _MOST:
        return None
    every = islice(product(*(_choices(hand.statements[at], game) for at in unknown)), _READINGS)
    tried = [(reading, trial(_read(hand, unknown, list(reading)))) for reading in every]
    fitting = [each for each in tried if not each[1].cost]
    fitting = [each for each in fitting if each[1].plain] or fitting
    if not fitting or len({each.comes_to for _, each in fitting}) > 1:
        return None
    (reading, _), *others = fitting
    alike = [tuple(dict.fromkeys(other[place][0] for other, _ in others if other[place] and other[place] != word))
             for place, word in enumerate(reading)]  # fmt: skip
    return [
        WordMeant(word, same, near=bool(word) and word == (like,) and not same)
        for word, same, like in zip(reading, alike, near, strict=True)
    ]


def _near(statement: rec.Statement, game: Game) -> str:
    assert isinstance(statement, rec.Bid | rec.Raise)
    raises = {word for each in game.rules.contracts.values() for word in each.raises}
    known = (*game.rules.auction.words, *game.rules.contracts)
    near = near_word(statement.word, known)
    return near if isinstance(statement, rec.Bid) or near in raises else ""


def _choices(statement: rec.Statement, game: Game) -> Iterator[tuple[str, ...]]:
    """Whatever may stand in the place of a word; of a raise also nothing."""
    if isinstance(statement, rec.Raise):
        words = dict.fromkeys(word for each in game.rules.contracts.values() for word in each.raises)
        yield from ((word,) for word in words)
        yield ()
        return
    yield from ((word,) for word in (*game.rules.auction.words, *game.rules.auction.ladder))


def _read(hand: Hand, unknown: list[int], words: list[tuple[str, ...]]) -> Hand:
    """The hand with other words in the places of those that nobody knows."""
    statements = list(hand.statements)
    for at, word in zip(unknown, words, strict=True):
        statement = statements[at]
        assert isinstance(statement, rec.Bid | rec.Raise)
        statements[at] = statement._replace(word=word[0]) if word else rec.Note("", statement.line)
    return replace(hand, statements=tuple(statements))
