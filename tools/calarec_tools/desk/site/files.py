"""The files of the page: its own, calarec as an archive, and Python (Pyodide).

The files of a version have one digest together, by which a browser recognises a new version.
"""

from __future__ import annotations

import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from calarec.core.base.resources import data_folder
from calarec.core.wording.language import Words
from calarec_tools.desk.site.compiling import with_first_modules_compiled
from calarec_tools.desk.site.kept_rules import kept_rules
from calarec_tools.desk.site.listed_rules import shipped_rules
from calarec_tools.desk.site.page_words import page_words
from calarec_tools.desk.site.policy import POLICY
from calarec_tools.desk.viewing.player_words import player_words
from calarec_tools.output.browser.bundle import LICENCE, bundle
from calarec_tools.output.browser.document import asset
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.pictures.cards import CardFace, card_symbols
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE
from calarec_tools.output.pictures.table import TABLE_STYLE
from calarec_tools.output.sheet.pages import SHEET_STYLE

_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_NO_PYODIDE: Final = Words(
    "{folder}: Pyodide, the Python of a browser, is not there; `npm ci` in a copy of the sources brings it, or "
    "`npm install pyodide@{version}` in this folder. `--pyodide FOLDER` says where it is."
)
_WORKERS: Final = ("sw.js", "served_sw.js")
"""The script that keeps the page in a browser, and the one that ends that."""
VERSION: Final = "314.0.7"
"""The Pyodide that the page is tested with."""


def pyodide_folder(named: str | None) -> Path:
    """Return the folder of Pyodide: the named one, or Node's; refuse if missing."""
    here = Path.cwd()
    beside = data_folder("page").parent
    places = [Path(named)] if named else [each / "node_modules" / "pyodide" for each in (here, *here.parents, beside)]
    for place in places:
        if all((place / each).is_file() for each in _PYODIDE):
            return place
    raise RefusalError(_NO_PYODIDE, folder=os.fspath(places[0]), version=VERSION)


def site_files(pyodide: Path, *, is_compiled: bool = True) -> dict[str, bytes]:
    """The files by their names; `is_compiled` takes the time to compile modules."""
    files = _page_files(is_served=False)
    files[LICENCE] = data_folder(LICENCE).read_bytes()
    sources = bundle(kept_rules(f"cpython {_python_of(pyodide)}"))
    files["calarec.zip"] = with_first_modules_compiled(sources, pyodide) if is_compiled else sources
    files |= {f"pyodide/{name}": (pyodide / name).read_bytes() for name in _PYODIDE}
    digest = sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)}\n".encode() + data)
    known = json.dumps({"version": digest.hexdigest()[:16], "files": sorted(files)})
    files["sw.js"] = (f"const SITE = {known};\n" + _read_own_file("sw.js")).encode()
    return files


def served_files() -> dict[str, bytes]:
    """Return the files for the local server: without Pyodide and offline storage."""
    files = _page_files(is_served=True)
    files["sw.js"] = _read_own_file("served_sw.js").encode()
    files["closed.html"] = _read_own_file("closed.html").encode()
    return files


def _page_files(*, is_served: bool) -> dict[str, bytes]:
    files = {name: text.encode() for name, text in _own_files(is_served=is_served).items()}
    return files | {file.name: file.read_bytes() for file in data_folder("page").iterdir() if file.suffix == ".png"}


def _python_of(pyodide: Path) -> str:
    """The version of Python that Pyodide is."""
    return str(json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]["python"])


def _own_files(*, is_served: bool) -> dict[str, str]:
    """Return the project's own files; `SERVED` in the page states where it comes from."""
    names = [
        file.name
        for file in data_folder("page").iterdir()
        if file.suffix in (".js", ".webmanifest") and file.name not in _WORKERS
    ]
    files = {name: _read_own_file(name) for name in names}
    files["index.html"] = _read_own_file("index.html").replace("POLICY", POLICY)
    files["page.css"] = "\n".join(
        (SHEET_STYLE, asset("player.css"), TABLE_STYLE, CURVE_STYLE, _read_own_file("page.css"))
    )
    files["player.js"] = asset("player.js")
    files["icon.svg"] = icon()
    words = {"page": page_words(), "player": player_words()}
    files["words.js"] = "".join(
        (_module("WORDS", words), _module("SHIPPED", shipped_rules()), _module("SERVED", is_served))
    )
    return files


def _module(name: str, data: object) -> str:
    return f"export const {name} = {json.dumps(data, ensure_ascii=False, indent=1)};\n"


@cache
def _read_own_file(name: str) -> str:
    return (data_folder("page") / name).read_text("utf-8")


def icon() -> str:
    """Return the icon: an ace of coins on green cloth, with a margin for any shape."""
    face = CardFace("A", "d", "1", "coins")
    card = f'<use href="#{face.symbol_id}" x="158" y="106" width="196" height="300"/>'
    cloth = '<rect width="512" height="512" fill="#2f6b4f"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{cloth}{card_symbols([face])}{card}</svg>\n'
