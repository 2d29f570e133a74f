"""The page on this machine: folder, keys, workers, server, and its addresses."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.desk.serving.access import is_loopback, kept_keys
from calarec_tools.desk.serving.evening_folder import EveningFolder
from calarec_tools.desk.serving.page_server import PageServer
from calarec_tools.desk.serving.places import keys_file
from calarec_tools.desk.serving.workers import WorkerPool
from calarec_tools.desk.site.policy import HEADER_POLICY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from tempfile import TemporaryDirectory

_EVERYWHERE: Final = ("0.0.0.0", "::", "")
_NOWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation.

A socket on its way there knows the address of this machine, and sends nothing.
"""


class Address(NamedTuple):
    """An address with a key in it."""

    role: str
    address: str


class _Files:
    """The files of the page, made before they are asked for."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def __call__(self) -> Mapping[str, bytes]:
        with self._lock:
            if not self._made:
                from calarec_tools.desk.site.files import served_files

                self._made = served_files()
        return self._made


class _BriefFolder:
    """A folder for as long as the page is open, made when it is first needed."""

    def __init__(self) -> None:
        self._made: TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

    @property
    def path(self) -> str:
        """Its path."""
        from tempfile import TemporaryDirectory

        with self._lock:
            if self._made is None:
                self._made = TemporaryDirectory(prefix="calarec-page-")
            return self._made.name

    def close(self) -> None:
        """Remove it."""
        with self._lock:
            if self._made is not None:
                self._made.cleanup()


class LocalPage:
    """The page of one folder, served."""

    def __init__(self, server: PageServer, host: str, folder: Path, prepare: Sequence[Callable[[], object]]) -> None:
        self.server = server
        self.host = host
        self.folder = folder
        self._prepare = prepare

    def warm_up(self) -> None:
        """Make everything ready that the first tap needs, beside what else is done."""
        for prepare in self._prepare:
            threading.Thread(target=prepare, daemon=True).start()

    @property
    def is_shared(self) -> bool:
        """True if other machines reach it."""
        return not (is_loopback(self.host) or self.host == "localhost")

    @property
    def local_address(self) -> str:
        """The address for this machine's own browser, to write."""
        name = "127.0.0.1" if self.host in _EVERYWHERE else self.host
        return self._address(name, self.server.access.keys.write)

    def other_addresses(self) -> list[Address]:
        """Return the addresses for other devices, to write and to watch; or none."""
        if not self.is_shared:
            return []
        name = reached_at(self.host)
        return [
            Address(role, self._address(name, getattr(self.server.access.keys, role))) for role in ("write", "watch")
        ]

    def _address(self, name: str, key: str) -> str:
        name = f"[{name}]" if ":" in name else name
        return f"http://{name}:{self.server.port}/?key={key}"

    def addresses_with_codes(self) -> dict[str, Any]:
        """The addresses for the page to show, each with its code as rows of modules."""
        return {
            "addresses": [
                {"role": address.role, "address": address.address, "rows": code_rows(address.address)}
                for address in self.other_addresses()
            ]
        }


def reached_at(host: str) -> str:
    """The name by which other machines find this one."""
    if host not in _EVERYWHERE:
        return host
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def code_rows(text: str) -> list[str]:
    """A QR code as rows of `1` (dark) and `0`."""
    import segno

    return ["".join("1" if each else "0" for each in row) for row in segno.make(text, micro=False).matrix]


def code_text(rows: list[str]) -> str:
    """A QR code for a terminal: two rows a line, light modules drawn, with its margin."""
    width = len(rows[0])
    framed = ["0" * (width + 4)] * 2 + [f"00{row}00" for row in rows] + ["0" * (width + 4)] * 3
    blocks = {"00": "█", "01": "▀", "10": "▄", "11": " "}
    pairs = zip(framed[::2], framed[1::2], strict=False)
    return "\n".join(
        "".join(blocks[upper + lower] for upper, lower in zip(one, two, strict=True)) for one, two in pairs
    )


@contextlib.contextmanager
def local_page(folder: Path, host: str, port: int, *, renewed_keys: bool = False) -> Iterator[LocalPage]:
    """Listen at an address; OSError if that is impossible.

    `LocalPage.warm_up` prepares the rest for the first tap.
    """
    files = _Files()
    with contextlib.closing(_BriefFolder()) as brief:
        pool = WorkerPool(lambda: _worker_environment(brief.path, folder))
        try:
            server = PageServer(
                EveningFolder(folder), pool, kept_keys(keys_file(), renewed=renewed_keys),
                host=host, port=port, files=files, policy=HEADER_POLICY,
            )  # fmt: skip
        except OSError:
            pool.close()
            raise
        page = LocalPage(server, host, folder, (pool.warm_up, files))
        server.addresses = page.addresses_with_codes
        try:
            yield page
        finally:
            server.close()


def _worker_environment(brief: str, folder: Path) -> dict[str, str]:
    """Return the environment of the workers.

    Rules for as long as the page is open are in `brief`, kept ones in the folder.
    """
    rules = os.pathsep.join(filter(None, (brief, str(folder), os.environ.get("CALAREC_RULES", ""))))
    return {"CALAREC_OWN_RULES": brief, "CALAREC_PAGE_FOLDER": str(folder), "CALAREC_RULES": rules}
