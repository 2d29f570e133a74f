"""Every single substitution in the lines of a hand, and which of them leave nothing wrong: brute force.

In go a hand's lines and what its ruleset has of cards and words; out come the lines after every substitution by which
the hand holds. Tried are: every card for every other, every two cards exchanged, every card taken out and every card
put in anywhere, every letter of a seat and every word of the auction for every other, a digit or a sign of every
figure, every line taken out, every two tricks exchanged. Nothing is asked of the search that is measured by it.

What cannot hold is thrown out by a referee of a few lines, before the interpreter is asked: every card is dealt once
and played by somebody who holds it, and suit is followed. A hand that this referee does not pass as it was meant is
judged without it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.judge.repair.search import holds
from calarec.judge.session import RecordJudge
from calarec.notation.reader import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.judge.repair.slipped import Slipped

_CARD: Final = re.compile(r"(?<=\s)[0-9A-Z][a-z](?=\s|$)")
_SEAT: Final = re.compile(r"(?<=\s)[A-Z](?=[:\s]|$)")
_FIGURE: Final = re.compile(r"(?<=: )[+-]?[0-9]+")
_WORD: Final = re.compile(r"(?<=: )[a-z-]+")
_CARDED: Final = {"deal", "monte", "give", "take", "discard", "call", "table-card"}

Lines = tuple[str, ...]


def clean(each: Slipped, cards: Sequence[str], words: Sequence[str], seats: str) -> list[Lines]:
    """All lines with one substitution after which the hand holds."""
    plays = plausible(each.meant, cards, seats)
    found = []
    seen = set()
    for lines in substitutions(each.written, cards, words, seats):
        if lines in seen:
            continue
        seen.add(lines)
        if (not plays or plausible(lines, cards, seats)) and _holds(each, lines):
            found.append(lines)
    return found


def _holds(each: Slipped, lines: Lines) -> bool:
    judge = RecordJudge(literal=True)
    judged = [judge.replay(hand) for hand in parse(each.before + "\n".join(lines) + "\n")]
    return len(judged) == 2 and all(map(holds, judged))


# ---------------------------------------------------------------------- substitutions


def substitutions(lines: Lines, cards: Sequence[str], words: Sequence[str], seats: str) -> Iterator[Lines]:
    """The lines after every single substitution."""
    yield from _of_cards(lines, cards)
    for number, line in enumerate(lines):
        verb = _verb(line)
        if verb not in ("hand", "end"):
            yield (*lines[:number], *lines[number + 1 :])
            for spot in _SEAT.finditer(line):
                yield from (_put(lines, number, spot, other) for other in seats if other != spot.group())
        if verb in ("bid", "raise"):
            for spot in _WORD.finditer(line):
                yield from (_put(lines, number, spot, other) for other in words if other != spot.group())
        if verb in ("result", "score", "total"):
            for spot in _FIGURE.finditer(line):
                yield from (_put(lines, number, spot, other) for other in _figures(spot.group()))
    tricks = [number for number, line in enumerate(lines) if _verb(line).isdigit()]
    for place, one in enumerate(tricks):
        for other in tricks[place + 1 :]:
            yield _two(lines, one, lines[other], other, lines[one])
            yield _two(lines, one, lines[one][:2] + lines[other][2:], other, lines[other][:2] + lines[one][2:])


def _of_cards(lines: Lines, cards: Sequence[str]) -> Iterator[Lines]:
    spots = [(number, spot) for number, line in enumerate(lines) if _verb(line) in _CARDED or _verb(line).isdigit()
             for spot in _CARD.finditer(line)]  # fmt: skip
    for place, (number, spot) in enumerate(spots):
        yield from (_put(lines, number, spot, other) for other in cards if other != spot.group())
        line = lines[number]
        yield _with(lines, number, (line[: spot.start() - 1] + line[spot.end() :]).rstrip())
        for other in cards:
            yield _put(lines, number, spot, f"{spot.group()} {other}")
            yield _put(lines, number, spot, f"{other} {spot.group()}")
        for second, other_spot in spots[place + 1 :]:
            swapped = _put(lines, second, other_spot, spot.group())
            yield _put(swapped, number, spot, other_spot.group())


def _figures(text: str) -> Iterator[str]:
    sign = text[0] if text[0] in "+-" else ""
    digits = text[len(sign) :]
    numbers = {digits[:place] + other + digits[place + 1 :] for place in range(len(digits)) for other in "0123456789"}
    numbers |= {other + digits for other in "123456789"} | {
        digits[:place] + digits[place + 1 :] for place in range(len(digits))
    }
    for number in sorted(int(each) for each in numbers if each):
        for put in ("+", "-") if sign or number == 0 else ("", "-", "+"):
            said = f"{put}{number}" if number else "0"
            if said != text:
                yield said


def _put(lines: Lines, number: int, spot: re.Match[str], new: str) -> Lines:
    line = lines[number]
    return _with(lines, number, line[: spot.start()] + new + line[spot.end() :])


def _with(lines: Lines, number: int, line: str) -> Lines:
    return (*lines[:number], line, *lines[number + 1 :])


def _two(lines: Lines, one: int, first: str, other: int, second: str) -> Lines:
    return _with(_with(lines, one, first), other, second)


def _verb(line: str) -> str:
    return line.split(maxsplit=1)[0] if line.split() else ""


# ---------------------------------------------------------------------- the referee


def plausible(lines: Lines, cards: Sequence[str], seats: str) -> bool:
    """Whether every card is dealt once and played by its holder, and suit is followed."""
    held: dict[str, set[str]] = {}
    dealt: list[str] = []
    order: list[str] = []
    for line in lines:
        verb, found = _verb(line), _CARD.findall(line)
        who = line.split()[1][0] if len(line.split()) > 1 else ""
        if verb in ("deal", "monte"):
            held[who if verb == "deal" else ""] = set(found)
            dealt += found
        elif verb == "give" or verb == "take":
            other = line.split(" to ")[-1][0] if verb == "give" else who
            giver = held.get(who if verb == "give" else "", set())
            if not giver >= set(found) or other not in held:
                return False
            giver -= set(found)
            held[other] |= set(found)
        elif verb == "discard":
            if not held.get(who, set()) >= set(found):
                return False
            held[who] -= set(found)
        elif verb.isdigit():
            order = order or [seat for seat in seats if seat in held]
            if not _trick(who, found, held, order):
                return False
    return sorted(dealt) == sorted(cards)


def _trick(leader: str, played: list[str], held: dict[str, set[str]], order: list[str]) -> bool:
    if leader not in order or len(played) != len(order):
        return False
    place = order.index(leader)
    for who, card in zip((*order[place:], *order[:place]), played, strict=True):
        hand = held[who]
        if card not in hand or (card[1] != played[0][1] and any(each[1] == played[0][1] for each in hand)):
            return False
        hand.discard(card)
    return True
