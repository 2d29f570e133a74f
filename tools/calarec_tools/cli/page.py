"""`calarec page`: the page to type into, served on this machine or written to a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.runs.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output

_SERVED: Final = Words("The page is at {address} ; Ctrl-C ends it.")
_WRITTEN: Final = Words("{folder}: {count} files, {size} MB. Any server can serve them; offline needs https.")
_TAKEN: Final = Words("port {port} cannot be had ({reason}); `--port 0` takes a free one.")
_SOMETHING_ELSE: Final = Words(
    "{folder} holds something else; a new or an empty folder is needed, or one of an older page."
)
_MARK: Final = "sw.js"


def page(out: Output, *, export: str | None, port: int, pyodide: str | None, quiet: bool) -> int:
    """Serves the page and opens it in a browser, or writes it to a folder."""
    from calarec_tools.site.files import pyodide_folder, site_files

    files = site_files(pyodide_folder(pyodide))
    if export is not None:
        _write(out, files, export)
    else:
        _serve(out, files, port, opening=not quiet)
    return CLEAN


def _write(out: Output, files: dict[str, bytes], folder: str) -> None:
    """Writes every file; beside what is not ours nothing is written."""
    from pathlib import Path

    from calarec_tools.runs.replacing import replace_file

    place = Path(folder)
    if place.exists() and (not place.is_dir() or (any(place.iterdir()) and not (place / _MARK).is_file())):
        raise RefusalError(_SOMETHING_ELSE, folder=folder)
    for name, data in files.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        # Bytes that are no text pass through as what they are.
        replace_file(file, [data.decode("utf-8", "surrogateescape")])
    size = f"{sum(map(len, files.values())) / 1e6:.1f}"
    out.remark(_WRITTEN, folder=folder, count=len(files), size=size)


def _serve(out: Output, files: dict[str, bytes], port: int, *, opening: bool) -> None:
    import sys
    import webbrowser

    from calarec.wording.system_errors import why_refused
    from calarec_tools.site.serving import HOST, server

    try:
        serving = server(files, port)
    except OSError as error:
        raise RefusalError(_TAKEN, port=port, reason=why_refused(error)) from None
    address = f"http://{HOST}:{serving.server_address[1]}/"
    out.remark(_SERVED, address=address)
    sys.stderr.flush()
    if opening:
        webbrowser.open(address)
    with serving:
        serving.serve_forever()


DECLARED = Command(
    page,
    options=(
        Option("export", ("--export",), Words("Write the page to this folder, for any server."), metavar="FOLDER"),
        Option(
            "port", ("--port",), Words("The port to serve at (0: a free one)."), kind="whole", default=8137, least=0
        ),
        Option("pyodide", ("--pyodide",), Words("Where Pyodide lies, the Python of a browser."), metavar="FOLDER"),
        Option("quiet", ("--no-open",), Words("Do not open a browser."), kind="flag"),
    ),
    example="calarec page",
)
