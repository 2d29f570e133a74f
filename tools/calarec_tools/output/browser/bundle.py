"""The interpreter as an archive of plain Python, without compiled parts.

It has calarec with its data, without rooms that no call of the page enters, and the portable parts of its dependencies,
each with its licence. Unpacked into a folder on `sys.path` of Python 3.13 or later it is all that most commands of
`calarec_tools.main` need, except for help drawn by typer.
"""

from __future__ import annotations

import io
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from calarec.core.base.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CARRIED: Final = (
    "calarec", "calarec_tools",
    "lark", "yaml", "jsonschema", "jsonschema_specifications", "referencing", "attr", "attrs",
)  # fmt: skip
"""The packages by their import names; calarec has a replacement for rpds."""
_DISTRIBUTIONS: Final = {"yaml": "PyYAML", "attr": "attrs"}
"""The distribution that brings a package, where it has another name."""
LICENCE: Final = "LICENSE"
_LICENCES: Final = ("LICENSE", "LICENCE", "COPYING")
_DATA: Final = ("grammar", "rules")
_KINDS: Final = (".py", ".toml", ".md", ".json", ".lark", ".yaml", ".css", ".js")
_LEFT_OUT: Final = frozenset({"__pycache__", "__pyinstaller", "tests", "benchmarks", "tools", "_data"})
"""Folders within packages that no run imports.

calarec's own data comes from its source.
"""
ROOMS_LEFT_OUT: Final = ("calarec/conformance", "calarec/learning", "calarec/witnesses", "calarec_tools/desk/editor")
"""Rooms of code that no call of the page leads to (`tests/tools/test_bundle.py`)."""
_LEFT_OUT_BEFORE: Final = tuple(f"{room}/" for room in ROOMS_LEFT_OUT)
_SPECIFICATIONS: Final = "jsonschema_specifications"
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def bundle(more: Iterable[tuple[str, bytes]] = ()) -> bytes:
    """Build the archive, with `more` files; the same files give the same bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in [*((name, file.read_bytes()) for name, file in sorted(carried_files())), *sorted(more)]:
            entry = ZipInfo(name, _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return packed.getvalue()


def carried_files() -> Iterator[tuple[str, Path]]:
    """Every file of the archive: its name there, and its path."""
    for package in CARRIED:
        folder = _package_folder(package)
        for file in _package_files(folder):
            name = f"{package}/{file.relative_to(folder).as_posix()}"
            if not name.startswith(_LEFT_OUT_BEFORE):
                yield name, file
        for file in _licences(package):
            yield f"{package}/{file.name}", file
    yield f"calarec/_data/{LICENCE}", data_folder(LICENCE)
    for name in _DATA:
        folder = data_folder(name)
        for file in _package_files(folder):
            yield f"calarec/_data/{name}/{file.relative_to(folder).as_posix()}", file


def _licences(package: str) -> Iterator[Path]:
    """The licences of a package of others, as it was installed with them."""
    if package.startswith("calarec"):
        return
    try:
        installed = files(_DISTRIBUTIONS.get(package, package)) or ()
    except PackageNotFoundError:
        return
    for file in installed:
        if file.name.upper().startswith(_LICENCES) and file.parts[0].endswith(".dist-info"):
            yield Path(str(file.locate()))


def _package_folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent


def _package_files(folder: Path) -> Iterator[Path]:
    """The files of a package; the specifications' have no ending."""
    bare = folder.name == _SPECIFICATIONS
    for file in folder.rglob("*"):
        inner = file.relative_to(folder).parts
        if _LEFT_OUT.isdisjoint(inner) and file.is_file() and (file.suffix in _KINDS or (bare and not file.suffix)):
            yield file
