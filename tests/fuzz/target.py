"""Targets of fuzzing: each makes inputs by lot and checks its promise on them.

Terms. An *input* is a text (invalid bytes as lone surrogates) and other drawn values. A *failure* is an
exception: that of an assertion, one that calarec should not have let through, or that of the clock. Two failures are
the same if they have the same kind, and were raised at the same place.
"""

from __future__ import annotations

import signal
import traceback
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE: Final = 60
"""Seconds for an input, unless a target has its own; few need two."""
_HERE: Final = Path(__file__).parents[2]


class Drawn(NamedTuple):
    """An input: shown as it must be pasted into `test_found.py`."""

    text: str
    more: tuple[str | int, ...] = ()

    @property
    def raw(self) -> bytes:
        """The text as it would be in a file."""
        return self.text.encode("utf-8", "surrogateescape")


class Target(NamedTuple):
    """A promise, and the inputs on which it is checked."""

    name: str
    promise: str
    draw: Callable[[Random], Drawn]
    hold: Callable[[Drawn], None]
    bounded: int
    """The number of inputs that the tests draw."""
    patience: int = PATIENCE
    """Seconds of its own work after which an input is taken to hang."""

    def at(self, seed: int, number: int) -> Drawn:
        """The same input for the same numbers, whatever was drawn before."""
        return self.draw(Random(f"{self.name} {seed} {number}"))


class Failure(NamedTuple):
    """The outcome of an input that broke the promise."""

    kind: str
    place: str
    told: str

    @property
    def same(self) -> tuple[str, str]:
        """The key that identifies a failure."""
        return self.kind, self.place


class HangError(BaseException):
    """The clock has run out: no `except Exception` keeps it."""


def failure(target: Target, drawn: Drawn) -> Failure | None:
    """Holds an input against the promise; None if the promise is kept."""
    try:
        with clock(target.patience):
            target.hold(drawn)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(str(_HERE))]
        last = frames[-1]
        place = "" if isinstance(error, HangError) else f"{Path(last.filename).name}:{last.lineno}"
        return Failure(type(error).__name__, place, "".join(traceback.format_exception(error))[-6000:])
    return None


@contextmanager
def clock(seconds: int) -> Iterator[None]:
    """Counts the work of this process alone, so that a busy machine makes nothing fail."""

    def ring(_number: int, _frame: object) -> None:
        raise HangError(f"more than {seconds} s of work")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
