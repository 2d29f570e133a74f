"""Duplicates of a collection: equal, begun and renamed hands, and equal deals.

From records come groups of hands, each with the one to keep and the relation of the others to it. Hands are compared
by their hashes (`archive.hashes`); hands without cards are compared word by word, with the people and the totals.

Terms. The kinds of group. `same`: one hand hash. `begun`: the same deal, and one record is the beginning of the other.
`renamed`: the same hand with other seats or suits. `deal`: the same deal, played differently. The fullest record of a
group is kept, or the first of equally full ones. A record that may be a separate hand is never dropped: nothing of the
kinds `renamed` and `deal` is.
"""

from __future__ import annotations

import pickle
import tempfile
from array import array
from collections import Counter
from contextlib import contextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.judge.hand import is_score_only
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as rec
from calarec_tools.archive.hashes import hashes_of
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import records_of
from calarec_tools.output.files.output_files import require_all_hands_read
from calarec_tools.output.files.replacing import named_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from tempfile import SpooledTemporaryFile

    from calarec.core.records.model import Hand
    from calarec_tools.archive.runs.shards import Shard

Kind: TypeAlias = Literal["same", "begun", "renamed", "deal"]
_KINDS: Final[tuple[Kind, ...]] = ("same", "begun", "renamed", "deal")
DROPPED: Final[tuple[Kind, ...]] = ("same", "begun")
"""Kinds of which all but the one that is kept are the same once more."""


class KnownHand(NamedTuple):
    """A hand of the collection: its place, and the hashes by which it is compared."""

    file: str
    line: int
    last_line: int
    hand: str
    fullness: int
    """A measure of how much its record contains."""
    same: str
    deal: str
    shape: str
    """A hash of the hand with neutral seats and suits.

    Seats are counted from the dealer, and suits in the order in which they were played.
    """
    steps: bytes
    """The moves as hashes of eight bytes each."""
    total: str
    """Its `total` line, as a `carried` line."""


class UnreadableHand(NamedTuple):
    """A hand that cannot be compared, because it cannot be read."""

    file: str
    line: int


keep_in_parts(KnownHand, UnreadableHand)


class HandGroup(NamedTuple):
    """Hands of which one is kept."""

    kind: Kind
    keep: KnownHand
    others: tuple[KnownHand, ...]


class NumberedGroup(NamedTuple):
    """The same as numbers of hands, in their order from 0."""

    keep: int
    kind: Kind
    others: array[int]


class NumberedGroups:
    """Groups in little room: a large collection has hundreds of thousands."""

    def __init__(self) -> None:
        self._keeps = array("q")
        self._kinds = bytearray()
        self._others = array("q")
        """The others of all groups, one group after another."""
        self._ends = array("q", [0])
        """Where the others of each group end, after a first 0."""

    def __len__(self) -> int:
        return len(self._keeps)

    def __iter__(self) -> Iterator[NumberedGroup]:
        """Yield the groups in the order of the hands that they keep."""
        for number in array("q", sorted(range(len(self)), key=self._keeps.__getitem__)):
            others = self._others[self._ends[number] : self._ends[number + 1]]
            yield NumberedGroup(self._keeps[number], _KINDS[self._kinds[number]], others)

    def add_group(self, kind: Kind, keep: int, others: Iterable[int]) -> None:
        """Add a group."""
        self._keeps.append(keep)
        self._kinds.append(_KINDS.index(kind))
        self._others.extend(others)
        self._ends.append(len(self._others))


def known_hands(source: str | Shard) -> Iterator[KnownHand | UnreadableHand]:
    """The hands of a file, or of a shard."""
    records = records_of(source)
    for hand in records:
        yield UnreadableHand(hand.file, hand.line) if hand.broken else _known_hand(hand)
    require_all_hands_read(records)


class ComparedHands:
    """Hands to be compared: many are on the disk, five numbers each in memory."""

    def __init__(self, kept: SpooledTemporaryFile[bytes], folder: str) -> None:
        self._kept, self._folder = kept, folder
        self._keys = {name: array("q") for name in _COMPARED}
        self._places = array("q")
        """Where each hand is in the file."""
        self._fullness = array("q")
        self._dropped = bytearray()
        """For each hand 1 if it is not needed."""
        self.by_file: Counter[str] = Counter()
        """The number of hands of each file."""
        self._first_of_file: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._places)

    @property
    def dropped_count(self) -> int:
        """The number of hands that are not needed."""
        return self._dropped.count(1)

    def add_hand(self, hand: KnownHand) -> None:
        """One hand more; those of a file come one after another."""
        self._first_of_file.setdefault(hand.file, len(self))
        with named_as(self._folder):
            self._places.append(self._kept.tell())
            pickle.dump(hand, self._kept)
        for name, keys in self._keys.items():
            keys.append(hash(getattr(hand, name)))
        self._fullness.append(hand.fullness)
        self._dropped.append(0)
        self.by_file[hand.file] += 1

    def read_numbered_hand(self, number: int) -> KnownHand:
        """Read the hand with a number."""
        with named_as(self._folder):
            self._kept.seek(self._places[number])
            hand: KnownHand = pickle.load(self._kept)
        return hand

    def find_groups(self) -> NumberedGroups:
        """Group the hands that occur more than once; a hand is dropped at most once.

        The groups are in the order of the hands that they keep. They are found once: the numbers by which hands are
        compared are not kept.
        """
        found = NumberedGroups()
        for numbers in self._equal_hands("same"):
            self._add_group(found, "same", numbers)
        del self._keys["same"]
        for numbers in self._equal_hands("deal"):
            self._find_begun_hands(found, numbers)
        for numbers in self._equal_hands("deal"):
            self._add_group(found, "deal", numbers)
        del self._keys["deal"]
        for numbers in self._equal_hands("shape"):
            self._add_group(found, "renamed", numbers)
        return found

    def group_hands(self, group: NumberedGroup) -> HandGroup:
        """The hands of a group."""
        others = map(self.read_numbered_hand, group.others)
        return HandGroup(group.kind, self.read_numbered_hand(group.keep), tuple(others))

    def dropped_hands(self, file: str) -> Iterator[KnownHand]:
        """The hands of a file that are not needed, in their order."""
        return (self.read_numbered_hand(number) for number in self._numbers_in_file(file) if self._dropped[number])

    def count_dropped_hands(self, file: str) -> int:
        """The number of hands of a file that are not needed."""
        numbers = self._numbers_in_file(file)
        return self._dropped.count(1, numbers.start, numbers.stop)

    def _numbers_in_file(self, file: str) -> range:
        first = self._first_of_file.get(file, 0)
        return range(first, first + self.by_file[file])

    def _equal_hands(self, name: str) -> Iterator[array[int]]:
        """Numbers of needed hands that have something in common with another one.

        A share of the keys is compared at a time, so that not all are in memory.
        """
        keys, nothing = self._keys[name], hash("")
        shares = len(self) // _COMPARED_AT_ONCE + 1
        for share in range(shares):
            left = [
                (number, key)
                for number, key in enumerate(keys)
                if key % shares == share and key != nothing and not self._dropped[number]
            ]
            counts = Counter(key for _, key in left)
            found: dict[str, array[int]] = {}
            for number, key in left:
                if counts[key] > 1:
                    found.setdefault(getattr(self.read_numbered_hand(number), name), array("q")).append(number)
            yield from (numbers for numbers in found.values() if len(numbers) > 1)

    def _add_group(self, found: NumberedGroups, kind: Kind, numbers: array[int]) -> None:
        keep = max(numbers, key=self._fullness.__getitem__)
        self._take_group(found, kind, keep, [number for number in numbers if number != keep])

    def _find_begun_hands(self, found: NumberedGroups, numbers: array[int]) -> None:
        """Group hands of one deal: each with the hands that are its beginning."""
        steps = {number: self.read_numbered_hand(number).steps for number in numbers}
        rest = sorted(numbers, key=lambda number: -len(steps[number]))
        while rest:
            longest = rest.pop(0)
            parts = [number for number in rest if steps[number] and steps[longest].startswith(steps[number])]
            rest = [number for number in rest if number not in parts]
            if parts:
                self._take_group(found, "begun", longest, parts)

    def _take_group(self, found: NumberedGroups, kind: Kind, keep: int, others: list[int]) -> None:
        found.add_group(kind, keep, others)
        if kind in DROPPED:
            for number in others:
                self._dropped[number] = 1


_COMPARED: Final = ("same", "deal", "shape")
"""The hashes that the hands of a group have in common."""
_COMPARED_AT_ONCE: Final = 1 << 15
"""The number of hands, roughly, whose hashes are in memory at one time."""
_MEMORY_BYTES: Final = 1 << 23
"""The hands of a small collection need no disk."""


@contextmanager
def compared_hands() -> Iterator[ComparedHands]:
    """No hands yet; the files of many on the disk go with the end of the block."""
    folder = tempfile.gettempdir()
    with tempfile.SpooledTemporaryFile(_MEMORY_BYTES, dir=folder) as kept:
        yield ComparedHands(kept, folder)


# ---------------------------------------------------------------------- one hand


def _known_hand(hand: Hand) -> KnownHand:
    done = [
        statement for statement in hand.statements if not isinstance(statement, (*rec.DATA, *rec.ASSERTIONS, rec.End))
    ]
    total = hand.first_statement(rec.Total)
    bare = is_score_only(hand)
    hashes = hashes_of(hand)
    steps = [_statement_hash(each) for each in done if not isinstance(each, rec.Deal | rec.Monte)]
    return KnownHand(
        file=hand.file,
        line=hand.line,
        last_line=hand.last_line,
        hand=hand.name,
        fullness=sum(map(len, hand.lines)),
        same=_hand_in_words(hand) if bare else hashes.hand,
        deal="" if bare else hashes.deal or "",
        shape="" if bare or not any(isinstance(each, rec.Trick) for each in done) else _hand_shape_hash(hand),
        steps=b"".join(steps),
        total=statement_line(rec.Carried(total.amounts)) if total is not None else "",
    )


def _statement_hash(said: rec.Statement) -> bytes:
    """Eight bytes that are the same in every process, as `hash` is not."""
    said = _plain_statement(said)
    return blake2b(repr((type(said).__name__, said._asdict())).encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _plain_statement(said: rec.Statement) -> rec.Statement:
    """A statement without its place, and without its assertions."""
    changed: dict[str, object] = {"line": 0}
    if isinstance(said, rec.Trick):
        changed |= {"winner": "", "marks": ()}
    if isinstance(said, rec.Call):
        changed["found"] = ""
    return said._replace(**changed)  # type: ignore[arg-type]


# In hands without cards many are alike by chance (a won solo), so everything that was written must be equal.
def _hand_in_words(hand: Hand) -> str:
    """A hand without cards as text, with its people; empty if totals are missing.

    Without totals, equal hands could be from different evenings.
    """
    if not hand.every(rec.Total):
        return ""
    said = (
        statement_line(statement)
        for statement in hand.statements
        if not isinstance(statement, rec.Bid | rec.Raise | rec.Note)
    )
    bids = (
        f"{statement.seat}: {statement.word}"
        for statement in hand.statements
        if isinstance(statement, rec.Bid | rec.Raise)
    )
    tags = (f"{tag.name} {tag.text}" for tag in hand.session.tags)
    return "\n".join((*tags, *hand.session.people.values(), hand.name, *bids, *said))


def _hand_shape_hash(hand: Hand) -> str:
    """Hash a hand with seats counted from the dealer and suits in played order.

    Empty if the hand names no dealer.
    """
    dealer = next((statement.seat for statement in hand.every(rec.Dealer)), "")
    order = hand.session.order
    if dealer not in order:
        return ""
    at = order.index(dealer)
    seats = {label: chr(ord("A") + turn) for turn, label in enumerate((*order[at:], *order[:at]))}
    suits: dict[str, str] = {}
    for statement in hand.statements:
        for card in statement.cards if isinstance(statement, rec.Trick) else ():
            suits.setdefault(card[1:], str(len(suits)))
    said = tuple(_renamed_statement(statement, seats, suits) for statement in hand.statements)
    session = replace(hand.session, seats=tuple(rec.Seat(seat) for seat in sorted(seats.values())))
    return hashes_of(replace(hand, statements=said, session=session)).hand


_SEATS: Final = ("seat", "leader", "to", "by", "seats", "winner", "found")
_CARDS: Final = ("cards", "card")


def _renamed_statement(said: rec.Statement, seats: dict[str, str], suits: dict[str, str]) -> rec.Statement:
    changed: dict[str, object] = {}
    for name, value in said._asdict().items():
        if name in _SEATS:
            names = tuple(seats.get(each, each) for each in value) if isinstance(value, tuple) else None
            changed[name] = seats.get(value, value) if names is None else names
        elif name in _CARDS and value is not None:
            cards = tuple(each[:1] + suits.get(each[1:], each[1:]) for each in (value if name == "cards" else (value,)))
            changed[name] = cards if name == "cards" else cards[0]
    return said._replace(**changed) if changed else said  # type: ignore[arg-type]


# ---------------------------------------------------------------------- what is left


def without_dropped_hands(pieces: Iterable[str], dropped: Iterable[KnownHand]) -> Iterator[str]:
    """A record in pieces of whole lines without some of its hands, in their order.

    In the place of each that states totals these are carried, if another hand follows.
    """
    following = iter(dropped)
    waiting = next(following, None)
    held: list[tuple[str, bool]] = []
    """Lines from the first carried totals on, until another hand follows.

    Each has a flag: True if it states carried totals.
    """
    last: list[str] = []
    number, newline = 0, ""
    for piece in pieces:
        *lines, rest = piece.split("\n")
        lines, last = ([*lines, rest], []) if rest else (lines, [rest])
        kept: list[str] = []
        for line in lines:
            number += 1
            if waiting is not None and number >= waiting.line:
                if number >= waiting.last_line:
                    held += [(waiting.total, True)] if waiting.total else []
                    waiting = next(following, None)
            elif not held:
                kept.append(line)
            else:
                held.append((line, False))
                if line.split()[:1] == ["hand"]:
                    kept += [text for text, _ in held]
                    held = []
        if kept:
            yield newline + "\n".join(kept)
            newline = "\n"
    last = [line for line, is_carried in held if not is_carried] + last
    if last:
        yield newline + "\n".join(last)
