"""People and their names: one person under several spellings.

In come the names of records and the aliases of the user (`A. Rossi=Anna`); out comes one name for each, and the pairs
of names that look like one person and have no alias. Two people at one table are never one.
"""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NO_ALIAS: Final = Words("{place}: `{text}` is not an alias; it is written `A. Rossi=Anna`: the spelling, then the person.")
_TWO: Final = Words("{place}: `{name}` is mapped to both {one} and {other}; choose one of them.")
_ROUND: Final = Words("{place}: the aliases of `{name}` go round in a circle.")
_MIN_LIKENESS: Final = 0.85
"""The least likeness: `Giovanni`, `Giovani` have 0.93; `Carla`, `Carlo` only 0.8."""


class GivenAlias(NamedTuple):
    """An alias of the user: a spelling and its person."""

    spelling: str
    person: str
    place: str
    """The place of the alias, for a refusal."""


def read_alias(text: str, place: str) -> GivenAlias:
    """`A. Rossi=Anna`."""
    spelling, sign, person = (part.strip() for part in text.partition("="))
    if not (spelling and sign and person):
        raise RefusalError(_NO_ALIAS, place=place, text=text.strip())
    return GivenAlias(_unquoted_name(spelling), _unquoted_name(person), place)


def alias_file(lines: Iterable[str], file: str) -> list[GivenAlias]:
    """Read a file with an alias a line; skip blank lines and those with `;` or `#`."""
    return [
        read_alias(line, f"{file}:{number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith((";", "#"))
    ]


def _unquoted_name(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' else name


def known_as(aliases: Iterable[GivenAlias]) -> dict[str, str]:
    """Return the person for each spelling; follow an alias of an alias."""
    said: dict[str, GivenAlias] = {}
    for alias in aliases:
        before = said.setdefault(alias.spelling, alias)
        if before.person != alias.person:
            raise RefusalError(_TWO, place=alias.place, name=alias.spelling, one=before.person, other=alias.person)
    known = {}
    for name, alias in said.items():
        person, passed = alias.person, {name}
        while person in said and said[person].person != person:
            if person in passed:
                raise RefusalError(_ROUND, place=alias.place, name=name)
            passed.add(person)
            person = said[person].person
        if person in passed and person != name:
            raise RefusalError(_ROUND, place=alias.place, name=name)
        known[name] = person
    return known


def maybe_one(tables: Iterable[frozenset[str]], known: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return pairs of names that look like one person, the rarer spelling first.

    `tables` are people who sat together. A pair of names that both occur in aliases is left out: the user has decided.
    """
    often: dict[str, int] = {}
    together: set[frozenset[str]] = set()
    for table in tables:
        for name in table:
            often[name] = often.get(name, 0) + 1
        together.update(frozenset(pair) for pair in combinations(sorted(table), 2))
    settled = {*known, *known.values()}
    names = sorted(name for name in often if len(name) > 1)
    return [
        (one, other) if often[one] < often[other] or (often[one] == often[other] and one > other) else (other, one)
        for one, other in combinations(names, 2)
        if frozenset((one, other)) not in together and not {one, other} <= settled and _is_alike(one, other)
    ]


def _is_alike(one: str, other: str) -> bool:
    first, second = _plain_name(one), _plain_name(other)
    if first == second:
        return True
    if _is_shortened(first, second) or _is_shortened(second, first):
        return True
    differing = [pair for pair in zip_longest(first.split(), second.split(), fillvalue="") if pair[0] != pair[1]]
    return len(differing) == 1 and _is_typo(*differing[0])


def _is_typo(one: str, other: str) -> bool:
    return min(len(one), len(other)) > 4 and SequenceMatcher(None, one, other).ratio() >= _MIN_LIKENESS


def _plain_name(name: str) -> str:
    """Normalise a name: no accents, capitals or stops, and single spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.replace(".", " ").split())


def _is_shortened(short: str, full: str) -> bool:
    """Check whether a name is another with a name left out, or as an initial.

    For example `a rossi`, `rossi`, `anna` for `anna rossi`.
    """
    few, many = short.split(), full.split()
    if len(few) == len(many):
        pairs = zip(few, many, strict=True)
        return all(part == whole or (len(part) == 1 and whole.startswith(part)) for part, whole in pairs)
    return len(few) == 1 and len(few[0]) > 1 and few[0] in (many[0], many[-1])
