"""Data frames of the two libraries that people use: pandas, and polars."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

FrameLibrary: TypeAlias = Literal["pandas", "polars"]
FRAME_LIBRARIES: Final[tuple[FrameLibrary, ...]] = get_args(FrameLibrary)


def choose_frame_library(library: FrameLibrary | None) -> FrameLibrary:
    """The library asked for; without one pandas, or polars where pandas is missing."""
    if library is not None:
        if library not in FRAME_LIBRARIES:
            raise ValueError(f"library is `pandas` or `polars`, not {library!r}")
        return library
    return "pandas" if find_spec("pandas") is not None else "polars"


def make_data_frame(rows: Sequence[dict[str, Any]], library: FrameLibrary | None = None) -> Any:
    """Rows as a data frame."""
    return import_module(choose_frame_library(library)).DataFrame(rows)
