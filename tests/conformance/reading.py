"""Read plain records for the referees without calarec, one statement a line.

A hand is what `tests/referees/shape.py` describes. `read_hands` reads the lines up to a number, so that a referee can
be asked about a hand as it was after each line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.referees.shape import Hand

PASSES = ("passo", "pass", "buono", "sto-bene")
WITH_CARDS = ("table-card", "give", "take", "discard", "show")


def read_hands(text: str, last_line: int | None = None) -> list[Hand]:
    """The hands of a record, as far as its lines up to `last_line` show them."""
    heading: dict[str, Any] = {"seats": [], "dummies": [], "rules": {"id": ""}}
    hands: list[Hand] = []
    lines = text.splitlines()
    for number, line in enumerate(lines[: len(lines) if last_line is None else last_line], 1):
        words = line.split(";")[0].split()
        if not words or words[0] in ("note", "at", "tag") or words[0].startswith("x-"):
            continue
        if words[0] == "hand":
            hands.append(_new_hand(heading, words))
        elif not hands:
            _read_heading(heading, words)
        else:
            _read_statement(hands[-1], words, number)
    return hands


def _new_hand(heading: dict[str, Any], words: list[str]) -> Hand:
    return {
        "name": words[1] if words[1:] else "", "rules": heading["rules"], "seats": list(heading["seats"]),
        "dealer": None, "out": [], "controls": {}, "dummies": list(heading["dummies"]), "deal": {}, "monte": [],
        "auction": [], "moves": [], "tricks": [], "stated": {}, "end": None,
    }  # fmt: skip


def _read_heading(heading: dict[str, Any], words: list[str]) -> None:
    if words[0] == "rules":
        heading["rules"] = {"id": words[1].partition("@")[0]}
    elif words[0] == "seat":
        heading["seats"].append(words[1])
    elif words[0] == "dummy":
        heading["dummies"].append(words[1])


def _read_statement(hand: Hand, words: list[str], line: int) -> None:
    verb, rest = words[0], words[1:]
    if verb.isdigit():
        hand["tricks"].append({"leader": rest[0][:-1], "cards": [card.rstrip("!?") for card in _before(rest[1:], ">")],
                               "line": line})  # fmt: skip
    elif verb == "dealer":
        hand["dealer"] = rest[0]
    elif verb == "out":
        hand["out"] = rest
    elif verb == "deal":
        hand["deal"][rest[0][:-1]] = rest[1:]
    elif verb == "monte":
        hand["monte"] = rest
    elif verb == "bid":
        for seat, word in _pairs(rest):
            kind = "pass" if word in PASSES else "bid"
            hand["auction"].append({"seat": seat, "bid": word, "kind": kind, "line": line})
    elif verb in ("result", "score", "total"):
        hand["stated"][verb] = {"line": line, "amounts": list(_pairs(rest))}
    elif verb == "end":
        hand["end"] = rest[0] if rest else ""
    elif verb == "carry":
        hand["moves"].append({"do": "carry", "seat": "", "word": rest[0], "after_trick": 0, "line": line})
    else:
        hand["moves"].append(_move(verb, rest, len(hand["tricks"])) | {"line": line})


def _move(verb: str, rest: list[str], tricks: int) -> dict[str, Any]:
    move: dict[str, Any] = {"do": verb, "seat": rest[0][:-1], "after_trick": tricks}
    words = rest[1:]
    if verb in WITH_CARDS:
        move["open"] = {"open": True, "closed": False}.get(words[0])
        words = words if move["open"] is None else words[1:]
        move["cards"] = [card for card in _before(_before(words, "to"), "from") if card != "none"]
        if "to" in words and verb == "give":
            move["to"] = words[words.index("to") + 1]
    elif verb == "call":
        move["card"] = words[0]
    elif verb in ("claim", "concede"):
        move["answer"] = next((word for word in words if word in ("accepted", "refused")), None)
        move["points"] = int(words[1]) if words[0] == "points" else None
        move["by"] = words[words.index("by") + 1 :] if "by" in words else []
    elif verb == "trump":
        move |= {"suit": words[0][-1], "card": words[0] if words[0][1:] else None}
    elif verb == "declare":
        move |= {"word": words[0], "cards": words[1:]}
    else:
        move["word"] = words[0]
        move["trick"] = int(words[words.index("trick") + 1]) if "trick" in words else None
        move["by"] = words[words.index("by") + 1] if "by" in words else ""
    return move


def _before(words: list[str], mark: str) -> list[str]:
    """The words before a mark, or all of them."""
    return words[: words.index(mark)] if mark in words else words


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """`B: chiamo C: passo` as pairs."""
    yield from re.findall(r"([A-Z+]+): (\S+)", " ".join(words))
