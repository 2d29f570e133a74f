"""Lines about people, typed with their names: converted to lines of the notation.

In comes `leave Carla`, `seat Dora after Anna`, `adjust Carla: +1 D: -1 coffee`, in Italian too; out comes
`leave C`, `seat D "Dora" after A`, `adjust D: -1 "Carla": +1 "coffee"`. Other lines stay as they were typed.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.keywords import ITALIAN_VERBS
from calarec.core.notation.single_lines import EVENING_VERBS
from calarec_tools.desk.entering.typed_words import complete_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from calarec_tools.desk.entering.entry_positions import EntryPosition


class KnownPeople(NamedTuple):
    """The people known at a table."""

    seated: Mapping[str, str]
    """The players by seat."""
    totals: tuple[str, ...]
    """The names of all whose total is kept."""
    letters: Mapping[str, str]
    """The letters of all people who have been at the table, by their written names."""

    def letter(self, name: str) -> str:
        """Return the letter for a new player: their previous one, or an unused one."""
        before = self.letters.get(_as_quoted(name), "")
        taken = {*self.seated, *self.letters.values()}
        free = [before, *(each for each in _LABELS if each not in taken), *_LABELS]
        return next((each for each in free if each and each not in self.seated), "")


TABLE_VERBS: Final = (EVENING_VERBS | {"seat", "dummy", "adjust"}) - {"cal"}
"""Keywords of lines about the table, which appear between two hands."""

_LABELS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STRING: Final = re.compile(r'("(?:[^"\\]|\\.)*")')
_SEAT: Final = re.compile(r"(?:(?P<label>[A-Za-z])(?: +|$))?(?P<name>.*?)(?: +(?:after|dopo) +(?P<after>.+))?")
_PAID_FOR: Final = re.compile(r'(?P<paid>.*: *[+-]?[0-9]+) +(?P<text>[^":]+)')


def table_verb(typed: str) -> str:
    """Return the keyword of a line about the table, in either language; or empty."""
    word = typed.split(maxsplit=1)[0] if typed.split() else ""
    verb = ITALIAN_VERBS.get(word.casefold(), word)
    return verb if verb in TABLE_VERBS else ""


def name_first(typed: str, names: Iterable[str]) -> list[str]:
    """Split input at its spaces; keep a name at its start as one word."""
    if (quoted := _STRING.match(typed)) and _bare(quoted[1]).strip():
        return [_bare(quoted[1]), *typed[quoted.end() :].split()]
    for name in sorted(names, key=len, reverse=True):
        rest = typed[len(name) :]
        if name and typed[: len(name)].casefold() == name.casefold() and not rest[:1].strip():
            return [name, *rest.split()]
    return typed.split()


def split_typed_words(at: EntryPosition, typed: str) -> list[str]:
    """Split input at its spaces; keep the names of present and past players whole."""
    return name_first(typed, (*at.session.people.values(), *at.totals))


def find_typed_seat(at: EntryPosition, typed: str) -> str:
    """Return the seat of a letter or a name; empty if there is none."""
    if typed.upper() in at.session.order and len(typed) == 1:
        return typed.upper()
    people = {name: label for label, name in at.session.people.items()}
    return people.get(complete_word(typed, people), "")


def by_seats(typed: str, known: KnownPeople, seat_of: Callable[[str], str]) -> str:
    """Replace the names of people at the table by seats; quote other names.

    `seat_of` finds a seat by what is typed for it.
    """
    verb = table_verb(typed)
    rest = typed.partition(" ")[2].strip()
    if verb == "leave" and rest:
        return f"leave {seat_of(_bare(rest)) or rest}"
    if verb == "seat" and rest:
        return _seat_line(rest, known, seat_of) or typed
    if verb in ("adjust", "carried"):
        paid = _PAID_FOR.fullmatch(rest) if verb == "adjust" else None
        rest = f"{paid['paid']} {_as_quoted(paid['text'].strip())}" if paid else rest
        return f"{verb} {_with_letters(rest, known.seated, known.totals)}"
    if typed.startswith("dealer "):
        return f"dealer {seat_of(_bare(rest)) or rest}"
    return _with_letters(typed, known.seated, ())


def _seat_line(rest: str, known: KnownPeople, seat_of: Callable[[str], str]) -> str:
    found = _SEAT.fullmatch(rest)
    if found is None:
        return ""
    label, name = (found["label"] or "").upper(), _bare(found["name"])
    label = label or known.letter(name)
    after = found["after"] and (seat_of(_bare(found["after"])) or found["after"])
    words = ["seat", label, *([_as_quoted(name)] if name else []), *(["after", after] if after else [])]
    return " ".join(words)


def _with_letters(text: str, seated: Mapping[str, str], known: Iterable[str]) -> str:
    """Replace names before a colon by their seats; put other names in quotes.

    Quoted texts stay as they are.
    """
    named = {name: _as_quoted(name) for name in known} | {name: label for label, name in seated.items() if name}
    named = {name: said for name, said in named.items() if len(name) > 1}
    if not named:
        return text
    longest = sorted(named, key=len, reverse=True)
    one = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, longest))})(?=:)")
    pieces = _STRING.split(text)
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            pieces[place] = one.sub(lambda found: named[found[0]], piece)
        elif (pieces[place + 1][:1], _bare(piece)) in {(":", name) for name in seated.values()}:
            pieces[place] = named.get(_bare(piece), piece)
    return "".join(pieces)


def _bare(name: str) -> str:
    """A name without quotes."""
    name = name.strip()
    if not _STRING.fullmatch(name):
        return name
    try:
        return str(json.loads(name))
    except ValueError:
        return name


def _as_quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
