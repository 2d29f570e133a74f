"""Source 003: the effects of the number of players, and the auction.

Line references are to the source file 003. Rules on which it is silent have *project default*.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.referees.shape import UnfinishedError, need

PACK = [rank + suit for suit in "bscd" for rank in "32ARCF7654"]  # 003:4
STRIPPED = [card for card in PACK if card[0] != "4" and card != "5d"]  # Gelli, by analogy; which 5: project default
LADDER = ["chiamo", "chiedo", "solo", "solissimo", "arcisolo", "dividete", "scegliete"]  # 003:10-17, low to high


class Form(NamedTuple):
    """The facts that depend on the number of players (003:6-7, 003:18)."""

    players: int
    cards: int
    monte: int
    stakes: dict[str, int]  # the page gives none: project default
    pack: list[str] = PACK
    seats: int = 0  # how many sit at the table, if not all play


# Three: no partner to be called. Without a monte the three solo games are one. (003:18; which: project default)
THREE = {"chiedo": 1, "solo": 2, "solissimo": 3, "arcisolo": 4, "dividete": 8, "scegliete": 16}
NO_MONTE = {"chiamo": 1, "chiedo": 2, "solo": 3}
SIX = {"chiamo": 1, "chiedo": 2, "solo": 3, "solissimo": 4, "arcisolo": 5, "dividete": 10, "scegliete": 20}
FORMS = {
    "tretre": Form(3, 12, 4, THREE),
    "quartiglio": Form(4, 10, 0, NO_MONTE),
    "quintiglio": Form(5, 8, 0, NO_MONTE),
    "sestiglio": Form(6, 6, 4, SIX),
    "settiglio": Form(6, 6, 4, SIX, seats=7),  # the dealer rests: it.wikipedia
    # Five cards cannot be halved: project default.
    "settiglio-monte-5": Form(7, 5, 5, {bid: SIX[bid] for bid in SIX if bid != "dividete"}),
    "settiglio-stripped": Form(7, 5, 0, NO_MONTE, STRIPPED),
}

# ------------------------------------------------------------------ the auction


def auction(said: list[tuple[str, str]], order: list[str], ladder: list[str]) -> tuple[str | None, str | None]:
    """In turn from the dealer's right; "passo", "sto bene", or a higher bid (003:10).

    The number of turns is not stated. Project default: a pass before any bid may be followed by a bid; one who
    leaves it to another is out, and it goes on until all others have left it to the highest bidder.
    """
    out: list[str] = []
    best: str | None = None
    declarer: str | None = None
    turn = 0
    for seat, word in said:
        need(not is_over(order, out, turn, best, ladder), "003:18 the auction is over")
        need(seat == speaker(order, out, turn), f"003:10 it is not {seat}'s turn to speak")
        if word == "passo":
            need(best is None, "003:10 passo is said before a bid")
        elif word in ("sto-bene", "sto bene"):
            need(best is not None, "003:10 sto bene is said after a bid")
            out.append(seat)
        else:
            need(word in ladder, f"003:18 no such bid at this table: {word}")
            need(best is None or ladder.index(word) > ladder.index(best), f"003:18 {word} is not higher")
            best, declarer = word, seat
        turn += 1
        while not is_over(order, out, turn, best, ladder) and order[turn % len(order)] in out:
            turn += 1
    if not is_over(order, out, turn, best, ladder):
        more = [bid for bid in ladder if best is None or ladder.index(bid) > ladder.index(best)]
        raise UnfinishedError(
            do="bid", seat=speaker(order, out, turn), words=[*more, "passo" if best is None else "sto-bene"]
        )
    return best, declarer


def speaker(order: list[str], out: list[str], turn: int) -> str:
    return order[turn % len(order)]


def is_over(order: list[str], out: list[str], turn: int, best: str | None, ladder: list[str]) -> bool:
    """All passed, or nothing is higher, or all but one have left it."""
    if best is None:
        return turn >= len(order)
    return best == ladder[-1] or len(out) == len(order) - 1
