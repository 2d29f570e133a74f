"""The template of an evening: a record ready to be typed into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.core.wording.language import Words, text_in
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.wording.language import Language

_LABELS: Final = "ABCDEFGH"

_HEAD: Final = Words("; The seats are in order of play. A remark begins with `;`.")
_HOW: Final = Words("; One block for every hand. Only `dealer` and `end` are needed: write what you know, and no more.")
_TABLE: Final = Words(
    '; Between two hands: `leave {last}` when a person goes, `seat {new} "…" after {last}` when a person comes.'
)
_FULL: Final = Words("; A hand written out has its lines in the order of events (`__` is an unknown card):")
_LAST: Final = Words("; and after the last trick `result`, `score` and `total`; `calarec fmt --fill` writes them.")
_BIDS: Final = Words("; Bids: {bids}")


def evening(
    rules: m.RulesPin,
    players: Sequence[str],
    *,
    date: str = "",
    hands: int = 1,
    bids: Sequence[str] = (),
    playing: int = 0,
    dummies: int = 0,
    exchange: Sequence[str] = (),
    cards: Sequence[str] = (),
    dealt: Sequence[str] = (),
    word: str = "",
    sides: Sequence[str] = (),
    drawn: bool = False,
    tops: int = 0,
    lang: Language = "en",
) -> str:
    """The text of a new record.

    `players` are in order of play; `bids` are the ruleset's words, for the reminder; `playing` says how
    many of them play at once, where that is fewer; `dummies` is how many hands others play. `exchange` are the
    lines between the bids and the first trick as they look after the bid `word`, the first player being the
    declarer. `cards` show how cards are written, `dealt` are the lines of one dealt hand. `sides` are the letters of
    each side in games without bids (`A+C`). `drawn`: after a trick each player draws.
    With `tops` (open packets before each) a player turns up the next card of a packet whose top was played.
    """
    if not 2 <= len(players) <= len(_LABELS):
        raise Unconvertible(Words("two to eight play"))
    seats = [m.Seat(label, name) for label, name in zip(_LABELS, players, strict=False)]
    lines = [statement_line(m.Version(1)), statement_line(rules)]
    if date:
        lines.append(statement_line(m.Tag("date", date)))
    nobody = dummy_lines(len(seats), dummies)
    lines += ["", text_in(_HEAD, lang), *map(statement_line, seats), *nobody]
    new = chr(ord(seats[0].label) + len(seats) + dummies)
    lines += ["", text_in(_HOW, lang), text_in(_TABLE.with_values(last=seats[-1].label, new=new), lang)]
    labels = [seat.label for seat in seats[: playing or len(seats)]]
    word = word or (bids[0] if bids else "…")
    reminder = _counted_side_lines(sides) if sides else _reminder(labels, bids, word, lang)
    opened = [f"take {label}: open{' __' * tops}" for label in labels] if tops else []
    spoken = opened if sides else [f"bid {labels[0]}: {word}", *exchange, *opened]
    drawing = labels[:1] if tops else labels
    draws = [f"take {label}: {'open ' if tops else ''}__" for label in drawing] if drawn else []
    lines += [*reminder, *(f"; {line}" for line in cards), *_written_out(labels, dummies, spoken, dealt, draws, lang)]
    for number in range(1, hands + 1):
        dealer = seats[(number - 1) % len(seats)].label
        lines += ["", f"hand {number}", statement_line(m.Dealer(dealer)), "end"]
    return "\n".join(lines) + "\n"


def dummy_lines(people: int, dummies: int) -> list[str]:
    """Return the lines of dummy hands, with the letters after those of the people."""
    return [statement_line(m.Dummy(chr(ord("A") + people + number))) for number in range(dummies)]


def _reminder(labels: Sequence[str], bids: Sequence[str], word: str, lang: Language) -> list[str]:
    """Show the lines of a hand without cards, in comments."""
    first, others = labels[0], labels[1:]
    lines = [text_in(_BIDS, lang).format(bids=", ".join(bids))] if bids else []
    paid = " ".join([f"{first}: +{len(others)}", *(f"{label}: -1" for label in others)])
    lines += [f";   bid {first}: {word}", f";   result {first}: won"]
    return [*lines, f";   score {paid}", f";   total {paid.replace('+', '')}"]


def _counted_side_lines(sides: Sequence[str]) -> list[str]:
    """Show the lines of a hand without cards in a game of counted points."""
    points = (7, 4, *(0 for _ in sides[2:]))
    totals = sorted((seat, amount) for side, amount in zip(sides, points, strict=True) for seat in side.split("+"))
    result = " ".join(f"{side}: {amount}p" for side, amount in zip(sides, points, strict=True))
    return [f";   result {result}", f";   total {' '.join(f'{seat}: {amount}' for seat, amount in totals)}"]


def _written_out(
    labels: Sequence[str],
    dummies: int,
    spoken: Sequence[str],
    dealt: Sequence[str],
    draws: Sequence[str],
    lang: Language,
) -> list[str]:
    """Show the lines of a hand with its cards, in comments."""
    first = labels[0]
    trick = f" 1 {first}: {' '.join(['__'] * (len(labels) + dummies))} > {first}"
    said = [*(dealt or [f"deal {first}: …"]), *spoken, trick, *draws]
    return [text_in(_FULL, lang), *(f";   {line}" for line in said), text_in(_LAST, lang)]
