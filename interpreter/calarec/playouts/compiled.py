"""Playouts by the compiled kernel: the same hands, twenty times as fast.

The rules go in as tables and programs, with the state of Python's generator, so that random numbers are the same. The
effect of a word of the auction is added when it is first needed. Rules that the kernel does not serve are played by
`player.py` from the first hand on.
"""

from __future__ import annotations

from random import Random
from struct import pack
from typing import TYPE_CHECKING, Final

from calarec.bulk.auction import AuctionEnd
from calarec.bulk.compile import generated_source, write_filter
from calarec.bulk.machine import NO_PROGRAM, translate_source
from calarec.core.base.kernel import find_compiled_kernel as kernel
from calarec.playouts.stepping import write_stepping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from calarec.bulk.auction import Point
    from calarec.bulk.machine import Program
    from calarec.playouts.player import PlayedOut, Player

    class PlayoutsCore(Protocol):
        """The playouts that the compiled kernel makes of tables."""

        def point(self, seat: int, calling: int, words: int, /) -> int:
            """The number of a point of the auction; -1 if it cannot be kept."""

        def leads(self, point: int, word: int, to: int, contract: int, declarer: int, /) -> bool:
            """Learn the effect of a word; False if it is not kept."""

        def play(self, most: int, /) -> tuple[int, int, int, list[PlayedOut]]:
            """Why it stopped, point and word that are asked about, and the hands."""


_LOST, _AUCTION, _FULL = range(3)
_MAX_BLOCK_HANDS: Final = 1000
_PROGRAMS: Final = ("chance", "settle", "callable", "called")


class LostPlayoutsError(Exception):
    """The kernel does not know how to go on."""


def kernel_tables(player: Player) -> list[int]:
    """As `kernel/core/playouts.h` wants them."""
    rules = player.compiled
    contracts = rules.contract_names
    found = translate_source(generated_source(write_filter, rules)) | translate_source(
        generated_source(write_stepping, rules)
    )
    into = [
        rules.players, player.size, len(rules.pile_names), len(rules.cards.names), len(contracts),
        rules.rules.play.follow == "must", "settle_out" in rules.functions, len(player.tables), *rules.cards.suit_of,
        *player.dealt,
    ]  # fmt: skip
    for dealer, dummies, _ in player.tables:
        into += [dealer, sum(1 << place for place in dummies)]
    for name in contracts:
        way = player.ways.get(name)
        raises = way.raises[1:] if way is not None else ()
        into += [rules.has_call_with_bid(name), way is not None and way.chance is not None, len(raises)]
        into += map(contracts.index, raises)
    for name in (*contracts, ""):
        for dealer, _, _ in player.tables:
            into += [
                rules.first_leader(name, place, dealer) if name in player.ways else 0 for place in range(rules.players)
            ]
    for name in (*(f"{what}_{number}" for number in range(len(contracts)) for what in _PROGRAMS), "settle_out"):
        into += _program_words(found.get(name, NO_PROGRAM))
    return [int(word) for word in into]


def _program_words(program: Program) -> Sequence[int]:
    return (len(program.code), len(program.numbers), *program.code, *program.numbers)


class CompiledPlayer:
    """Hands of a seed by the compiled kernel; ValueError if it cannot play the rules."""

    def __init__(self, player: Player, seed: int, made: type[PlayedOut]) -> None:
        found = kernel()
        if found is None:
            raise ValueError
        self.rules = player.compiled
        self.numbers = {name: number for number, name in enumerate(self.rules.contract_names)}
        words, state = kernel_tables(player), Random(seed).getstate()[1]
        self.core: PlayoutsCore = found.Playouts(
            pack(f"={len(words)}q", *words), pack(f"={len(state)}q", *state), self.rules.contract_names, made
        )
        self.points: list[Point] = []
        self.known: dict[int, int] = {}
        for _, _, start in player.tables:
            self._point_number(start, again=True)

    def _point_number(self, point: Point, *, again: bool = False) -> int:
        found = self.known.get(id(point))
        if found is not None and not again:
            return found
        calling = self.numbers[point.contract] if point.calling else -1
        number = self.core.point(point.seat, calling, len(point.words))
        if number < 0:
            raise LostPlayoutsError
        self.points.append(point)
        return self.known.setdefault(id(point), number)

    def _tell_word(self, at: int, word: int) -> None:
        point = self.points[at]
        after = point.point_after("" if point.calling else point.words[word])
        if isinstance(after, AuctionEnd):
            kept = self.core.leads(at, word, -1, self.numbers.get(after.contract, -1), after.declarer)
        else:
            assert after is not None
            kept = self.core.leads(at, word, self._point_number(after), -1, -1)
        if not kept:
            raise LostPlayoutsError

    def play_blocks(self, hands: int) -> Iterator[list[PlayedOut]]:
        """Yield blocks of a number of hands; LostPlayoutsError if it cannot go on."""
        while hands:
            stop, at, word, found = self.core.play(min(hands, _MAX_BLOCK_HANDS))
            hands -= len(found)
            yield found
            if stop == _LOST:
                raise LostPlayoutsError
            if stop == _AUCTION:
                self._tell_word(at, word)
