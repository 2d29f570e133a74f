"""An archive in DuckDB, asked in SQL through a closed connection."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from calarec.core.base.arguments import wrong_kind
from calarec.core.base.frozen import dataclass

if TYPE_CHECKING:
    from calarec_tools.archive.database import QueryAnswer


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that `calarec archive build` has made."""

    path: str

    def query(self, sql: str) -> QueryAnswer:
        """The answer to a question in SQL; docs/archive.md describes the tables."""
        from calarec_tools.archive.connections import open_archive
        from calarec_tools.archive.database import answer_query

        with open_archive(self.path) as connection:
            return answer_query(connection, sql)

    def df(self, sql: str = "SELECT * FROM hands") -> Any:
        """The answer as a data frame of pandas, or of polars without pandas."""
        from calarec_tools.library.evenings import make_data_frame

        found = self.query(sql)
        return make_data_frame([dict(zip(found.columns, row, strict=True)) for row in found.rows])


def archive(path: str | os.PathLike[str]) -> Archive:
    """Opens an archive; it needs DuckDB, the extra `archive`.

    Args:
        path: the file that `calarec archive build -o` has written.
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_kind("path", "the path of an archive", path)
    return Archive(os.fspath(path))
