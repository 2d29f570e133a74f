"""One hand a line, lossless, for archives of millions; refuses unreadable lines.

Terms. The first line is `calpack 2`. A line beginning with `%` is a line between hands, as in a
record; a bare `%` is a blank line. Every other line is a hand: its name and its *fields*, separated by `;`,
in their order, each a letter and its content without spaces. A field beginning with `'` is a line of the
record as it is, comment and all (`\\,` in it is a `;`, `\\\\` a `\\`): for all that has no letter. Tricks that follow
one another are one field; their numbers continue from the trick before. The blank line before a hand and the
plain `end` are not written; a hand that has no `end` at all finishes with `~`.

Version 1 had no `'`, so it held only plain hands, and no blank lines: it put one where the evening continued.

A line is written with letters only if they are read as that very line, and read only if it would be written so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.notation.formatter import LineParts, is_blank, start_of_own_comments
from calarec.core.notation.statements import line_verb
from calarec.core.notation.writer import name_line, statement_lines
from calarec.core.records import model as m
from calarec.core.wording.language import Words
from calarec_tools.output.formats.division import GivenHand, GivenRecord, divide_record, prove_record
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.notation.source import Source
    from calarec.core.wording.findings import Finding

_NAME_OF: Final = "calpack"
FIRST: Final = f"{_NAME_OF} 2"
_VERSIONS: Final = {f"{_NAME_OF} {version}": version for version in (1, 2)}
_AS_IT_IS: Final = "'"
_UNENDED: Final = "~"


# ------------------------------------------------------------------ out


def pack_record(
    source: Source,
    findings: list[Finding] | None = None,
    *,
    encoding: str = "utf-8",
    drop_comments: bool = False,
) -> Iterator[str]:
    """Pack a record, optionally without comments; Unconvertible for unreadable lines."""
    yield FIRST + "\n"
    for hand in divide_record(source, findings, encoding=encoding, zeros=False):
        if hand.refused:
            raise hand.refused
        before, rows = hand.before, hand.rows
        if drop_comments:
            before, rows = without_comments(before), without_comments(rows)
        before = without_blank_line(before) if rows else before
        yield from (f"% {one.canonical_text()}\n" if one.canonical_text() else "%\n" for one in before)
        if rows:
            yield pack_hand(rows) + "\n"


def without_comments(rows: list[LineParts]) -> list[LineParts]:
    """Remove comments, and lines that were nothing else."""
    return [row._replace(comment="") for row in rows if row.verb or not row.comment]


def without_blank_line(before: list[LineParts]) -> list[LineParts]:
    """Remove the blank line that the canonical form puts before a hand."""
    at = start_of_own_comments(before) - 1
    shorter = [*before[: max(at, 0)], *before[at + 1 :]]
    return shorter if at >= 0 and is_blank(before[at]) and start_of_own_comments(shorter) == at else before


def pack_hand(rows: list[LineParts]) -> str:
    """The packed line of a hand."""
    fields = _Fields()
    for row in rows[1:]:
        fields.add_statement_field(row)
    fields.close_tricks_field()
    first = rows[0].canonical_text()
    name = first.removeprefix("hand").strip()
    whole = [_as_it_is(first) if rows[0].comment else name, *fields.done]
    if whole[-1] == _PLAIN_END:
        whole.pop()
    elif not any(parts.verb == "end" for parts in rows):
        whole.append(_UNENDED)
    # A hand with neither a name nor anything in it is more than an empty line.
    return ";".join(whole) or ";"


class _Fields:
    """The fields of a hand as far as they have come."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.tricks: list[m.Trick] = []
        """Tricks that will be one field."""
        self.number = 0
        """The number of the trick before."""

    def add_statement_field(self, one: LineParts) -> None:
        line, said = one.canonical_text(), one.statements
        trick = said[0] if len(said) == 1 and not one.comment else None
        if isinstance(trick, m.Trick) and trick.number == self.number + 1 and not trick.marks:
            self.number += 1
            self.tricks.append(trick)
            return
        self.close_tricks_field()
        if isinstance(said[0] if said else None, m.Trick):
            self.number = said[0].number  # type: ignore[union-attr]
        short = "" if one.comment or not said else _packed_field(said)
        if line == "end":
            self.done.append(_PLAIN_END)
        else:
            self.done.append(short if short and _unpack_field(short, 0) == [line] else _as_it_is(line))

    def close_tricks_field(self) -> None:
        """Put the waiting tricks into a field."""
        if self.tricks:
            self.done.append(_packed_tricks(self.tricks))
            self.tricks.clear()


_PLAIN_END: Final = "'end"


def _packed_tricks(tricks: Iterable[m.Trick]) -> str:
    return "p" + "/".join(
        f"{trick.leader}{''.join(trick.cards)}{trick.winner and '>' + trick.winner}" for trick in tricks
    )


def _as_it_is(line: str) -> str:
    return _AS_IT_IS + line.replace("\\", "\\\\").replace(";", "\\,")


def _packed_field(said: tuple[m.Statement, ...]) -> str:
    """The field of one line's statements; empty if there is no letter for them."""
    say = _LETTERS.get(type(said[0]))
    return say(said) if say else ""


def _packed_openness(value: bool | None) -> str:  # noqa: FBT001 - a value to be said, not a switch
    return "" if value is None else "+" if value else "-"


def _packed_cards(cards: Iterable[str]) -> str:
    return "".join(cards)


def _packed_amounts(one: m.Score | m.Total) -> str:
    return ",".join(f"{seat}{amount}" for seat, amount in one.amounts)


def _packed_result(result: m.Result) -> str:
    said = (f"{'+'.join(s.seats)}={s.outcome or f'{s.amount}{chr(112) if s.whole else str()}'}" for s in result.sides)
    return "=" + ",".join(said)


def _packer_of_one(say: Callable[[Any], str]) -> Callable[[tuple[Any, ...]], str]:
    return lambda said: say(said[0])


def _packer_of_several(letter: str) -> Callable[[tuple[Any, ...]], str]:
    return lambda said: letter + ",".join(f"{one.seat}{one.word}" for one in said)


_LETTERS: Final[dict[type, Callable[[tuple[Any, ...]], str]]] = {
    m.At: _packer_of_one(lambda s: f"@{s.when}"),
    m.Dealer: _packer_of_one(lambda s: f"d{s.seat}"),
    m.Out: _packer_of_one(lambda s: f"o{_packed_cards(s.seats)}"),
    m.Deal: _packer_of_one(lambda s: f"h{s.seat}{_packed_cards(s.cards)}"),
    m.Monte: _packer_of_one(lambda s: f"m{_packed_cards(s.cards)}"),
    m.Bid: _packer_of_several("b"),
    m.Raise: _packer_of_several("r"),
    m.Call: _packer_of_one(lambda s: f"c{s.seat}{s.card}{s.found}"),
    m.TableCard: _packer_of_one(lambda s: f"l{s.seat}{_packed_openness(s.open)}{_packed_cards(s.cards)}"),
    m.Give: _packer_of_one(lambda s: f"g{s.seat}{s.to}{_packed_openness(s.open)}{_packed_cards(s.cards)}"),
    m.Take: _packer_of_one(
        lambda s: f"t{s.seat}{_packed_openness(s.open)}{_packed_cards(s.cards)}" + (f"<{s.source}" if s.source else "")
    ),
    m.Discard: _packer_of_one(
        lambda s: f"x{s.seat}{_packed_openness(s.open)}{_packed_cards(s.cards)}" + (f">{s.pile}" if s.pile else "")
    ),
    m.Result: _packer_of_one(_packed_result),
    m.Score: _packer_of_one(lambda s: "s" + _packed_amounts(s)),
    m.Total: _packer_of_one(lambda s: "a" + _packed_amounts(s)),
}
"""Statements with a letter; `~`, `?`, `'` have other uses, and `p` is for tricks."""


# ------------------------------------------------------------------ in


def unpack(lines: Iterable[str], file: str = "-") -> Iterator[str]:
    """The record of packed lines, of this version or the first."""
    rest = iter(lines)
    version = _VERSIONS.get(next(rest, "").rstrip("\r\n"))
    if version is None:
        raise Unconvertible(Words("the first line is not `{first}`", first=FIRST), where=f"{file}:1")
    return prove_record(_unpack_hands(rest, version, file))


def _unpack_hands(lines: Iterable[str], version: int, file: str) -> Iterator[GivenHand]:
    before: list[GivenRecord] = []
    for number, line in enumerate(lines, 2):
        text, where = line.rstrip("\r\n"), f"{file}:{number}"
        if "\r" in text or "\0" in text:
            raise Unconvertible(Words("this is not a packed line"), where=where)
        if text.startswith("%"):
            if text not in ("%", "% ") and text[:2] != "% ":
                raise Unconvertible(Words("after `%` comes a space"), where=where)
            if version == 1 and not before and number > 2:
                before.append(GivenRecord("", where))
            before.append(GivenRecord(text[2:], where))
        elif text:
            yield GivenHand(before, [GivenRecord(one, where) for one in unpack_hand(text, where, version)])
            before = []
    if before:
        yield GivenHand(before, [])


def unpack_hand(text: str, where: str, version: int = 2) -> list[str]:
    """The lines of a packed hand."""
    fields = _split(text)
    as_it_is = fields[0].startswith(_AS_IT_IS)
    lines = [
        _unpack_plain_line(fields[0], where)
        if as_it_is
        else name_line("hand", "") + (f" {fields[0]}" if fields[0] else "")
    ]
    tricks = 0
    for field in fields[1:]:
        if field == _UNENDED:
            continue
        if field.startswith(_AS_IT_IS) and version > 1:
            lines.append(_unpack_plain_line(field, where))
        else:
            try:
                lines += _unpack_field(field, tricks if version > 1 else 0, version)
            except (ValueError, IndexError, KeyError) as error:
                reason = Words("`{field}` means nothing", field=field)
                raise Unconvertible(reason, where=where) from error
        words = lines[-1].split(None, 1)
        if words and words[0].isdecimal():
            tricks = int(words[0])
    ended = _UNENDED in fields[-1:] or any(line_verb(line) == "end" for line in lines)
    return lines if ended else [*lines, "end"]


def _unpack_plain_line(field: str, where: str) -> str:
    """A line that is written as it is."""
    line = _ESCAPE.sub(lambda found: {"\\,": ";", "\\\\": "\\"}.get(found.group(), "\0"), field[1:])
    if "\0" in line:
        reason = Words("`\\` is written `\\\\`, `;` is written `\\,`")
        raise Unconvertible(reason, where=where)
    return line


def _unpack_field(field: str, tricks: int, version: int = 2) -> list[str]:
    """Unpack a field with a letter; ValueError unless it is the form for its lines."""
    if field[:1] == "?" and version == 1:
        kind, _, why = field[1:].partition(":")
        return statement_lines([m.End(kind, bytes.fromhex(why).decode())])
    if field[:1] == "p":
        played = _unpack_tricks(field[1:], tricks)
        if _packed_tricks(played) != field:
            raise ValueError(field)
        return statement_lines(played)
    said = _READERS[field[:1]](field[1:])
    if _packed_field(tuple(said)) != field:
        raise ValueError(field)
    return statement_lines(said)


_ESCAPE: Final = re.compile(r"\\.?", re.DOTALL)
_NAME: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[0-9]*)(?=;|$)')


def _split(text: str) -> list[str]:
    """The name of the hand, which may be a string with anything in it, and the fields."""
    found = _NAME.match(text)
    name = found.group() if found else text.partition(";")[0]
    rest = text[len(name) + 1 :]
    return [name, *(rest.split(";") if rest else [])]


def _split_pairs(text: str) -> list[str]:
    if len(text) % 2:
        raise ValueError(text)
    return [text[n : n + 2] for n in range(0, len(text), 2)]


def _unpack_cards(text: str) -> m.Cards:
    return tuple(_split_pairs(text))


def _unpack_openness(text: str) -> tuple[bool | None, str]:
    known: dict[str, bool | None] = {"+": True, "-": False}
    return (known[text[0]], text[1:]) if text[:1] in known else (None, text)


def _unpack_moved_cards(text: str, sign: str = "\0") -> tuple[m.Cards, bool | None, str]:
    is_open, rest = _unpack_openness(text)
    cards, _, pile = rest.partition(sign)
    return _unpack_cards(cards), is_open, pile


def _unpack_amounts(text: str) -> m.Amounts:
    return tuple((word[0], int(word[1:])) for word in text.split(","))


def _unpack_sides(text: str) -> tuple[m.Stated, ...]:
    sides = []
    for word in text.split(","):
        seats, _, said = word.partition("=")
        amount = None if said in ("won", "lost") else int(said.removesuffix("p"))
        sides.append(m.Stated(tuple(seats.split("+")), amount, said.endswith("p"), "" if amount is not None else said))
    return tuple(sides)


def _give(text: str) -> m.Give:
    cards, is_open, _ = _unpack_moved_cards(text[2:])
    return m.Give(text[0], text[1], cards, is_open)


def _unpack_tricks(text: str, before: int) -> list[m.Trick]:
    tricks: list[m.Trick] = []
    for number, word in enumerate(text.split("/"), before + 1):
        cards, _, winner = word[1:].partition(">")
        tricks.append(m.Trick(number, word[0], _unpack_cards(cards), winner))
    return tricks


_READERS: Final[dict[str, Callable[[str], list[m.Statement]]]] = {
    "@": lambda text: [m.At(text)],
    "d": lambda text: [m.Dealer(text)],
    "o": lambda text: [m.Out(tuple(text))],
    "h": lambda text: [m.Deal(text[0], _unpack_cards(text[1:]))],
    "m": lambda text: [m.Monte(_unpack_cards(text))],
    "b": lambda text: [m.Bid(word[0], word[1:], 0, nth) for nth, word in enumerate(text.split(","))],
    "r": lambda text: [m.Raise(part[0], part[1:], 0, nth) for nth, part in enumerate(text.split(","))],
    "c": lambda text: [m.Call(text[0], text[1:3], text[3:])],
    "l": lambda text: [m.TableCard(text[0], *_unpack_moved_cards(text[1:])[:2])],
    "g": lambda text: [_give(text)],
    "t": lambda text: [m.Take(text[0], *_unpack_moved_cards(text[1:], "<"))],
    "x": lambda text: [m.Discard(text[0], *_unpack_moved_cards(text[1:], ">"))],
    "=": lambda text: [m.Result(_unpack_sides(text))],
    "s": lambda text: [m.Score(_unpack_amounts(text))],
    "a": lambda text: [m.Total(_unpack_amounts(text))],
}
