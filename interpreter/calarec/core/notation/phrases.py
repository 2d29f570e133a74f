"""Reads and writes the words and phrases of `grammar/cal.lark`.

A word is a terminal of the grammar and a phrase is one of its rules; the rows in `calarec.core.records.model` say which
fields of a statement they state.
"""

from __future__ import annotations

import json
import re
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.records.model import Stated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from calarec.core.records.model import Amounts, Cards


class PhraseCodec(NamedTuple):
    """The reading and writing of a word or a phrase."""

    write: str | Callable[..., str | None]
    """A text with braces for the field's value, or a function of all fields' values.

    It returns None if the phrase is left out.
    """
    read: Callable[[Any], Any] | None = None
    """The function from a word to the field's value, or to a tuple for the fields.

    None if the word itself is the value.
    """
    split: Callable[[str], list[str]] | None = None
    """The split of a canonical text with several words into the list for `read`."""
    is_required: bool = False
    """True if it is written even if its fields have their defaults."""


# ------------------------------------------------------------------ read


def _read_string(word: str) -> str:
    text: str = json.loads(word)
    return text


def _read_name(word: str) -> str:
    return _read_string(word) if word.startswith('"') else word


def _read_cards(words: Sequence[str]) -> Cards:
    return () if words[0] == "none" else tuple(words)


def _read_plays(words: Sequence[str]) -> tuple[Cards, tuple[str, ...]]:
    """The cards, and their marks if there are any."""
    if len("".join(words)) == 2 * len(words):
        return tuple(words), ()
    return tuple([word[:2] for word in words]), tuple([word[2:] for word in words])


def _read_amounts(words: Sequence[str]) -> Amounts:
    return tuple([(payee[0], int(amount)) for payee, amount in _pairs(words)])


def _read_carried(words: Sequence[str]) -> tuple[Amounts, Amounts]:
    """Amounts by seat and by name."""
    pairs = [*_pairs(words)]
    return (
        tuple([(payee[0], int(amount)) for payee, amount in pairs if payee[0] != '"']),
        tuple([(_read_string(payee[:-1]), int(amount)) for payee, amount in pairs if payee[0] == '"']),
    )


def _read_changes(words: Sequence[str]) -> tuple[Amounts, Amounts, str]:
    """Read amounts by seat and by name, and the text after them."""
    return *_read_carried(words), _read_string(words[-1]) if len(words) % 2 else ""


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    return zip(words[::2], words[1::2], strict=False)


def _read_sides(words: Sequence[str]) -> tuple[Stated, ...]:
    return tuple(_read_side(label, said) for label, said in _pairs(words))


def _read_side(label: str, said: str) -> Stated:
    seats = tuple(label[:-1].split("+"))
    if said in ("won", "lost"):
        return Stated(seats, None, outcome=said)
    return Stated(seats, int(said.rstrip("p")), said.endswith("p"))


def _read_hashes(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, digits) for name, _, digits in (word.partition(":") for word in words))


def _read_claimed(said: str) -> tuple[int | None, bool]:
    """The points of `points 22` or its last word; and whether they are whole."""
    amount = said.rpartition(" ")[2]
    return (None, False) if amount == "rest" else (int(amount.rstrip("p")), amount.endswith("p"))


def _split_payees(text: str) -> list[str]:
    """The words of amounts by name: a name may have spaces."""
    return re.findall(r'"(?:[^"\\]|\\.)*":?|[^ "]+', text)


def _is_open(word: str) -> bool:
    return word == "open"


def read_pin(word: str) -> tuple[str, str]:
    """The ruleset and the version of `ruleset@version`; without a version it is empty."""
    name, _, version = word.partition("@")
    return name, version


def read_digits(word: str) -> str:
    """The hexadecimal digits of a digest."""
    return word[len("sha256:") :]


# ------------------------------------------------------------------ written


def _write_string(text: str) -> str:
    """A text as a JSON string, with only the escapes needed for JSON and terminals."""
    from calarec.core.base.escapes import to_json_line

    return to_json_line(text)


def write_name(name: str) -> str | None:
    """A number, or a text between quotes."""
    if not name:
        return None
    is_number = name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
    return name if is_number else _write_string(name)


def _write_cards(cards: Cards) -> str:
    return " ".join(cards) or "none"


def _write_plays(cards: Cards, marks: tuple[str, ...]) -> str:
    if marks:
        return " ".join(card + mark for card, mark in zip(cards, marks, strict=True))
    return " ".join(cards)


def _write_totals(amounts: Amounts, people: Amounts = ()) -> str | None:
    return _write_pairs([*amounts, *_quote_names(people)], "d")


def _write_payments(amounts: Amounts, people: Amounts = ()) -> str | None:
    return _write_pairs([*amounts, *_quote_names(people)], "+d")


def _write_changes(amounts: Amounts, people: Amounts, why: str) -> str | None:
    paid = _write_payments(amounts, people)
    return " ".join(part for part in (paid, _write_string(why) if why else "") if part) or None


def _write_pairs(pairs: Iterable[tuple[str, int]], form: str) -> str | None:
    return " ".join(f"{who}: {amount:{form if amount else 'd'}}" for who, amount in pairs) or None


def _quote_names(people: Amounts) -> list[tuple[str, int]]:
    return [(_write_string(name), amount) for name, amount in people]


def _write_side(side: Stated) -> str:
    return f"{'+'.join(side.seats)}: {side.outcome or str(side.amount) + ('p' if side.whole else '')}"


def _write_claimed(points: int | None, whole: bool) -> str:  # noqa: FBT001 - a value to be written, not a switch
    return "rest" if points is None else f"points {points}{'p' if whole else ''}"


def _write_pin(name: str, version: str) -> str:
    return f"{name}@{version}" if version else name


def _list_after(keyword: str) -> Callable[[Sequence[str]], str]:
    return lambda words: f"{keyword} {' '.join(words)}"


_PLACES: Final = ("monte", "hand")

PHRASES: Final[dict[str, PhraseCodec]] = {
    "NUMBER": PhraseCodec("{}", int),
    "SIGNED": PhraseCodec("{:+d}", int),
    "PIN": PhraseCodec(_write_pin, read_pin),
    "DIGEST": PhraseCodec("sha256:{}", read_digits),
    "WORD": PhraseCodec("{}"),
    "STRING": PhraseCodec(_write_string, _read_string),
    "SEAT": PhraseCodec("{}"),
    "ACTOR": PhraseCodec("{}:", itemgetter(0)),
    "CARD": PhraseCodec("{}"),
    "TIME": PhraseCodec("{}"),
    "OPENNESS": PhraseCodec(lambda is_open: "open" if is_open else "closed", _is_open),
    "ANSWER": PhraseCodec("{}"),
    "ENDING": PhraseCodec(lambda kind: None if kind == "abandoned" else kind),
    "ABANDONED": PhraseCodec(lambda kind: kind if kind == "abandoned" else None),
    "XNAME": PhraseCodec("{}"),
    "ANYTHING": PhraseCodec(lambda text: text or None, lambda word: word or ""),
    "name": PhraseCodec(write_name, _read_name),
    "number": PhraseCodec("{:>2}", int),
    "suit": PhraseCodec("{}"),
    "said": PhraseCodec("{}: {}".format, split=str.split),
    "seats": PhraseCodec(" ".join, tuple, str.split),
    "cards": PhraseCodec(_write_cards, _read_cards, str.split),
    "named_cards": PhraseCodec(" ".join, tuple, str.split),
    "plays": PhraseCodec(_write_plays, _read_plays, str.split),
    "payments": PhraseCodec(_write_payments, _read_amounts, str.split),
    "totals": PhraseCodec(_write_totals, _read_amounts, str.split),
    "carried_totals": PhraseCodec(_write_totals, _read_carried, _split_payees),
    "changes": PhraseCodec(_write_changes, _read_changes, _split_payees),
    "sides": PhraseCodec(lambda sides: " ".join(map(_write_side, sides)) or None, _read_sides, str.split),
    "hashes": PhraseCodec(lambda hashes: " ".join(map(":".join, hashes)) or None, _read_hashes, str.split),
    "claimed": PhraseCodec(_write_claimed, _read_claimed, is_required=True),
    "after_seat": PhraseCodec("after {}"),
    "by_seat": PhraseCodec("by {}"),
    "by_seats": PhraseCodec(_list_after("by"), tuple, str.split),
    "with_seat": PhraseCodec(lambda found: None if found in _PLACES else f"with {found}"),
    "in_place": PhraseCodec(lambda found: f"in {found}" if found in _PLACES else None),
    "to_seat": PhraseCodec("to {}"),
    "to_seats": PhraseCodec(_list_after("to"), tuple, str.split),
    "to_pile": PhraseCodec("to {}"),
    "from_pile": PhraseCodec("from {}"),
    "in_trick": PhraseCodec("trick {}", int),
    "claimed_by": PhraseCodec("claimed by {}"),
    "winner": PhraseCodec("> {}"),
}
"""The phrases by their names in the grammar.

In `said` each seat's share is a statement of its own.
"""
