"""One forbidden thing in an otherwise legal hand: the suite's illegal records.

Each function takes the lines of a record with one finished hand and gives records, the line that is wrong, the rule and
a title. The referee and the count decide whether the line is wrong, and no line before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.conformance.reading import PASSES, read_hands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Damaged(NamedTuple):
    """A record with something forbidden in it."""

    name: str
    title: str
    rules: tuple[str, ...]
    """Paths of rules of which the first that the ruleset has is meant; of steps what they do (`discard`)."""
    line: int
    text: str


def _line_numbers(lines: list[str], verb: str) -> list[int]:
    return [number for number, line in enumerate(lines) if line.split()[:1] == [verb]]


def _trick_lines(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if re.match(r"\s*\d+ [A-Z]:", line)]


def _tricks(lines: list[str]) -> list[tuple[int, list[str], list[str]]]:
    """The line, the seats and the cards of each trick."""
    hand = read_hands("\n".join(lines))[-1]
    labels = hand["seats"] + hand["dummies"]
    playing = [seat for seat in labels if seat not in hand["out"]]
    found = []
    for trick in hand["tricks"]:
        place = playing.index(trick["leader"])
        found.append((trick["line"] - 1, playing[place:] + playing[:place], list(trick["cards"])))
    return found


def _with_trick(lines: list[str], line: int, leader: str, cards: list[str]) -> None:
    number = lines[line].split()[0]
    lines[line] = f"{number:>2} {leader}: " + " ".join(cards)


def revokes(lines: list[str]) -> Iterator[Damaged]:
    """Two cards of one seat change places, so that it does not follow suit in the earlier trick and has to."""
    tricks = _tricks(lines)
    for early, (line, seats, cards) in enumerate(tricks[:-1]):
        for late_line, late_seats, late_cards in tricks[early + 1 :]:
            for place in range(1, len(seats)):
                other = late_seats.index(seats[place])
                mine, later = cards[place], late_cards[other]
                if other == 0 or mine[1] != cards[0][1] or later[1] == mine[1] or later[1] == late_cards[0][1]:
                    continue
                changed = list(lines)
                _with_trick(changed, line, seats[0], [*cards[:place], later, *cards[place + 1 :]])
                _with_trick(changed, late_line, late_seats[0], [*late_cards[:other], mine, *late_cards[other + 1 :]])
                title = f"{seats[place]} does not follow suit in a trick, with a card of the suit in the hand"
                yield Damaged("revoke", title, ("play.follow",), line + 1, _join_lines(changed))


def foreign_cards(lines: list[str]) -> Iterator[Damaged]:
    """A seat plays a card of another's, and the other later the seat's own: cards that never changed hands."""
    tricks, dealt = _tricks(lines), read_hands("\n".join(lines))[-1]["deal"]
    for early, (line, seats, cards) in enumerate(tricks[:-1]):
        for late_line, late_seats, late_cards in tricks[early + 1 :]:
            for place, mine in enumerate(cards):
                for other, later in enumerate(late_cards):
                    if late_seats[other] == seats[place] or later[1] != mine[1]:
                        continue
                    if mine not in dealt[seats[place]] or later not in dealt[late_seats[other]]:
                        continue
                    changed = list(lines)
                    _with_trick(changed, line, seats[0], [*cards[:place], later, *cards[place + 1 :]])
                    _with_trick(
                        changed, late_line, late_seats[0], [*late_cards[:other], mine, *late_cards[other + 1 :]]
                    )
                    title = f"{seats[place]} plays a card that {late_seats[other]} holds"
                    yield Damaged("card-of-another", title, ("deal.hand",), line + 1, _join_lines(changed))


def wrong_leaders(lines: list[str]) -> Iterator[Damaged]:
    """Let a seat that did not win the last trick lead; the cards stay the same."""
    for line, seats, cards in _tricks(lines)[3:]:
        changed = list(lines)
        _with_trick(changed, line, seats[1], [*cards[1:], cards[0]])
        title = f"{seats[1]} leads to a trick, though {seats[0]} has won the one before"
        yield Damaged("leader-who-did-not-win", title, ("play.next_leader",), line + 1, _join_lines(changed))


def wrong_first_leaders(lines: list[str]) -> Iterator[Damaged]:
    """The first trick is led by the next seat."""
    hand = read_hands("\n".join(lines))[-1]
    bids = [said["bid"] for said in hand["auction"] if said["bid"] not in PASSES]
    raised = [move["word"] for move in hand["moves"] if move["do"] == "raise"]
    contract = (raised or bids)[-1:]
    rules = tuple(f"contracts.{word}.leader" for word in contract)
    for line, seats, cards in _tricks(lines)[:1]:
        changed = list(lines)
        _with_trick(changed, line, seats[1], [*cards[1:], cards[0]])
        title = f"{seats[1]} leads to the first trick instead of {seats[0]}"
        yield Damaged("wrong-first-leader", title, (*rules, "all_pass.leader"), line + 1, _join_lines(changed))


def bids_too_low(lines: list[str]) -> Iterator[Damaged]:
    """The next speaker bids the same again."""
    for line in _line_numbers(lines, "bid"):
        words = lines[line].split()
        for place in range(2, len(words) - 1, 2):
            if words[place] not in PASSES:
                changed = [*words[: place + 2], words[place], *words[place + 3 :]]
                title = f"{words[place + 1][:-1]} bids {words[place]}, which was bid before"
                text = _join_lines([*lines[:line], " ".join(changed), *lines[line + 1 :]])
                yield Damaged("bid-not-higher", title, ("auction.ladder",), line + 1, text)


def bids_after_the_end(lines: list[str]) -> Iterator[Damaged]:
    """Another seat speaks once the auction has ended."""
    hand = read_hands("\n".join(lines))[-1]
    for line in _line_numbers(lines, "bid")[-1:]:
        words = lines[line].split()
        quiet = [seat for seat in hand["deal"] if f"{seat}:" not in words]
        for seat in quiet[:1]:
            title = f"{seat} speaks, though {words[-1]} has ended the auction"
            text = _join_lines([*lines[:line], f"{lines[line]} {seat}: {words[-1]}", *lines[line + 1 :]])
            yield Damaged("bid-after-the-end", title, ("auction.ends",), line + 1, text)


def bids_out_of_turn(lines: list[str]) -> Iterator[Damaged]:
    """The second seat speaks first."""
    for line in _line_numbers(lines, "bid")[:1]:
        words = lines[line].split()
        if len(words) >= 5:
            changed = [words[0], words[3], words[2], words[1], words[4], *words[5:]]
            title = f"{words[3][:-1]} speaks before {words[1][:-1]}, whose turn it is"
            text = _join_lines([*lines[:line], " ".join(changed), *lines[line + 1 :]])
            yield Damaged("bid-out-of-turn", title, ("auction.first",), line + 1, text)


def short_discards(lines: list[str]) -> Iterator[Damaged]:
    """One card too few is laid aside."""
    for line in _line_numbers(lines, "discard"):
        words = lines[line].split()
        cards = [word for word in words if re.fullmatch(r"[0-9A-Z][a-z]", word)]
        if len(cards) > 1:
            text = _join_lines([*lines[:line], lines[line].replace(f" {cards[-1]}", ""), *lines[line + 1 :]])
            title = f"{words[1][:-1]} lays aside {len(cards) - 1} cards instead of {len(cards)}"
            yield Damaged("discard-too-short", title, ("discard", "share", "exchange"), line + 1, text)


def wrong_gifts(lines: list[str]) -> Iterator[Damaged]:
    """Another card is handed over than was called."""
    hand = read_hands("\n".join(lines))[-1]
    for line in _line_numbers(lines, "give")[:1]:
        words = lines[line].split()
        seat, card = words[1][:-1], next(word for word in words if re.fullmatch(r"[0-9A-Z][a-z]", word))
        for other in hand["deal"][seat]:
            if other != card:
                text = _join_lines([*lines[:line], lines[line].replace(f" {card} ", f" {other} "), *lines[line + 1 :]])
                title = f"{seat} hands over {other}, though {card} was called"
                yield Damaged("another-card-handed-over", title, ("hand_over", "steps"), line + 1, text)


def forbidden_takes(lines: list[str]) -> Iterator[Damaged]:
    """The pile is taken in a contract without an exchange."""
    hand = read_hands("\n".join(lines))[-1]
    moved = [move for move in hand["moves"] if move["do"] in ("take", "discard", "give", "call", "table-card", "raise")]
    bids = [said for said in hand["auction"] if said["bid"] not in PASSES]
    if bids and hand["monte"] and not moved:
        line = _trick_lines(lines)[0]
        taken = f"take {bids[-1]['seat']}: closed {' '.join(hand['monte'])}"
        title = f"{bids[-1]['seat']} takes the pile in {bids[-1]['bid']}"
        rules = (f"contracts.{bids[-1]['bid']}.stake",)
        yield Damaged("pile-taken-in-vain", title, rules, line + 1, _join_lines([*lines[:line], taken, *lines[line:]]))


def foreign_discards(lines: list[str]) -> Iterator[Damaged]:
    """A card is laid aside that another seat holds."""
    hand = read_hands("\n".join(lines))[-1]
    for line in _line_numbers(lines, "discard")[:1]:
        words = lines[line].split()
        cards = [word for word in words if re.fullmatch(r"[0-9A-Z][a-z]", word)]
        for other, held in hand["deal"].items():
            if cards and other != words[1][:-1]:
                title = f"{words[1][:-1]} lays aside {held[0]}, which {other} holds"
                text = _join_lines([*lines[:line], lines[line].replace(cards[0], held[0]), *lines[line + 1 :]])
                yield Damaged("discard-of-another", title, ("discard", "share", "exchange"), line + 1, text)


def raises_by_another(lines: list[str]) -> Iterator[Damaged]:
    """Another seat than the declarer raises."""
    hand = read_hands("\n".join(lines))[-1]
    for line in _line_numbers(lines, "raise"):
        words = lines[line].split()
        other = next(seat for seat in hand["deal"] if seat != words[1][:-1])
        text = _join_lines([*lines[:line], f"raise {other}: {words[2]}", *lines[line + 1 :]])
        title = f"{other} raises, though {words[1][:-1]} is the declarer"
        yield Damaged("raise-by-another", title, ("contracts.solissimo.raises",), line + 1, text)


def melds_not_held(lines: list[str]) -> Iterator[Damaged]:
    """Something is declared with a card that another seat was dealt."""
    hand = read_hands("\n".join(lines))[-1]
    for move in hand["moves"]:
        if move["do"] == "declare":
            line = move["line"] - 1
            other = next(seat for seat in hand["deal"] if seat != move["seat"])
            changed = lines[line].replace(f"declare {move['seat']}:", f"declare {other}:")
            title = f"{other} declares cards that {move['seat']} was dealt"
            rules = (f"standing.{move['word']}.meld",)
            yield Damaged(
                "meld-of-another", title, rules, line + 1, _join_lines([*lines[:line], changed, *lines[line + 1 :]])
            )


def late_melds(lines: list[str]) -> Iterator[Damaged]:
    """Something is declared a trick too late."""
    hand = read_hands("\n".join(lines))[-1]
    for move in hand["moves"]:
        if move["do"] == "declare" and move["after_trick"] == 1:
            line = move["line"] - 1
            later = next(trick["line"] for trick in hand["tricks"][1:])
            changed = [*lines[:line], *lines[line + 1 : later], lines[line], *lines[later:]]
            title = f"{move['seat']} declares after the second trick"
            yield Damaged("late-meld", title, (f"standing.{move['word']}.until_trick",), later, _join_lines(changed))


def draws_by_another(lines: list[str]) -> Iterator[Damaged]:
    """The loser of a trick draws first."""
    draws = [number for number in _line_numbers(lines, "take") if number > _trick_lines(lines)[0]]
    for line in draws[4:5]:
        seats = [lines[line].split()[1], lines[line + 1].split()[1]]
        changed = list(lines)
        changed[line] = lines[line].replace(f"take {seats[0]}", f"take {seats[1]}")
        title = f"{seats[1][:-1]} draws first, though {seats[0][:-1]} has won the trick"
        yield Damaged("loser-draws-first", title, ("play.draw",), line + 1, _join_lines(changed))


def _join_lines(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


REASONS: Final = {"revoke": "follow suit", "card-of-another": "does not hold", "leader-who-did-not-win": "leads to"}
"""Words in which a referee states that exactly this is forbidden."""
KINDS: Final[tuple[Callable[[list[str]], Iterator[Damaged]], ...]] = (
    revokes, foreign_cards, wrong_leaders, wrong_first_leaders, bids_too_low, bids_after_the_end, bids_out_of_turn,
    short_discards, wrong_gifts, forbidden_takes, foreign_discards, raises_by_another, melds_not_held, late_melds,
    draws_by_another,
)  # fmt: skip
