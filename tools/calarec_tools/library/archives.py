"""An archive in DuckDB, asked in SQL through a closed connection."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from calarec.core.base.arguments import wrong_kind
from calarec.core.base.frozen import dataclass
from calarec_tools.library.frames import choose_frame_library

if TYPE_CHECKING:
    from calarec_tools.archive.database import QueryAnswer
    from calarec_tools.library.frames import FrameLibrary


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive from `calarec archive build`."""

    path: str

    def query(self, sql: str) -> QueryAnswer:
        """The answer to a question in SQL; docs/guides/archive.md describes the tables."""
        from calarec_tools.archive.connections import open_archive
        from calarec_tools.archive.database import answer_query

        with open_archive(self.path) as connection:
            return answer_query(connection, sql)

    def df(self, sql: str = "SELECT * FROM hands", *, library: FrameLibrary | None = None) -> Any:
        """The answer as a data frame.

        Args:
            sql: the question; without it all hands.
            library: `pandas` or `polars`; without it pandas, or polars where pandas is not installed.
        """
        from calarec_tools.archive.connections import open_archive
        from calarec_tools.archive.database import query_frame

        chosen = choose_frame_library(library)
        with open_archive(self.path) as connection:
            return query_frame(connection, sql, chosen)


def archive(path: str | os.PathLike[str]) -> Archive:
    """Opens an archive; it needs DuckDB, the extra `archive`.

    Args:
        path: the file that `calarec archive build -o` has written.
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_kind("path", "the path of an archive", path)
    return Archive(os.fspath(path))
