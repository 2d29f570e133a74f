"""Runs a command line in this process, in an empty folder, its streams held."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import webbrowser
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from calarec_tools.desk.serving.page_server import PageServer
from calarec_tools.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Ended(NamedTuple):
    """The status of a command that ended, and its output."""

    status: int
    out: bytes
    err: bytes


@contextmanager
def folder(files: Mapping[str, bytes]) -> Iterator[Path]:
    """An empty folder with these files in it, made the working folder; what is cached is kept in none."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as made:
        for name, raw in files.items():
            Path(made, name).write_bytes(raw)
        os.chdir(made)
        try:
            yield Path(made)
        finally:
            os.chdir(before)


def called(words: Sequence[str], stdin: bytes = b"") -> Ended:
    """Runs the command; a mistake in calarec itself comes as the exception that it is."""
    streams = [io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8") for raw in (stdin, b"", b"")]
    settings = {"CALAREC_DEBUG": "1", "CALAREC_CACHE": "off", "LC_ALL": "C", "COLUMNS": "100"}
    settings["XDG_DATA_HOME"] = str(Path.cwd() / ".data")
    settings["HOME"] = str(Path.cwd())
    with (
        patch.dict(os.environ, settings),
        # A page that would be served until somebody ends it is put together and ended.
        patch.object(PageServer, "serve", lambda _: None),
        patch.object(webbrowser, "open", lambda _: True),
        patch.object(sys, "stdin", streams[0]),
        patch.object(sys, "stdout", streams[1]),
        patch.object(sys, "stderr", streams[2]),
    ):
        status = main(list(words))
    out, err = (_bytes(stream) for stream in streams[1:])
    return Ended(status, out, err)


def _bytes(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue()
