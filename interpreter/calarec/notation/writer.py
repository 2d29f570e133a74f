"""Writes statements and hands in their canonical form.

What is written can be read again: each line is held against the grammar's own patterns before it
leaves, and a value that no line can say (a bid of two words, a seat called `anna`) is a `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from calarec.base.arguments import wrong_kind
from calarec.base.escapes import json_text
from calarec.notation import by_pattern
from calarec.notation.preamble_writer import SoFar
from calarec.records import model as m

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def write(hands: Iterable[m.Hand]) -> str:
    """The text of a record with these hands; a broken hand is written as its lines stand."""
    if isinstance(hands, str | bytes | m.Hand) or not isinstance(hands, Iterable):
        raise wrong_kind("hands", "a series of hands", hands)
    return "".join(written(map(_hand, hands)))


def _hand(hand: object) -> m.Hand:
    if not isinstance(hand, m.Hand):
        raise wrong_kind("each of the hands", "a Hand", hand)
    return hand


def written(hands: Iterable[m.Hand]) -> Iterator[str]:
    """The text of a record, hand by hand, with the lines about the evening where they change."""
    so_far = SoFar()
    for hand in hands:
        yield from (f"{line_of(one)}\n" if one else "\n" for one in so_far.before(hand))
        yield from (f"{line}\n" for line in hand_lines(hand))


def hand_lines(hand: m.Hand) -> list[str]:
    """The lines of a hand from `hand` to `end`."""
    if hand.broken:
        return list(hand.lines)
    return [name_line("hand", hand.name), *statement_lines(hand.statements)]


def statement_lines(statements: Sequence[m.Statement]) -> list[str]:
    """The lines of some statements; bids that were said on one line are written on one."""
    lines: list[str] = []
    said: list[m.SpokenStatement] = []
    for statement in statements:
        if isinstance(statement, m.SPOKEN):
            if said and not _goes_on(said[-1], statement):
                lines.append(_several(said))
                said = []
            said.append(statement)
            continue
        if said:
            lines.append(_several(said))
            said = []
        lines.append(line_of(statement))
    if said:
        lines.append(_several(said))
    return lines


def line_of(statement: m.Statement) -> str:
    """The canonical line of one statement."""
    return checked(_WRITERS[type(statement)](statement))


def name_line(verb: str, name: str) -> str:
    """`hand 7`, `hand "7a"`, `hand`; the same for a match and a table."""
    if not name:
        return verb
    plain = name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
    return f"{verb} {name if plain else quoted(name)}"


def quoted(text: str) -> str:
    """A text as a JSON string, escaping only what must be, and what would steer a terminal."""
    return json_text(text)


def checked(line: str) -> str:
    """The line, if it can be read again."""
    if by_pattern.is_canonical(line) and _is_text(line):
        return line
    raise ValueError(f"this cannot be said in a record: {line!r}")


def _is_text(line: str) -> bool:
    """Whether it can be encoded: half of a surrogate pair cannot."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _goes_on(before: m.SpokenStatement, now: m.SpokenStatement) -> bool:
    return type(before) is type(now) and before.line == now.line and now.nth == before.nth + 1


def _several(said: list[m.SpokenStatement]) -> str:
    verb = line_of(said[0]).partition(" ")[0]
    return checked(" ".join([verb, *(f"{one.seat}: {one.word}" for one in said)]))


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards) or "none"


def _open(value: bool | None) -> str:  # noqa: FBT001 - a value to be said, not a switch
    return "" if value is None else "open " if value else "closed "


def _amounts(verb: str, amounts: m.Amounts, form: str = "d", *, people: m.Amounts = ()) -> str:
    everybody = (*amounts, *((quoted(name), amount) for name, amount in people))
    said = (f"{who}: {amount:{form if amount else 'd'}}" for who, amount in everybody)
    return " ".join([verb, *said])


def _adjust(adjust: m.Adjust) -> str:
    said = _amounts("adjust", adjust.amounts, "+d", people=adjust.people)
    return f"{said} {quoted(adjust.why)}" if adjust.why else said


def _seat(seat: m.Seat) -> str:
    person = f" {quoted(seat.person)}" if seat.person else ""
    return f"seat {seat.label}{person}" + (f" after {seat.after}" if seat.after else "")


def _stated(side: m.Stated) -> str:
    amount = side.outcome or f"{side.amount}{'p' if side.whole else ''}"
    return f"{'+'.join(side.seats)}: {amount}"


def _carry(carry: m.Carry) -> str:
    cards = "" if carry.cards is None else f" {_cards(carry.cards)}"
    amount = "" if carry.amount is None else f" {carry.amount:+d}"
    return f"carry {carry.what}{cards}{amount}"


def _trick(trick: m.Trick) -> str:
    plays = trick.cards
    if trick.marks:
        plays = tuple(card + mark for card, mark in zip(trick.cards, trick.marks, strict=True))
    winner = f" > {trick.winner}" if trick.winner else ""
    return f"{trick.number:>2} {trick.leader}: {' '.join(plays)}{winner}"


def _call(call: m.Call) -> str:
    where = call.found
    if where:
        where = f" in {where}" if where in ("monte", "hand") else f" with {where}"
    return f"call {call.seat}: {call.card}{where}"


def _claim(verb: str) -> Callable[[m.Claim | m.Concede], str]:
    def said(claim: m.Claim | m.Concede) -> str:
        what = "rest" if claim.points is None else f"points {claim.points}{'p' if claim.whole else ''}"
        answer = f" {claim.answer}" if claim.answer else ""
        by = f" by {' '.join(claim.by)}" if claim.by else ""
        return f"{verb} {claim.seat}: {what}{answer}{by}"

    return said


def _fault(fault: m.Fault) -> str:
    cards = "".join(f" {card}" for card in fault.cards)
    trick = "" if fault.trick is None else f" trick {fault.trick}"
    by = f" claimed by {fault.by}" if fault.by else ""
    return f"fault {fault.seat}: {fault.word}{cards}{trick}{by}"


def _rules(pin: m.RulesPin) -> str:
    version = f"@{pin.version}" if pin.version else ""
    digest = f" sha256:{pin.digest}" if pin.digest else ""
    return f"rules {pin.id}{version}{digest}"


def _end(end: m.End) -> str:
    return " ".join(part for part in ("end", end.kind, quoted(end.why) if end.why else "") if part)


_WRITERS: Final[dict[type, Callable[..., str]]] = {
    m.Version: lambda s: f"cal {s.number}",
    m.RulesPin: _rules,
    m.Tag: lambda s: f"tag {s.name} {quoted(s.text)}",
    m.Table: lambda s: name_line("table", s.name),
    m.Seat: _seat,
    m.Leave: lambda s: f"leave {s.seat}",
    m.Dummy: lambda s: f"dummy {s.seat} by {s.by}" if s.by else f"dummy {s.seat}",
    m.Match: lambda s: name_line("match", s.name),
    m.Carried: lambda s: _amounts("carried", s.amounts, people=s.people),
    m.Adjust: _adjust,
    m.At: lambda s: f"at {s.when}",
    m.Carry: _carry,
    m.Dealer: lambda s: f"dealer {s.seat}",
    m.Out: lambda s: f"out {' '.join(s.seats)}",
    m.Deal: lambda s: f"deal {s.seat}: {_cards(s.cards)}",
    m.Monte: lambda s: f"monte {_cards(s.cards)}",
    m.Bid: lambda s: f"bid {s.seat}: {s.word}",
    m.Raise: lambda s: f"raise {s.seat}: {s.word}",
    m.Double: lambda s: f"double {s.seat}: {s.word}",
    m.Call: _call,
    m.Trump: lambda s: f"trump {s.seat}: {s.what}",
    m.TableCard: lambda s: f"table-card {s.seat}: {_open(s.open)}{_cards(s.cards)}",
    m.Give: lambda s: f"give {s.seat}: {_open(s.open)}{_cards(s.cards)} to {s.to}",
    m.Take: lambda s: f"take {s.seat}: {_open(s.open)}{_cards(s.cards)}" + (f" from {s.source}" if s.source else ""),
    m.Discard: lambda s: f"discard {s.seat}: {_open(s.open)}{_cards(s.cards)}" + (f" to {s.pile}" if s.pile else ""),
    m.Show: lambda s: f"show {s.seat}: {_cards(s.cards)}" + (f" to {' '.join(s.to)}" if s.to else ""),
    m.Declare: lambda s: " ".join([f"declare {s.seat}: {s.word}", *s.cards]),
    m.Trick: _trick,
    m.Signal: lambda s: f"signal {s.seat}: {s.word}" + ("" if s.trick is None else f" trick {s.trick}"),
    m.Claim: _claim("claim"),
    m.Concede: _claim("concede"),
    m.Fault: _fault,
    m.Penalty: lambda s: _amounts("penalty", s.amounts, "+d"),
    m.Note: lambda s: f"note {quoted(s.text)}",
    m.Result: lambda s: " ".join(["result", *map(_stated, s.sides)]),
    m.Score: lambda s: _amounts("score", s.amounts, "+d"),
    m.Total: lambda s: _amounts("total", s.amounts),
    m.Id: lambda s: " ".join(["id", *(f"{name}:{digits}" for name, digits in s.hashes)]),
    m.Extension: lambda s: f"{s.name} {s.text}" if s.text else s.name,
    m.End: _end,
}
