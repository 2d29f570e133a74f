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
from collections import Counter, defaultdict
from contextlib import contextmanager
from hashlib import blake2b
from itertools import pairwise
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
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from tempfile import SpooledTemporaryFile

    from calarec.core.records.model import Hand
    from calarec_tools.archive.runs.shards import Shard

Kind: TypeAlias = Literal["same", "begun", "renamed", "deal"]
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

    @property
    def dropped_hands(self) -> tuple[KnownHand, ...]:
        """The hands of the group that are not needed."""
        return self.others if self.kind in DROPPED else ()


def known_hands(source: str | Shard) -> Iterator[KnownHand | UnreadableHand]:
    """The hands of a file, or of a shard."""
    records = records_of(source)
    for hand in records:
        yield UnreadableHand(hand.file, hand.line) if hand.broken else _known_hand(hand)
    require_all_hands_read(records)


class ComparedHands:
    """Hands to be compared: many are on the disk, three numbers for each in memory."""

    def __init__(self, kept: SpooledTemporaryFile[bytes], folder: str) -> None:
        self._kept, self._folder = kept, folder
        self._keys = tuple(array("q") for _ in _COMPARED)
        self.by_file: Counter[str] = Counter()
        """The number of hands of each file."""

    def add_hand(self, hand: KnownHand) -> None:
        """One hand more."""
        with named_as(self._folder):
            pickle.dump(hand, self._kept)
        for keys, name in zip(self._keys, _COMPARED, strict=True):
            keys.append(hash(getattr(hand, name)))
        self.by_file[hand.file] += 1

    def hands_with_equals(self) -> Iterator[KnownHand]:
        """The hands that have something in common with another one, in their order."""
        nothing = hash("")
        repeated = [{key for key, following in pairwise(sorted(keys)) if key == following} for keys in self._keys]
        files: dict[str, str] = {}
        with named_as(self._folder):
            self._kept.seek(0)
        for hand_keys in zip(*self._keys, strict=True):
            with named_as(self._folder):
                hand: KnownHand = pickle.load(self._kept)
            if any(key in keys and key != nothing for key, keys in zip(hand_keys, repeated, strict=True)):
                yield hand._replace(file=files.setdefault(hand.file, hand.file))


_COMPARED: Final = ("same", "deal", "shape")
"""The hashes that the hands of a group have in common."""
_MEMORY_BYTES: Final = 1 << 23
"""The hands of a small collection need no disk."""


@contextmanager
def compared_hands() -> Iterator[ComparedHands]:
    """No hands yet; what is kept of many on the disk goes with the end of the block."""
    folder = tempfile.gettempdir()
    with tempfile.SpooledTemporaryFile(_MEMORY_BYTES, dir=folder) as kept:
        yield ComparedHands(kept, folder)


def duplicate_groups(hands: Iterable[KnownHand]) -> list[HandGroup]:
    """Group the hands that occur more than once; a hand is dropped at most once.

    The groups are in the order of the hands that they keep.
    """
    every = list(hands)
    place = {(hand.file, hand.line): number for number, hand in enumerate(every)}
    found = []
    left = every
    same = _hands_by_key(left, lambda each: each.same)
    for group in same:
        found.append(_group("same", group))
    left = _without_found_hands(left, found)
    for group in _hands_by_key(left, lambda each: each.deal):
        found += _begun_hand_groups(group)
    left = _without_found_hands(left, found)
    found += [_group("deal", group) for group in _hands_by_key(left, lambda each: each.deal)]
    found += [_group("renamed", group) for group in _hands_by_key(left, lambda each: each.shape)]
    return sorted(found, key=lambda each: place[each.keep.file, each.keep.line])


def _hands_by_key(hands: Sequence[KnownHand], key: Callable[[KnownHand], str]) -> list[list[KnownHand]]:
    """Hands that have something in common, as far as there are several."""
    found: dict[str, list[KnownHand]] = defaultdict(list)
    for hand in hands:
        if key(hand):
            found[key(hand)].append(hand)
    return [group for group in found.values() if len(group) > 1]


def _without_found_hands(hands: Sequence[KnownHand], found: Iterable[HandGroup]) -> list[KnownHand]:
    gone = {(hand.file, hand.line) for group in found for hand in group.dropped_hands}
    return [known_hand for known_hand in hands if (known_hand.file, known_hand.line) not in gone]


def _group(kind: Kind, hands: Sequence[KnownHand]) -> HandGroup:
    keep = max(hands, key=lambda each: each.fullness)
    return HandGroup(kind, keep, tuple(hand for hand in hands if hand is not keep))


def _begun_hand_groups(hands: Sequence[KnownHand]) -> Iterator[HandGroup]:
    """Group hands of one deal: each with the hands that are its beginning."""
    rest = sorted(hands, key=lambda each: -len(each.steps))
    while rest:
        longest = rest.pop(0)
        parts = [each for each in rest if each.steps and longest.steps.startswith(each.steps)]
        rest = [each for each in rest if each not in parts]
        if parts:
            yield HandGroup("begun", longest, tuple(parts))


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
    """A statement without its place, and without what it asserts."""
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
    """A record, in pieces of whole lines, without some of its hands.

    In the place of each that states totals these are carried, if another hand follows.
    """
    waiting = sorted(dropped, key=lambda hand: hand.line, reverse=True)
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
            if waiting and number >= waiting[-1].line:
                if number >= waiting[-1].last_line:
                    total = waiting.pop().total
                    held += [(total, True)] if total else []
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
