"""The folder of evenings and own rules: `.cal` and `.yaml` files.

Names come from a browser, files perhaps from a stranger. A name has no separator and begins no hidden file. A file is
an ordinary file of this folder (no link, no pipe), and is not larger than the limit of the page. The extras of an
evening (half-chosen cards, a correction that is not kept yet) are in a hidden file beside it.
"""

from __future__ import annotations

import json
import os
import re
import stat
import threading
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

ENDINGS: Final = {"evening": ".cal", "rules": ".yaml"}
SEASON_FOLDER: Final = "season"
"""The folder in it with the site of all its evenings."""
MAX_FILE_BYTES: Final = 4_000_000
MAX_FILES: Final = 2_000
"""The maximum number of files of a kind that are listed."""
MAX_NAME_LETTERS: Final = 80
_NAME: Final = re.compile(r"[^\x00-\x20./\\:*?\"<>|~-][^\x00-\x1f/\\:*?\"<>|]*")
_RULES_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)
_SEASON_PAGE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,120}\.html", re.ASCII)
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are devices on Windows."""
_TAG: Final = r'^tag {name} "((?:[^"\\]|\\.)*)"'
_EVENT: Final = re.compile(_TAG.format(name="event"), re.MULTILINE)
_DATE: Final = re.compile(_TAG.format(name="date"), re.MULTILINE)
_SEAT: Final = re.compile(r'^seat [A-Z] "((?:[^"\\]|\\.)*)"', re.MULTILINE)
_RULES: Final = re.compile(r"^rules ([a-z0-9-]+)", re.MULTILINE)
_END: Final = re.compile(r"^end\b", re.MULTILINE)
_PLAIN: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NoNameError(ValueError):
    """Something that names no file of the folder."""


class ChangedError(Exception):
    """The file has changed since it was read."""


class KeptFile(NamedTuple):
    """A file: text (None: not readable), digest, time of the last change, size."""

    text: str | None
    digest: str
    changed: int
    size: int


class EveningFolder:
    """One folder; all that is read and written goes through here."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._lock = threading.Lock()

    def list_files(self, kind: str) -> list[dict[str, Any]]:
        """List the files of a kind, the latest first.

        Evenings come with a summary, rules with their text.
        """
        found: list[dict[str, Any]] = []
        try:
            names = sorted(file.name for file in self.place.iterdir())
        except OSError:
            return []
        for name in [each for each in names if each.endswith(ENDINGS[kind])][:MAX_FILES]:
            id_ = name.removesuffix(ENDINGS[kind])
            try:
                kept = self.read_kept_file(kind, id_)
            except NoNameError:
                continue
            if kept is not None:
                found.append({"id": id_, "changed": kept.changed, **_about_kept_file(kind, kept)})
        return sorted(found, key=lambda each: -int(each["changed"]))

    def read_kept_file(self, kind: str, id_: str) -> KeptFile | None:
        """A file; None if there is none."""
        return _read_plain(self._kept_path(kind, id_))

    def evening_extras(self, id_: str) -> dict[str, Any]:
        """Return the extras of an evening, which are not part of its record."""
        kept = _read_plain(self._aside(id_))
        try:
            found = json.loads(kept.text or "{}") if kept else {}
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def create(self, text: str) -> str:
        """Write a new evening; return the name that was found for it."""
        with self._lock:
            for number in range(1, MAX_FILES):
                id_ = proposed_name(text) + (f"-{number}" if number > 1 else "")
                if not os.path.lexists(self._kept_path("evening", id_)):
                    self._replace_file(self._kept_path("evening", id_), text)
                    return id_
        raise NoNameError

    def write_kept_file(self, kind: str, id_: str, text: str, digest: str) -> str:
        """Write a file that had this digest (empty: it was missing); return the new one.

        One that has disappeared is written back.
        """
        file = self._kept_path(kind, id_)
        with self._lock:
            kept = _read_plain(file)
            if kept is not None and kept.text == text:
                return kept.digest
            if kept is not None and kept.digest != digest:
                raise ChangedError
            self._replace_file(file, text)
        return _digest_of_bytes(text.encode())

    def put_aside(self, id_: str, data: dict[str, Any]) -> None:
        """Write the extras of an evening; without any, remove their file."""
        file = self._aside(id_)
        with self._lock:
            if any(data.values()):
                self._replace_file(file, json.dumps(data, ensure_ascii=False))
            elif file.exists():
                file.unlink()

    def remove_kept_file(self, kind: str, id_: str) -> None:
        """Removes a file."""
        with self._lock:
            self._kept_path(kind, id_).unlink(missing_ok=True)
            if kind == "evening":
                self._aside(id_).unlink(missing_ok=True)

    def read_season_page(self, name: str) -> bytes | None:
        """A page of the season's site; None if there is none."""
        site = self.place / SEASON_FOLDER
        if not _SEASON_PAGE.fullmatch(name) or site.is_symlink():
            return None
        kept = _read_plain(site / name)
        return None if kept is None or kept.text is None else kept.text.encode()

    def _kept_path(self, kind: str, id_: str) -> Path:
        if kind not in ENDINGS or not is_name(kind, id_):
            raise NoNameError
        return self.place / (id_ + ENDINGS[kind])

    def _aside(self, id_: str) -> Path:
        return self.place / f".{self._kept_path('evening', id_).name}.aside"

    def _replace_file(self, file: Path, text: str) -> None:
        """Write a file as a whole; a link, a pipe or a folder stays as it is."""
        from calarec_tools.output.files.replacing import replace_file

        if os.path.lexists(file) and _read_plain(file) is None:
            raise ChangedError
        self.place.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(file, [text])


def is_name(kind: str, id_: str) -> bool:
    """Check whether a name is valid for a file of this kind."""
    if kind == "rules":
        return _RULES_NAME.fullmatch(id_) is not None
    if len(id_) > MAX_NAME_LETTERS or len(os.fsencode(id_)) > 200 or not _NAME.fullmatch(id_):
        return False
    return not _RESERVED.fullmatch(id_) and id_.rstrip(" .") == id_ and id_.isprintable()


def proposed_name(text: str) -> str:
    """A name for an evening by its day and its people: `2026-11-28-anna-bruno-carla`."""
    import unicodedata

    people = list(dict.fromkeys(_SEAT.findall(text)))
    words = [*(_DATE.findall(text)[:1]), *people]
    plain = unicodedata.normalize("NFKD", "-".join(words)).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain)[:60].strip("-")
    return name if name and is_name("evening", name) else "evening"


def evening_summary(text: str) -> dict[str, Any]:
    """Return the summary of an evening for a list.

    `page/summary.js` does the same for evenings that a browser keeps.
    """
    event, date = _EVENT.search(text), _DATE.search(text)
    return {
        "event": event[1] if event else "",
        "date": date[1] if date else "",
        "people": list(dict.fromkeys(_SEAT.findall(text)))[:12],
        "rules": list(dict.fromkeys(_RULES.findall(text)))[:12],
        "hands": len(_END.findall(text)),
    }


def _about_kept_file(kind: str, kept: KeptFile) -> dict[str, Any]:
    if kept.text is None:
        return {"unreadable": True}
    return {"text": kept.text} if kind == "rules" else evening_summary(kept.text)


def _read_plain(file: Path) -> KeptFile | None:
    """An ordinary file; None if it is not there, or is something else."""
    try:
        handle = os.open(file, os.O_RDONLY | _PLAIN)
    except OSError:
        return None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        os.close(handle)
        return None
    with os.fdopen(handle, "rb") as stream:
        raw = stream.read(MAX_FILE_BYTES + 1)
    try:
        text = raw.decode() if len(raw) <= MAX_FILE_BYTES else None
    except UnicodeDecodeError:
        text = None
    return KeptFile(text, _digest_of_bytes(raw), int(found.st_mtime * 1000), found.st_size)


def _digest_of_bytes(raw: bytes) -> str:
    from hashlib import sha256

    return sha256(raw).hexdigest()[:32]
