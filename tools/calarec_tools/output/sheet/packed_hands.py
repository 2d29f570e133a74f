"""Hands of an evening in little room.

A season has a million of them, and most forms show one evening after another.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, overload

from calarec.core.mechanisms.ruleset import Ruleset

if TYPE_CHECKING:
    from calarec_tools.output.formats.columns import SettledHand


class PackedHands(Sequence["SettledHand"]):
    """The hands of an evening, packed into some 80 bytes each.

    Of all evenings the last that was asked for is kept unpacked. Rulesets are not packed.
    """

    __slots__ = ("_count", "_packed", "_rulesets")

    _unpacked: ClassVar[tuple[PackedHands, list[SettledHand]] | None] = None

    def __init__(self, hands: Sequence[SettledHand]) -> None:
        self._rulesets = list({hand.ruleset.digest: hand.ruleset for hand in hands}.values())
        stream = BytesIO()
        _HandPickler(stream, self._rulesets).dump(list(hands))
        self._count, self._packed = len(hands), zlib.compress(stream.getvalue(), 1)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SettledHand: ...
    @overload
    def __getitem__(self, index: slice) -> list[SettledHand]: ...
    def __getitem__(self, index: int | slice) -> SettledHand | list[SettledHand]:
        kept = PackedHands._unpacked
        if kept is None or kept[0] is not self:
            stream = BytesIO(zlib.decompress(self._packed))
            kept = PackedHands._unpacked = (self, _HandUnpickler(stream, self._rulesets).load())
        return kept[1][index]


class _HandPickler(pickle.Pickler):
    """Packs hands without their rulesets."""

    def __init__(self, stream: BytesIO, rulesets: list[Ruleset]) -> None:
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
    def __init__(self, stream: BytesIO, rulesets: list[Ruleset]) -> None:
        super().__init__(stream)
        self._rulesets = rulesets

    def persistent_load(self, number: int) -> Ruleset:
        """The ruleset of a number."""
        return self._rulesets[number]
