"""A picture of a record with two mistakes in Neovim.

`python -m tests.tools.editor.neovim` draws it again. Neovim runs without a window, with the colours of `editors/vim`
and the server as `docs/guides/editors.md` sets them up; the letters of its screen are written into an SVG.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tests.house.tree import ROOT
from tests.tools.editor.terminal import TEXT, picture

if TYPE_CHECKING:
    from tests.tools.editor.terminal import Cells

PICTURES: Final = {lang: ROOT / "docs" / "examples" / f"neovim{end}.svg" for lang, end in (("en", ""), ("it", ".it"))}
SHOWN: Final = """\
cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal B: 3b Rb Fb 5b As 7s 5s Rc 4c 3d Cd 7d
deal C: 2b 6b 4b Rs Cs 3c Cc 7c 2d Ad Rd 4d
deal A: Cb 7b 3s 2s Fs 2c Fc 6c 5c Fd 6d 5d
monte Ab 6s 4s Ac
bid B: chiammo C: passo A: passo
call B: 3s with A
give A: open 3s to B
take B: open Ab 6s 4s Ac
give B: open 4c to A
discard B: closed 5b 5s 4s 7d
 1 B: 3d 5c 5d
"""
FINDINGS: Final = 2
_COLOURS: Final = {
    "calVerb": "#7d3c98", "calString": "#1e7145", "calSeat": "#1f5fa8", "calCard": "#9c4a00", "calNumber": "#9c4a00",
    "calWord": "#0b6b75", "calKeyword": "#7d3c98", "calComment": "#707070",
}  # fmt: skip
_DIM, _ERROR = "#8a8a8a", "#b3261e"
_COLUMNS: Final = 104
_GUTTER: Final = 6
"""Columns of sign and number in front of each line."""


def screen(lang: str) -> tuple[list[str], list[list[str]]]:
    """The rows that Neovim shows, and the kind of each letter of the lines in them."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "evening.cal")
        file.write_text(SHOWN, encoding="utf-8")
        world = {
            **os.environ, "NVIM_SHOWN": str(file), "NVIM_COLOURS": str(ROOT / "editors" / "vim"), "NVIM_LANG": lang,
            "NVIM_PYTHON": sys.executable, "NVIM_FINDINGS": str(FINDINGS), "XDG_STATE_HOME": folder,
            "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        script = Path(__file__).with_suffix(".lua")
        done = subprocess.run(
            ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {script}"],
            env=world, capture_output=True, text=True, encoding="utf-8", check=True, timeout=300, cwd=folder,
        )  # fmt: skip
    said = json.loads(done.stdout or done.stderr)
    return [row.rstrip() for row in said["rows"]], [kinds.split(" ") for kinds in said["groups"]]


def typed(file: Path, keys: str) -> str:
    """Return a file after keys were pressed at its end in Neovim.

    The folder is in the runtime path, as in the docs.
    """
    subprocess.run(
        [
            "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", f"set runtimepath+={ROOT}/editors/vim",
            "--cmd", "filetype plugin indent on", "-c", f'execute "normal! G{keys}"', "-c", "wq", str(file),
        ],
        check=True, timeout=60, capture_output=True,
    )  # fmt: skip
    return file.read_text("utf-8")


def drawn(lang: str) -> str:
    """The picture."""
    rows, kinds = screen(lang)
    return picture((_cells(row, kinds[at]) for at, row in enumerate(rows)), _COLUMNS, len(rows))


def _cells(row: str, kinds: list[str]) -> Cells:
    """Each letter of a row with its colour: sign and number, line, text after it."""
    found: Cells = []
    for at, letter in enumerate(row):
        inside = at - _GUTTER
        if row.startswith("~") or _GUTTER > at > 1:
            colour = _DIM
        elif inside < 0 or inside >= len(kinds) or kinds == [""]:
            colour = _ERROR
        else:
            colour = _COLOURS.get(kinds[inside], TEXT)
        found.append((letter, colour))
    return found


def main() -> None:
    """Draws the pictures, one for each language."""
    for lang, file in PICTURES.items():
        file.write_text(drawn(lang), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
