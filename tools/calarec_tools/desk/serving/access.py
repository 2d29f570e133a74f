"""Access to the local server: by address, origin, and a key.

A browser sends requests for every page that is open in it, so the address of the server proves nothing. `Host`
must be an address of this machine: a name that a foreign name server resolves to it is refused. `Origin` must be the
page's own, and a cookie must hold one of two keys: one to write, one to watch.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from calarec_tools.desk.serving.messages import Request

Role: TypeAlias = Literal["write", "watch", ""]
LOOPBACK: Final = ("127.0.0.1", "::1")


def is_loopback(address: str) -> bool:
    """Check whether an address reaches only this machine."""
    return address in LOOPBACK or address.startswith("127.")


_KEY: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_YEAR_SECONDS: Final = 31_536_000


class Keys(NamedTuple):
    """The two keys."""

    write: str
    watch: str

    def role_of_key(self, key: str) -> Role:
        """Return the role of a key: "write", "watch", or empty."""
        from hmac import compare_digest

        if not _KEY.fullmatch(key):
            return ""
        # Both are compared, whichever it is.
        writes, watches = compare_digest(key, self.write), compare_digest(key, self.watch)
        return "write" if writes else "watch" if watches else ""


def new_keys() -> Keys:
    """New keys, by chance."""
    return Keys(os.urandom(16).hex(), os.urandom(16).hex())


def kept_keys(file: Path, *, renewed: bool = False) -> Keys:
    """Return the keys of the last run, so that phones stay connected; or new ones.

    Only the user may read the file; if that cannot be ensured, the keys are valid until the server ends.
    """
    if not renewed:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            found = json.loads(file.read_text("utf-8"))
            keys = Keys(str(found["write"]), str(found["watch"]))
            if all(map(_KEY.fullmatch, (keys.write, keys.watch))) and (
                os.name == "nt" or not file.stat().st_mode & 0o077
            ):
                return keys
    keys = new_keys()
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = file.with_name(f".{os.urandom(8).hex()}.part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump({"write": keys.write, "watch": keys.watch}, stream)
            part.replace(file)
        except OSError:
            part.unlink(missing_ok=True)
            raise
    return keys


class Access(NamedTuple):
    """The rules of one server: its keys, its port, and the host that was named for it."""

    keys: Keys
    port: int
    host: str

    @property
    def cookie(self) -> str:
        """The name of the cookie: browsers share cookies between all ports of a machine."""
        return f"calarec-{self.port}"

    def is_for_us(self, request: Request, here: str) -> bool:
        """Check whether `Host` is the address of the connection, or the configured name."""
        return request.headers.get("host", "").lower() in self._hosts(here)

    def is_from_us(self, request: Request, here: str) -> bool:
        """Check whether a page of this server sent the request.

        Every browser names the origin when it sends data.
        """
        origins = {f"http://{each}" for each in self._hosts(here)}
        origin, host = request.headers.get("origin", ""), request.headers.get("host", "").lower()
        return origin in origins and origin == f"http://{host}" and self.is_ours_by_site(request)

    def is_ours_by_site(self, request: Request) -> bool:
        """Check whether the browser names no other site as the sender."""
        return request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")

    def role_of_request(self, request: Request) -> Role:
        """Return the role of the key in a request's cookie."""
        return self.keys.role_of_key(cookies(request.headers).get(self.cookie, ""))

    def cookie_header(self, key: str) -> tuple[str, str]:
        """Return the header for a key's cookie: only for this server, hidden from scripts."""
        return "Set-Cookie", f"{self.cookie}={key}; Path=/; Max-Age={_YEAR_SECONDS}; HttpOnly; SameSite=Strict"

    def _hosts(self, here: str) -> set[str]:
        plain = here.removeprefix("::ffff:").partition("%")[0]
        names = {plain, *(("localhost",) if is_loopback(plain) else ())}
        if self.host not in ("", "0.0.0.0", "::"):
            names.add(self.host.lower())
        return {f"{f'[{name}]' if ':' in name else name}:{self.port}" for name in names} | (
            names if self.port == 80 else set()
        )


def cookies(headers: Mapping[str, str]) -> dict[str, str]:
    """The cookies of a request."""
    pairs = (word.strip().partition("=") for word in headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in pairs}
