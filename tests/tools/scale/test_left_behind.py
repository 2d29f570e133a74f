"""A killed command leaves no process."""

from __future__ import annotations

import subprocess
import sys

BEGINNING = """
import time
from calarec_tools.archive.runs.in_flight import LocalPool
pool = LocalPool(2)
print(pool.submit(abs, -1).result(), flush=True)
time.sleep(600)
"""
"""Two processes of which one has worked."""


def test_processes_end_with_the_one_that_began_them() -> None:
    """However it ends: no process is left that waits for work and holds its data."""
    words = [sys.executable, "-c", BEGINNING]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "1\n"
        running.kill()
        assert running.communicate(timeout=60)[0] == ""  # the end comes when nobody holds it any more
