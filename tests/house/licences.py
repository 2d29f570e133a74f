"""Artefacts of calarec without its licence: wheels, source distributions, folders.

`python -m tests.house.licences FILE …` names them and ends with status 1; `.ci/run` calls it with what it has built.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("LICENSE", "LICENSE.txt")
"""As it is called; the packager of VS Code gives it an ending."""


def licences_in(artefact: Path) -> Iterator[bytes]:
    """Yield the contents of licence files, at the places where people look for them."""
    if artefact.is_dir():
        yield from (file.read_bytes() for name in NAMES if (file := artefact / name).is_file())
    elif tarfile.is_tarfile(artefact):
        with tarfile.open(artefact) as archive:
            for member in archive:
                stream = archive.extractfile(member) if _is_licence(member.name) else None
                if stream is not None:
                    yield stream.read()
    else:
        with zipfile.ZipFile(artefact) as archive:
            yield from (archive.read(name) for name in archive.namelist() if _is_licence(name))


def _is_licence(name: str) -> bool:
    """At the root of a source distribution or an extension, or where a wheel keeps licences."""
    place = PurePosixPath(name)
    folder = place.parent
    at_root = len(place.parts) == 2 and not folder.name.endswith((".data", ".dist-info"))
    return place.name in NAMES and (at_root or (folder.name == "licenses" and folder.parent.suffix == ".dist-info"))


def lacking(artefacts: list[Path]) -> list[Path]:
    """Return the artefacts without the exact text of calarec's licence."""
    text = (ROOT / "LICENSE").read_bytes()
    return [artefact for artefact in artefacts if text not in licences_in(artefact)]


def main(names: list[str]) -> int:
    """Print the packages without a licence; each must be installed."""
    without = lacking([Path(name) for name in names])
    for artefact in without:
        sys.stderr.write(f"{artefact}: calarec's licence is missing\n")
    return 1 if without or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
