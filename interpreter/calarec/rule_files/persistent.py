"""A replacement in plain Python for the compiled library rpds of jsonschema.

Maps, sets and lists that never change: a changing method returns another one. They copy their content, which is quick
enough for the few dozen schemas and anchors of a validator.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(Mapping[K, V]):
    """A map that never changes."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[K, V] | Iterable[tuple[K, V]] = (), **more: V) -> None:
        self._held: dict[Any, V] = dict(held, **more)

    @classmethod
    def convert(cls, held: Mapping[K, V] | Iterable[tuple[K, V]]) -> HashTrieMap[K, V]:
        """The map itself, or one that holds the same."""
        return held if isinstance(held, cls) else cls(held)

    def __getitem__(self, key: K) -> V:
        return self._held[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({self._held!r})"

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        """With one entry more, or another."""
        return HashTrieMap({**self._held, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """Without an entry; KeyError if there is none."""
        left = dict(self._held)
        del left[key]
        return HashTrieMap(left)

    def discard(self, key: K) -> HashTrieMap[K, V]:
        """Without an entry, if there is one."""
        return self.remove(key) if key in self._held else self

    def update(self, *others: Mapping[K, V] | Iterable[tuple[K, V]], **more: V) -> HashTrieMap[K, V]:
        """With the entries of others."""
        held = dict(self._held)
        for other in others:
            held.update(other)
        return HashTrieMap(held, **more)


class HashTrieSet(AbstractSet[K]):
    """A set that never changes."""

    __slots__ = ("_held",)

    def __init__(self, held: Iterable[K] = ()) -> None:
        self._held = frozenset(held)

    def __contains__(self, each: object) -> bool:
        return each in self._held

    def __iter__(self) -> Iterator[K]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        return f"HashTrieSet({set(self._held)!r})"

    def insert(self, each: K) -> HashTrieSet[K]:
        """With one more."""
        return HashTrieSet(self._held | {each})

    def remove(self, each: K) -> HashTrieSet[K]:
        """Without one; KeyError if it is not there."""
        if each not in self._held:
            raise KeyError(each)
        return HashTrieSet(self._held - {each})

    def discard(self, each: K) -> HashTrieSet[K]:
        """Without one, if it is there."""
        return HashTrieSet(self._held - {each})

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        """With those of others."""
        return HashTrieSet(self._held.union(*others))


class List(Hashable):
    """A list that never changes and grows at its front."""

    __slots__ = ("_held",)

    def __init__(self, held: Iterable[Any] = ()) -> None:
        self._held = tuple(held)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._held)

    def __reversed__(self) -> List:
        return List(reversed(self._held))

    def __len__(self) -> int:
        return len(self._held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._held == other._held

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        return f"List({list(self._held)!r})"

    @property
    def first(self) -> Any:
        """The first; IndexError if there is none."""
        if not self._held:
            raise IndexError("empty list")
        return self._held[0]

    @property
    def rest(self) -> List:
        """All but the first."""
        return List(self._held[1:])

    def push_front(self, each: object) -> List:
        """With one more at its front."""
        return List((each, *self._held))

    def drop_first(self) -> List:
        """Without the first; IndexError if there is none."""
        if not self._held:
            raise IndexError("empty list")
        return self.rest


def stand_in() -> None:
    """Register this module as rpds, if that is missing."""
    try:
        import rpds  # noqa: F401
    except ImportError:
        module = ModuleType("rpds")
        vars(module).update(HashTrieMap=HashTrieMap, HashTrieSet=HashTrieSet, List=List)
        sys.modules["rpds"] = module
