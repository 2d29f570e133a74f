"""Records behind an address: read as those of this machine are, in parts where the server grants parts."""

from __future__ import annotations

import gzip
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.addresses import fetch_beginning
from calarec.core.notation.source import open_file_or_address
from calarec.core.notation.stamps import AddressStamp, is_address
from calarec.core.wording.system_errors import why_refused
from calarec_tools.archive.runs.driver import process_pool
from calarec_tools.archive.runs.running import check_files
from calarec_tools.main import main
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Shelf(ThreadingHTTPServer):
    """Texts by their paths; requests are recorded."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.texts: dict[str, bytes] = {}
        self.ranges = True
        self.marks = True
        self.short = 0
        """So many bytes are not sent that were promised."""
        self.changes_after = 0
        """After so many answers every text gets a line more."""
        self.asked: list[str] = []
        self.leads: dict[str, str] = {}
        self.codes: dict[str, list[int]] = {}

    def at(self, name: str, text: str | bytes = b"") -> str:
        """Put a text there; return its address."""
        if text:
            self.texts[f"/{name}"] = text if isinstance(text, bytes) else text.encode()
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"


class Answering(BaseHTTPRequestHandler):
    """One answer."""

    server: Shelf

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        """The text, or the part of it that was asked for."""
        shelf = self.server
        shelf.asked.append(self.headers.get("Range", ""))
        if shelf.codes.get(self.path):
            self._only(shelf.codes[self.path].pop(0))
            return
        if self.path in shelf.leads:
            self._only(302, Location=shelf.leads[self.path])
            return
        text = shelf.texts.get(self.path)
        if text is None:
            self._only(404)
            return
        if shelf.changes_after and len(shelf.asked) > shelf.changes_after:
            text += b"; a line more\n"
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", "")) if shelf.ranges else None
        if wanted and int(wanted[1]) >= len(text):
            self._only(416)
            return
        part = text[int(wanted[1]) : int(wanted[2]) + 1] if wanted else text
        self.send_response(206 if wanted else 200)
        if wanted:
            last = int(wanted[1]) + len(part) - 1
            self.send_header("Content-Range", f"bytes {wanted[1]}-{last}/{len(text)}")
        if shelf.marks:
            self.send_header("ETag", f'"{hash(text)}"')
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part[: len(part) - shelf.short])

    def _only(self, code: int, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    found = Shelf()
    threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield found
    finally:
        found.shutdown()
        found.server_close()


def text_with_slips() -> str:
    """Two evenings, an error in each."""
    one = evening("pagat", 30).replace("total A: ", "total A: 9", 1)
    return one + evening("pagat", 20).replace("total A: ", "total A: 9", 1)


@pytest.mark.parametrize("ranges", [True, False])
@pytest.mark.parametrize("marks", [True, False])
def test_what_is_found_is_found_there_too(shelf: Shelf, tmp_path: Path, *, ranges: bool, marks: bool) -> None:
    """Cut or not, with parts and without: the findings of a file of this machine."""
    shelf.ranges, shelf.marks = ranges, marks
    text = text_with_slips()
    file = tmp_path / "a.cal"
    file.write_text(text, encoding="utf-8")
    address = shelf.at("a.cal", text)
    here = [str(each.message()) + str(each.span.line) for part in check_files([str(file)]) for each in part.findings]
    assert len(here) > 1
    for size in (None, 4000):
        there = [part for part in check_files([address], size=size) if part]
        assert [str(e.message()) + str(e.span.line) for part in there for e in part.findings] == here
        assert all(each.span.file == address for part in there for each in part.findings)


def test_who_works_fetches_a_part(shelf: Shelf) -> None:
    """Two processes: the text travels only where the server grants no parts."""
    address = shelf.at("a.cal", text_with_slips())
    for ranges in (True, False):
        shelf.ranges = ranges
        shelf.asked.clear()
        with process_pool(2) as executor:
            parts = list(check_files([address], executor=executor, workers=2, size=4000))
        assert len(parts) > 3 or not ranges
        assert all(not part.is_unreadable for part in parts)
        fetched = [each for each in shelf.asked if each and not each.startswith("bytes=0-4095")]
        assert len(fetched) == (len(parts) if ranges else 0)


COMMANDS = (
    ["check", "{}", "--format", "concise"],
    ["identify", "{}", "--rules", "pagat", "--rules", "tretre", "--json"],
    ["rescore", "{}", "--rules", "pagat", "--rules", "tretre"],
    ["coverage", "{}", "--json"],
    ["convert", "{}", "-", "--to", "jsonl"],
    ["convert", "{}", "-", "--to", "csv", "--settled"],
)


@pytest.mark.mass
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:1] + words[2:]))
@pytest.mark.parametrize("name", ["a.cal", "a.cal.gz"])
def test_commands_say_the_same(
    words: list[str], name: str, shelf: Shelf, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The same but for the name, and where lines are broken because of it."""
    raw = text_with_slips().encode()
    raw = gzip.compress(raw, mtime=0) if name.endswith(".gz") else raw
    file = tmp_path / name
    file.write_bytes(raw)
    address = shelf.at(name, raw)
    said = []
    for each in (str(file), address):
        status = main([word.format(each) for word in words])
        told = capsysbinary.readouterr()
        said.append((status, *(b" ".join(part.replace(each.encode(), b"IT").split()) for part in told)))
    assert said[0] == said[1]
    assert said[0][1]


def test_an_archive_of_addresses(shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second build does nothing; a changed text is loaded again."""
    addresses = [shelf.at(f"{number}.cal", evening("pagat", 3 + number)) for number in range(2)]
    archive = str(tmp_path / "a.duckdb")
    assert main(["archive", "build", *addresses, "-o", archive]) == 0
    assert "7 hands of 2 files; 2 new" in capsys.readouterr().out
    assert main(["archive", "build", *addresses, "-o", archive]) == 0
    assert "0 new or changed" in capsys.readouterr().out
    shelf.at("1.cal", evening("pagat", 9))
    assert main(["archive", "build", *addresses, "-o", archive]) == 0
    assert "12 hands of 2 files; 1 new" in capsys.readouterr().out


def test_a_file_that_changes_meanwhile_is_refused(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    """By its mark; without one by its length: one line, status 2."""
    for marks in (True, False):
        shelf.marks = marks
        address = shelf.at("a.cal", text_with_slips())
        shelf.asked.clear()
        shelf.changes_after = 1
        for words in (["check", address], ["coverage", address], ["rescore", address, "--rules", "tretre"]):
            shelf.asked.clear()
            assert main(words) == 2
            said = capsys.readouterr()
            assert "it was changed while it was read" in " ".join((said.out + said.err).split())
        shelf.asked.clear()
        assert main(["--lang", "it", "check", address]) == 2
        assert "è stato cambiato durante la lettura" in " ".join(capsys.readouterr().out.split())
        shelf.changes_after = 0


def test_a_part_of_another_file_is_refused(shelf: Shelf) -> None:
    """A worker that fetches a part checks that the file is still the one that was cut."""
    address = shelf.at("a.cal", text_with_slips())
    begins = fetch_beginning(address)
    assert begins.in_parts
    with open_file_or_address(address, begins.stamp, 10, 20) as stream:
        assert stream.read() == shelf.texts["/a.cal"][10:20]
    for stamp in (AddressStamp('"other"', begins.stamp.length), begins.stamp._replace(length=7)):
        with pytest.raises(OSError) as refused:
            open_file_or_address(address, stamp, 10, 20)
        assert "changed" in str(why_refused(refused.value))
    shelf.ranges = False
    with pytest.raises(OSError):
        open_file_or_address(address, begins.stamp, 10, 20)


REFUSED = {
    "nothing.cal": "there is no such file",
    "away.cal": "where nothing is fetched from",
    "round.cal": "it leads from one address to the next",
    "busy.cal": "the server answers 503",
    "secret.cal": "you are not allowed to read it",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str, shelf: Shelf, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in one line, in every command; the other files are done."""
    monkeypatch.setattr("time.sleep", lambda _: None)
    address, good = shelf.at(name), shelf.at("good.cal", evening("pagat", 2))
    shelf.leads = {"/away.cal": "file:///etc/passwd", "/round.cal": "/round.cal"}
    shelf.codes = {"/busy.cal": [503] * 40, "/secret.cal": [403] * 40}
    assert main(["check", address, good, "--format", "concise"]) == 2
    said = capsys.readouterr()
    assert REFUSED[name] in said.out
    assert len(said.out.splitlines()) == 1
    assert "2 hands" in said.err
    for words in (["coverage", address], ["identify", address], ["convert", address, "-", "--to", "jsonl"]):
        assert main(words) == 2
        said = capsys.readouterr()
        assert REFUSED[name] in said.err
        assert len(said.err.splitlines()) == 1


def test_what_is_busy_is_asked_again(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice."""
    monkeypatch.setattr("time.sleep", lambda _: None)
    address = shelf.at("a.cal", evening("pagat", 2))
    shelf.codes = {"/a.cal": [503, 429]}
    assert not [each for part in check_files([address]) for each in part.findings]


def test_it_leads_elsewhere(shelf: Shelf) -> None:
    """A server that leads on is followed, with the part that was asked for."""
    shelf.at("a.cal", text_with_slips())
    shelf.leads = {"/old.cal": "/a.cal"}
    parts = list(check_files([shelf.at("old.cal")], size=4000))
    assert len(parts) > 3
    assert any(part.findings for part in parts)


def test_what_breaks_off_is_told(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer bytes than the server has promised."""
    address = shelf.at("a.cal", text_with_slips())
    shelf.short = 9
    assert main(["check", address, "--format", "concise"]) == 2
    assert "it broke off before its end" in capsys.readouterr().out


def test_nothing_is_written_there(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that fix files refuse URLs."""
    address = shelf.at("a.cal", text_with_slips().replace("\n", "\r\n"))
    for words in (["check", "--fix", address], ["fmt", address]):
        assert main(words) == 2
        assert "is on another machine" in capsys.readouterr().err


def test_an_empty_file_and_no_address(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    """They are the same as here."""
    shelf.texts["/empty.cal"] = b""
    assert main(["check", shelf.at("empty.cal")]) == 0
    assert "there is no hand" in capsys.readouterr().err
    for wrong in ("http://", "http://127.0.0.1:x/", "https://[::1/a"):
        assert main(["check", wrong, "--format", "concise"]) == 2
        assert "that is not an address" in capsys.readouterr().out
    assert not is_address("ftp://a/b.cal")
    assert main(["check", "ftp://a/b.cal"]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_refusal_is_not_kept(shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A failed download is tried again the next time."""
    address = shelf.at("a.cal", text_with_slips())
    shelf.short = 9
    words = ["coverage", address, "--parts", str(tmp_path / "parts")]
    assert main(words) == 2
    shelf.short = 0
    assert main(words) == 0
