"""The facts that written tricks show of an unsettled hand: points and partners.

A ruling that settled nothing goes in, the common minimum of all outcomes comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import EVERYTHING
from calarec.core.engine.state import NOT_CALLED
from calarec.core.engine.views import Watcher
from calarec.core.judge.lines import find_best_card, find_written_trump
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

_SURE: Final = ("complete", "forced")


class ShownTricks(NamedTuple):
    """The least that the tricks of each seat have.

    The unknown cards in tricks come from the cards that are known nowhere else: they are worth at least as much as
    the same number of the cheapest of these.
    """

    points: tuple[int, ...] = ()
    """By seat: the points of the known cards in its tricks."""
    tricks: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    """By seat: the number of unknown cards in its tricks."""
    cheapest: tuple[int, ...] = ()
    """The points of the cards that the unknown ones can be, from the cheapest on."""
    partners: frozenset[int] = frozenset()
    """The known partners of the declarer."""
    no_others: bool = False
    """True if it is known that there are no others."""

    def may_have_partners(self, partners: tuple[int, ...]) -> bool:
        """Check whether these can be all partners of the declarer."""
        return self.partners == {*partners} or (self.partners < {*partners} and not self.no_others)

    def sums_of(self, seats: Iterable[int]) -> tuple[int, int]:
        """The points and the tricks of several seats together, at least."""
        among = [seat for seat in seats if seat < len(self.points)]
        unknown = sum(self.unknown[seat] for seat in among)
        points = sum(self.points[seat] for seat in among) + sum(self.cheapest[:unknown])
        return points, sum(self.tricks[seat] for seat in among)


NOTHING: Final = ShownTricks()


def tricks_shown_by(judged: Judgement) -> ShownTricks:
    """The facts shown by tricks of a hand with unknown cards or unwritten tricks."""
    if judged.setting is None or judged.state is None:
        return NOTHING
    count = len(judged.setting.labels)
    points, tricks, unknown = [0] * count, [0] * count, [0] * count
    worths = judged.game.cards.points
    for event, hidden in ((happening.event, happening.hidden) for happening in judged.happened):
        if isinstance(event, ev.TrickWon) and event.winner >= 0:
            known = [card for card in event.cards if card >= 0 and not hidden >> card & 1]
            points[event.winner] += sum(worths[card] for card in known)
            tricks[event.winner] += 1
            unknown[event.winner] += len(event.cards) - len(known)
    cheapest = sorted(worths[card] for card in bits(_cards_not_seen_elsewhere(judged))) if any(unknown) else []
    partners = frozenset(bits(judged.state.partners))
    no_others = _has_no_others(judged, judged.state)
    return ShownTricks(tuple(points), tuple(tricks), tuple(unknown), tuple(cheapest), partners, no_others)


def _cards_not_seen_elsewhere(judged: Judgement) -> int:
    """The cards that may be unknown ones in tricks: not seen in any other place."""
    assert judged.setting is not None
    cards, elsewhere = judged.game.cards, 0
    watcher = Watcher(judged.game, len(judged.setting.labels), EVERYTHING, sure=judged.sure & cards.full)
    for happening in judged.happened:
        watcher.watch_events((happening.event,), (happening.hidden,))
        if isinstance(happening.event, ev.Played) and happening.event.card >= 0:
            elsewhere |= 1 << happening.event.card & ~happening.hidden
    for known in (*watcher.hands, *watcher.piles):
        elsewhere |= known.cards
    return cards.full & ~elsewhere


def _has_no_others(judged: Judgement, state: State) -> bool:
    """Check whether every due card was called, and the place of each is known."""
    calling = state.step.startswith("steps.") and judged.game.step(state.step).do == "call"
    return not calling and (judged.knowledge in _SURE or state.found != NOT_CALLED)


def tricks_shown_by_lines(hand: Hand, game: Game, setting: Seating) -> ShownTricks:
    """Read the written tricks of a hand that could not be followed.

    Empty if they contradict each other. A trick counts if its known cards show its winner in every case, or else by
    the leader of the next trick.
    """
    count, numbers, worths = len(setting.labels), game.cards.numbers, game.cards.points
    points, tricks, unknown = [0] * count, [0] * count, [0] * count
    written = hand.every(rec.Trick)
    leaders = {trick.number: number_of(setting, trick.leader) for trick in written}
    played = [numbers[name] for trick in written for name in trick.cards if name in numbers]
    unseen = game.cards.full & ~sum(1 << card for card in set(played))
    for trick in written:
        winner, following = _sure_winner(trick, hand, game, setting, unseen), leaders.get(trick.number + 1, -1)
        if winner >= 0 <= following != winner:
            return NOTHING
        winner = max(winner, following)
        if winner in setting.active and len(trick.cards) == len(setting.active):
            known = [numbers[name] for name in trick.cards if name in numbers]
            points[winner] += sum(worths[card] for card in known)
            tricks[winner] += 1
            unknown[winner] += len(trick.cards) - len(known)
    if len(set(played)) < len(played):
        return NOTHING
    cheapest = sorted(worths[card] for card in bits(unseen)) if any(unknown) else []
    return ShownTricks(tuple(points), tuple(tricks), tuple(unknown), tuple(cheapest))


def _sure_winner(trick: rec.Trick, hand: Hand, game: Game, setting: Seating, unseen: int) -> int:
    """The winner of a trick, whatever its unknown cards; negative if they decide."""
    cards = [game.cards.numbers.get(name, -1) for name in trick.cards]
    leader, trump = number_of(setting, trick.leader), find_written_trump(hand, game)
    if leader not in setting.active or len(cards) != len(setting.active) or cards[0] < 0:
        return -1
    known = [card for card in cards if card >= 0]
    best = find_best_card(known, game, trump)
    others = bits(unseen) if len(known) < len(cards) else ()
    if best < 0 or any(find_best_card([*known, card], game, trump) != best for card in others):
        return -1
    return (leader, *setting.others(leader))[cards.index(best)]
