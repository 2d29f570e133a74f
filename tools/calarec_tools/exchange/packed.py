"""One hand a line, for archives of millions: lossless for plain hands, refused with a reason for others.

Terms. The first line is `calpack 1`. A line beginning with `%` says something about the evening, as a
record does. Every other line is a hand: its name and its statements, parted by `;`, in their order,
each a letter and what it says without blanks. The plain `end` is not written; a hand that has no
`end` at all finishes with `~`.

A hand is plain if its statements are among those that have a letter, and nothing else stands in it: no
comments, no marks, no notes. Blank lines are not kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.language import Both
from calarec.notation.build import verb_of
from calarec.notation.lines import split_comment
from calarec.notation.reader import read
from calarec.notation.so_far import SoFar
from calarec.notation.writer import line_of, name_line, statement_lines
from calarec.records import model as m
from calarec_tools.exchange.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.notation.source import Source

FIRST: Final = "calpack 1"
_ONCE: Final = ("cal", "match", "rules", "table", "carried")
"""Of two such lines before one hand only the last would be kept."""


# ------------------------------------------------------------------ out


def pack(source: Source, *, encoding: str = "utf-8", drop_comments: bool = False) -> Iterator[str]:
    """The packed lines of a record; a hand that is not plain is a `Refusal`. Comments are dropped only if asked for."""
    yield FIRST + "\n"
    records = read(source, encoding=encoding)
    so_far = SoFar()
    for hand in records:
        _must_be_plain(hand, drop_comments=drop_comments)
        for statement in so_far.before(hand):
            if statement is not None:
                yield f"% {line_of(statement)}\n"
        yield pack_hand(hand) + "\n"
    if any((split_comment(line)[0] if drop_comments else line).strip() for line in records.after):
        reason = Both("something stands after the last hand", "dopo l'ultima mano c'è dell'altro")
        raise Refusal(reason, where=records.file)
    for finding in records.findings:
        if finding.severity == "error":
            raise Refusal(Both(finding.message("en"), finding.message("it")), where=str(finding.span))


def pack_hand(hand: m.Hand) -> str:
    """The packed line of a plain hand."""
    fields = [name_line("", hand.name).strip()]
    tricks: list[m.Trick] = []
    for statement in hand.statements:
        if isinstance(statement, m.Trick) and statement.number == len(tricks) + 1 and not statement.marks:
            tricks.append(statement)
            continue
        if isinstance(statement, m.Bid | m.Raise) and statement.nth:
            fields[-1] += f",{statement.seat}{statement.word}"
            continue
        fields += _played(tricks)
        fields.append(_field(statement, hand))
    fields += _played(tricks)
    if hand.end is None:
        fields.append("~")
    # A hand with neither a name nor anything in it is more than an empty line.
    return ";".join(field for n, field in enumerate(fields) if field or not n) or ";"


def _must_be_plain(hand: m.Hand, *, drop_comments: bool) -> None:
    where = f"{hand.file}:{hand.line}"
    if hand.broken:
        raise Refusal(Both("the hand cannot be read", "la mano non si può leggere"), where=where)
    once: set[str] = set()
    for number, raw in enumerate((*hand.before, *hand.lines), hand.line - len(hand.before)):
        if split_comment(raw)[1] and not drop_comments:
            reason = Both(
                "packed hands have no comments; `--drop-comments` leaves them out",
                "le mani compresse non hanno commenti; `--drop-comments` li tralascia",
            )
            raise Refusal(reason, where=f"{hand.file}:{number}")
        verb = verb_of(raw.strip())
        if number < hand.line and verb in ("note", "at", "x-"):
            reason = Both(f"packed hands cannot say `{verb}`", f"le mani compresse non possono dire `{verb}`")
            raise Refusal(reason, where=f"{hand.file}:{number}")
        if number < hand.line and verb in _ONCE:
            if verb in once:
                reason = Both(
                    f"packed hands cannot say `{verb}` twice before one hand",
                    f"le mani compresse non possono dire `{verb}` due volte prima di una mano",
                )
                raise Refusal(reason, where=f"{hand.file}:{number}")
            once.add(verb)


def _played(tricks: list[m.Trick]) -> list[str]:
    """The tricks so far as one field; they are given out once."""
    said = [f"{one.leader}{''.join(one.cards)}{one.winner and '>' + one.winner}" for one in tricks]
    tricks.clear()
    return ["p" + "/".join(said)] if said else []


def _field(statement: m.Statement, hand: m.Hand) -> str:
    say = _LETTERS.get(type(statement))
    if say is None:
        verb = type(statement).__name__.lower()
        if isinstance(statement, m.Trick):
            verb = "! ?" if statement.marks else str(statement.number)
        reason = Both(f"packed hands cannot say `{verb}`", f"le mani compresse non possono dire `{verb}`")
        raise Refusal(reason, where=f"{hand.file}:{statement.line}")
    return say(statement)


def _open(value: bool | None) -> str:  # noqa: FBT001 - a value to be said, not a switch
    return "" if value is None else "+" if value else "-"


def _joined(cards: Iterable[str]) -> str:
    return "".join(cards)


def _amounts(letter: str) -> Callable[[Any], str]:
    return lambda one: letter + ",".join(f"{seat}{amount}" for seat, amount in one.amounts)


def _result(result: m.Result) -> str:
    said = (f"{'+'.join(s.seats)}={s.outcome or f'{s.amount}{chr(112) if s.whole else str()}'}" for s in result.sides)
    return "=" + ",".join(said)


def _end(end: m.End) -> str:
    if end.why:
        return f"?{end.kind}:{end.why.encode().hex()}"
    return f"?{end.kind}" if end.kind else ""


_LETTERS: Final[dict[type, Callable[[Any], str]]] = {
    m.At: lambda s: f"@{s.when}",
    m.Dealer: lambda s: f"d{s.seat}",
    m.Out: lambda s: f"o{_joined(s.seats)}",
    m.Deal: lambda s: f"h{s.seat}{_joined(s.cards)}",
    m.Monte: lambda s: f"m{_joined(s.cards)}",
    m.Bid: lambda s: f"b{s.seat}{s.word}",
    m.Raise: lambda s: f"r{s.seat}{s.word}",
    m.Call: lambda s: f"c{s.seat}{s.card}{s.found}",
    m.TableCard: lambda s: f"l{s.seat}{_open(s.open)}{_joined(s.cards)}",
    m.Give: lambda s: f"g{s.seat}{s.to}{_open(s.open)}{_joined(s.cards)}",
    m.Take: lambda s: f"t{s.seat}{_open(s.open)}{_joined(s.cards)}" + (f"<{s.source}" if s.source else ""),
    m.Discard: lambda s: f"x{s.seat}{_open(s.open)}{_joined(s.cards)}" + (f">{s.pile}" if s.pile else ""),
    m.Result: _result,
    m.Score: _amounts("s"),
    m.Total: _amounts("a"),
    m.End: _end,
}


# ------------------------------------------------------------------ in


def unpack(lines: Iterable[str], file: str = "-") -> Iterator[str]:
    """The record of packed lines."""
    started = False
    rest = iter(lines)
    if next(rest, "").rstrip("\r\n") != FIRST:
        raise Refusal(Both(f"the first line is not `{FIRST}`", f"la prima riga non è `{FIRST}`"), where=f"{file}:1")
    for number, line in enumerate(rest, 2):
        text = line.rstrip("\r\n")
        where = f"{file}:{number}"
        if text.startswith("% "):
            yield ("\n" if started else "") + text[2:] + "\n"
            started = False
        elif text:
            yield "\n" + "".join(f"{one}\n" for one in unpack_hand(text, where))
            started = True


def unpack_hand(text: str, where: str) -> list[str]:
    """The lines of a packed hand."""
    fields = _split(text)
    lines = [f"hand {fields[0]}" if fields[0] else "hand"]
    ended = False
    for field in fields[1:]:
        ended = field[:1] in ("~", "?")
        if field == "~":
            continue
        found = _FIELD.fullmatch(field)
        if not found or found.lastgroup is None:
            raise Refusal(Both(f"`{field}` means nothing", f"`{field}` non significa nulla"), where=where)
        try:
            lines += statement_lines(_READERS[found.lastgroup](field[1:]))
        except (ValueError, IndexError) as error:
            raise Refusal(Both(f"`{field}` means nothing", f"`{field}` non significa nulla"), where=where) from error
    return lines if ended else [*lines, "end"]


_NAME: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[0-9]*)(?=;|$)')


def _split(text: str) -> list[str]:
    """The name of the hand, which may be a string with anything in it, and the fields."""
    found = _NAME.match(text)
    name = found.group() if found else text.partition(";")[0]
    rest = text[len(name) + 1 :]
    return [name, *(rest.split(";") if rest else [])]


_FIELD: Final = re.compile(
    "|".join(f"(?P<{name}>{re.escape(letter)}.*)" for name, letter in zip(
        ("at", "dealer", "out", "deal", "monte", "bid", "raised", "call", "laid", "give", "take", "discard",
         "result", "score", "total", "end", "played"),
        "@dohmbrclgtx=sa?p", strict=True))
)  # fmt: skip


def _pairs(text: str) -> list[str]:
    if len(text) % 2:
        raise ValueError(text)
    return [text[n : n + 2] for n in range(0, len(text), 2)]


def _cards(text: str) -> m.Cards:
    return tuple(_pairs(text))


def _openness(text: str) -> tuple[bool | None, str]:
    known: dict[str, bool | None] = {"+": True, "-": False}
    return (known[text[0]], text[1:]) if text[:1] in known else (None, text)


def _moved(text: str, sign: str) -> tuple[bool | None, m.Cards, str]:
    is_open, rest = _openness(text)
    cards, _, pile = rest.partition(sign)
    return is_open, _cards(cards), pile


def _numbers(text: str) -> m.Amounts:
    return tuple((one[0], int(one[1:])) for one in text.split(","))


def _sides(text: str) -> tuple[m.Stated, ...]:
    sides = []
    for one in text.split(","):
        seats, _, said = one.partition("=")
        amount = None if said in ("won", "lost") else int(said.removesuffix("p"))
        sides.append(m.Stated(tuple(seats.split("+")), amount, said.endswith("p"), "" if amount is not None else said))
    return tuple(sides)


def _give(text: str) -> m.Give:
    is_open, cards, _ = _moved(text[2:], "\0")
    return m.Give(text[0], text[1], cards, is_open)


def _tricks(text: str) -> list[m.Statement]:
    tricks: list[m.Statement] = []
    for number, one in enumerate(text.split("/"), 1):
        cards, _, winner = one[1:].partition(">")
        tricks.append(m.Trick(number, one[0], _cards(cards), winner))
    return tricks


def _unend(text: str) -> m.End:
    kind, _, why = text.partition(":")
    return m.End(kind, bytes.fromhex(why).decode())


_READERS: Final[dict[str, Callable[[str], list[m.Statement]]]] = {
    "at": lambda text: [m.At(text)],
    "dealer": lambda text: [m.Dealer(text)],
    "out": lambda text: [m.Out(tuple(text))],
    "deal": lambda text: [m.Deal(text[0], _cards(text[1:]))],
    "monte": lambda text: [m.Monte(_cards(text))],
    "bid": lambda text: [m.Bid(one[0], one[1:], 0, nth) for nth, one in enumerate(text.split(","))],
    "raised": lambda text: [m.Raise(one[0], one[1:], 0, nth) for nth, one in enumerate(text.split(","))],
    "call": lambda text: [m.Call(text[0], text[1:3], text[3:])],
    "laid": lambda text: [m.TableCard(text[0], _moved(text[1:], "\0")[1], _moved(text[1:], "\0")[0])],
    "give": lambda text: [_give(text)],
    "take": lambda text: [m.Take(text[0], *_reordered(_moved(text[1:], "<")))],
    "discard": lambda text: [m.Discard(text[0], *_reordered(_moved(text[1:], ">")))],
    "result": lambda text: [m.Result(_sides(text))],
    "score": lambda text: [m.Score(_numbers(text))],
    "total": lambda text: [m.Total(_numbers(text))],
    "end": lambda text: [_unend(text)],
    "played": _tricks,
}


def _reordered(moved: tuple[bool | None, m.Cards, str]) -> tuple[m.Cards, bool | None, str]:
    return moved[1], moved[0], moved[2]
