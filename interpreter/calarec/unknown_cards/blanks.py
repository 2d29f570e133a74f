"""Lines with unknown cards, filled in from known ones of a place, move or trick.

Terms. A *line* is an actual or possible statement of the deal to a place, a move, or the play to a trick. A *known*
line is filled with masks: of cards for a place or a move, of one card at most for each play of a trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as rec
from calarec.unknown_cards.exchanges import BLANK, IN_HAND, cards_of_shape, has_several_cards
from calarec.unknown_cards.solver.matching import fill_bins
from calarec.unknown_cards.solver.search import Placement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.records.model import Hand
    from calarec.unknown_cards.constraints import Constraints
    from calarec.unknown_cards.exchanges import Located

Key: TypeAlias = tuple[object, ...]
"""The subject of a line: ("deal", place), ("play", slot), or a move.

A move is ("move", verb, seat, target, number among equals).
"""
Carries: TypeAlias = "rec.Deal | rec.Monte | rec.TableCard | rec.Give | rec.Take | rec.Discard | rec.Trick"


class BlankLine(NamedTuple):
    """A line, its number of cards, and its keys (a trick: one for each card)."""

    statement: Carries
    size: int
    keys: tuple[Key, ...]


def card_lines(hand: Hand, game: Game, setting: Seating, question: Constraints) -> list[BlankLine]:
    """All lines of a hand about cards, written or not, in the order of a record."""
    return [*_deal_lines(hand, game, setting, question), *_move_lines(question), *_trick_lines(question)]


def cards_by_key(question: Constraints, placement: Placement) -> dict[Key, int]:
    """The cards by the key of their line."""
    found: dict[Key, int] = {("deal", place): cards for place, cards in enumerate(placement.starts)}
    found |= {key: placement.moves[number] for number, key in move_keys(question)}
    for number, located in enumerate(question.plan.calls):
        found |= {
            ("call", number): _called_card(question, number, placement),
            ("found", number): 1 << located.found + 2,
        }
    slots = len(question.slots)
    found |= {("play", slot): placement.bins[slot] for slot in range(slots)}
    found |= {("rest", place): placement.bins[place] for place in range(slots, len(placement.bins))}
    return found


def placement_from_known(question: Constraints, known: Mapping[Key, int]) -> Placement:
    """The placement by the known part of lines; an unwritten move is open."""
    problem, keys = question.problem, dict(move_keys(question))
    return Placement(
        tuple(known.get(("deal", place), 0) for place in range(len(problem.starts))),
        tuple(known.get(keys[number], 0) if number in keys else -1 for number in range(len(problem.moves))),
        tuple(
            known.get(("play", place), 0) if place < problem.first_rest else known.get(("rest", place), 0)
            for place in range(len(problem.sizes))
        ),
    )


def _called_card(question: Constraints, number: int, placement: Placement) -> int:
    """The card that was called, if known: the only one, or handed over."""
    cards = question.plan.calls[number].cards
    if not has_several_cards(cards):
        return cards
    moves = (move for move, transfer in enumerate(question.plan.moves) if transfer.call == number)
    return next((placement.moves[move] & cards for move in moves), 0)


def fill_calls(question: Constraints, witness: Placement, game: Game) -> dict[int, rec.Call]:
    """Fill each call of an unknown card, by its `id`, with a witness's card."""
    calls = question.plan.calls
    known = [_called_card(question, number, witness) for number in range(len(calls))]
    better: dict[int, rec.Call] = {}
    for number, located in enumerate(calls):
        if "_" in located.statement.card:
            others = sum({cards for other, cards in enumerate(known) if other != number})
            there = _callable_in_place(question, located, witness) & ~others
            known[number] = known[number] or there & -there
            name = game.cards.names[known[number].bit_length() - 1]
            better[id(located.statement)] = located.statement._replace(card=name)
    return better


def _callable_in_place(question: Constraints, located: Located, witness: Placement) -> int:
    """The cards of a call that were in its place at its time, in a witness."""

    def cards_held(place: int) -> int:
        cards = witness.starts[place]
        for move, transfer in enumerate(question.problem.moves[: located.time]):
            cards &= ~(witness.moves[move] if transfer.source == place else 0)
            cards |= witness.moves[move] if transfer.target == place else 0
        return cards

    tabled = sum(witness.moves[move] for move in bits(located.tabled))
    if located.found >= 0:
        return cards_held(located.found) & located.cards
    if located.found == IN_HAND:
        return (cards_held(located.caller) | tabled) & located.cards
    piles = range(len(question.plan.state.setting.labels), len(witness.starts))
    return sum(cards_held(place) for place in piles) & ~tabled & located.cards


def fill_line(line: BlankLine, known: Mapping[Key, int], game: Game) -> Carries:
    """Fill a line with its known cards; the rest stays unknown."""
    if isinstance(line.statement, rec.Trick):
        names = list(line.statement.cards)
        for key, (index, name) in zip(line.keys, enumerate(names), strict=False):
            if "_" in name and known.get(key, 0):
                names[index] = game.cards.names[known[key].bit_length() - 1]
        return line.statement._replace(cards=tuple(names))
    names = list(line.statement.cards) or [BLANK] * line.size
    return line.statement._replace(cards=fill_names(names, known.get(line.keys[0], 0), game))


def fill_names(names: Sequence[str], cards: int, game: Game) -> tuple[str, ...]:
    """Fill unknown names from some cards; one without a card left stays."""
    numbers = game.cards.numbers
    free = cards & ~sum(1 << number for number in {numbers[name] for name in names if name in numbers})
    blanks = [index for index, name in enumerate(names) if "_" in name]
    shapes = {index: cards_of_shape(game, names[index]) for index in blanks}
    found = list(bits(free))
    if all(names[index] == BLANK for index in blanks):
        found = [game.cards.numbers[name] for name in game.cards.list(free)]  # so that the line reads well
    placed = _match_blanks(shapes, found) if len(found) == len(blanks) else _place_proved_cards(game, shapes, found)
    filled_in = list(names)
    for index, card in placed.items():
        filled_in[index] = game.cards.names[card]
    return tuple(filled_in)


def _match_blanks(shapes: Mapping[int, int], cards: Sequence[int]) -> dict[int, int]:
    """Give each unknown card one of its shape, if there are equally many."""
    choices = [sum(1 << at for at, mask in enumerate(shapes.values()) if mask >> card & 1) for card in cards]
    found = fill_bins(choices, [1] * len(shapes))
    if found is None:
        return {}
    at = {place: card for card, place in zip(cards, found.bins, strict=True)}
    return {index: at[number] for number, index in enumerate(shapes)}


def _place_proved_cards(game: Game, shapes: Mapping[int, int], cards: Sequence[int]) -> dict[int, int]:
    """Give some unknown cards a proved one, so that the others have room in the rest.

    A card goes to the narrowest shape that can hold it: if another one was there, that one can change places with it.
    It goes to none if two shapes can hold it, and neither includes the other.
    """
    placed: dict[int, int] = {}
    # What only an open blank can hold needs no half-known one, and comes last.
    for card in sorted(
        cards, key=lambda card: not any(mask >> card & 1 for mask in shapes.values() if mask != game.cards.full)
    ):
        fitting = sorted(
            (index for index, mask in shapes.items() if index not in placed and mask >> card & 1),
            key=lambda index: shapes[index].bit_count(),
        )
        if fitting and all(shapes[fitting[0]] & ~shapes[index] == 0 for index in fitting[1:]):
            placed[fitting[0]] = card
    return placed


def deduced_lines(
    question: Constraints, lines: Sequence[BlankLine], known: Mapping[Key, int], game: Game
) -> tuple[str, ...]:
    """The lines that are known better than they were written."""
    told = []
    for number, located in enumerate(question.plan.calls):
        card = known.get(("call", number), 0)
        if "_" in located.statement.card and card:
            told.append(statement_line(located.statement._replace(card=game.cards.names[card.bit_length() - 1])))
    for line in lines:
        better = fill_line(line, known, game)
        if better.cards != line.statement.cards and any("_" not in name for name in _names_filled(line, better)):
            told.append(statement_line(better))
    return tuple(told)


def _names_filled(line: BlankLine, better: Carries) -> list[str]:
    before = line.statement.cards or (BLANK,) * line.size
    return [name for name, old in zip(better.cards, before, strict=True) if name != old]


def _deal_lines(hand: Hand, game: Game, setting: Seating, question: Constraints) -> list[BlankLine]:
    written = {deal.seat: deal for deal in hand.every(rec.Deal)}
    monte = hand.first_statement(rec.Monte)
    sizes = [sum(group.size for group in groups) for groups in question.problem.starts]
    found = []
    for seat in sorted(setting.active):
        label = setting.labels[seat]
        found.append(BlankLine(written.get(label, rec.Deal(label, ())), sizes[seat], (("deal", seat),)))
    main = next((pile for pile, name in enumerate(game.piles) if game.rules.piles[name].dealt), -1)
    kept = bool(hand.every(rec.Carry)) or setting.carry.piles
    if main >= 0 and (monte is not None or not kept):
        place = len(setting.labels) + main
        found.append(BlankLine(monte or rec.Monte(()), sizes[place], (("deal", place),)))
    return found


def _move_lines(question: Constraints) -> list[BlankLine]:
    keys = dict(move_keys(question))
    return [
        BlankLine(move.statement, move.size, (keys[number],))
        for number, move in enumerate(question.plan.moves)
        if move.statement is not None
    ]


def move_keys(question: Constraints) -> list[tuple[int, Key]]:
    """The number and a key for each move, the same in every plan in which it is made."""
    keys: list[tuple[int, Key]] = []
    counts: dict[Key, int] = {}
    for number, move in enumerate(question.plan.moves):
        if move.statement is None:
            continue
        kind: Key = (type(move.statement).__name__, move.source, move.target)
        counts[kind] = counts.get(kind, 0) + 1
        keys.append((number, ("move", *kind, counts[kind], move.size)))
    return keys


def _trick_lines(question: Constraints) -> list[BlankLine]:
    by_trick: dict[int, tuple[rec.Trick, list[Key]]] = {}
    for slot, (trick, index) in enumerate(question.slots):
        keys = by_trick.setdefault(id(trick), (trick, [()] * len(trick.cards)))[1]
        keys[index] = ("play", slot)
    return [BlankLine(trick, len(trick.cards), tuple(keys)) for trick, keys in by_trick.values()]
