"""`calarec page`: serve the page for typing, or write it to a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.output.files.streams import CLEAN, RefusalError, system_refusal

if TYPE_CHECKING:
    from calarec_tools.desk.serving.local_page import LocalPage
    from calarec_tools.output.files.streams import Output

_SERVED: Final = Words("The page is at {address} ; Ctrl-C ends it.")
_FOLDER: Final = Words("Evenings and rules are in {folder}.")
_WARNING: Final = Words(
    "Everyone in this network who has an address below can open the page. Nothing that is sent is encrypted."
)
_TO_WRITE: Final = Words("To write on another device: {address}")
_TO_WATCH: Final = Words("To watch: {address}")
_WRITTEN: Final = Words("{folder}: {count} files, {size} MB. Any server can serve them; offline needs https.")
_TAKEN: Final = Words("port {port} cannot be had ({reason}); `--port 0` takes a free one.")
_SOMETHING_ELSE: Final = Words(
    "{folder} holds something else; a new or an empty folder is needed, or one of an older page."
)
_NO_HOST: Final = Words(
    "this machine has no address `{host}`; `--host 0.0.0.0` serves the page at all addresses that it has."
)
_FOR_EXPORT: Final = Words("`--pyodide` belongs to `--export`: the page on this machine needs no Pyodide.")
_FOR_SERVING: Final = Words(
    "`--folder`, `--host`, `--port` and `--new-keys` belong to the page on this machine; with `--export` there is none."
)
_HOST: Final = "127.0.0.1"
_DEFAULT_PORT: Final = 8137
_MARK: Final = "sw.js"


def run_page(
    out: Output, *, export: str | None, folder: str | None, host: str | None, port: int | None, pyodide: str | None,
    new_keys: bool, quiet: bool,
) -> int:  # fmt: skip
    """Serves the page and opens it in a browser, or writes it to a folder."""
    if export is None:
        if pyodide is not None:
            raise RefusalError(_FOR_EXPORT)
        _serve_page(
            out,
            folder,
            host or _HOST,
            _DEFAULT_PORT if port is None else port,
            renewed_keys=new_keys,
            opening=not quiet,
        )
        return CLEAN
    if folder is not None or host is not None or port is not None or new_keys:
        raise RefusalError(_FOR_SERVING)
    from calarec_tools.desk.site.files import pyodide_folder, site_files

    _write_page_files(out, site_files(pyodide_folder(pyodide)), export)
    return CLEAN


def _write_page_files(out: Output, files: dict[str, bytes], folder: str) -> None:
    """Write all files, or none if a foreign file is there."""
    from pathlib import Path

    from calarec_tools.output.files.draft_folders import replace_all

    place = Path(folder)
    if place.exists() and (not place.is_dir() or (any(place.iterdir()) and not (place / _MARK).is_file())):
        raise RefusalError(_SOMETHING_ELSE, folder=folder)
    replace_all(folder, files.items())
    size = f"{sum(map(len, files.values())) / 1e6:.1f}"
    out.remark(_WRITTEN, folder=folder, count=len(files), size=size)


def _serve_page(out: Output, folder: str | None, host: str, port: int, *, renewed_keys: bool, opening: bool) -> None:
    import sys
    from contextlib import ExitStack
    from pathlib import Path

    from calarec_tools.desk.serving.local_page import local_page
    from calarec_tools.desk.serving.places import default_folder

    place = Path(folder).absolute() if folder else default_folder()
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise system_refusal(error, str(place)) from None
    with ExitStack() as stack:
        try:
            served = stack.enter_context(local_page(place, host, port, renewed_keys=renewed_keys))
        except OSError as error:
            raise _no_address(error, host, port) from None
        out.remark(_SERVED, address=served.local_address)
        out.remark(_FOLDER, folder=place)
        if served.is_shared:
            _tell_others(out, served)
        sys.stderr.flush()
        # Where the page is has been told: whoever reads it takes longer than this.
        served.warm_up()
        if opening:
            import webbrowser

            webbrowser.open(served.local_address)
        served.server.serve()


def _no_address(error: OSError, host: str, port: int) -> RefusalError:
    """Return the refusal for a page that cannot be served.

    Either this machine has no such address, or the port is taken.
    """
    import errno
    import socket

    from calarec.core.wording.system_errors import why_refused

    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return RefusalError(_NO_HOST, host=host)
    return RefusalError(_TAKEN, port=port, reason=why_refused(error))


def _tell_others(out: Output, served: LocalPage) -> None:
    """The addresses for other devices, that to write as a code to be photographed."""
    from calarec_tools.desk.serving.local_page import code_rows, code_text

    out.remark(_WARNING)
    for address in served.other_addresses():
        out.remark(_TO_WRITE if address.role == "write" else _TO_WATCH, address=address.address)
        if address.role == "write":
            for line in code_text(code_rows(address.address)).splitlines():
                out.remark(line)


DECLARED = Command(
    run_page,
    options=(
        Option("folder", ("--folder",), Words("The folder of your evenings and rules."), metavar="FOLDER"),
        Option(
            "host",
            ("--host",),
            Words("The address to serve at; 0.0.0.0 lets other devices open the page."),
            usual="127.0.0.1",
            metavar="ADDRESS",
        ),
        Option(
            "new_keys",
            ("--new-keys",),
            Words("Make new keys; addresses that you gave out before stop working."),
            kind="flag",
        ),
        Option("export", ("--export",), Words("Write the page to this folder, as a static site."), metavar="FOLDER"),
        Option(
            "port",
            ("--port",),
            Words("The port to serve at; 0 takes a free one."),
            usual="8137",
            kind="whole",
            least=0,
            most=65_535,
        ),
        Option(
            "pyodide",
            ("--pyodide",),
            Words("With `--export`, the folder of Pyodide, the Python of a browser."),
            metavar="FOLDER",
        ),
        Option("quiet", ("--no-open",), Words("Do not open a browser."), kind="flag"),
    ),
    example="calarec page",
)
