"""Hands with a revoke or a wrong card of the exchange, and a few hidden cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.unknown_cards.hidden import Hidden, fillings, hidden

if TYPE_CHECKING:
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

MAX_FILLINGS = 24
_CARRY = (rec.Give, rec.Take, rec.Discard, rec.TableCard)


def simulated_hand(game: Game, seed: int) -> Hand:
    """A legal hand without assertions."""
    hand = next(iter(simulate(game, hands=1, seed=seed, bot="random"))).hand
    return without_winners(hand, tuple(each for each in hand.statements if not isinstance(each, rec.ASSERTIONS)))


def without_winners(hand: Hand, statements: tuple[rec.Statement, ...]) -> Hand:
    """The hand with these statements, and no marks of winners."""
    unmarked = (each._replace(winner="") if isinstance(each, rec.Trick) else each for each in statements)
    return replace(hand, statements=tuple(unmarked), carried=None)


def with_revoke(hand: Hand, rng: Random) -> Hand | None:
    """The hand with two cards of a seat in each other's trick; None if that seat does not play in both."""
    places = [place for place, each in enumerate(hand.statements) if isinstance(each, rec.Trick)]
    if len(places) < 2:
        return None
    labels = [seat.label for seat in hand.session.seats]
    chosen = rng.sample(places, 2)
    seat, statements = rng.randrange(len(labels)), list(hand.statements)
    cards: list[list[str]] = []
    turns: list[int] = []
    for place in chosen:
        trick = statements[place]
        assert isinstance(trick, rec.Trick)
        cards.append(list(trick.cards))
        turns.append((seat - labels.index(trick.leader)) % len(labels))
    if any(turn >= len(row) for turn, row in zip(turns, cards, strict=True)):
        return None
    (first, second), (one, other) = cards, turns
    first[one], second[other] = second[other], first[one]
    for place, row in zip(chosen, cards, strict=True):
        trick = statements[place]
        assert isinstance(trick, rec.Trick)
        statements[place] = trick._replace(cards=tuple(row))
    return replace(hand, statements=tuple(statements))


def with_wrong_exchange(hand: Hand, rng: Random, names: tuple[str, ...]) -> Hand | None:
    """The hand with another card called, given, taken, laid or discarded; None if nothing is exchanged."""
    places = [place for place, each in enumerate(hand.statements) if isinstance(each, (*_CARRY, rec.Call))]
    if not places:
        return None
    place, statements = rng.choice(places), list(hand.statements)
    statement = statements[place]
    if isinstance(statement, rec.Call):
        statements[place] = statement._replace(card=rng.choice(names))
    elif isinstance(statement, _CARRY) and statement.cards:
        cards = list(statement.cards)
        cards[rng.randrange(len(cards))] = rng.choice([name for name in names if name not in cards])
        statements[place] = statement._replace(cards=tuple(cards))
    return replace(hand, statements=tuple(statements))


def errors_of(ruling: Judgement) -> list[Finding]:
    """The errors of a hand."""
    return [finding for finding in ruling.findings if finding.severity == "error"]


def hidden_hand(game: Game, hand: Hand | None, rng: Random) -> Hidden | None:
    """A wrong hand with a few cards hidden; None if nothing is wrong with it as it is written."""
    if hand is None or not errors_of(begin_totals(game).replay(hand)):
        return None
    return hidden(hand, rng, most=3)


def filled_rulings(game: Game, hand: Hidden) -> list[Judgement]:
    """The rulings on every way to fill the hidden cards in which no card is dealt or played twice."""
    every = list(fillings(hand))
    if not 2 <= len(every) <= MAX_FILLINGS:
        return []
    return [begin_totals(game).replay(each) for each in every if not _has_duplicate_cards(each)]


def with_line_numbers(hidden: Hidden) -> Hidden:
    """The same as a text has it: each statement with its line."""
    (hand,) = parse_records(write([hidden.hand]))
    return hidden._replace(hand=replace(hand, carried=None))


def possible_rulings(game: Game, hidden: Hidden) -> list[Judgement]:
    """Return rulings of fillings that break no rule; all of them if there are none."""
    every = filled_rulings(game, hidden)
    return [ruling for ruling in every if not _is_filled_wrong(ruling, hidden.hand)] or every


def _is_filled_wrong(ruling: Judgement, hand: Hand) -> bool:
    """Check whether an error is about a card that was filled in on its line."""
    blank = {each.line: getattr(each, "cards", ()) for each in hand.statements}
    filled = {each.line: {*getattr(each, "cards", ())}.difference(blank[each.line]) for each in ruling.hand.statements}
    return any(name in error.message() for error in errors_of(ruling) for name in filled.get(error.span.line, ()))


def _has_duplicate_cards(hand: Hand) -> bool:
    dealt = [name for each in hand.statements if isinstance(each, rec.Deal | rec.Monte) for name in each.cards]
    played = [name for each in hand.every(rec.Trick) for name in each.cards]
    return any(len({*names}) < len(names) for names in (dealt, played))
