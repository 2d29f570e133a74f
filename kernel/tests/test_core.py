"""The core alone, without Python: compiled under sanitizers and fed with what nobody should hand over."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
SANITIZED = (
    "-g",
    "-O1",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)


def test_malformed_tables_and_moments(tmp_path: Path) -> None:
    """Refused or answered, without a byte out of place; all four answers occur."""
    program = tmp_path / "malformed"
    sources = [HERE / "malformed.c", HERE.parent / "core" / "solver.c"]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    for seed in ("1", "2"):
        ended = subprocess.run([program, seed, "3000"], capture_output=True, text=True, check=True)
        answers = [int(each) for each in re.findall(r"\d+", ended.stdout)]
        assert len(answers) == 4
        assert min(answers) > 50, ended.stdout
