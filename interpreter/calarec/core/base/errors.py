"""The base class of exceptions that can be pickled and copied."""

from __future__ import annotations

from typing import Any

__all__ = ["PortableError"]


class PortableError(Exception):
    """An exception that arrives in another process, and in a copy, as it was raised.

    Python makes a copy by calling the class with `args`. Those are the message; a constructor that takes something
    else would fail, or take the message for it.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[PortableError], args: tuple[Any, ...], attributes: dict[str, Any]) -> PortableError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error
