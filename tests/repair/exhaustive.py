"""Every single substitution in the lines of a hand that holds: brute force.

In go a hand's lines and the cards and words of its ruleset; out come the lines after every substitution by which
the hand holds. These are tried:

- every card for every other; two cards exchanged; a card removed, or added anywhere;
- every letter of a seat and every word of the auction for every other; a digit or a sign of every figure;
- a line removed; two tricks exchanged; all seats of a kind of line shifted;
- missing lines added: the dealer; a hand or monte of the undealt cards; any take, gift, discard or call; a trick of the
  unplayed cards; a word of the auction.

It does not use the search that it measures. A small referee discards impossible hands before the interpreter is asked:
every card is dealt once and played by its holder, and suit is followed. If the true hand does not pass this referee,
the hand is judged without it.
"""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.repairs.rewriting import reread_hand
from calarec.repairs.search import has_no_errors
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.repair.slipped import Slipped

_CARD: Final = re.compile(r"(?<=\s)[0-9A-Z][a-z](?=\s|$)")
_SEAT: Final = re.compile(r"(?<=\s)[A-Z](?=[:\s]|$)")
_FIGURE: Final = re.compile(r"(?<=: )[+-]?[0-9]+")
_SAYS: Final = re.compile(r" [A-Z]:")
_WORD: Final = re.compile(r"(?<=: )[a-z-]+")
_CARDED: Final = {"deal", "monte", "give", "take", "discard", "call", "table-card"}

Lines = tuple[str, ...]


class Exhaustive:
    """All substitutions in one hand; the hand before it is judged once."""

    def __init__(self, each: Slipped) -> None:
        game = Game.from_ruleset(load_ruleset(each.rules))
        auction = game.rules.auction
        self.each = each
        self.cards = game.cards.names
        self.words = tuple(dict.fromkeys((*auction.words, *auction.ladder)))
        self.seats = "".join(line.split()[1] for line in each.before.split("\n") if line.startswith("seat "))
        self.plays = plausible(each.meant, self.cards, self.seats)
        first, self.hand = parse_records(each.record)
        self.judge = RecordJudge(literal=True)
        self.judge.replay(first)

    def holds(self, lines: Lines) -> bool:
        """Check whether the hand with these lines has no errors."""
        if self.plays and not plausible(lines, self.cards, self.seats):
            return False
        hand = reread_hand(self.hand, lines)
        return (
            not hand.broken and has_no_errors(self.judge.copy_judge().replay(hand)) and self._holds_in_its_record(lines)
        )

    def _holds_in_its_record(self, lines: Lines) -> bool:
        """The same by a way that takes longer: the whole record once more."""
        judge = RecordJudge(literal=True)
        judged = [judge.replay(hand) for hand in parse_records(self.each.before + "\n".join(lines) + "\n")]
        return len(judged) == 2 and all(map(has_no_errors, judged))

    def only(self, same: Callable[[Lines, Lines], bool]) -> bool:
        """Check whether the true hand is a substitution, and the only one that holds."""
        meant, written = self.each.meant, self.each.written
        found = {*substitutions(written, self.cards, self.words, self.seats)}
        others = {lines for lines in found if not same(lines, meant)}
        return len(others) < len(found) and self.holds(meant) and not any(map(self.holds, others))


# ---------------------------------------------------------------------- substitutions


def substitutions(lines: Lines, cards: Sequence[str], words: Sequence[str], seats: str) -> Iterator[Lines]:
    """The lines after every single substitution."""
    yield from _missing(lines, cards, words, seats)
    yield from _shifted(lines, seats)
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


def _shifted(lines: Lines, seats: str) -> Iterator[Lines]:
    """All letters of a kind of line are those of the neighbours."""
    for kind in ("deal", "bid", "trick", "result", "score", "total"):
        at = [number for number, line in enumerate(lines) if (_verb(line), _verb(line).isdigit()) != ("", False)
              and (_verb(line).isdigit() if kind == "trick" else _verb(line) == kind)]  # fmt: skip
        for step in range(1, len(seats)):
            other = {seat: seats[(place + step) % len(seats)] for place, seat in enumerate(seats)}
            changed = list(lines)
            for number in at:
                changed[number] = _SEAT.sub(lambda spot, other=other: other[spot.group()], lines[number])  # type: ignore[misc]
            yield tuple(changed)


def _missing(lines: Lines, cards: Sequence[str], words: Sequence[str], seats: str) -> Iterator[Lines]:
    """A line more, or a word of the auction more."""
    verbs = [_verb(line) for line in lines]
    dealt = {card for line in lines if _verb(line) in ("deal", "monte") for card in _CARD.findall(line)}
    rested = {
        card for line in lines if _verb(line) == "discard" or _verb(line).isdigit() for card in _CARD.findall(line)
    }
    unseen, unplayed = ([card for card in cards if card not in known] for known in (dealt, rested))
    bids = [number for number, verb in enumerate(verbs) if verb in ("bid", "raise")]
    deals = [number for number, verb in enumerate(verbs) if verb in ("deal", "monte")] or [1]
    if "dealer" not in verbs:
        yield from (_in(lines, 1, f"dealer {seat}") for seat in seats)
    if unseen:
        for head in (*(f"deal {seat}:" for seat in seats), "monte"):
            yield from (_in(lines, number, f"{head} {' '.join(unseen)}") for number in (deals[0], deals[-1] + 1))
    for number in bids:
        for said in (f"{seat}: {word}" for seat in seats for word in words):
            yield _in(lines, number + 1, f"bid {said}")
            for spot in _SAYS.finditer(lines[number]):
                yield _with(lines, number, f"{lines[number][: spot.start()]} {said}{lines[number][spot.start() :]}")
            yield _with(lines, number, f"{lines[number]} {said}")
    first = next((number for number, verb in enumerate(verbs) if verb.isdigit()), len(lines) - 1)
    for number in range(bids[-1] + 1 if bids else first, first + 1):
        yield from (_in(lines, number, line) for line in _transfers(lines, cards, seats, unplayed))
    yield from _trick_missing(lines, seats, unplayed)


def _transfers(lines: Lines, cards: Sequence[str], seats: str, unplayed: Sequence[str]) -> Iterator[str]:
    """Whatever anybody can have taken, given, discarded or called."""
    monte = " ".join(card for line in lines if _verb(line) == "monte" for card in _CARD.findall(line))
    given = [card for line in lines if _verb(line) == "give" for card in _CARD.findall(line)]
    for seat, how in itertools.product(seats, ("open ", "closed ", "")):
        if monte:
            yield f"take {seat}: {how}{monte}"
        if unplayed:
            yield f"discard {seat}: {how}{' '.join(unplayed)}"
        for other, card in itertools.product(seats, cards):
            if other != seat:
                yield f"give {seat}: {how}{card} to {other}"
    if given and not any(_verb(line) == "call" for line in lines):
        for seat, card in itertools.product(seats, given):
            yield from (f"call {seat}: {card} {where}" for where in ("in monte", *(f"with {other}" for other in seats)))


def _trick_missing(lines: Lines, seats: str, unplayed: Sequence[str]) -> Iterator[Lines]:
    """A trick of the cards that were played nowhere, where a number is left out or after the last."""
    tricks = [number for number, line in enumerate(lines) if _verb(line).isdigit()]
    if not tricks or not len(_CARD.findall(lines[tricks[0]])) == len(unplayed) <= 4:
        return
    for place in range(len(tricks) + 1):
        if place < len(tricks) and int(_verb(lines[tricks[place]])) == place + 1:
            continue
        number = tricks[place] if place < len(tricks) else tricks[-1] + 1
        for seat, order in itertools.product(seats, itertools.permutations(unplayed)):
            yield _in(lines, number, f"{place + 1:2} {seat}: {' '.join(order)}")
        return


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


def _in(lines: Lines, number: int, line: str) -> Lines:
    return (*lines[:number], line, *lines[number:])


def _two(lines: Lines, one: int, first: str, other: int, second: str) -> Lines:
    return _with(_with(lines, one, first), other, second)


@lru_cache(1 << 16)
def _verb(line: str) -> str:
    return line.split(maxsplit=1)[0] if line.split() else ""


# ---------------------------------------------------------------------- the referee


def plausible(lines: Lines, cards: Sequence[str], seats: str) -> bool:
    """Check whether cards are dealt once and played by their holders, suit followed."""
    held: dict[str, set[str]] = {}
    order: list[str] = []
    if not _dealt_once(tuple(line for line in lines if line.startswith(("deal", "monte"))), tuple(cards)):
        return False
    for line in lines:
        verb, who, found = _read(line)
        if verb in ("deal", "monte"):
            held[who if verb == "deal" else ""] = set(found)
        elif verb == "give" or verb == "take":
            other = line.split(" to ")[-1][0] if verb == "give" else who
            giver = held.get(who if verb == "give" else "", set())
            if not giver >= set(found) or other not in held:
                return False
            giver -= set(found)
            held[other] |= set(found)
        elif verb in ("discard", "table-card"):
            if who not in held or not held[who] >= set(found):
                return False
            held[who] -= set(found)
            held[""] = held.get("", set()) | set(found)
        elif verb.isdigit():
            order = order or [seat for seat in seats if seat in held]
            if not _trick(who, found, held, order):
                return False
    return True


@lru_cache(1 << 16)
def _read(line: str) -> tuple[str, str, tuple[str, ...]]:
    """The verb, the seat or the first letter behind it, the cards."""
    words = line.split()
    return _verb(line), words[1][0] if len(words) > 1 else "", tuple(_CARD.findall(line))


@lru_cache(1 << 14)
def _dealt_once(dealt: Lines, cards: tuple[str, ...]) -> bool:
    return sorted(card for line in dealt for card in _read(line)[2]) == sorted(cards)


def _trick(leader: str, played: Sequence[str], held: dict[str, set[str]], order: list[str]) -> bool:
    if leader not in order or len(played) != len(order):
        return False
    place = order.index(leader)
    for who, card in zip((*order[place:], *order[:place]), played, strict=True):
        hand = held[who]
        if card not in hand or (card[1] != played[0][1] and any(each[1] == played[0][1] for each in hand)):
            return False
        hand.discard(card)
    return True
