"""The files of the repository, as the tests about the house see them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("bench", "docs", "grammar", "interpreter", "kernel", "records", "rules", "tests", "tools")
ALONE: Final = (
    "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "README.it.md", "LICENSE", "pyproject.toml",
    "constraints.txt", "locked.txt", "locked-dev.txt", "Makefile", "action.yml",
    ".ci/run", ".gitignore", "package.json", "package-lock.json",
)  # fmt: skip
_TEXT: Final = (".c", ".h", ".py", ".pyi", ".md", ".yaml", ".json", ".jsonl", ".lark", ".cal", ".txt", ".toml", ".csv")


def python_files(*rooms: str) -> Iterator[Path]:
    """Every module below the rooms."""
    for room in rooms:
        yield from sorted((ROOT / room).rglob("*.py"))


def text_files() -> Iterator[Path]:
    """Every text of the repository, whether this is a checkout or an unpacked distribution."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*")):
            if file.suffix in _TEXT and file.is_file() and "__pycache__" not in file.parts:
                yield file
    for name in ALONE:
        if (ROOT / name).is_file():
            yield ROOT / name


def shown(file: Path) -> str:
    """A file's name as the messages of tests show it."""
    return file.relative_to(ROOT).as_posix()


def text_of(file: Path) -> str:
    """Return the text of a file; replace bytes of damaged encodings."""
    return file.read_text(encoding="utf-8", errors="replace")
