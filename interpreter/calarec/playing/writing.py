"""A played hand as the statements of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.settling import may_have_payments
from calarec.core.records import model as rec
from calarec.playing.moves import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Seating
    from calarec.core.engine.tally import Tally

    _WithCards = (
        ev.Dealt | ev.Laid | ev.Given | ev.Tabled | ev.Taken | ev.Discarded | ev.Shown | ev.Declared
    )  # fmt: skip


def event_statements(
    game: Game,
    setting: Seating,
    events: Iterable[ev.Event],
    *,
    beside: Sequence[tuple[int, rec.Statement]] = (),
    stated: Mapping[int, rec.Statement] | None = None,
    all_said: bool = False,
) -> list[rec.Statement]:
    """The statements of a record for the events, in their order.

    `beside` are data (notes, times), each with the number of events before it, -1 at the head of the hand; none is
    within a trick. `stated` are events, by their number, with their statements, if these contain more than an event.
    `all_said`: also takes of nothing, which need no line once the hand has gone on.
    """
    said = [each for place, each in beside if place < 0]
    said += first_statements(game, setting)
    waiting = [(place, each) for place, each in beside if place >= 0]
    writer = _HandWriter(game, setting, dict(setting.carry.piles), waiting, stated or {}, all_said=all_said)
    said += writer.write_events(events)
    return said


def first_statements(game: Game, setting: Seating) -> list[rec.Statement]:
    """The statements before the deal: dealer, resting seats, inheritance."""
    label, carry = setting.labels, setting.carry
    said: list[rec.Statement] = [rec.Dealer(label[setting.dealer])]
    if setting.out:
        said.append(rec.Out(tuple(label[seat] for seat in setting.out)))
    said += [rec.Carry(game.piles[pile], game.cards.list(cards)) for pile, cards in carry.piles]
    if (carry.only or carry.times != 1) and not carry.piles:
        said.append(rec.Carry("all-pass"))
    if carry.pot:
        said.append(rec.Carry(rec.POT, amount=carry.pot))
    return [*said, *(rec.Carry(term.rule, seats=term.seats) for term in carry.by_match or ())]


class _HandWriter:
    """Writes the events of one hand, a line for each trick."""

    def __init__(
        self,
        game: Game,
        setting: Seating,
        carried: dict[int, int],
        waiting: list[tuple[int, rec.Statement]],
        stated: Mapping[int, rec.Statement],
        *,
        all_said: bool,
    ) -> None:
        self.game = game
        self.setting = setting
        self.carried = carried
        self.waiting = waiting
        self.stated = stated
        self.all_said = all_said
        self.bids = 0
        self.trick: list[str] = []
        self.leader = -1
        self.number = 0

    def write_events(self, events: Iterable[ev.Event]) -> Iterator[rec.Statement]:
        """The statements of all events."""
        for place, event in enumerate(events):
            while self.waiting and self.waiting[0][0] <= place and not self.trick:
                yield self.waiting.pop(0)[1]
            if isinstance(event, ev.Played):
                self.leader = event.seat if not self.trick else self.leader
                self.trick.append(self.game.cards.names[event.card])
                continue
            yield from self._write_event(event, self.stated.get(place))
        if self.trick:
            yield self._unfinished_trick()
        yield from (each for _, each in self.waiting)

    def _unfinished_trick(self) -> rec.Trick:
        trick, self.trick = tuple(self.trick), []
        return rec.Trick(self.number + 1, self.setting.labels[self.leader], trick)

    def _write_event(self, event: ev.Event, stated: rec.Statement | None) -> Iterator[rec.Statement]:
        label = self.setting.labels
        match event:
            case ev.Dealt():
                yield rec.Deal(label[event.seat], _card_names(self.game, event))
            case ev.Laid() if event.pile not in self.carried:
                yield rec.Monte(_card_names(self.game, event))
            case ev.Said(kind="raise"):
                yield rec.Raise(label[event.seat], event.word)
            case ev.Said(kind="double"):
                yield rec.Double(label[event.seat], event.word)
            case ev.Said():
                yield rec.Bid(label[event.seat], event.word, nth=self.bids)
                self.bids += 1
            case ev.TrickWon():
                yield self._unfinished_trick()
                self.number = event.number
            case ev.Taken() if not event.cards and not self.all_said:
                return
            case _:
                if isinstance(event, ev.Claimed) and event.holds and self.trick:
                    yield self._unfinished_trick()
                yield from _moved_statements(self.game, self.setting, event) if stated is None else (stated,)


def _moved_statements(game: Game, setting: Seating, event: ev.Event) -> Iterator[rec.Statement]:
    label = setting.labels
    match event:
        case ev.Called():
            places = {-1: "monte", -2: "hand", ev.NOT_KNOWN: ""}
            found = places[event.found] if event.found in places else label[event.found]
            yield rec.Call(label[event.seat], game.cards.names[event.card], found)
        case ev.TrumpMade() if not game.rules.play.is_trump_called:  # otherwise the line of the call says it
            what = game.cards.names[event.card] if event.card >= 0 else game.cards.names[event.suit.bit_length() - 1][1]
            yield rec.Trump(label[event.seat], what)
        case ev.Given():
            yield rec.Give(label[event.seat], label[event.to], _card_names(game, event), event.open)
        case ev.Tabled():
            yield rec.TableCard(label[event.seat], _card_names(game, event), event.open)
        case ev.Taken():
            yield rec.Take(label[event.seat], _card_names(game, event), event.open, name_pile(game, event.pile))
        case ev.Discarded():
            yield rec.Discard(label[event.seat], _card_names(game, event), event.open, name_pile(game, event.pile))
        case ev.Shown():
            to = () if event.seen == setting.all else _eyes_of_others(setting, event)
            yield rec.Show(label[event.seat], _card_names(game, event), to)
        case ev.Declared():
            yield rec.Declare(label[event.seat], event.word, _card_names(game, event))
        case ev.Signalled():
            yield rec.Signal(label[event.seat], event.word)
        case ev.Faulted():
            by = label[event.by] if event.by >= 0 else ""
            yield rec.Fault(label[event.seat], event.word, (), event.trick or None, by)
        case ev.Claimed():
            kind = rec.Concede if event.concede else rec.Claim
            answer = {True: "accepted", False: "refused", None: ""}[event.accepted]
            yield kind(label[event.seat], event.points, answer=answer)


def _card_names(game: Game, event: _WithCards) -> tuple[str, ...]:
    """The cards of an event; unknown ones are `__`."""
    return (*game.cards.list(event.cards), *[UNSEEN] * event.unknown)


def _eyes_of_others(setting: Seating, event: ev.Shown) -> tuple[str, ...]:
    """The other seats that saw the shown cards."""
    return tuple(label for seat, label in enumerate(setting.labels) if event.seen >> seat & 1 and seat != event.seat)


def name_pile(game: Game, pile: int) -> str:
    """The pile is named where there are several."""
    return game.piles[pile] if len(game.piles) > 1 else ""


def outcome_statements(
    game: Game, setting: Seating, account: Account, tally: Tally, standing: MatchStanding | None
) -> list[rec.Statement]:
    """The assertions of a settled hand and its end."""
    label = setting.labels
    said: list[rec.Statement] = []
    order = (*(seat for side in account.sides for seat in side.seats), *range(len(label)))
    order = tuple(dict.fromkeys(order))
    if account.sides:
        said.append(rec.Result(_stated_result(game, setting, account, tally)))
    if any(account.payments) or (account.sides and may_have_payments(game, account)):
        said.append(rec.Score(tuple((label[seat], account.payments[seat]) for seat in order)))
    if standing is not None:
        said.append(rec.Total(tuple(zip(label, standing.totals, strict=True))))
    kind = {"claimed": "claimed", "void": "void"}.get(tally.outcome, "")
    said.append(rec.End(kind))
    return said


def _stated_result(game: Game, setting: Seating, account: Account, tally: Tally) -> tuple[rec.Stated, ...]:
    """The result by seat as taken; by side for claimed or moved points."""
    label = setting.labels
    last = game.rules.pack.last_trick
    as_taken = all(side.points == tally.points(side.seats, last) for side in account.sides)
    if as_taken and tally.claim is None and not setting.sides:
        seats = [seat for side in account.sides for seat in side.seats]
        return tuple(rec.Stated((label[seat],), tally.points((seat,), last)) for seat in seats)
    return tuple(rec.Stated(tuple(label[seat] for seat in side.seats), side.points) for side in account.sides)
