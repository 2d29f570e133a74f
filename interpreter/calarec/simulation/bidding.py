"""Words of an auction, chosen by what they pay in worlds that the seat may be in.

In goes a hand in its auction, or one that may still be raised; out comes the word that pays its seat most. After the
word no seat bids more, and all play on by simple rules (`calarec.playouts.sensible`); what is paid for that is the
ruleset's own account. So a contract is bid when it pays more than to wait, whatever the contracts of the ruleset are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.bulk.auction import AuctionEnd, AuctionTable
from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.state import NOBODY
from calarec.playouts.sensible import AuctionOutcome, find_sensible_player
from calarec.solving.position import UnsolvableError
from calarec.solving.worlds import SeenWorlds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.bulk.auction import Point
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer


class ChosenWord(NamedTuple):
    """A choice among words; without an action the seat is silent."""

    action: Action | None


def choose_word(
    game: Game, state: State, offer: Offer, events: Sequence[ev.Event], *, worlds: int, seed: int
) -> ChosenWord | None:
    """The bid or raise that pays its seat most; None if that is not known.

    The same worlds for the same seed, and each word in all of them. If words pay as much, it is one that is not a bid.
    """
    seat = state.controller(offer.seat)
    if offer.do == "bid":
        ends = _find_auction_ends(game, state, offer, events)
    else:
        ends = {word: AuctionEnd(word, _place_of(state, state.declarer)) for word in offer.words}
        ends[""] = AuctionEnd(state.contract, _place_of(state, state.declarer))
    player = find_sensible_player(game)
    if player is None or not all(end is not None and player.can_finish(end.contract) for end in ends.values()):
        return None
    try:
        drawn = list(SeenWorlds(game, state, events, seat).draw_worlds(worlds, seed, once=False))
    except UnsolvableError:
        return None
    place = _place_of(state, offer.seat)
    gains = {
        end: sum(player.finish_hand(_make_outcome(world, end))[place] for world in drawn)
        for end in dict.fromkeys(end for end in ends.values() if end is not None)
    }

    def preference(word: str) -> tuple[int, bool]:
        end = ends[word]
        assert end is not None
        return gains[end], word not in game.rules.contracts

    best = max(ends, key=preference)
    return ChosenWord(offer.say(best) if best else None)


def _place_of(state: State, seat: int) -> int:
    return state.setting.active.index(seat)


def _find_auction_ends(
    game: Game, state: State, offer: Offer, events: Iterable[ev.Event]
) -> dict[str, AuctionEnd | None]:
    """The end of the auction after each word, if no seat bids more; None: unknown."""
    setting = state.setting
    speakers = tuple(place for place, seat in enumerate(setting.active) if seat not in setting.dummies)
    dealer = setting.active.index(setting.dealer) if setting.dealer in setting.active else -1
    graph = compiled_rules(game).auction_graph(AuctionTable(speakers, dealer))
    point: Point | AuctionEnd | None = graph.start
    for event in events:
        said = event.word if isinstance(event, ev.Said) else "" if isinstance(event, ev.Called) else None
        if said is not None:
            point = point.point_after(said) if point is not None and not isinstance(point, AuctionEnd) else None
    if point is None or isinstance(point, AuctionEnd):
        return dict.fromkeys(offer.words)
    return {word: _end_without_bids(point.point_after(word)) for word in offer.words}


def _end_without_bids(point: Point | AuctionEnd | None) -> AuctionEnd | None:
    """The end of the auction if every seat waits that can."""
    while point is not None and not isinstance(point, AuctionEnd):
        # The words that are not bids come first; where there are none the lowest bid has to be made.
        point = point.point_after("" if point.calling else point.words[0])
    return point


def _find_holder(state: State) -> int:
    """The declarer, or the seat with the highest bid so far."""
    return state.declarer if state.declarer != NOBODY or state.bidding is None else state.bidding.holder


def _make_outcome(world: State, end: AuctionEnd) -> AuctionOutcome:
    """A world at the end of its auction, by place."""
    setting = world.setting
    named = 1 << world.called if world.called >= 0 and setting.active.index(_find_holder(world)) == end.declarer else 0
    return AuctionOutcome(
        tuple([world.hands[seat] for seat in setting.active]), world.piles, end.contract, end.declarer,
        dealer=setting.active.index(setting.dealer) if setting.dealer in setting.active else NOBODY,
        dummies=tuple([setting.active.index(seat) for seat in setting.dummies if seat in setting.active]),
        out=len(setting.out), named=named,
    )  # fmt: skip
