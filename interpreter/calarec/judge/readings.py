"""What a word that cannot stand in an auction was meant to be, where the rest of the hand tells it.

Terms. A *reading* puts legal words in the place of the one that cannot stand, and plays the hand to its
end; it *explains* the hand as well as it leaves few findings. The *near* word is the one that looks like
what is written. A *trial* is a hand played so that nobody hears its findings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple, replace
from calarec.engine.moves import legal
from calarec.judge.substitutions import idle_words
from calarec.records import model as rec
from calarec.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.judge.mending import Hearer
    from calarec.records.model import Hand

DEPTH: Final = 2
"""So many words of one auction are tried out together."""
CANNOT_BE_TOLD: Final = Words("The rest of the hand does not tell what was meant: what is paid is not judged")
_LIKENESS: Final = 0.6
_AHEAD: Final = 0.1
"""So much more must a near word look like what is written than any other does."""
_UNREAD: Final = 3
"""A hand of which several lines cannot be followed leaves more unexplained than a finding or two."""


class Reading(NamedTuple):
    """What is taken for what was written."""

    words: tuple[str, ...]
    """The bid, and what it was raised to if that was written in its place; nothing: it was not said at all."""
    statements: tuple[rec.Statement, ...]
    """The hand so read."""
    alike: tuple[str, ...] = ()
    """Other words with which the hand comes to the same."""
    near: bool = False

    @property
    def said(self) -> Words:
        """What the hand is judged by."""
        if not self.words:
            return Words("The hand is judged without it")
        bid, *raised = (f"`{word}`" for word in self.words)
        words = Words("{bid}, raised to {word}", bid=bid, word=raised[0]) if raised else bid
        if self.alike:
            others = ", ".join(f"`{word}`" for word in self.alike)
            return Words(
                "The hand is judged with {words}; with {others} it comes to the same", words=words, others=others
            )
        if self.near:
            return Words("The hand is judged with {words}", words=words)
        return Words("The hand is judged with {words}: only that explains the rest of it", words=words)


class _Tried(NamedTuple):
    taken: Reading
    cost: int
    """How much the reading leaves unexplained."""
    comes_to: tuple[object, ...]
    """What the hand comes to: what the same is told of is the same hand."""
    unwritten: bool
    """Something of the exchange would be missing from the record."""
    followed: bool = True
    """Something of the play can be followed, if any is written."""


def near_word(word: str, known: Sequence[str]) -> str:
    """The one known word that looks like what is written; empty if none does, or two do."""
    from difflib import SequenceMatcher

    likeness = sorted(((SequenceMatcher(None, each, word).ratio(), each) for each in known), reverse=True)
    if not likeness or likeness[0][0] < _LIKENESS:
        return ""
    return likeness[0][1] if len(likeness) == 1 or likeness[0][0] - likeness[1][0] > _AHEAD else ""


def best_reading(course: Hearer, near: str, *, as_written: bool = False) -> Reading | None:
    """What the word that is being read is taken for; None if it stands as it is, or if that cannot be told.

    `as_written`: the hand can go on with the word as it is, although it is not legal.
    """
    readings = list(_readings(course))
    like = next((each for each in readings if near and each.words == (near,)), None)
    if course.depth >= DEPTH:
        return like
    liked = _try(course, like, completed=True) if like is not None else None
    if liked is not None and not liked.cost:
        return liked.taken._replace(near=True)
    tried = [liked if liked and each is like else _try(course, each) for each in readings]
    least = min((each.cost for each in tried), default=1)
    if as_written and _try(course, Reading((), course.hand.statements)).cost <= least + 1:
        return None  # that it is not legal is one finding, whatever was meant
    # What a reading leaves unexplained may be a slip that has nothing to do with the word.
    if liked is not None and liked.cost <= least + 1:
        return liked.taken._replace(near=True)
    if not course.depth and any(each.unwritten for each in tried) and (least or not _exchanges(course.hand)):
        tried = [_try(course, each.taken, completed=True) if each.unwritten else each for each in tried]
        least = min(each.cost for each in tried)
    likely = [each for each in tried if each.cost <= least + bool(least)]
    if not any(each.followed for each in likely):
        return None  # what leaves nothing to be played explains no tricks
    if len(likely) == 1:
        return likely[0].taken
    if likely and not least and len({each.comes_to for each in likely}) == 1:
        others = tuple(each.taken.words[-1] for each in likely[1:] if each.taken.words)
        return likely[0].taken._replace(alike=others)
    return None


def _exchanges(hand: Hand) -> bool:
    """Whether the record tells anything of the exchange."""
    return any(isinstance(each, rec.Give | rec.Take | rec.Discard | rec.TableCard) for each in hand.statements)


def _readings(course: Hearer) -> Iterator[Reading]:
    """All hands with words that are legal in the place of the one that is being read."""
    statements, index = course.hand.statements, course.index
    statement = statements[index]
    if isinstance(statement, rec.Raise):
        for offer in legal(course.game, course.state):
            for word in offer.words if offer.do == "raise" else ():
                yield Reading((word,), _put(statements, index, statement._replace(word=word)))
        yield Reading((), _put(statements, index, rec.Note("", statement.line)))
        return
    assert isinstance(statement, rec.Bid)
    for word in _sayable(course, statement):
        read = _put(statements, index, statement._replace(word=word))
        yield Reading((word,), read)
        contract = course.game.rules.contracts.get(word)
        if contract is not None and statement.word in contract.raises:
            last = max(number for number, each in enumerate(read) if isinstance(each, rec.Bid))
            raised = rec.Raise(statement.seat, statement.word, statement.line, statement.nth)
            yield Reading((word, statement.word), (*read[: last + 1], raised, *read[last + 1 :]))


def _put(
    statements: tuple[rec.Statement, ...], index: int, statement: rec.Bid | rec.Raise | rec.Note
) -> tuple[rec.Statement, ...]:
    return (*statements[:index], statement, *statements[index + 1 :])


def _sayable(course: Hearer, statement: rec.Bid) -> tuple[str, ...]:
    """What the seat may say; whatever there is, if it is not its turn."""
    offers = [offer for offer in legal(course.game, course.state) if offer.do == "bid"]
    for offer in offers:
        if course.setting.labels[offer.seat] == statement.seat:
            return offer.words
    auction = course.game.rules.auction
    return (*auction.words, *auction.ladder) if offers else ()


def _try(course: Hearer, reading: Reading, *, completed: bool = False) -> _Tried:
    """What becomes of the hand with a reading; `completed`: with an exchange that nobody wrote down supplied."""
    trial = course.trial(replace(course.hand, statements=reading.statements), as_it_is=not reading.words)
    state, account = trial.state, None
    if trial.unwritten and completed:
        findings, account, unread = trial.completed()
    else:
        account = trial.judged_alone()
        findings, unread = trial.findings.found, trial.unread
    wrong = sum(1 for each in findings if each.severity == "error") + idle_words(findings)
    payments = account.payments if account is not None else None
    comes_to = (trial.lost, state.outcome, state.contract, state.declarer, state.partner, payments)
    tricks = sum(isinstance(each, rec.Trick) for each in course.hand.statements)
    followed = not tricks or unread < tricks
    return _Tried(reading, wrong + min(unread, _UNREAD), comes_to, trial.unwritten, followed)
