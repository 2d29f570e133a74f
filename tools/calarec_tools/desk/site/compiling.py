"""Compiled code for an exported page: the modules of a first evening.

In a browser, Python takes longer to compile the sources than for everything else before the first answer. Compiled code
fits one version of Python only. So an export starts the page's own Python once in Node: `page/compile.mjs` calls
`compile_first_modules` there.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_FIRST_CALLS: Final = (
    ("replay", {"text": "{sample}", "rules": ""}),
    ("begin", {"rules": "pagat", "people": ["A", "B", "C"], "day": ""}),
    ("enter", {"text": "cal 1\nrules pagat\n", "typed": "A", "dealer": "A"}),
    ("sheet", {"text": "{sample}"}),
    ("check", {"text": "{sample}", "rules": ""}),
)
"""The calls of a first visit: the sample hand of the first screen, and an evening."""


def with_first_modules_compiled(archive: bytes, pyodide: Path) -> bytes:
    """Compile in the archive what a first evening imports, by the page's own Python.

    Without Node, the archive keeps its sources: the page works the same and starts more slowly.
    """
    command = ["node", os.fspath(data_folder("page") / "compile.mjs"), os.fspath(pyodide.resolve())]
    try:
        done = subprocess.run(command, input=archive, capture_output=True, check=False)
    except OSError:
        return archive
    return done.stdout if done.returncode == 0 else archive


def compile_first_modules(archive: str, folder: str, sample: str, answer_call: Callable[[str, str], str]) -> None:
    """Compile in an archive the modules that first calls import.

    The archive is unpacked in a folder on `sys.path`. Compiled modules have no sources beside them, so no times of
    files have to agree; tracebacks keep their numbers of lines.
    """
    import py_compile
    import sys
    from pathlib import Path
    from zipfile import ZIP_DEFLATED, ZipFile

    for name, arguments in _FIRST_CALLS:
        given = {key: sample if value == "{sample}" else value for key, value in arguments.items()}
        answer_call(name, json.dumps({**given, "lang": "en"}))
    imported = {getattr(module, "__file__", None) for module in sys.modules.values()}
    with ZipFile(archive) as before:
        entries = [(entry, before.read(entry)) for entry in before.infolist()]
    with ZipFile(archive, "w") as after:
        for entry, data in entries:
            source = f"{folder}/{entry.filename}"
            if source in imported and source.endswith(".py"):
                entry.filename += "c"
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(source, f"{source}c", source, doraise=True, invalidation_mode=mode)
                data = Path(f"{source}c").read_bytes()
            after.writestr(entry, data, ZIP_DEFLATED, 9)
