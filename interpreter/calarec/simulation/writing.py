"""A played hand as the statements of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine import events as ev
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.engine.account import Account
    from calarec.engine.game import Game
    from calarec.engine.match import MatchStanding
    from calarec.engine.state import Seating
    from calarec.engine.tally import Tally


def statements(game: Game, setting: Seating, events: Iterable[ev.Event]) -> list[rec.Statement]:
    """What a record would say of the events, in their order."""
    label = setting.labels
    said: list[rec.Statement] = [rec.Dealer(label[setting.dealer])]
    if setting.out:
        said.append(rec.Out(tuple(label[seat] for seat in setting.out)))
    carried = dict(setting.carry.piles)
    for pile, cards in carried.items():
        said.append(rec.Carry(game.piles[pile], game.cards.list(cards)))
    if setting.carry.only and not carried:
        said.append(rec.Carry("all-pass"))
    said += _told(game, setting, events, carried)
    return said


def _told(game: Game, setting: Seating, events: Iterable[ev.Event], carried: dict[int, int]) -> Iterator[rec.Statement]:
    label, names = setting.labels, game.cards.list
    nth = 0
    trick: list[str] = []
    leader = -1
    number = 0
    for event in events:
        match event:
            case ev.Dealt():
                yield rec.Deal(label[event.seat], names(event.cards))
            case ev.Laid() if event.pile not in carried:
                yield rec.Monte(names(event.cards))
            case ev.Said(kind="raise"):
                yield rec.Raise(label[event.seat], event.word)
            case ev.Said():
                yield rec.Bid(label[event.seat], event.word, nth=nth)
                nth += 1
            case ev.Played():
                leader = event.seat if not trick else leader
                trick.append(game.cards.names[event.card])
            case ev.TrickWon():
                number = event.number
                yield rec.Trick(number, label[event.leader], tuple(trick))
                trick = []
            case ev.Claimed() if trick:
                yield rec.Trick(number + 1, label[leader], tuple(trick))
                trick = []
                yield from _moved(game, setting, event)
            case _:
                yield from _moved(game, setting, event)
    if trick:
        yield rec.Trick(number + 1, label[leader], tuple(trick))


def _moved(game: Game, setting: Seating, event: ev.Event) -> Iterator[rec.Statement]:
    label, names = setting.labels, game.cards.list
    match event:
        case ev.Called():
            found = {-1: "monte", -2: "hand"}.get(event.found) or label[event.found]
            yield rec.Call(label[event.seat], game.cards.names[event.card], found)
        case ev.Given():
            yield rec.Give(label[event.seat], label[event.to], names(event.cards), event.open)
        case ev.Tabled():
            yield rec.TableCard(label[event.seat], names(event.cards), event.open)
        case ev.Taken() if event.cards:
            yield rec.Take(label[event.seat], names(event.cards), event.open, _pile(game, event.pile))
        case ev.Discarded():
            yield rec.Discard(label[event.seat], names(event.cards), event.open, _pile(game, event.pile))
        case ev.Shown():
            yield rec.Show(label[event.seat], names(event.cards))
        case ev.Signalled():
            yield rec.Signal(label[event.seat], event.word)
        case ev.Faulted():
            by = label[event.by] if event.by >= 0 else ""
            yield rec.Fault(label[event.seat], event.word, (), event.trick or None, by)
        case ev.Claimed():
            kind = rec.Concede if event.concede else rec.Claim
            answer = {True: "accepted", False: "refused", None: ""}[event.accepted]
            yield kind(label[event.seat], event.points, answer=answer)


def _pile(game: Game, pile: int) -> str:
    """The pile is named where there are several."""
    return game.piles[pile] if len(game.piles) > 1 else ""


def outcome(
    game: Game, setting: Seating, account: Account, tally: Tally, standing: MatchStanding | None
) -> list[rec.Statement]:
    """The assertions of a settled hand and its end."""
    label = setting.labels
    said: list[rec.Statement] = []
    order = (*(seat for side in account.sides for seat in side.seats), *range(len(label)))
    order = tuple(dict.fromkeys(order))
    if account.sides:
        said.append(rec.Result(_result(game, setting, account, tally)))
    if account.sides or any(account.payments):
        said.append(rec.Score(tuple((label[seat], account.payments[seat]) for seat in order)))
    if standing is not None:
        said.append(rec.Total(tuple(zip(label, standing.totals, strict=True))))
    kind = {"claimed": "claimed", "void": "void"}.get(tally.outcome, "")
    said.append(rec.End(kind))
    return said


def _result(game: Game, setting: Seating, account: Account, tally: Tally) -> tuple[rec.Stated, ...]:
    """Seat by seat as they took their points; by sides where points were claimed or moved."""
    label = setting.labels
    last = game.rules.pack.last_trick
    if all(side.points == tally.points(side.seats, last) for side in account.sides) and tally.claim is None:
        seats = [seat for side in account.sides for seat in side.seats]
        return tuple(rec.Stated((label[seat],), tally.points((seat,), last)) for seat in seats)
    return tuple(rec.Stated(tuple(label[seat] for seat in side.seats), side.points) for side in account.sides)
