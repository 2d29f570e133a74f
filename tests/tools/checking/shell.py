"""Commands as a shell runs them."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.house.tree import ROOT


def shell(command: str, *, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a line in which `calarec` is the program."""
    program = f'calarec() {{ {sys.executable} -m calarec_tools.main "$@"; }}; {command}'
    settings = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    return subprocess.run(["bash", "-c", program], capture_output=True, input=stdin, check=False, env=settings)
