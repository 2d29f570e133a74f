"""Removes from records what people leave out: hands, cards, exchanges, the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.records import model as rec

if TYPE_CHECKING:
    from random import Random

_EXCHANGES = (rec.Give, rec.Take, rec.Discard, rec.TableCard)


def damaged(hand: rec.Hand, rng: Random, *, calls: bool = True) -> rec.Hand:
    """The hand with less written down; nothing of what is left is wrong."""
    deals, exchanges, plays = rng.random(), rng.choice((0.0, 0.0, 0.5, 1.0)), rng.choice((0.0, 0.0, 0.3))
    last = rng.choice((99, 99, rng.randint(0, 12)))
    kept: list[rec.Statement] = []
    gone = (*rec.ASSERTIONS, rec.Claim, rec.Concede) if last < 99 else rec.ASSERTIONS
    for statement in _until(hand.statements, last):
        if isinstance(statement, gone):
            continue
        match statement:
            case rec.Deal() | rec.Monte():
                if rng.random() < deals:
                    if rng.random() < 0.5:
                        continue
                    statement = statement._replace(cards=blanked(statement.cards, rng, rng.choice((0.2, 0.7))))
            case rec.Give() | rec.Take() | rec.Discard() | rec.TableCard():
                if rng.random() < exchanges:
                    if rng.random() < 0.6:
                        continue
                    statement = statement._replace(cards=blanked(statement.cards, rng, 0.7))
            case rec.Call():
                found = rng.choice(("", statement.found)) if calls else ""
                statement = statement._replace(found=found)
            case rec.Trick():
                cards = blanked(statement.cards, rng, plays)
                statement = statement._replace(winner="", cards=cards)
        kept.append(statement)
    return replace(hand, statements=tuple(kept), carried=None)


def _until(statements: tuple[rec.Statement, ...], last: int) -> tuple[rec.Statement, ...]:
    """The statements up to a trick and what was drawn after it, and the end."""
    cut = next((at for at, each in enumerate(statements) if isinstance(each, rec.Trick) and each.number > last), None)
    left = [each for each in statements[cut:] if isinstance(each, rec.End | rec.Show | rec.Fault)]
    return statements if cut is None else (*statements[:cut], *left)


def blanked(cards: tuple[str, ...], rng: Random, share: float) -> tuple[str, ...]:
    """Cards of which some are not known, or half known."""

    def one(name: str) -> str:
        if rng.random() >= share:
            return name
        return rng.choice(("__", "__", "_" + name[1], name[0] + "_"))

    return tuple(one(name) for name in cards)


def corrupted(hand: rec.Hand, rng: Random, names: tuple[str, ...]) -> rec.Hand:
    """The hand with one card written wrong somewhere after the deal."""
    places = [
        (at, card)
        for at, statement in enumerate(hand.statements)
        if isinstance(statement, (rec.Trick, *_EXCHANGES))
        for card, name in enumerate(statement.cards)
        if "_" not in name
    ]
    if not places:
        return hand
    at, card = rng.choice(places)
    statements = list(hand.statements)
    statement = statements[at]
    assert isinstance(statement, (rec.Trick, *_EXCHANGES))
    cards = list(statement.cards)
    cards[card] = rng.choice(names)
    if isinstance(statement, _EXCHANGES) and len(set(cards)) < len(cards):
        return hand
    statements[at] = statement._replace(cards=tuple(cards))
    return replace(hand, statements=tuple(statements))
