"""Compiled code for an exported page: the modules of a first evening.

To compile sources takes Python in a browser longer than all else that calarec does before the first answer. Only the
Python that runs compiled code can write it, so an export starts that of the page once: `page/compile.mjs` calls
`compile_first_modules` there, in Node.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_folder

if TYPE_CHECKING:
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

    Where Node cannot run it, the archive stays as it is: its sources do the same, later.
    """
    command = ["node", os.fspath(data_folder("page") / "compile.mjs"), os.fspath(pyodide.resolve())]
    try:
        done = subprocess.run(command, input=archive, capture_output=True, check=False)
    except OSError:
        return archive
    return done.stdout if done.returncode == 0 else archive


def compile_first_modules(archive: str, folder: str, sample: str) -> None:
    """Rewrite an archive, unpacked in a folder on `sys.path`: code for the sources that first calls import.

    Code has no sources beside it, so no time of a file has to agree with another. It keeps the numbers of lines.
    """
    import py_compile
    import sys
    from pathlib import Path
    from zipfile import ZIP_DEFLATED, ZipFile

    from calarec_tools.desk.calls.boundary import answer_call

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
