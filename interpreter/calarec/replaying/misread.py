"""A card that was written for another of the same hand: which of two places is wrong is read from the rest.

Terms. A *reading* is the hand with one card put in another's place, played through so that nobody hears of it; it
*costs* as many findings as it leaves. A reading is *believed* if it costs nothing and the others do, or clearly less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from calarec.engine.walk import apply
from calarec.light import NamedTuple, replace
from calarec.moves import actions as act
from calarec.moves.behaviour import Outcome
from calarec.records import model as rec
from calarec.replaying.meant import moved
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.moves.account import Account
    from calarec.replaying.course import Course

_AHEAD = 2
"""Where no reading explains everything, one is believed that leaves so much less unexplained."""


_Play: TypeAlias = "tuple[rec.Trick, int]"
"""A trick, and which card of it."""


class Misread(NamedTuple):
    """A card of a trick that must be another one."""

    trick: int
    """The trick's number."""
    place: int
    card: int
    """What was played."""
    again: int
    """The number of the other trick in which the card that is written stands."""


class _Read(NamedTuple):
    cost: int
    account: Account | None


def in_tricks(course: Course) -> Misread | None:
    """The earlier of two plays of one card, if it is that one that is wrong; without an answer the hand is doubtful.

    Only where one seat plays the card twice: if two do, the deal shows whose it is.
    """
    doubles = _doubles(course)
    same = [(one, other) for one, other in doubles if _player(course, *one) == _player(course, *other)]
    if not same:
        return None
    card = _unplayed(course, _player(course, *same[0][0])) if len(doubles) == 1 else -1
    if card < 0:
        course.doubtful = True
        return None
    (first, place), (second, other) = same[0]
    early = _read(course, _put(course, first, place, course.game.cards.names[card]))
    late = _read(course, _put(course, second, other, course.game.cards.names[card]))
    if _believed(late, early):
        return None
    if _believed(early, late):
        return Misread(first.number, place, card, second.number)
    course.doubtful = True
    return None


def _doubles(course: Course) -> list[tuple[_Play, _Play]]:
    """Every two plays of one card."""
    seen: dict[str, _Play] = {}
    found = []
    for trick in (each for each in course.hand.statements if isinstance(each, rec.Trick)):
        for place, name in enumerate(trick.cards):
            if name in seen:
                found.append((seen[name], (trick, place)))
            else:
                seen[name] = trick, place
    return found


def _unplayed(course: Course, seat: int) -> int:
    """The one card that a seat holds and no trick names, where every other seat plays all that it holds."""
    tricks, setting = course.tricks, course.setting
    left = [course.state.hands[each] & ~tricks.all for each in setting.active]
    if not tricks.whole or tricks.gaps or sum(cards.bit_count() for cards in left) != 1:
        return -1
    return (course.state.hands[seat] & ~tricks.all).bit_length() - 1


def _player(course: Course, trick: rec.Trick, place: int) -> int:
    leader = number_of(course.setting, trick.leader)
    seats = (leader, *course.setting.others(leader)) if leader in course.setting.active else ()
    return seats[place] if place < len(seats) else -1


def _put(course: Course, trick: rec.Trick, place: int, name: str) -> tuple[rec.Statement, ...]:
    cards = (*trick.cards[:place], name, *trick.cards[place + 1 :])
    return tuple(trick._replace(cards=cards) if each is trick else each for each in course.hand.statements)


def in_transfer(
    course: Course, action: act.Give | act.Discard, statement: rec.Give | rec.Discard
) -> act.Give | act.Discard | None:
    """What was given or discarded, where it cannot be what is written: who gave it away plays it later."""
    tricks = course.tricks
    played = tricks.by_seat[action.seat] & action.cards
    if not tricks.whole or played.bit_count() != 1 or _also_played(course, played, action.seat):
        return None
    if not isinstance(apply(course.game, course.state, action), Outcome):
        return None
    meant = moved(course.game, course.state, tricks, action)
    if not isinstance(meant, act.Give | act.Discard) or (meant.cards & ~action.cards).bit_count() != 1:
        return None
    names = course.game.cards
    wrong, right = names.list(played)[0], names.list(meant.cards & ~action.cards)[0]
    changed = statement._replace(cards=tuple(right if card == wrong else card for card in statement.cards))
    as_read = tuple(changed if each is statement else each for each in course.hand.statements)
    here, there = _read(course, as_read), _read(course, course.hand.statements)
    if here.cost + 1 > there.cost or (here.cost + 1 == there.cost and isinstance(action, act.Give)):
        return None  # two cards of one trick changed places as likely as the card that was given is another
    if here.cost + 1 == there.cost and _paid(here) != _paid(there):
        course.doubtful = True
    return meant


def _also_played(course: Course, cards: int, seat: int) -> bool:
    """Whether somebody else plays them too: then it is a trick that is wrong."""
    return any(course.tricks.by_seat[other] & cards for other in course.setting.active if other != seat)


def _read(course: Course, statements: tuple[rec.Statement, ...]) -> _Read:
    hand = replace(course.hand, statements=statements)
    trial = type(course)(
        hand, course.game, course.setting, course.findings.quiet(), course.state,
        happened=list(course.happened), guessing=True, depth=course.depth + 1,
    )  # fmt: skip
    trial.run(course.index)
    account = trial.judged_alone()
    wrong = sum(each.severity != "note" for each in trial.findings.found)
    moves = sum(each.severity != "note" and each.code < "CAL6" for each in trial.findings.found)
    silent = max(trial.breaches - trial.declared - moves, 0)
    return _Read(wrong + silent + trial.unread + (trial.lost or trial.doubtful), account)


def _believed(read: _Read, other: _Read) -> bool:
    return read.cost < other.cost and (not read.cost or read.cost + _AHEAD <= other.cost)


def _paid(read: _Read) -> tuple[object, ...]:
    return (read.account.payments, read.account.counted) if read.account is not None else ()
