"""Reading the moves of a hand, and taking them one after the other; it knows no rule of any source."""

from __future__ import annotations

from typing import Any

from tests.referees.shape import EXCHANGE, STANDING, Hand, Hands, Move, UnfinishedError, need


def words(hand: Hand) -> list[tuple[str, str]]:
    """Return the seats and words of the auction in order, without raises."""
    return [(said["seat"], said["bid"]) for said in hand.get("auction") or [] if said.get("kind") != "raise"]


def exchange(hand: Hand) -> list[Move]:
    """The moves between auction and first lead, in order, raises among them."""
    moves = list(hand.get("moves") or [])
    for move in moves:
        need(move["do"] in EXCHANGE + STANDING, f"unknown move {move['do']}")
    out = [move for move in moves if move["do"] in EXCHANGE]
    for move in out:
        need(not move.get("after_trick"), f"{move['do']} after the first lead")
    if not any(move["do"] == "raise" for move in out):
        raised = [said for said in hand.get("auction") or [] if said.get("kind") == "raise"]
        out = [{"do": "raise", "seat": said["seat"], "word": said["bid"]} for said in raised] + out
    return out


def word_of(move: Move) -> str:
    """The word of a raise, a signal or a fault."""
    return str(move.get("word") or move.get("bid") or "")


def cards_of(move: Move) -> list[str]:
    """The cards of a move; a call has one."""
    if move.get("card"):
        return [move["card"]]
    return list(move.get("cards") or [])


def take_move(queue: list[Move], **wanted: Any) -> Move:
    """The next move, which must be the expected one: actor, receiver, face, cards."""
    if not queue:
        raise UnfinishedError(**wanted)
    move = queue.pop(0)
    for field in ("do", "seat", "to"):
        if field in wanted:
            need(move.get(field) == wanted[field], f"expected {wanted['do']} by {wanted['seat']}, found {move}")
    if move.get("open") is not None and "open" in wanted:
        need(move["open"] == wanted["open"], f"wrong face: {move}")
    cards, source = cards_of(move), wanted["source"]
    need(len(set(cards)) == len(cards) and set(cards) <= set(source), f"cards that are not there: {move}")
    need(wanted["least"] <= len(cards) <= wanted["most"], f"wrong number of cards: {move}")
    return move


def shift(cards: list[str], giver: list[str], taker: list[str]) -> None:
    """Cards go from one hand or pile to another."""
    for card in list(cards):
        giver.remove(card)
        taker.append(card)


def share(
    queue: list[Move], sharers: list[str], hands: Hands, stock: list[str], *, each: int | None, face: bool
) -> list[str]:
    """The sharers take the whole stock, and each discards as many as he took.

    Their lines may be in any order, but no player discards before he took. Returns the discards.
    """
    new: list[str] = []
    owes: dict[str, int] = {}
    while stock or any(owes.values()):
        to_take = [seat for seat in sharers if seat not in owes] if stock else []
        if not queue:
            wait_in_share(stock, to_take, owes, hands, each, face=face)
        seat = queue[0]["seat"]
        if queue[0]["do"] == "take":
            need(seat in to_take, f"{seat} may not take")
            least, most = (0, len(stock)) if each is None else (each, each)
            move = take_move(queue, do="take", seat=seat, open=face, source=stock, least=least, most=most)
            owes[seat] = len(cards_of(move))
            shift(cards_of(move), stock, hands[seat])
        else:
            number = owes.get(seat, 0)
            need(number, f"{seat} may not discard")
            mine = hands[seat]
            move = take_move(queue, do="discard", seat=seat, open=False, source=list(mine), least=number, most=number)
            shift(cards_of(move), mine, new)
            owes[seat] = 0
    return new


def wait_in_share(
    stock: list[str], to_take: list[str], owes: dict[str, int], hands: Hands, each: int | None, *, face: bool
) -> None:
    """Return the seats that may go on sharing."""
    if stock:
        need(to_take, "nobody is left to take the rest")
        most = len(stock) if each is None else each
        least = most if each is not None or len(to_take) == 1 else 1
        raise UnfinishedError(do="take", seats=to_take, source=list(stock), least=least, most=most, open=face)
    seat = next(seat for seat in owes if owes[seat])
    raise UnfinishedError(
        do="discard", seat=seat, source=list(hands[seat]), least=owes[seat], most=owes[seat], open=False
    )
