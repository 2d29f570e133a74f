"""The shape of what the referees read and answer; it knows no rule of any source.

Terms. A *hand* is a dict with the fields of one object of `replay --json`. A referee either answers,
or stops: `IllegalError` has the error, `UnfinishedError` has what would have to come next in a hand that is
not finished (that is how the random player of `deals.py` learns what it may do).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Hand = dict[str, Any]
Move = dict[str, Any]
Answer = dict[str, Any]
Hands = dict[str, list[str]]

EXCHANGE = ("raise", "call", "give", "take", "discard", "table-card")
STANDING = ("show", "signal", "claim", "concede", "fault", "carry", "deal", "bid", "penalty", "declare")


class IllegalError(Exception):
    """Something that the source does not allow."""


class UnfinishedError(Exception):
    """The hand is legal as far as it goes; `what` has what must come next."""

    def __init__(self, **what: Any) -> None:
        super().__init__(str(what))
        self.what = what


def need(held: object, why_not: str) -> None:
    """Stop unless it holds."""
    if not held:
        raise IllegalError(why_not)


# ------------------------------------------------------------------ answering


def settled_claim(hand: Hand) -> Move | None:
    """The claim or concession that was accepted, if there is one."""
    for move in hand.get("moves") or []:
        if move["do"] in ("claim", "concede") and (move.get("answer") == "accepted" or move.get("accepted") is True):
            found: Move = move
            return found
    return None


def answer(**fields: Any) -> Answer:
    """The ruling of a finished hand, every field present."""
    out: Answer = {
        "legal": True, "complete": True, "why_not": None, "verdict": "legal", "outcome": "played",
        "contract": None, "declarer": None, "partner": None, "winners": [], "tricks": {}, "sides": [],
        "bonus": None, "payments": {}, "next_dealer": None,
    }  # fmt: skip
    unknown = set(fields) - set(out)
    if unknown:
        raise TypeError(f"no such field: {unknown}")
    return out | fields


def guarded(judge: Callable[[], Answer], hand: Hand) -> Answer:
    """Turn a stop into an answer; a step that is missing before another is illegal."""
    try:
        return judge()
    except IllegalError as no:
        return answer(legal=False, complete=False, why_not=str(no), verdict="illegal")
    except UnfinishedError as more:
        begun = {
            "bid": bool(hand.get("tricks"))
            or any(move["do"] in EXCHANGE and move["do"] != "call" for move in hand.get("moves") or [])
        }  # a card may be called with the bid
        late = begun.get(more.what["do"], more.what["do"] != "play" and bool(hand.get("tricks")))
        if late or (settled_claim(hand) is not None and more.what["do"] != "play"):
            return answer(legal=False, complete=False, why_not=f"missing: {more.what}", verdict="illegal")
        return answer(complete=False, verdict="incomplete", outcome="unfinished") | {"waits": more.what}
