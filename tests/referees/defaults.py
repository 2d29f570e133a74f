"""Rules without a source, settled by the project for all: claims, shown cards.

All of it is *project default*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees.moves import cards_of, word_of
from tests.referees.shape import Hand, IllegalError, Move, need, settled_claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def faults(hand: Hand, word: str) -> list[Move]:
    """The faults of one kind, in order."""
    return [move for move in hand.get("moves") or [] if move["do"] == "fault" and word_of(move) == word]


def known_faults(hand: Hand, known: Iterable[str]) -> None:
    """Every fault must bear a word that the table knows."""
    allowed = set(known)
    for move in hand.get("moves") or []:
        if move["do"] == "fault":
            need(word_of(move) in allowed, f"no such fault: {word_of(move)}")


def claimant(move: Move) -> str:
    """Return the seat that claimed a fault; "" if there is none."""
    by = move.get("by") or ""
    return by if isinstance(by, str) else "".join(by[:1])


def only_shows(hand: Hand, held: dict[str, set[str]], tricks: list[dict[str, Any]], order: list[str]) -> None:
    """Shown cards must be in the hand of their player; no source has a rule on shows."""
    passing = {seat: set(cards) for seat, cards in held.items()}
    for move in hand.get("moves") or []:
        # A card may be shown between being taken or received and being laid aside again.
        if move["do"] == "take":
            passing.setdefault(move["seat"], set()).update(cards_of(move))
        if move["do"] == "give":
            passing.setdefault(move["to"], set()).update(cards_of(move))
        if move["do"] != "show":
            continue
        gone = {card for trick in tricks[: int(move.get("after_trick") or 0)] for card in trick["cards"]}
        need(move["seat"] in order, "somebody who does not play shows cards")
        for card in cards_of(move):
            need(card in passing[move["seat"]] and card not in gone, f"{move['seat']} shows {card} without holding it")


def no_signals(hand: Hand) -> None:
    """Refuse signals where the source has none."""
    need(not [move for move in hand.get("moves") or [] if move["do"] == "signal"], "the source knows no signals")


def not_by_own_side(hand: Hand, sides: list[list[str]]) -> None:
    """A fault is claimed by the other side, if the record has the claimant."""
    for move in hand.get("moves") or []:
        if move["do"] == "fault":
            need(not any({move["seat"], claimant(move)} <= set(side) for side in sides), "claimed by his own side")


def claimed(hand: Hand, sides: list[list[str]], tricks: int, whole: int) -> tuple[int, int | None]:
    """Return the side that gets the rest, and its points if a number was agreed on.

    `whole` is the number of the table's units to a whole point.
    """
    claim = settled_claim(hand)
    if claim is None:
        raise IllegalError("cards are left and nobody has claimed them")
    need(claim.get("after_trick") in (None, tricks), "played on after a claim")
    mine = next((n for n, side in enumerate(sides) if claim["seat"] in side), -1)
    need(mine >= 0, "a claim by somebody who does not play")
    need(not set(claim.get("by") or []) & set(sides[mine]), "a claim is accepted by the other side")
    if claim["do"] == "concede":
        need(len(sides) == 2, "conceded to nobody in particular")
        mine = 1 - mine
    stated = claim.get("points")
    if stated is not None:
        stated = int(stated) * (whole if claim.get("whole") else 1)
        need(len(sides) == 2 and 0 <= stated <= 35, "such a number cannot be agreed on")
    return mine, stated


def bonus_after_claim(
    multiplier: Callable[[int, int], tuple[str | None, int]], tricks: int, in_tricks: int, left: int, points: int,
    last_trick: int, lying: int, *, with_lying: bool = False,
) -> tuple[str | None, int]:  # fmt: skip
    """Return the bonus of a side whose points were agreed on, if every course of the rest leads to the same.

    It has won `tricks` with `in_tricks`; `left` tricks were not played, and who wins the last gets `last_trick` and
    what the `lying` cards are worth. `with_lying`: these count as points in tricks.
    """
    found = set()
    for more in range(left + 1):
        for last in {more == left, more > 0}:
            gained = points - in_tricks - (last_trick + lying if last else 0)
            if gained < 0 or (gained and not more):
                continue
            found.add(multiplier(tricks + more, in_tricks + gained + (lying if with_lying and last else 0)))
    return found.pop() if len(found) == 1 else (None, 1)


def excused_revokes(hand: Hand) -> dict[tuple[int | None, str], bool]:
    """The revokes that the record declares, by trick and seat; True once they were found in the play."""
    return {(move.get("trick"), move["seat"]): False for move in faults(hand, "revoke")}


def excuse(excused: dict[tuple[int | None, str], bool], trick: int, seat: str, why: str) -> None:
    """A seat did not follow suit: only if that was declared."""
    breach = (trick, seat) if (trick, seat) in excused else (None, seat)
    need(breach in excused, f"{why} trick {trick}: {seat} must follow suit")
    excused[breach] = True
