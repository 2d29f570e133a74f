"""The pictures of the pages: `python -m tests.tools.viewing.pictures` draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import LANGUAGES, SOURCE
from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHOWN: Final = {"first-7": ("--at", "7"), "first": ()}
FOLDER: Final = ROOT / "docs" / "examples"


def drawn(folder: Path) -> Iterator[Path]:
    """Draws every picture into a folder, in every language, from the record of the README."""
    for name, words in SHOWN.items():
        for lang in LANGUAGES:
            file = folder / f"{name}{'' if lang == SOURCE else '.' + lang}.svg"
            main(["view", "records/pagat/first.cal", "--svg", *words, "--lang", lang, "-o", str(file)])
            yield file


if __name__ == "__main__":
    print(*(file.name for file in drawn(FOLDER)))  # noqa: T201
