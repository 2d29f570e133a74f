"""A random player that learns legal hands from the referees alone.

It proposes something for what the referee waits for, and keeps it if the referee does not object.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

    from tests.referees.shape import Answer, Hand

MODULES = ("source_000", "source_001", "source_002", "source_003", "source_004", "cavendish", "elsewhere")


def referees() -> dict[str, Any]:
    """The module that judges each ruleset."""
    out = {}
    for name in MODULES:
        module = importlib.import_module(f"tests.referees.{name}")
        out.update(dict.fromkeys(module.RULESETS, module))
    return out


def new_hand(rng: random.Random, ruleset: str, judge: Any, seats: int) -> Hand:
    """Shuffle and deal to as many seats."""
    table = judge.table(ruleset)
    pack = list(table["pack"])
    rng.shuffle(pack)
    people = list("ABCDEFG"[:seats])
    dealer = rng.choice(people)
    out = [dealer] if seats == table["out_at"] else []
    playing = [seat for seat in people if seat not in out] + list("ABCDEFG"[seats : seats + table["dummies"]])
    hand: Hand = {
        "seats": people, "dealer": dealer, "out": out, "controls": {}, "deal": {}, "monte": [],
        "auction": [], "moves": [], "tricks": [],
    }  # fmt: skip
    for seat in playing:
        hand["deal"][seat] = [pack.pop() for _ in range(table["hand"])]
    hand["monte"] = [pack.pop() for _ in range(table["monte"])]
    return hand


def legal_hand(
    rng: random.Random, ruleset: str, *, seats: int | None = None, want: tuple[str, ...] = (),
    claims: float = 0.0, revokes: float = 0.0,
) -> Hand:  # fmt: skip
    """A finished hand that is legal for the referee of the ruleset.

    `want` are words that are spoken as soon as they may be, so that rare contracts come up; `claims` and
    `revokes` are the chances, at each turn to play, that the rest is claimed or the suit is not followed.
    """
    judge = referees()[ruleset]
    hand = new_hand(rng, ruleset, judge, seats or rng.choice(judge.table(ruleset)["seats"]))
    ruling = judge.referee(hand, ruleset)
    while not ruling["complete"]:
        if not ruling["legal"]:
            raise AssertionError(f"{ruleset}: {ruling['why_not']}")
        ruling = step(rng, judge, ruleset, hand, ruling["waits"], want, claims, revokes)
    return hand


def step(
    rng: random.Random, judge: Any, ruleset: str, hand: Hand, waits: dict[str, Any],
    want: tuple[str, ...], claims: float, revokes: float,
) -> Answer:  # fmt: skip
    """Do one thing that the referee accepts, and return its answer."""
    for undo in proposals(rng, judge, hand, waits, want, claims, revokes):
        ruling: Answer = judge.referee(hand, ruleset)
        if ruling["legal"]:
            return ruling
        undo()
    raise AssertionError(f"{ruleset}: nothing is legal, {waits}")


def proposals(
    rng: random.Random,
    judge: Any,
    hand: Hand,
    waits: dict[str, Any],
    want: tuple[str, ...],
    claims: float,
    revokes: float,
) -> Any:
    """Change the hand in one way after another; each comes with what takes it back."""
    if waits["do"] == "bid":
        yield from bids(rng, hand, waits, want)
    elif waits["do"] == "play":
        yield from plays(rng, judge, hand, waits, want, claims, revokes)
    else:
        for _ in range(200):
            seat = rng.choice(waits.get("seats") or [waits["seat"]])
            cards = rng.sample(waits["source"], rng.randint(waits["least"], waits["most"]))
            move: dict[str, Any] = {"do": waits["do"], "seat": seat, "after_trick": 0}
            if waits["do"] == "call":
                move["card"] = cards[0]
            else:
                move |= {"cards": cards, "open": waits["open"]}
            if "to" in waits:
                move["to"] = waits["to"]
            hand["moves"].append(move)
            yield hand["moves"].pop


def bids(rng: random.Random, hand: Hand, waits: dict[str, Any], want: tuple[str, ...]) -> Any:
    said = list(waits["words"])
    rng.shuffle(said)
    quiet = [word for word in said if word in ("passo", "pass", "buono", "sto-bene")]
    if want:
        said = [word for word in said if word in want] + quiet
    elif rng.random() < 0.5:
        said = quiet + said
    for word in said:
        hand["auction"].append({"seat": waits["seat"], "bid": word, "kind": "pass" if word in quiet else "bid"})
        yield hand["auction"].pop


def plays(
    rng: random.Random,
    judge: Any,
    hand: Hand,
    waits: dict[str, Any],
    want: tuple[str, ...],
    claims: float,
    revokes: float,
) -> Any:
    seat, tricks, moves = waits["seat"], hand["tricks"], hand["moves"]
    leading = not waits["led"]
    if leading and not tricks and not any(move["do"] == "raise" for move in moves):
        raises = list(getattr(judge, "RAISES", []))
        rng.shuffle(raises)
        for word in raises:
            if word in want or (not want and rng.random() < 0.4):
                declarer = [said["seat"] for said in hand["auction"] if said["kind"] == "bid"]
                moves.append({"do": "raise", "seat": declarer[-1] if declarer else seat, "word": word})
                yield moves.pop
    if leading and rng.random() < claims:
        do = rng.choice(["claim", "claim", "concede"])
        moves.append({"do": do, "seat": seat, "points": None, "answer": "accepted", "after_trick": len(tricks)})
        yield moves.pop
    cards = list(waits["source"])
    rng.shuffle(cards)
    if leading:
        for card in cards:
            tricks.append({"leader": seat, "cards": [card]})
            yield tricks.pop
        return
    other = [card for card in cards if card[1] != waits["led"][0][1]]
    if len(other) < len(cards) and other and rng.random() < revokes:
        tricks[-1]["cards"].append(other[0])
        moves.append({"do": "fault", "seat": seat, "word": "revoke", "trick": len(tricks), "after_trick": len(tricks)})
        yield lambda: (tricks[-1]["cards"].pop(), moves.pop())
    for card in cards:
        tricks[-1]["cards"].append(card)
        yield tricks[-1]["cards"].pop
