"""Makes statements of lines that the grammar has accepted.

Words readers end here, so what a line means is said once. A builder gets the words of the line, split
at blanks, and its number; it trusts the shape and reads nothing twice.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from calarec.records import model as m

if TYPE_CHECKING:
    from collections.abc import Callable

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


def build(verb: str, text: str, line: int, into: list[m.Statement]) -> None:
    """Adds what one line says; `text` is the statement without its comment, `verb` as `verb_of` gives it."""
    builder = _BY_WORDS.get(verb)
    if builder:
        into.append(builder(text.split(), line))
    elif verb in _SEVERAL:
        words = text.split()
        kind = _SEVERAL[verb]
        for nth in range(len(words) // 2):
            into.append(kind(words[2 * nth + 1][0], words[2 * nth + 2], line, nth))
    else:
        into.append(_BY_TEXT[verb](text, line))


def verb_of(text: str) -> str:
    """The verb of a line without leading blanks; "trick" for a number, "x-" for an extension."""
    verb = text.split(None, 1)[0] if text else ""
    if verb[:1].isdigit():
        return "trick"
    return "x-" if verb.startswith("x-") else verb


def hand_name(text: str) -> str:
    """What an accepted `hand` line calls its hand."""
    return _name(text)


def _string(text: str) -> str:
    """The value of the first string in a text, "" if there is none."""
    found = _STRING.search(text)
    return str(json.loads(found.group())) if found else ""


_PAID: Final = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")(?P<colon>:?)|(?P<seat>[A-Z]):|(?P<amount>[+-]?[0-9]+)(?= |$)')


def _paid(text: str) -> tuple[m.Amounts, m.Amounts, str]:
    """Amounts by seat and by name, and the text behind them."""
    seats: list[tuple[str, int]] = []
    people: list[tuple[str, int]] = []
    who, into, why = "", seats, ""
    for found in _PAID.finditer(text):
        if found["amount"]:
            into.append((who, int(found["amount"])))
        elif found["seat"]:
            who, into = found["seat"], seats
        elif found["colon"]:
            who, into = json.loads(found["text"]), people
        else:
            why = json.loads(found["text"])
    return tuple(seats), tuple(people), why


def _carried(text: str, line: int) -> m.Carried:
    seats, people, _ = _paid(text)
    return m.Carried(seats, line, people)


def _adjust(text: str, line: int) -> m.Adjust:
    seats, people, why = _paid(text)
    return m.Adjust(seats, people, why, line)


_AFTER: Final = re.compile(r" after +([A-Z])$")


def _seat(text: str, line: int) -> m.Seat:
    after = _AFTER.search(text)
    return m.Seat(text.split(None, 2)[1], _string(text), line, after[1] if after else "")


def _name(text: str) -> str:
    """What stands after the verb: a number or a string."""
    words = text.split(None, 1)
    if len(words) < 2:
        return ""
    return _string(words[1]) if words[1].startswith('"') else words[1].strip()


def _cards(words: list[str]) -> m.Cards:
    return () if words == ["none"] else tuple(words)


def _openness(words: list[str]) -> tuple[bool | None, list[str]]:
    """Whether a transfer says `open` or `closed`, and the words after that."""
    if words[2] == "open":
        return True, words[3:]
    if words[2] == "closed":
        return False, words[3:]
    return None, words[2:]


def _transfer(words: list[str], keyword: str) -> tuple[bool | None, m.Cards, str]:
    """Openness, cards, and the word after a keyword at the end."""
    is_open, rest = _openness(words)
    if len(rest) > 2 and rest[-2] == keyword:
        return is_open, _cards(rest[:-2]), rest[-1]
    return is_open, _cards(rest), ""


def _amounts(words: list[str]) -> m.Amounts:
    return tuple((words[i][0], int(words[i + 1])) for i in range(1, len(words), 2))


def _trick(words: list[str], line: int) -> m.Trick:
    winner = ""
    if words[-2] == ">":
        winner = words[-1]
        del words[-2:]
    plays = words[2:]
    marks: tuple[str, ...] = ()
    if any(len(play) > 2 for play in plays):
        marks = tuple([play[2:] for play in plays])
        plays = [play[:2] for play in plays]
    return m.Trick(int(words[0]), words[1][0], tuple(plays), winner, marks, line)


def _call(words: list[str], line: int) -> m.Call:
    return m.Call(words[1][0], words[2], words[4] if len(words) > 4 else "", line)


def _give(words: list[str], line: int) -> m.Give:
    is_open, cards, to = _transfer(words, "to")
    return m.Give(words[1][0], to, cards, is_open, line)


def _take(words: list[str], line: int) -> m.Take:
    is_open, cards, source = _transfer(words, "from")
    return m.Take(words[1][0], cards, is_open, source, line)


def _carry(words: list[str], line: int) -> m.Carry:
    if len(words) > 2 and words[2].startswith("+"):
        return m.Carry(words[1], None, line, int(words[2]))
    return m.Carry(words[1], _cards(words[2:]) if len(words) > 2 else None, line)


def _discard(words: list[str], line: int) -> m.Discard:
    is_open, cards, pile = _transfer(words, "to")
    return m.Discard(words[1][0], cards, is_open, pile, line)


def _table_card(words: list[str], line: int) -> m.TableCard:
    is_open, rest = _openness(words)
    return m.TableCard(words[1][0], _cards(rest), is_open, line)


def _show(words: list[str], line: int) -> m.Show:
    cut = words.index("to") if "to" in words else len(words)
    return m.Show(words[1][0], _cards(words[2:cut]), tuple(words[cut + 1 :]), line)


def _fault(words: list[str], line: int) -> m.Fault:
    rest, by, trick = words[3:], "", None
    if len(rest) > 2 and rest[-3] == "claimed":
        by, rest = rest[-1], rest[:-3]
    if len(rest) > 1 and rest[-2] == "trick":
        trick, rest = int(rest[-1]), rest[:-2]
    return m.Fault(words[1][0], words[2], tuple(rest), trick, by, line)


def _claim(kind: type[m.Claim | m.Concede]) -> Callable[[list[str], int], m.Statement]:
    def claimed(words: list[str], line: int) -> m.Statement:
        points, whole, rest = None, False, words[3:]
        if words[2] == "points":
            amount, rest = words[3], words[4:]
            points, whole = int(amount.rstrip("p")), amount.endswith("p")
        return kind(words[1][0], points, whole, rest[0] if rest else "", tuple(rest[2:]), line)

    return claimed


def _side(label: str, said: str) -> m.Stated:
    seats = tuple(label[:-1].split("+"))
    if said in ("won", "lost"):
        return m.Stated(seats, None, outcome=said)
    return m.Stated(seats, int(said.rstrip("p")), said.endswith("p"))


def _rules(words: list[str], line: int) -> m.RulesPin:
    name, _, version = words[1].partition("@")
    return m.RulesPin(name, version, words[2][7:] if len(words) > 2 else "", line)


def _end(text: str, line: int) -> m.End:
    words = text.split(None, 2)
    return m.End(words[1] if len(words) > 1 else "", _string(text), line)


def _extension(text: str, line: int) -> m.Extension:
    name, _, rest = text.strip(" ").partition(" ")
    return m.Extension(name, rest.strip(" "), line)


_SEVERAL: Final[dict[str, type[m.SpokenStatement]]] = {"bid": m.Bid, "raise": m.Raise, "double": m.Double}

_BY_WORDS: Final[dict[str, Callable[[list[str], int], m.Statement]]] = {
    "cal": lambda w, n: m.Version(int(w[1]), n),
    "rules": _rules,
    "dummy": lambda w, n: m.Dummy(w[1], w[3] if len(w) > 3 else "", n),
    "leave": lambda w, n: m.Leave(w[1], n),
    "at": lambda w, n: m.At(w[1], n),
    "carry": _carry,
    "dealer": lambda w, n: m.Dealer(w[1], n),
    "out": lambda w, n: m.Out(tuple(w[1:]), n),
    "deal": lambda w, n: m.Deal(w[1][0], _cards(w[2:]), n),
    "monte": lambda w, n: m.Monte(_cards(w[1:]), n),
    "call": _call,
    "trump": lambda w, n: m.Trump(w[1][0], w[2], n),
    "table-card": _table_card,
    "give": _give,
    "take": _take,
    "discard": _discard,
    "show": _show,
    "declare": lambda w, n: m.Declare(w[1][0], w[2], tuple(w[3:]), n),
    "trick": _trick,
    "signal": lambda w, n: m.Signal(w[1][0], w[2], int(w[4]) if len(w) > 4 else None, n),
    "claim": _claim(m.Claim),
    "concede": _claim(m.Concede),
    "fault": _fault,
    "penalty": lambda w, n: m.Penalty(_amounts(w), n),
    "result": lambda w, n: m.Result(tuple(_side(w[i], w[i + 1]) for i in range(1, len(w), 2)), n),
    "score": lambda w, n: m.Score(_amounts(w), n),
    "total": lambda w, n: m.Total(_amounts(w), n),
    "id": lambda w, n: m.Id(tuple((a, b) for a, _, b in (word.partition(":") for word in w[1:])), n),
}

_BY_TEXT: Final[dict[str, Callable[[str, int], m.Statement]]] = {
    "tag": lambda text, n: m.Tag(text.split(None, 2)[1], _string(text), n),
    "table": lambda text, n: m.Table(_name(text), n),
    "seat": _seat,
    "carried": _carried,
    "adjust": _adjust,
    "match": lambda text, n: m.Match(_name(text), n),
    "note": lambda text, n: m.Note(_string(text), n),
    "end": _end,
    "x-": _extension,
}
"""Verbs whose words may hold blanks. `hand` begins a hand and is no statement in it."""
