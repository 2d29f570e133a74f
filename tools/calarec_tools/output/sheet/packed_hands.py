"""Hands of an evening in little room, or none at all.

A season has a million of them, and most forms show one evening after another; standings show none of them.
"""

from __future__ import annotations

import pickle
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, overload

from calarec.core.mechanisms.ruleset import Ruleset
from calarec_tools.output.files.replacing import named_as
from calarec_tools.output.sheet.evenings import sum_evening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from tempfile import SpooledTemporaryFile

    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.sheet.evenings import EveningSheet, EveningSums

_LEVEL: Final = 3
_MAX_DICTIONARY_BYTES: Final = 1 << 15
"""Further back the library does not look."""
_MAX_SHARED_VALUES: Final = 20_000
_MEMORY_BYTES: Final = 1 << 22
"""The packed hands of a season of a few years need no disk."""
_NO_AMOUNTS: Final[dict[str, int]] = {}
_Shared = TypeVar("_Shared")


@contextmanager
def evening_packer() -> Iterator[EveningPacker]:
    """A packer; its file on the disk goes with the end of the block."""
    folder = tempfile.gettempdir()
    with tempfile.SpooledTemporaryFile(_MEMORY_BYTES, dir=folder) as kept:
        yield EveningPacker(KeptBytes(kept, folder))


class KeptBytes:
    """Pieces of bytes, many of them on the disk."""

    __slots__ = ("_end", "_folder", "_kept")

    def __init__(self, kept: SpooledTemporaryFile[bytes], folder: str) -> None:
        self._kept, self._folder = kept, folder
        self._end = 0

    def add_piece(self, piece: bytes) -> int:
        """Add a piece; return its place."""
        place = self._end
        with named_as(self._folder):
            self._kept.seek(place)
            self._kept.write(piece)
        self._end += len(piece)
        return place

    def read_piece(self, place: int, length: int) -> bytes:
        """Return the piece at a place."""
        with named_as(self._folder):
            self._kept.seek(place)
            return self._kept.read(length)


class EveningPacker:
    """Packs the evenings of a season: common parts are there once."""

    def __init__(self, kept: KeptBytes) -> None:
        self._kept = kept
        self._dictionary = b""
        self._rulesets: tuple[Ruleset, ...] = ()
        self._shared: dict[object, Any] = {}
        """Names and numbers of hands that many evenings have in common."""

    def pack_evening(self, sheet: EveningSheet) -> None:
        """Packs the hands of an evening, and shares its names."""
        sheet.sums = self._with_shared_parts(sum_evening(sheet))
        sheet.written = self._share(frozenset(sheet.written))
        if isinstance(sheet.hands, HandsLeftOut):
            return
        rulesets = sheet.evening_rulesets
        if [ruleset.digest for ruleset in rulesets] != [ruleset.digest for ruleset in self._rulesets]:
            self._rulesets = rulesets
        stream = BytesIO()
        _HandPickler(stream, self._rulesets).dump(list(sheet.hands))
        pickled = stream.getvalue()
        self._dictionary = self._dictionary or pickled[-_MAX_DICTIONARY_BYTES:]
        packing = zlib.compressobj(_LEVEL, zdict=self._dictionary)
        packed = packing.compress(pickled) + packing.flush()
        place = self._kept.add_piece(packed)
        sheet.hands = PackedHands(len(sheet.hands), self._kept, (place, len(packed)), self._rulesets, self._dictionary)

    def _with_shared_parts(self, sums: EveningSums) -> EveningSums:
        """The same sums; parts that other sums have, too, are kept once."""
        runs = [run if run.opening else run._replace(opening=_NO_AMOUNTS) for run in sums.runs]
        tables = [(self._share(table), hands) for table, hands in sums.tables]
        return sums._replace(
            people=self._share(sums.people),
            runs=tuple(runs),
            tables=self._share(tuple(tables)),
            hands_by_person=self._share(sums.hands_by_person, tuple(sums.hands_by_person.items())),
        )

    def _share(self, value: _Shared, key: object = None) -> _Shared:
        """An equal value from before, or this one."""
        if len(self._shared) >= _MAX_SHARED_VALUES:
            self._shared.clear()
        shared: _Shared = self._shared.setdefault((type(value), value if key is None else key), value)
        return shared


def leave_hands_out(sheet: EveningSheet) -> None:
    """Replace the hands of an evening by their sums."""
    sheet.sums = sum_evening(sheet)
    sheet.hands = HandsLeftOut(len(sheet.hands))


class HandsLeftOut(Sequence["SettledHand"]):
    """The number of hands of an evening of which none is shown."""

    __slots__ = ("_count",)

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SettledHand: ...
    @overload
    def __getitem__(self, index: slice) -> list[SettledHand]: ...
    def __getitem__(self, index: int | slice) -> SettledHand | list[SettledHand]:
        raise LookupError("these hands were left out")


class PackedHands(Sequence["SettledHand"]):
    """The hands of an evening, packed into some 55 bytes each.

    Of all evenings the last that was asked for is kept unpacked. Rulesets are not packed.
    """

    __slots__ = ("_count", "_dictionary", "_kept", "_place", "_rulesets")

    _unpacked: ClassVar[tuple[PackedHands, list[SettledHand]] | None] = None

    def __init__(
        self, count: int, kept: KeptBytes, place: tuple[int, int], rulesets: tuple[Ruleset, ...], dictionary: bytes
    ) -> None:
        self._count, self._kept, self._place = count, kept, place
        self._rulesets, self._dictionary = rulesets, dictionary

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SettledHand: ...
    @overload
    def __getitem__(self, index: slice) -> list[SettledHand]: ...
    def __getitem__(self, index: int | slice) -> SettledHand | list[SettledHand]:
        kept = PackedHands._unpacked
        if kept is None or kept[0] is not self:
            packed = self._kept.read_piece(*self._place)
            pickled = zlib.decompressobj(zdict=self._dictionary).decompress(packed)
            kept = PackedHands._unpacked = (self, _HandUnpickler(BytesIO(pickled), self._rulesets).load())
        return kept[1][index]


class _HandPickler(pickle.Pickler):
    """Packs hands without their rulesets."""

    def __init__(self, stream: BytesIO, rulesets: tuple[Ruleset, ...]) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._numbers = {id(ruleset): number for number, ruleset in enumerate(rulesets)}
        self._by_digest = {ruleset.digest: number for number, ruleset in enumerate(rulesets)}

    def persistent_id(self, value: object) -> int | None:
        """The number of a ruleset."""
        if type(value) is not Ruleset:
            return None
        number = self._numbers.get(id(value))
        return self._by_digest[value.digest] if number is None else number


class _HandUnpickler(pickle.Unpickler):
    def __init__(self, stream: BytesIO, rulesets: tuple[Ruleset, ...]) -> None:
        super().__init__(stream)
        self._rulesets = rulesets

    def persistent_load(self, number: int) -> Ruleset:
        """The ruleset of a number."""
        return self._rulesets[number]
