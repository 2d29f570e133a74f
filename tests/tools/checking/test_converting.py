"""`calarec convert`: nothing is lost unsaid, a `.gz` is compressed, a folder is settled before it is begun."""

from __future__ import annotations

import errno
import gzip
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.main import main
from tests.tools.checking.folder import SLIP, everything
from tests.tools.checking.shell import shell
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Iterable


pytestmark = pytest.mark.usefixtures("empty_folder")


def folder(files: Iterable[str]) -> None:
    """A folder `club` of the same evening under several names."""
    for name in files:
        file = Path("club", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        raw = evening("pagat", 2).encode()
        file.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)


# ------------------------------------------------------------------ folders


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "would both become `out/a.json`"), ("it", "diventerebbero entrambi `out/a.json`")]
)
def test_two_sources_of_one_destination(lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both are named, and nothing is written."""
    folder(["a.cal", "a.cal.gz", "b.cal"])
    assert main(["convert", "club", "out", "--to", "json", "--lang", lang]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "`club/a.cal`" in line
    assert "`club/a.cal.gz`" in line
    assert words in line
    assert not Path("out").exists()


def test_the_same_name_in_two_folders_is_no_clash() -> None:
    """The folders below are kept apart."""
    folder(["a.cal", "2024/a.cal", "2025/a.cal.gz"])
    assert main(["convert", "club", "out", "--to", "json"]) == 0
    found = sorted(str(each.relative_to("out")) for each in Path("out").rglob("*.json"))
    assert found == ["2024/a.json", "2025/a.json", "a.json"]


def test_a_folder_over_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """The records stay as they are."""
    folder(["a.cal", "b.cal"])
    Path("club/a.cal").write_text(SLIP, encoding="utf-8")
    assert main(["convert", "club", "club", "--to", "cal"]) == 2
    assert "would be written over itself" in capsys.readouterr().err
    assert Path("club/a.cal").read_text(encoding="utf-8") == SLIP


def test_a_folder_in_it_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is reported, and the others are converted."""
    folder(["a.cal", "shut/b.cal"])
    scan = os.scandir

    def guarded(path: str = ".") -> Any:
        if str(path).endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr("os.scandir", guarded)
    assert main(["convert", "club", "out", "--to", "json"]) == 2
    assert "`club/shut`: this folder cannot be read" in capsys.readouterr().err
    assert Path("out/a.json").exists()


def test_one_that_cannot_be_written_keeps_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder has the name of a target file; the rest is converted."""
    folder(["a.cal", "b.cal", "c.cal"])
    Path("out/b.json").mkdir(parents=True)
    assert main(["convert", "club", "out", "--to", "json"]) == 2
    assert "calarec: out/b.json: it is a folder" in capsys.readouterr().err.splitlines()
    assert Path("out/a.json").exists()
    assert Path("out/c.json").exists()


# ------------------------------------------------------------------ compressed


@pytest.mark.parametrize("form", ["cal", "json", "jsonl", "calpack", "csv"])
def test_what_is_called_gz_is_compressed(form: str) -> None:
    """And the same record gives the same bytes."""
    Path("a.cal").write_text(evening("pagat", 3), encoding="utf-8")
    assert main(["convert", "a.cal", f"b.{form}"]) == 0
    assert main(["convert", "a.cal", f"b.{form}.gz"]) == 0
    packed = Path(f"b.{form}.gz").read_bytes()
    assert gzip.decompress(packed) == Path(f"b.{form}").read_bytes()
    assert main(["convert", "a.cal", f"c.{form}.gz"]) == 0
    assert Path(f"c.{form}.gz").read_bytes() == packed


@pytest.mark.parametrize("form", ["json", "jsonl", "calpack"])
def test_compressed_there_and_back(form: str) -> None:
    """With any name of the compressed file."""
    text = evening("pagat", 3)
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["convert", "a.cal", f"b.{form}.gz"]) == 0
    Path(f"b.{form}.gz").rename(f"c.{form}")
    assert main(["convert", f"c.{form}", "d.cal.gz"]) == 0
    assert gzip.decompress(Path("d.cal.gz").read_bytes()).decode() == text


def test_simulated_hands_are_compressed_too() -> None:
    """By the ending of the name."""
    words = ["simulate", "--rules", "pagat", "--hands", "2", "--seed", "3", "-o"]
    assert main([*words, "a.cal"]) == 0
    assert main([*words, "a.cal.gz"]) == 0
    assert gzip.decompress(Path("a.cal.gz").read_bytes()) == Path("a.cal").read_bytes()


@pytest.mark.parametrize(("lang", "word"), [("en", "is needed"), ("it", "serve la libreria")])
def test_zst_without_its_library(
    lang: str, word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line, and no file."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(["convert", "a.cal", "b.json.zst", "--lang", lang]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "`b.json.zst`" in line
    assert word in line
    assert everything() == ["a.cal"]


def test_a_gz_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    """A plain file with the extension `.gz` is read as a plain file."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["convert", "a.cal", "b.json"]) == 0
    Path("b.json").rename("b.json.gz")
    assert main(["convert", "b.json.gz", "c.cal"]) == 0
    assert Path("c.cal").read_text(encoding="utf-8") == evening("pagat", 2)
    Path("b.json.gz").write_bytes(b"PK nothing of the kind")
    capsys.readouterr()
    assert main(["convert", "b.json.gz", "d.cal"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "b.json.gz" in line


@pytest.mark.parametrize("form", ["json", "jsonl", "calpack", "csv"])
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_gz(form: str, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line with a code, and nothing is written."""
    text = "".join(json.dumps({"n": n * 7919 % 104729}) + "\n" for n in range(3000))
    raw = bytearray(gzip.compress(text.encode()))
    if damage == "cut":
        del raw[len(raw) // 2 :]
    else:
        raw[len(raw) // 2] ^= 0xFF
        raw[len(raw) // 2 + 1] ^= 0xFF
    Path(f"a.{form}.gz").write_bytes(raw)
    rules = ["--rules", "pagat"] if form == "csv" else []
    assert main(["convert", f"a.{form}.gz", "b.cal", *rules]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "mistake in calarec" not in said
    assert everything() == [f"a.{form}.gz"]
    if form == "json":
        assert "CAL010" in said


# ------------------------------------------------------------------ nothing lost unsaid


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize(
    "raw",
    [
        b"cal 1\nseat A  ; Niccol\xf2\n",
        SLIP.encode().replace(b"dealer\tA", b"dealer \xff"),
        SLIP.encode() + b"; \xf2\n",
    ],
)
def test_bytes_that_are_no_text(form: str, raw: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """They would become other signs: refused with the line, as with `--to cal`."""
    Path("a.cal").write_bytes(raw)
    assert main(["convert", "a.cal", f"b.{form}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    number = raw[: max(raw.find(b"\xf2"), raw.find(b"\xff"))].count(b"\n") + 1
    assert line.startswith(f"calarec: a.cal:{number}: this is not UTF-8 text")
    assert everything() == ["a.cal"]
    assert main(["convert", "a.cal", f"b.{form}", "--from-encoding", "cp1252"]) == 0


def test_a_sign_for_lost_text_is_a_sign_like_others() -> None:
    """U+FFFD in the record is text."""
    Path("a.cal").write_text("cal 1\nseat A  ; Niccol\ufffd\n", encoding="utf-8")
    assert main(["convert", "a.cal", "b.json"]) == 0
    assert main(["convert", "b.json", "c.cal"]) == 0
    assert Path("c.cal").read_bytes() == Path("a.cal").read_bytes()


@pytest.mark.parametrize("form", ["json", "calpack", "csv"])
def test_an_empty_file_is_no_record_in_another_form(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Something was lost on the way to it."""
    Path(f"a.{form}").write_bytes(b"")
    assert main(["convert", f"a.{form}", "b.cal", "--rules", "pagat"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert everything() == [f"a.{form}"]


HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"


def test_a_nameless_empty_hand_is_kept() -> None:
    """It is a hand without a content."""
    text = f"{HEAD}hand\nend\n\nhand 2\ndealer A\nend\n\nhand\nend\n"
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["convert", "a.cal", "b.calpack"]) == 0
    assert main(["convert", "b.calpack", "c.cal"]) == 0
    assert Path("c.cal").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "between",
    [
        "match\n\nmatch\n",
        "carried A: 1 B: 2 C: 3\ncarried A: 0 B: 0 C: 0\n",
        "rules tretre\n",
        HEAD,
        'note "; \\\\ %"\n',
    ],
)
def test_what_stands_between_hands_is_packed(between: str) -> None:
    """Every line of it, also if the last one repeats it."""
    text = f"{HEAD}hand 1\nend\n\n{between}\nhand 2\ndealer A\nend\n\n; the last line\n"
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["convert", "a.cal", "b.calpack"]) == 0
    assert main(["convert", "b.calpack", "c.cal"]) == 0
    assert Path("c.cal").read_text(encoding="utf-8") == text.replace("\n\n\n", "\n\n")


@pytest.mark.parametrize("form", ["jsonl", "packed", "cal"])
@pytest.mark.parametrize("to", ["-", "/dev/stdout"])
def test_what_is_refused_leaves_nothing_that_looks_whole(form: str, to: str) -> None:
    """Whole hands are before the line that cannot be converted."""
    text = evening("pagat", 3)
    Path("a.cal").write_bytes(text.encode() + b"; \xf2\n")
    if form == "cal":
        Path("b.jsonl").write_text("", encoding="utf-8")
        assert main(["convert", "a.cal", "b.jsonl", "--from-encoding", "cp1252"]) == 0
        Path("b.jsonl").write_text(Path("b.jsonl").read_text(encoding="utf-8") + "{}{}\n", encoding="utf-8")
    ended = shell(
        f"calarec convert {'b.jsonl' if form == 'cal' else 'a.cal'} {to} --to {form} | cat; exit ${{PIPESTATUS[0]}}"
    )
    assert ended.returncode == 2
    assert ended.stdout == b""
    assert ended.stderr.count(b"\n") == 1


# ------------------------------------------------------------------ encodings


@pytest.mark.parametrize("name", ["rot13", "base64", "hex", "zlib", "punycode", "unicode_escape", "utf-7", "no such"])
@pytest.mark.parametrize("words", ["a.cal b.json", "a.cal b.cal", "--from json a.cal b.cal"])
def test_encodings_that_are_none_of_texts(name: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Refused by name."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(["convert", *words.split(), "--from-encoding", name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"there is no encoding called `{name}`" in line
    assert everything() == ["a.cal"]


def test_json_with_a_mark_of_byte_order() -> None:
    """Some editors put it before everything."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["convert", "a.cal", "b.json"]) == 0
    Path("b.json").write_bytes(b"\xef\xbb\xbf" + Path("b.json").read_bytes())
    assert main(["convert", "b.json", "c.cal"]) == 0
    assert Path("c.cal").read_text(encoding="utf-8") == evening("pagat", 2)


# ------------------------------------------------------------------ standard input


@pytest.mark.parametrize(
    "words", ["fmt -", "fmt --check -", "pin -", "check -", "replay -", "convert - b.json --from cal",
              "convert - b.cal --from json"],
)  # fmt: skip
def test_closed_standard_input(words: str) -> None:
    """`calarec … <&-` reports it."""
    ended = shell(f"calarec {words} <&-")
    assert ended.returncode == 2
    said = (ended.stdout + ended.stderr).decode()
    assert "standard input is closed" in said
    assert "mistake in calarec" not in said
