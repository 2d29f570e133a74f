"""Write the random player's hands as records, for the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.referees.shape import Hand, Move


def as_record(hand: Hand, ruleset: str) -> str:
    """One hand as a text of the notation, every card and every move written out."""
    dummies = [seat for seat in hand["deal"] if seat not in hand["seats"]]
    out = ["cal 1", f"rules {ruleset}", *(f"seat {seat}" for seat in hand["seats"])]
    out += [f"dummy {seat}" for seat in dummies]
    out += ["", "hand 1", f"dealer {hand['dealer']}"]
    if hand["out"]:
        out.append("out " + " ".join(hand["out"]))
    out += [f"deal {seat}: " + " ".join(cards) for seat, cards in hand["deal"].items()]
    if hand["monte"]:
        out.append("monte " + " ".join(hand["monte"]))
    moves = list(hand["moves"])
    for said in hand["auction"]:
        out.append(f"bid {said['seat']}: {said['bid']}")
        if said["bid"] == "chiamo" and ruleset == "gelli-terziglio":  # there the card is named with the bid
            out.append(line_of(moves.pop(0)))
    out += [line_of(move) for move in moves if not move.get("after_trick")]
    for number, trick in enumerate(hand["tricks"], 1):
        out.append(f"{number} {trick['leader']}: " + " ".join(trick["cards"]))
        out += [line_of(move) for move in moves if move.get("after_trick") == number]
    return "\n".join([*out, "end", ""])


def line_of(move: Move) -> str:
    """The line of a move."""
    start = f"{move['do']} {move['seat']}: "
    if move["do"] == "call":
        return f"{start}{move['card']}"
    if move["do"] == "raise":
        return f"{start}{move['word']}"
    if move["do"] in ("claim", "concede"):
        return f"{start}rest accepted"
    if move["do"] == "fault":
        trick = f" trick {move['trick']}" if move.get("trick") else ""
        return f"{start}{move['word']}{trick}" + (f" claimed by {move['by']}" if move.get("by") else "")
    face = "open " if move["open"] else "closed "
    to = f" to {move['to']}" if "to" in move else ""
    return start + face + (" ".join(move["cards"]) or "none") + to
