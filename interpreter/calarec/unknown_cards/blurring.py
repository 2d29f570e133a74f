"""The part of a hand that does not depend on the unknown cards.

Terms. A card is *sure* if it went the same way in every possible world. A trick's winner is *fixed* if it
is the same whatever the unknown cards were; a card's points are, if they go to the same seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.events import NOT_KNOWN, without_unknown_cards
from calarec.core.engine.state import NOBODY
from calarec.unknown_cards.blanks import move_keys
from calarec.unknown_cards.solver.propagation import possible_winners, slot_candidates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Happened
    from calarec.unknown_cards.blanks import Key
    from calarec.unknown_cards.search import FoundWorld, Worlds
    from calarec.unknown_cards.solver.problem import CardProblem, World
    from calarec.unknown_cards.solver.search import Placement

_MOVES = (ev.Given, ev.Taken, ev.Discarded, ev.Tabled)


def sure_cards(problem: CardProblem, world: World, placement: Placement) -> int:
    """The cards with the same bin, start and moves in every world."""
    sure = 0
    for card in range(problem.count):
        bit = 1 << card
        known = any(mask & bit for mask in placement.starts) and any(mask & bit for mask in placement.bins)
        if known and all(
            placement.moves[move] & bit or not world.routes[card] & through
            for move, through in enumerate(problem.through)
        ):
            sure |= bit
    return sure


def is_settled_by_tricks(game: Game, state: State, *, every_play: bool) -> bool:
    """Check whether only the tricks settle the hand, whatever was exchanged before.

    Then every card was played or is on a pile, all of that goes to one seat, and there can be no partner; the deal
    decides nothing.
    """
    if state.outcome in ("all_pass", "void"):
        return True
    if any(figure.where == "dealt" for figure in game.card_figures):
        return False
    calls = [game.step(path) for path in state.program if path.startswith("steps.")]
    if any(step.do == "call" and step.params.gets == "partner" for step in calls):
        return False
    last = state.tricks[-1].winner if state.tricks else NOBODY
    owners = {
        {"last_trick": last, "declarer": state.declarer, "nobody": NOBODY}[pile.won_by]
        for pile in game.rules.piles.values()
    }
    return every_play and state.outcome == "played" and len(owners) < 2


def _move_ways(found: FoundWorld) -> list[Key]:
    return [key for _, key in move_keys(found.question)]


def _is_winner_fixed_in(problem: CardProblem, world: World, number: int, found: list[int], winner: int) -> bool:
    trick = problem.tricks[number]
    own = next((slot for slot in trick if problem.slots[slot] == winner), None)
    return own is not None and (world.winners[number] == own or possible_winners(problem, trick, found) == [own])


class Blurring:
    """Removes facts from events that only some of the possible worlds have."""

    def __init__(self, game: Game, setting: Seating, worlds: Worlds, known: Mapping[Key, int], sure: int) -> None:
        self.game = game
        self.worlds = [
            (
                found_world.question.problem,
                found_world.world,
                slot_candidates(found_world.question.problem, found_world.world),
            )
            for found_world in worlds.found
        ]
        self.whole = worlds.whole
        ways = {tuple(sorted(map(repr, _move_ways(found_world)))) for found_world in worlds.found}
        self.alike = worlds.whole and len(ways) == 1
        """True if the same moves of cards were made in every world."""
        self.contracts = {found_world.question.plan.state.contract for found_world in worlds.found}
        self.known = known
        self.sure = sure
        self.seats = len(setting.labels)
        self.piles = (len(self.worlds[0][0].starts) - self.seats) // 2
        self.slots: dict[int, int] = {}
        self.counts: dict[object, int] = {}
        self.moved = False
        """True if cards have been moved since the deal, written or not."""
        self.partners_known = True
        """True if the place of every called card is known."""
        self.partners: set[int] = set()
        """The seats that are known to have held one."""
        self.play_known = True
        """True unless the last event is a play of an unknown card."""
        self.last_known = True
        """True if the winner of the last trick so far is known."""
        self._is_sure = True
        """True if the last examined move of cards is certain."""

    def blur_all(self, happened: Sequence[Happened]) -> tuple[Happened, ...]:
        """The events as far as they are known: what only one way has is in none of them."""
        told: list[Happened] = []
        for happening in happened:
            hidden = self._hidden_cards(happening.event)
            self.moved |= isinstance(happening.event, _MOVES)
            event = self._known_event(happening.event, written=happening.line > 0)
            self.play_known = not (hidden and isinstance(happening.event, ev.Played))
            if event is not None:
                told.append(happening._replace(event=without_unknown_cards(event, hidden), hidden=hidden))
            elif isinstance(happening.event, _MOVES) and not (told and isinstance(told[-1].event, ev.Unrecorded)):
                unrecorded = ev.Unrecorded(self.sure, happening.event.seen, happening.event.rule)
                told.append(happening._replace(event=unrecorded, line=0, hidden=0))
        return tuple(told)

    def _known_event(self, event: ev.Event, *, written: bool) -> ev.Event | None:
        """The event without uncertain facts; None if it is not certain to have happened."""
        match event:
            case ev.Called():
                known = bool(self.known.get(("found", self.counts["call"] - 1), 0))
                self.partners_known &= known
                self.partners |= {event.found} if known else set()
                # Whoever else saw it has the card.
                return event if known else event._replace(found=NOT_KNOWN, seen=1 << event.seat)
            case ev.PartnerKnown() if not self.play_known or (
                not self.partners_known and event.seat not in self.partners
            ):
                return None  # the called card may have been played in another trick
            case ev.Settled() | ev.Turned() | ev.HandOpened() if len(self.contracts) > 1 and self._has_called:
                return None
            case ev.Claimed() if not self.partners_known:
                return event._replace(to=NOBODY)
            case ev.TrickWon():
                fixed = not self._unknown_plays(event) or self._is_winner_fixed(event.number - 1, event.winner)
                self.last_known = fixed
                return event if fixed else event._replace(winner=NOBODY)
            case ev.PileWon() if event.seat != NOBODY and not self.last_known and self._is_won_by_last_trick(event):
                return None
            case ev.Given() | ev.Taken() | ev.Discarded() | ev.Tabled():
                return event if written or self._is_sure else None
        return event

    @property
    def _has_called(self) -> bool:
        """Check whether a call has been made, which may have settled the contract."""
        return bool(self.counts.get("call"))

    def _is_won_by_last_trick(self, event: ev.PileWon) -> bool:
        return self.game.rules.piles[self.game.piles[event.pile]].won_by == "last_trick"

    def _is_winner_fixed(self, number: int, winner: int) -> bool:
        """Check whether a trick was won by a seat in every world."""
        if not self.whole:
            return False
        return all(
            number < len(problem.tricks) and _is_winner_fixed_in(problem, world, number, possible, winner)
            for problem, world, possible in self.worlds
        )

    def _hidden_cards(self, event: ev.Event) -> int:
        """The cards of an event that are not known."""
        match event:
            case ev.Called():
                return 1 << event.card & ~self.known.get(("call", self._count_kind("call")), 0)
            case ev.Dealt():
                return event.cards & ~self.known.get(("deal", event.seat), 0)
            case ev.Laid():
                return event.cards & ~self.known.get(("deal", self.seats + event.pile), 0)
            case ev.Given() | ev.Taken() | ev.Discarded() | ev.Tabled():
                return event.cards & ~self._known_moved_cards(event)
            case ev.Played():
                self.slots[event.card] = self._count_kind("play")
                return 1 << event.card & ~self.known.get(("play", self.slots[event.card]), 0)
            case ev.TrickWon():
                return self._unknown_plays(event)
            case ev.Turned() if not self.moved:
                return event.cards & ~self.known.get(("deal", self.seats + event.pile), 0)
            case ev.Turned() | ev.HandOpened() | ev.Shown() | ev.Received() | ev.Declared() | ev.PileWon():
                return event.cards & ~self.sure
            case ev.Claimed():
                return event.rest & ~self.sure
        return 0

    def _unknown_plays(self, event: ev.TrickWon) -> int:
        """The cards of a trick of which it is not known that they were played there."""
        played = 0
        for card in event.cards:
            played |= self.known.get(("play", self.slots.get(card, -1)), 0)
        return sum(1 << card for card in set(event.cards)) & ~played

    def _count_kind(self, kind: object) -> int:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return self.counts[kind] - 1

    def _known_moved_cards(self, event: ev.Given | ev.Taken | ev.Discarded | ev.Tabled) -> int:
        """The known cards of a move; discards of a sharing are separate until it is over."""
        kind = {ev.Given: "Give", ev.Taken: "Take", ev.Discarded: "Discard", ev.Tabled: "TableCard"}[type(event)]
        if isinstance(event, ev.Given):
            ways = [(event.seat, event.to)]
        elif isinstance(event, ev.Taken):
            ways = [(self.seats + event.pile, event.seat)]
        else:
            target = self.seats + event.pile
            ways = [(event.seat, target), (event.seat, target + self.piles)]
        number = event.cards.bit_count()
        for source, target in ways:
            key = (kind, source, target)
            found = self.known.get(("move", *key, self.counts.get(key, 0) + 1, number))
            if found is not None:
                self._count_kind(key)
                self._is_sure = True
                return found
        self._is_sure = not event.cards and self.alike
        return event.cards & ~self.sure
