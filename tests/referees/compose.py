"""Hands composed by hand, for the referees' own tests.

The tricks are written as they fall, and the exchange as it is spoken; the deal is found by undoing the
exchange. The plays here are shared: in most of them the
first leader B wins eleven tricks, and the last decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.referees.shape import Hand, Move

RANKS = "32ARCF7654"

# B C A. B has the batons and wins everything; on the table lie six thirds.
SWEEP = """
3b 4c 4d
2b 5c 5d
Ab 6c 6d
Rb 7c 7d
Cb Fc Fd
Fb Cc Cd
7b Rc Rd
6b Ac Ad
5b 2c 2d
4b 3c 3d
3s 4s 5s
2s 6s 7s
"""
SWEEP_TABLE = "As Rs Cs Fs"

# A wins the last trick, and in it two thirds; on the table lie six. B 24, the others 11.
LAST_TWO = """
3b 4c 5d
2b 5c 6d
Ab 6c 7d
Rb 7c Fd
Cb Fc Cd
Fb Cc 2d
7b Rc 3d
6b 2c Ad
5b 6s 7s
4b Ac Fs
3s 4s 5s
4d 3c Rd
"""
LAST_TABLE = "As 2s Rs Cs"

# The same with an ace, three thirds, in the last trick. B 23, the others 12.
LAST_THREE = LAST_TWO.replace("3b 4c 5d", "3b 3c 5d").replace("6b 2c Ad", "6b 2c Rd").replace("4d 3c Rd", "4d 4c Ad")

# Nothing but blanks in the last trick and on the table: the others have the last trick's point alone.
LAST_NONE = """
3b 3c 3d
2b 2c 2d
Ab Ac Ad
Rb Rc Rd
Cb Cc Cd
Fb Fc Fd
7b 2s As
6b Rs Cs
5b Fs 6d
4b 7s 5d
3s 6s 5s
4d 4c 7d
"""
BLANK_TABLE = "4s 5c 6c 7c"

# The four aces lie on the table and go with the last trick, in which there are two thirds: B 18, the others 17.
EIGHTEEN = """
3b 4c 5d
2b 5c 6d
Rb 6c 7d
Cb 7c Fd
Fb Fc Cd
7b Cc 2d
6b Rc 3d
5b 2c 7s
4b Rs 6s
3s 4s 5s
2s Cs Fs
4d 3c Rd
"""
ACES = "Ab As Ac Ad"

# B must give the jack of coins to the last trick: B 17, the others 18.
SEVENTEEN = EIGHTEEN.replace("Cb 7c Fd", "Cb 7c 4d").replace("4d 3c Rd", "Fd 3c Rd")

# B C A, then A leads: A has everything.
THIRD_SWEEPS = """
4b 4c 3b
2b 4d 5c
Ab 5d 6c
Rb 6d 7c
Cb 7d Fc
Fb Fd Cc
7b Cd Rc
6b Rd Ac
5b Ad 2c
3s 4s 5s
2s 6s 7s
As 2d 3c
"""
THIRD_TABLE = "3d Rs Cs Fs"

# A wins one trick, of blanks, before the last: B has all points and not all tricks.
BLANK_TRICK = """
3b 4c 3d
2b 5c 2d
Ab 6c Ad
Rb 7c Rd
Cb Fc Cd
Fb Cc Fd
7b Rc 7d
6b Ac 4d
5b 2c 7s
4b 3c Fs
5d 6s 6d
5s 3s 4s
"""
BLANK_TRICK_TABLE = "2s As Rs Cs"


def rows(text: str) -> list[list[str]]:
    """Cards by line."""
    return [line.split() for line in text.strip().splitlines()]


def spoken(text: str) -> list[Move]:
    """Moves as they are spoken: `give C 3b to B open`, `take B Ab 6d`, `call B 3b`, `raise B dividete`."""
    out: list[Move] = []
    for do, seat, *rest in rows(text):
        move: dict[str, Any] = {"do": do, "seat": seat, "after_trick": 0}
        if rest and rest[-1] in ("open", "closed"):
            move["open"] = rest.pop() == "open"
        if len(rest) > 2 and rest[-2] == "to":
            move["to"] = rest.pop()
            rest.pop()
        if do == "call":
            move["card"] = rest[0]
        elif do in ("raise", "signal", "fault"):
            move["word"] = rest[0]
        else:
            move["cards"] = [card for card in rest if card != "none"]
        out.append(move)
    return out


def auction(text: str) -> list[dict[str, str]]:
    """`B chiamo, C passo, A passo`."""
    said = [one.split() for one in text.split(",")]
    quiet = ("passo", "pass", "buono", "sto-bene")
    return [{"seat": seat, "bid": word, "kind": "pass" if word in quiet else "bid"} for seat, word in said]


def composed(
    tricks: str, table: str, bids: str, moves: str = "", *, seats: str = "ABC", dealer: str = "A", first: str = "",
    out: str = "",
) -> Hand:  # fmt: skip
    """A hand whose tricks are led by `first`, then by the winner of the last one.

    `table` has the cards on the table when play begins.
    """
    people = list(seats)
    order = [seat for seat in people if seat not in out]
    lead = first or (people + people)[people.index(dealer) + 1]
    holds: dict[str, list[str]] = {seat: [] for seat in order}
    played = []
    for cards in rows(tricks):
        turn = order[order.index(lead) :] + order[: order.index(lead)]
        for seat, card in zip(turn, cards, strict=True):
            holds[seat].append(card)
        played.append({"leader": lead, "cards": cards})
        followed = [card for card in cards if card[1] == cards[0][1]]
        lead = turn[cards.index(min(followed, key=lambda card: RANKS.index(card[0])))]
    lying = table.split()
    for move in reversed(spoken(moves)):
        undo(move, holds, lying)
    return {
        "seats": people, "dealer": dealer, "out": list(out), "controls": {}, "deal": holds, "monte": lying,
        "auction": auction(bids), "moves": spoken(moves), "tricks": played,
    }  # fmt: skip


def undo(move: Move, holds: dict[str, list[str]], lying: list[str]) -> None:
    """Put the cards of a move back where they came from."""
    for card in move.get("cards", []):
        before = holds[move["seat"]]
        if move["do"] == "give":
            holds[move["to"]].remove(card)
            before.append(card)
        elif move["do"] == "take":
            before.remove(card)
            lying.append(card)
        elif move["do"] in ("discard", "table-card"):
            lying.remove(card)
            before.append(card)


def renamed(hand: Hand, ranks: str, suits: str = "bscd") -> Hand:
    """The same hand in another pack: the nth rank and the nth suit take the others' place."""
    names = dict(zip(RANKS, ranks, strict=True)) | dict(zip("bscd", suits, strict=True))

    def new(card: str) -> str:
        return names[card[0]] + names[card[1]]

    changed: Hand = hand | {
        "deal": {seat: [new(card) for card in cards] for seat, cards in hand["deal"].items()},
        "monte": [new(card) for card in hand["monte"]],
        "tricks": [trick | {"cards": [new(card) for card in trick["cards"]]} for trick in hand["tricks"]],
        "moves": [],
    }
    for move in hand["moves"]:
        other = dict(move)
        if "card" in move:
            other["card"] = new(move["card"])
        if "cards" in move:
            other["cards"] = [new(card) for card in move["cards"]]
        changed["moves"].append(other)
    return changed


def points(ruling: dict[str, Any]) -> list[int]:
    """The points of the sides, the declarer's first."""
    return [side["points"] for side in ruling["sides"]]
