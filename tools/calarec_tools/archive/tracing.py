"""Rules that record which of their leaves are read while a game is played.

One wrapper gives coverage and, per hand, the rules that could have mattered.
"""

from __future__ import annotations

from functools import cached_property
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, cast

from calarec.core.mechanisms.rules import Named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.rules import Rules


def trace_reads(rules: Rules) -> tuple[Rules, set[str]]:
    """Wrap rules; return them with a set that fills with the paths of leaves read."""
    seen: set[str] = set()
    return cast("Rules", _Part(rules, "", seen)), seen


class _Part:
    """A part of the rules; a parameter is recorded when it is read first."""

    def __init__(self, of: Any, path: str, seen: set[str], changed: dict[str, Any] | None = None) -> None:
        self._of = of
        self._path = path
        self._seen = seen
        self._changed = changed or {}
        """Parameters that were put in the place of its own."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The class for `isinstance`: that of the rule which the traced rule wraps."""
        return type(self._of)

    def __replace__(self, **changes: Any) -> _Part:
        """The same part with other parameters; nothing is read of those that stay."""
        return _Part(self._of, self._path, self._seen, self._changed | changes)

    def __getattr__(self, name: str) -> Any:
        if name in self._changed:
            return self._changed[name]
        told = getattr(type(self._of), name, None)
        if isinstance(told, FunctionType):
            return MethodType(told, self)
        if name.startswith("__"):
            return getattr(self._of, name)  # what a class says of itself is not a rule
        if isinstance(told, property) and told.fget is not None:
            value = told.fget(self)  # what a part says of itself it reads as anybody else does
        elif isinstance(told, cached_property):
            value = told.func(self)
        elif name == "params" and isinstance(self._of, Named):
            value = _Part(getattr(self._of, name), self._path, self._seen)
        else:
            value = _wrap_value(getattr(self._of, name), f"{self._path}.{name}" if self._path else name, self._seen)
        self.__dict__[name] = value
        return value


class _Entries:
    """A map of entries that records reads only inside the entries.

    Iterating over an empty map records that it is empty.
    """

    __slots__ = ("_known", "_of", "_path", "_seen")

    def __init__(self, of: Mapping[str, Any], path: str, seen: set[str]) -> None:
        self._of = of
        self._path = path
        self._seen = seen
        self._known: dict[str, Any] = {}
        """The entries that were looked up."""

    def __getitem__(self, key: str) -> Any:
        if key not in self._known:
            self._known[key] = _wrap_value(self._of[key], f"{self._path}.{key}", self._seen)
        return self._known[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self._of else default

    def _all(self) -> Mapping[str, Any]:
        if not self._of:
            self._seen.add(self._path)
        return self._of

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, key: object) -> bool:
        return key in self._of

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Iterator[Any]:
        return (self[key] for key in self)

    def items(self) -> Iterator[tuple[str, Any]]:
        return ((key, self[key]) for key in self)


def _wrap_value(value: Any, path: str, seen: set[str]) -> Any:
    if hasattr(value, "items"):
        return _Entries(value, path, seen)
    if hasattr(value, "__dataclass_fields__"):
        return _Part(value, path, seen)
    if isinstance(value, tuple) and any(hasattr(item, "__dataclass_fields__") for item in value):
        return tuple(_Part(item, f"{path}.{number}", seen) for number, item in enumerate(value))
    seen.add(path)
    return value
