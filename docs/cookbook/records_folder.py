"""A folder of records whose commits are checked by pre-commit.

    python records_folder.py FOLDER
    cd FOLDER && git init && pip install pre-commit calarec && pre-commit install

Each commit then writes its records in canonical form and stops if a record has an error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import calarec

if TYPE_CHECKING:
    from collections.abc import Sequence

# `language: system` takes the calarec that is installed. The hooks of calarec's repository install their own.
HOOKS = """\
repos:
  - repo: local
    hooks:
      - id: calarec-fmt
        name: calarec fmt
        entry: calarec fmt
        language: system
        files: \\.cal$
      - id: calarec-check
        name: calarec check
        entry: calarec check --format gcc
        language: system
        files: \\.cal$
"""


def main(arguments: Sequence[str]) -> list[Path]:
    """Write the configuration and two evenings to begin with."""
    folder = Path(arguments[0])
    (folder / "evenings").mkdir(parents=True)
    (folder / ".pre-commit-config.yaml").write_text(HOOKS, encoding="utf-8")
    written = []
    for number in (1, 2):
        path = folder / "evenings" / f"2026-12-0{number}.cal"
        hands = [played.hand for played in calarec.simulate("pagat", hands=3, seed=number)]
        path.write_text(calarec.write(hands), encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    main(sys.argv[1:])
