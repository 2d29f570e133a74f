"""Every way in which a recorded hand can have gone, by trying all of them on the engine.

Naive on purpose: it deals the unknown cards in every way, and then follows the record, doing whatever is legal
where the record has nothing. It knows nothing of `calarec.unknown_cards.solver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    DiscardAction,
    DoubleAction,
    GiveAction,
    LayAction,
    PlayAction,
    RaiseAction,
    TakeAction,
    TrumpAction,
)

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import DRAWING
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Offer

MOVES: dict[type, type[LayAction | GiveAction | TakeAction | DiscardAction]] = {
    rec.TableCard: LayAction,
    rec.Give: GiveAction,
    rec.Take: TakeAction,
    rec.Discard: DiscardAction,
}

KINDS: dict[type, str] = {rec.TableCard: "table-card", rec.Give: "give", rec.Take: "take", rec.Discard: "discard"}


class Way(NamedTuple):
    """One way: hands and piles as dealt, then calls, moves and plays."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    moves: frozenset[tuple[str, int, int]]
    """Kind, seat and cards."""
    plays: tuple[int, ...]
    called: tuple[int, ...]
    """The cards that were called, in order."""


def ways(game: Game, setting: Seating, statements: tuple[rec.Statement, ...]) -> set[Way]:
    """Every way in which the hand can have gone without a breach."""
    return {way for way, _ in ended_ways(game, setting, statements)}


def ended_ways(
    game: Game, setting: Seating, statements: tuple[rec.Statement, ...]
) -> Iterator[tuple[Way, Account | None]]:
    """Every way, with the account of its hand; None if it is not over."""
    drawn = game.rules.play.draw is not None
    for hands, piles in deals(game, setting, statements):
        begun = start(game, setting, hands, piles)
        for moves, plays, called, ended in _follow(game, statements, 0, begun, ()):
            # In the play it counts when a card was drawn.
            numbered = tuple((f"{number} {kind}", seat, cards) for number, (kind, seat, cards) in enumerate(moves))
            made = numbered if drawn else moves
            account = settle_hand(game, add_up(game.cards, setting, ended.events)) if ended.state.is_over else None
            yield Way(tuple(hands), tuple(piles), frozenset(made), plays, called), account


def played_out(game: Game, setting: Seating, statements: tuple[rec.Statement, ...]) -> Iterator[Account]:
    """The account of every way in which the hand can have gone, with the rest played in every legal way."""
    for hands, piles in deals(game, setting, statements):
        for *_, reached in _follow(game, statements, 0, start(game, setting, hands, piles), ()):
            waiting = [reached]
            while waiting:
                before = waiting.pop()
                if before.state.is_over:
                    yield settle_hand(game, add_up(game.cards, setting, before.events))
                    continue
                actions = [action for offer in legal(game, before.state) for action in offer.actions()]
                answers = [apply(game, before.state, action) for action in actions]
                waiting += [_then(before, answer) for answer in answers if isinstance(answer, Outcome)]


def deals(game: Game, setting: Seating, statements: tuple[rec.Statement, ...]) -> Iterator[tuple[list[int], list[int]]]:
    """Every deal that fits the `deal` and `monte` lines."""
    by_seat = {each.seat: each.cards for each in statements if isinstance(each, rec.Deal)}
    monte = next((each.cards for each in statements if isinstance(each, rec.Monte)), None)
    wanted: list[Sequence[str]] = []
    for seat in sorted(setting.active):
        wanted.append(by_seat.get(setting.labels[seat], ("__",) * game.rules.deal.hand))
    dealt = [pile.dealt for pile in game.rules.piles.values()]
    main = next((pile for pile, cards in enumerate(dealt) if cards), 0)
    wanted.append(monte or ("__",) * sum(dealt[main : main + 1]))
    named = sum(1 << game.cards.numbers[name] for names in wanted for name in names if "_" not in name)
    for given in _shared_out(game, wanted, game.cards.full & ~named):
        hands = dict(zip(sorted(setting.active), given, strict=False))
        yield (
            [hands.get(seat, 0) for seat in range(len(setting.labels))],
            [given[-1] if pile == main else 0 for pile in range(len(dealt))],
        )


def _shared_out(game: Game, wanted: Sequence[Sequence[str]], free: int) -> Iterator[tuple[int, ...]]:
    if not wanted:
        yield ()
        return
    names = wanted[0]
    known = sum(1 << game.cards.numbers[name] for name in names if "_" not in name)
    blanks = [name for name in names if "_" in name]
    for chosen in combinations(list(bits(free)), len(blanks)):
        if fits(game, blanks, chosen):
            mask = sum(1 << card for card in chosen)
            for rest in _shared_out(game, wanted[1:], free & ~mask):
                yield (known | mask, *rest)


def fits(game: Game, blanks: Sequence[str], cards: Sequence[int]) -> bool:
    """Check whether some cards can fill some unknown ones, one each."""
    if not blanks:
        return not cards
    return any(
        like(blanks[0], game.cards.names[card]) and fits(game, blanks[1:], (*cards[:at], *cards[at + 1 :]))
        for at, card in enumerate(cards)
    )


def like(blank: str, name: str) -> bool:
    """Check whether a card fits a name with unknown parts."""
    return all(want in ("_", have) for want, have in zip(blank, name, strict=True))


Course = tuple[tuple[tuple[str, int, int], ...], tuple[int, ...], tuple[int, ...], Outcome]
"""Moves, plays, cards called, and the last state with all events."""


def _then(before: Outcome, answer: Outcome) -> Outcome:
    """Return the outcome of an action, with the events before it."""
    return answer._replace(events=(*before.events, *answer.events))


def _follow(
    game: Game, statements: tuple[rec.Statement, ...], index: int, so_far: Outcome, plays: tuple[int, ...]
) -> Iterator[Course]:
    """Every course from a statement on; moves come back in the order made."""
    state = so_far.state
    if index == len(statements):
        yield (), plays, tuple(card for card, _ in state.calls), so_far
        return
    statement = statements[index]
    seats = state.setting.labels
    match statement:
        case rec.Bid() | rec.Raise() | rec.Double() | rec.Trump():
            answer = apply(game, state, _auction_action(seats.index(statement.seat), statement))
            if isinstance(answer, Outcome):
                yield from _follow(game, statements, index + 1, _then(so_far, answer), plays)
        case rec.Trick():
            if state.step != "play":
                yield from _unwritten(game, statements, index, so_far, plays)
            else:
                for after, played in _trick(game, statement, so_far):
                    yield from _follow(game, statements, index + 1, after, (*plays, *played))
        case rec.Show():
            shown = sum(1 << game.cards.numbers[name] for name in statement.cards)
            if state.has_cards(seats.index(statement.seat), shown):
                yield from _follow(game, statements, index + 1, so_far, plays)
            elif state.step.startswith("steps.") or state.step == DRAWING:
                yield from _unwritten(game, statements, index, so_far, plays)
        case rec.Call() | rec.TableCard() | rec.Give() | rec.Take() | rec.Discard():
            yield from _moved(game, statements, index, so_far, plays)
        case _:
            yield from _follow(game, statements, index + 1, so_far, plays)


def _auction_action(seat: int, statement: rec.Bid | rec.Raise | rec.Double | rec.Trump) -> Action:
    match statement:
        case rec.Raise():
            return RaiseAction(seat, statement.word)
        case rec.Double():
            return DoubleAction(seat, statement.word)
        case rec.Trump():
            return TrumpAction(seat, statement.what)
    return BidAction(seat, statement.word)


def _trick(game: Game, trick: rec.Trick, so_far: Outcome) -> Iterator[tuple[Outcome, tuple[int, ...]]]:
    setting = so_far.state.setting
    seat = setting.labels.index(trick.leader)
    waiting: list[tuple[Outcome, tuple[int, ...]]] = [(so_far, ())]
    for name in trick.cards:
        on: list[tuple[Outcome, tuple[int, ...]]] = []
        for here, played in waiting:
            for card in bits(here.state.hands[seat]):
                if like(name, game.cards.names[card]):
                    answer = apply(game, here.state, PlayAction(seat, card))
                    if isinstance(answer, Outcome):
                        on.append((_then(here, answer), (*played, card)))
        waiting = on
        seat = setting.seat_after(seat)
    yield from waiting


def _actions(game: Game, state: State, known: int = 0, kept: int = 0) -> list[Action]:
    """Return the actions with all cards known to be moved, and none known to be kept."""
    return [
        action
        for offer in _offers(game, state)
        for action in _actions_of_offer(offer if offer.words else offer._replace(cards=offer.cards & ~kept), known)
    ]


def _offers(game: Game, state: State) -> list[Offer]:
    if state.is_over or state.step == "play":
        return []
    return [offer for offer in legal(game, state) if offer.do not in ("bid", "raise", "double")]


def _actions_of_offer(offer: Offer, known: int) -> Iterator[Action]:
    """The actions of an offer; no combination is made that lacks a known card, of which there would be many."""
    if not known:
        yield from offer.actions()
    elif not known & ~offer.cards:
        rest = [1 << card for card in bits(offer.cards & ~known)]
        for number in range(max(offer.least - known.bit_count(), 0), offer.most - known.bit_count() + 1):
            for more in combinations(rest, number):
                if offer.is_within_limits(known | sum(more)):
                    yield offer.choose(known | sum(more))


def _moved(
    game: Game, statements: tuple[rec.Statement, ...], index: int, so_far: Outcome, plays: tuple[int, ...]
) -> Iterator[Course]:
    statement, state = statements[index], so_far.state
    is_call = isinstance(statement, rec.Call)
    names: tuple[str, ...] = () if is_call else getattr(statement, "cards", ())
    known = sum(1 << game.cards.numbers[name] for name in names if "_" not in name)
    kind = "call" if is_call else KINDS[type(statement)]
    seat = state.setting.labels.index(statement.seat)  # type: ignore[union-attr]
    if (kind, seat) in {(offer.do, offer.seat) for offer in _offers(game, state)}:
        is_shared = state.step.startswith("steps.") and game.step(state.step).do == "share"
        # Where players take in turn, who comes later may take up what was laid aside, though no line says so.
        is_final = isinstance(statement, rec.Discard) and not is_shared
        kept = _cards_played(game, statements[index + 1 :]) if is_final else 0
        actions = [action for action in _actions(game, state, known, kept) if _tells(game, state, statement, action)]
        yield from _do(game, statements, index + 1, so_far, plays, actions)
    else:
        yield from _unwritten(game, statements, index, so_far, plays)


def _cards_played(game: Game, statements: tuple[rec.Statement, ...]) -> int:
    """The cards that are written in tricks: they were not laid aside, unless a player took them up again."""
    if any(isinstance(statement, rec.Take) for statement in statements):
        return 0
    tricks = [statement for statement in statements if isinstance(statement, rec.Trick)]
    return sum(1 << game.cards.numbers[name] for trick in tricks for name in trick.cards if "_" not in name)


def _unwritten(
    game: Game, statements: tuple[rec.Statement, ...], index: int, so_far: Outcome, plays: tuple[int, ...]
) -> Iterator[Course]:
    yield from _do(game, statements, index, so_far, plays, _actions(game, so_far.state))


def _do(
    game: Game,
    statements: tuple[rec.Statement, ...],
    index: int,
    so_far: Outcome,
    plays: tuple[int, ...],
    actions: list[Action],
) -> Iterator[Course]:
    for action in actions:
        answer = apply(game, so_far.state, action)
        assert isinstance(answer, Outcome)
        for moves, played, called, ended in _follow(game, statements, index, _then(so_far, answer), plays):
            if isinstance(action, CallAction):
                yield moves, played, called, ended
            else:
                assert isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction)
                yield (
                    ((type(action).__name__.removesuffix("Action"), action.seat, action.cards), *moves),
                    played,
                    called,
                    ended,
                )


def _tells(game: Game, state: State, statement: rec.Statement, action: Action) -> bool:
    """Check whether a statement may be about an action, all of whose cards it names."""
    if not tells_in_part(game, state, statement, action):
        return False
    cards = action.cards if isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction) else 0
    return isinstance(action, CallAction) or cards.bit_count() == len(getattr(statement, "cards", ()))


def tells_in_part(game: Game, state: State, statement: rec.Statement, action: Action) -> bool:
    """Check whether a statement may be about an action, perhaps with fewer cards."""
    labels = state.setting.labels
    match statement, action:
        case rec.Call(), CallAction():
            there = statement.place in ("", _where(state, action))
            return (
                there and labels[action.seat] == statement.seat and like(statement.card, game.cards.names[action.card])
            )
        case rec.Give(), GiveAction() if labels[action.to] != statement.to:
            return False
        case rec.Take(source=name), TakeAction(pile=pile) if name and pile >= 0 and game.piles[pile] != name:
            return False
        case rec.Discard(pile=name), DiscardAction(pile=pile) if name and pile >= 0 and game.piles[pile] != name:
            return False
    if not isinstance(statement, rec.TableCard | rec.Give | rec.Take | rec.Discard):
        return False
    if not isinstance(action, MOVES[type(statement)]):
        return False
    names = statement.cards
    known = sum(1 << game.cards.numbers[name] for name in names if "_" not in name)
    blanks = [name for name in names if "_" in name]
    rest = action.cards & ~known
    missing = ["__"] * (action.cards.bit_count() - len(names))
    return (
        labels[action.seat] == statement.seat
        and action.cards & known == known
        and fits(game, [*blanks, *missing], list(bits(rest)))
    )


def _where(state: State, call: CallAction) -> str:
    """Return the place of a called card, in the words of records."""
    if (state.hands[call.seat] | state.tabled) >> call.card & 1:
        return "hand"
    held = (label for label, hand in zip(state.setting.labels, state.hands, strict=True) if hand >> call.card & 1)
    return next(held, "monte")
