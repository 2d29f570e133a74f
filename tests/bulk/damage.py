"""Changes lines of a record, so that something in it is wrong, odd or merely unusual."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

ODD_ENDS: Final = ("\r", "\r\r", "\t", "\v", "\f", "\x1c", "\x85", "\u2028")
"""Characters that some programs take for spaces, others for line ends."""
_CARD: Final = re.compile(r"\b[0-9A-Z][a-z]\b")


def _swap_cards(lines: list[str], rng: Random) -> None:
    """Let two cards of the hand change places, wherever they are."""
    places = [(n, found.span()) for n, line in enumerate(lines) for found in _CARD.finditer(line)]
    if len(places) < 2:
        return
    (a, first), (b, second) = rng.sample(places, 2)
    one, other = lines[a][slice(*first)], lines[b][slice(*second)]
    _put(lines, a, first, other)
    _put(lines, b, second, one)


def _other_card(lines: list[str], rng: Random) -> None:
    """A card becomes another."""
    places = [(n, found.span()) for n, line in enumerate(lines) for found in _CARD.finditer(line)]
    (a, at), (b, from_) = rng.choice(places), rng.choice(places)
    _put(lines, a, at, lines[b][slice(*from_)])


def _put(lines: list[str], number: int, at: tuple[int, int], text: str) -> None:
    lines[number] = lines[number][: at[0]] + text + lines[number][at[1] :]


def _seat(lines: list[str], rng: Random) -> None:
    """A seat becomes another."""
    number, found = rng.choice(_all(lines, r"\b[A-G]\b"))
    _put(lines, number, found.span(), rng.choice("ABCDEFG"))


def _amount(lines: list[str], rng: Random) -> None:
    """An amount is wrong by a little."""
    places = _all(lines, r"(?<=: )[+-]?\d+")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), f"{int(found[0]) + rng.choice((-3, -1, 1, 2)):+d}")


def _word(lines: list[str], rng: Random) -> None:
    """A bid becomes another word of the hand."""
    places = _all(lines, r"(?<=[A-G]: )[a-z][a-z-]+")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), rng.choice(places)[1][0])


def _drop(lines: list[str], rng: Random) -> None:
    """A line is missing."""
    del lines[rng.randrange(1, len(lines))]


def _double(lines: list[str], rng: Random) -> None:
    """Write a line a second time."""
    number = rng.randrange(1, len(lines))
    lines.insert(number, lines[number])


def _exchange(lines: list[str], rng: Random) -> None:
    """Two lines change places."""
    a, b = rng.sample(range(1, len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]


def _blank(lines: list[str], rng: Random) -> None:
    """A blank too many, or a line that is none."""
    number = rng.randrange(len(lines))
    lines[number] = rng.choice(("", lines[number] + " ", lines[number].replace(" ", "  ", 1), "; " + lines[number]))


def _comment(lines: list[str], rng: Random) -> None:
    """A line with a comment, or a card with a mark."""
    number = rng.randrange(len(lines))
    lines[number] += rng.choice(("  ; perché?", "!", " ; ok"))


def _odd_end(lines: list[str], rng: Random) -> None:
    """A line ends with what some readers take for the end of a line."""
    number = rng.randrange(len(lines))
    lines[number] += rng.choice(ODD_ENDS)


def _openness(lines: list[str], rng: Random) -> None:
    """Change or remove the word for the seats that saw a transfer."""
    places = _all(lines, r"(?:open|closed) ")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), rng.choice(("open ", "closed ", "")))


def _silence(lines: list[str], rng: Random) -> None:
    """Remove the word for the seats that saw a transfer."""
    del rng
    lines[:] = [re.sub(r": (?:open|closed) ", ": ", line) for line in lines]


def _tail(lines: list[str], rng: Random) -> None:
    """Remove or change the source or target of cards in a line."""
    places = _all(lines, r" (?:with|in|to|from) \S+$")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), rng.choice(("", " in monte", " in hand", " with A", " to B", " from monte")))


def _winner(lines: list[str], rng: Random) -> None:
    """Write the winner of a trick, rightly or not."""
    number, _ = rng.choice(_all(lines, r"^[ \d]\d [A-Z]:") or _all(lines, "^hand"))
    lines[number] += f" > {rng.choice('ABCDEFG')}"


def _result(lines: list[str], rng: Random) -> None:
    """Write the result in another way."""
    for number, found in _all(lines, r"^result (.*)$"):
        sides = re.findall(r"(\w): (-?\d+)", found[1])
        if len(sides) >= 3:
            (a, x), (b, y), *rest = rng.sample(sides, len(sides))
            ways = [f"{a}+{b}: {int(x) + int(y)}", f"{a}: {int(x) // 3}p {b}: {y}", f"{a}: won {b}: lost", f"{a}: {x}"]
            lines[number] = " ".join(["result", rng.choice(ways), *(f"{seat}: {points}" for seat, points in rest)])


def _carry(lines: list[str], rng: Random) -> None:
    """Write that the hand inherits something."""
    after = next((number for number, line in enumerate(lines) if line.startswith("dealer")), 0)
    said = ["carry all-pass", "carry monte", "out A", "at 2025-02-30", "at 2025-02-28", 'note "x"']
    for number, line in enumerate(lines):
        if line.startswith("monte ") and rng.random() < 0.5:
            lines[number : number + 1] = []
            said = [f"carry {line}"]
            break
    lines.insert(after + 1, rng.choice(said))


def _name(lines: list[str], rng: Random) -> None:
    """The hand is called otherwise."""
    lines[0] = rng.choice(("hand", 'hand "7 bis"', "hand 1", 'hand "1"', 'hand "è la 7"', 'hand "che?"', "hand 007"))


def _trick_number(lines: list[str], rng: Random) -> None:
    """A trick is numbered otherwise."""
    places = _all(lines, r"^[ \d]\d(?= [A-Z]:)")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), f"{rng.randrange(1, 14):>2}")


def _none(lines: list[str], rng: Random) -> None:
    """Cards become none."""
    places = _all(lines, r"(?<=: )(?:open |closed )?[0-9A-Z][a-z](?: [0-9A-Z][a-z])*")
    if places:
        number, found = rng.choice(places)
        _put(lines, number, found.span(), "none")


def _end(lines: list[str], rng: Random) -> None:
    """The hand ends otherwise."""
    lines[-1] = rng.choice(("end claimed", "end void", "end abandoned", "fine", "end  "))


def _raise(lines: list[str], rng: Random) -> None:
    """Insert a raise, a bid or a call."""
    number, _ = rng.choice(_all(lines, "^bid .*$") or _all(lines, "^hand"))
    words = ("raise A: scegliete", "raise B: dividete", "raise C: scegliete", "bid A: passo", "call B: 3b")
    lines.insert(number + 1, rng.choice(words))


def _deals_turned(lines: list[str], rng: Random) -> None:
    """The hands are written down in another order, each with its cards in another order."""
    deals = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    texts = [lines[number] for number in deals]
    rng.shuffle(texts)
    for number, text in zip(deals, texts, strict=True):
        cards = text[8:].split()
        rng.shuffle(cards)
        lines[number] = text[:8] + " ".join(cards)


def _declaration(lines: list[str], rng: Random) -> int:
    """A line that declares something; one more if there is none."""
    places = [number for number, line in enumerate(lines) if line.startswith("declare ")]
    if not places:
        places = [rng.randrange(2, len(lines))]
        lines.insert(
            places[0], rng.choice(("declare A: buongioco As Ac Ad", "declare B: pair 3b 3s", "declare C: few"))
        )
    return rng.choice(places)


def _declared_elsewhere(lines: list[str], rng: Random) -> None:
    """Something is declared sooner or later."""
    at = _declaration(lines, rng)
    line = lines.pop(at)
    lines.insert(min(max(at + rng.randrange(-5, 6), 2), len(lines)), line)


def _declared_by_another(lines: list[str], rng: Random) -> None:
    """Let another seat, or a letter without a seat, make the declaration."""
    at = _declaration(lines, rng)
    _put(lines, at, (8, 9), rng.choice("ABCDEX"))


def _declared_otherwise(lines: list[str], rng: Random) -> None:
    """It is called otherwise, as something else or nothing is called."""
    at = _declaration(lines, rng)
    words = (
        "napoletana",
        "buongioco",
        "under-a-point",
        "aces",
        "court",
        "threes",
        "twos",
        "pair",
        "low",
        "high",
        "foo",
    )
    lines[at] = re.sub("(?<=: )[a-z-]+", rng.choice(words), lines[at])


def _declared_of_more_or_fewer(lines: list[str], rng: Random) -> None:
    """Declare a card too many, too few, repeated or unreadable, or none."""
    at = _declaration(lines, rng)
    line, bare = lines[at], re.sub(" [0-9A-Z][a-z]", "", lines[at])
    lines[at] = rng.choice(
        (f"{line} 4b", f"{line} 3c", f"{line} As", line[:-3], f"{line}{line[-3:]}", f"{line} _b", bare)
    )


def _declared_again(lines: list[str], rng: Random) -> None:
    """It is declared once more, at once or later."""
    at = _declaration(lines, rng)
    lines.insert(min(at + rng.randrange(4), len(lines)), lines[at])


def _all(lines: list[str], pattern: str) -> list[tuple[int, re.Match[str]]]:
    return [(number, found) for number, line in enumerate(lines) for found in re.finditer(pattern, line)]


DAMAGES: Final[dict[str, Callable[[list[str], Random], None]]] = {
    function.__name__.strip("_").replace("_", " "): function
    for function in (
        _swap_cards, _other_card, _seat, _amount, _word, _drop, _double, _exchange, _blank, _comment, _odd_end,
        _openness, _silence, _tail, _winner, _result, _carry, _name, _trick_number, _none, _end, _raise, _deals_turned,
        _declared_elsewhere, _declared_by_another, _declared_otherwise, _declared_of_more_or_fewer, _declared_again,
    )
}  # fmt: skip
DECLARED: Final = tuple(name for name in DAMAGES if name.startswith("declared"))
"""Kinds of damage to declarations."""


def damaged(text: str, rng: Random, *, every: int, kinds: Sequence[str] = ()) -> str:
    """The text with every n-th hand changed in one way."""
    head, *hands = re.split(r"(?m)^(?=hand)", text)
    names = list(kinds) or sorted(DAMAGES)
    for number in range(0, len(hands), every):
        lines = hands[number].rstrip("\n").split("\n")
        DAMAGES[rng.choice(names)](lines, rng)
        hands[number] = "\n".join(lines) + "\n\n"
    return head + "".join(hands)
