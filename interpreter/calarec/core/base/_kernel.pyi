from collections.abc import Callable
from typing import Any, Final, Self

FACE: Final[int]

class Search:
    def __new__(
        cls,
        suits: tuple[int, ...],
        points: tuple[int, ...],
        owners: tuple[int, ...],
        side: int,
        must: bool,
        last: int,
        wanted: tuple[bytes, ...] | None = None,
        lazy: int = 0,
    ) -> Self: ...
    def ask(
        self,
        hands: tuple[int, ...],
        leader: int,
        trick: tuple[int, ...],
        tricks: int,
        points: int,
        target: int,
        grant: Callable[[int], int],
        /,
    ) -> tuple[int, int]: ...

class Checker:
    def __new__(cls, tables: bytes) -> Self: ...
    def seat(self, words: bytes, /) -> None: ...
    def learn(self, dealer: int, said: bytes, contract: int, declarer: int, leader: int, /) -> bool: ...
    def run(
        self,
        text: bytes,
        at: int,
        end: int,
        totals: tuple[int, ...],
        goal: int,
        deals: int,
        carried: int,
        due: int,
        name: bytes,
        /,
    ) -> tuple[int, int, int, int, bytes, int, int, int, int, bytes, bytes, bytes, bytes]: ...

class Playouts:
    def __new__(cls, tables: bytes, state: bytes, contracts: tuple[str, ...], made: type[tuple[Any, ...]]) -> Self: ...
    def point(self, seat: int, calling: int, words: int, /) -> int: ...
    def leads(self, point: int, word: int, to: int, contract: int, declarer: int, /) -> bool: ...
    def play(self, most: int, /) -> tuple[int, int, int, list[Any]]: ...
