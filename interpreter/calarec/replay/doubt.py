"""What of a hand does not depend on the cards that are not known.

Terms. A card is *sure* if it went the same way in every possible world. A trick's winner is *fixed* if it
is the same whatever the unknown cards were; a card's points are, if they go to the same seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.knowledge.tricks import candidates
from calarec.moves import events as ev
from calarec.moves.cards import bits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.engine.game import Game
    from calarec.knowledge.forced import Lie
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import World
    from calarec.moves.setting import Setting
    from calarec.moves.state import State
    from calarec.replay.blanks import Key
    from calarec.replay.mending import Happened


def sure_cards(problem: Problem, world: World, lie: Lie) -> int:
    """The cards that went the same way in every world: one bin, one start, and each move made or not made."""
    sure = 0
    for card in range(problem.count):
        bit = 1 << card
        known = any(mask & bit for mask in lie.starts) and any(mask & bit for mask in lie.bins)
        if known and all(
            lie.moves[move] & bit or not world.routes[card] & through for move, through in enumerate(problem.through)
        ):
            sure |= bit
    return sure


def counted_alike(game: Game, problem: Problem, world: World, state: State) -> bool:
    """Whether every trick's winner is fixed, and every card that is worth something goes where it goes."""
    if state.outcome in ("all_pass", "void"):
        return True
    found = candidates(problem, world)
    winners: dict[int, int] = {}
    for number, trick in enumerate(problem.tricks):
        if number >= len(state.tricks):
            continue
        winner = state.tricks[number].winner
        if not _fixed(problem, world, number, found, winner):
            return False
        winners |= dict.fromkeys(trick, winner)
    seats = len(state.setting.labels)
    return all(
        len({_credit(problem, place, winners, seats) for place in bits(world.bins[card])}) == 1
        for card, points in enumerate(game.cards.points)
        if points
    )


def _fixed(problem: Problem, world: World, number: int, found: list[int], winner: int) -> bool:
    trick = problem.tricks[number]
    own = next((slot for slot in trick if problem.slots[slot] == winner), None)
    if own is None:
        return False
    if world.winners[number] == own:
        return True
    suits = [suit for suit in problem.suits if suit & found[trick[0]]]
    if len(suits) != 1 or found[own] & ~suits[0]:
        return False
    least = found[own] & -found[own]
    return all(slot == own or found[slot] & suits[0] < least for slot in trick)


def _credit(problem: Problem, place: int, winners: Mapping[int, int], seats: int) -> tuple[str, int]:
    """To whom the points of a card go from a bin; cards laid back on a pile lie with those that never left it."""
    if place < problem.rest:
        return ("trick", winners[place]) if place in winners else ("open trick", 0)
    place -= problem.rest
    piles = (len(problem.starts) - seats) // 2
    return "rest", place - piles if place >= seats + piles else place


def blurred(
    happened: list[Happened], known: Mapping[Key, int], sure: int, setting: Setting, problem: Problem, world: World
) -> tuple[Happened, ...]:
    """The events with the cards marked that only one of the possible worlds has; winners that are not fixed are -1."""
    found = candidates(problem, world)
    seats = len(setting.labels)
    piles = (len(problem.starts) - seats) // 2
    slots: dict[int, int] = {}
    counts: dict[object, int] = {}
    result = []
    partner_known = True
    for each in happened:
        event = each.event
        hidden = 0
        match event:
            case ev.Called():
                number = counts["call"] = counts.get("call", -1) + 1
                hidden = 1 << event.card & ~known.get(("call", number), 0)
                partner_known = bool(known.get(("found", number), 0))
                if not partner_known:
                    each = each._replace(event=event._replace(found=-3))
            case ev.PartnerKnown() if not partner_known:
                continue
            case ev.Dealt():
                hidden = event.cards & ~known.get(("deal", event.seat), 0)
            case ev.Laid():
                hidden = event.cards & ~known.get(("deal", seats + event.pile), 0)
            case ev.Given() | ev.Taken() | ev.Discarded() | ev.Tabled():
                hidden = event.cards & ~_moved(event, known, counts, seats, piles)
            case ev.Played():
                slots[event.card] = len(slots)
                hidden = 1 << event.card & ~known.get(("play", slots[event.card]), 0)
            case ev.TrickWon():
                played = 0
                for card in event.cards:
                    played |= known.get(("play", slots.get(card, -1)), 0)
                hidden = sum(1 << card for card in set(event.cards)) & ~played
                number = event.number - 1
                if hidden and (
                    number >= len(problem.tricks) or not _fixed(problem, world, number, found, event.winner)
                ):
                    each = each._replace(event=event._replace(winner=-1))
            case ev.Turned() | ev.HandOpened() | ev.Shown() | ev.PileWon():
                hidden = event.cards & ~sure
        result.append(each._replace(hidden=hidden))
    return tuple(result)


def _moved(
    event: ev.Given | ev.Taken | ev.Discarded | ev.Tabled,
    known: Mapping[Key, int],
    counts: dict[object, int],
    seats: int,
    piles: int,
) -> int:
    """What is known of a move of cards; discards of a sharing lie apart until it is over."""
    kind = {ev.Given: "Give", ev.Taken: "Take", ev.Discarded: "Discard", ev.Tabled: "TableCard"}[type(event)]
    if isinstance(event, ev.Given):
        ways = [(event.seat, event.to)]
    elif isinstance(event, ev.Taken):
        ways = [(seats + event.pile, event.seat)]
    else:
        ways = [(event.seat, seats + event.pile), (event.seat, seats + piles + event.pile)]
    number = event.cards.bit_count()
    for source, target in ways:
        key = (kind, source, target)
        found = known.get(("move", *key, counts.get(key, 0) + 1, number))
        if found is not None:
            counts[key] = counts.get(key, 0) + 1
            return found
    return 0
