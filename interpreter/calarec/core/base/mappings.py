"""A mapping that nobody changes and that can be sent to another process."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

__all__ = ["FrozenMap"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenMap(dict[_Key, _Value]):
    """A dictionary that refuses changes; unlike `types.MappingProxyType` it can be pickled and copied."""

    __slots__ = ()

    def _refuse_change(self, *_args: Any, **_values: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse_change

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
