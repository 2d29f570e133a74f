"""Texts in other encodings are converted as advised; documents are named."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from calarec_tools.main import main
from tests.tools.checking.folder import SLIP
from tests.tools.checking.shell import shell
from tests.tools.evenings import evening

pytestmark = pytest.mark.usefixtures("empty_folder")


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("utf-16", "utf-16"),
        ("utf-16", "utf16"),
        ("utf-16", "utf-16-le"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("utf-16-be", "utf_16_be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
        ("utf-8-sig", "utf-8-sig"),
    ],
)
@pytest.mark.parametrize("form", ["cal", "jsonl", "csv"])
def test_another_encoding_is_read_once_it_is_named(written: str, named: str, form: str) -> None:
    """The output equals that of the same text in UTF-8."""
    text = evening("pagat", 3).replace("Carla", "Niccolò")
    Path("a.cal").write_text(text, encoding="utf-8")
    Path("other").mkdir()
    Path("other/a.cal").write_bytes(text.encode(written))
    assert main(["convert", "a.cal", f"b.{form}"]) == 0
    assert main(["convert", "--from-encoding", named, "other/a.cal", f"c.{form}"]) == 0
    assert Path(f"c.{form}").read_text(encoding="utf-8").replace("other/", "") == Path(f"b.{form}").read_text(
        encoding="utf-8"
    )


def test_the_advice_is_a_command_that_works(capsys: pytest.CaptureFixture[str]) -> None:
    """`check` has no option for it, so the whole command is printed."""
    Path("a.cal").write_bytes(evening("pagat", 2).encode("utf-16"))
    assert main(["check", "a.cal"]) == 2
    said = capsys.readouterr().out
    command = said[said.index("calarec convert") : said.index(" OLD NEW`")].split()
    assert main([*command[1:], "a.cal", "b.cal"]) == 0
    assert main(["check", "b.cal"]) == 0


def test_the_advice_for_old_bytes_is_one_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for CAL002."""
    Path("a.cal").write_bytes(evening("pagat", 2).replace("Carla", "Niccolò").encode("cp1252"))
    assert main(["check", "--lang", "it", "a.cal"]) == 2
    said = " ".join(capsys.readouterr().out.split())
    assert "`calarec convert --from-encoding cp1252 VECCHIO NUOVO`" in said


@pytest.mark.parametrize("named", ["klingon", "rot13", "base64", "undefined", ""])
@pytest.mark.parametrize("form", ["cal", "csv"])
def test_what_is_no_encoding_is_said(named: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In any form; some encodings that Python knows are not of texts."""
    Path(f"a.{form}").write_text("dealer\nA\n", encoding="utf-8")
    assert main(["convert", "--from-encoding", named, f"a.{form}", "b.cal"]) == 2
    assert f"CAL001 there is no encoding called `{named}`" in capsys.readouterr().err
    assert not Path("b.cal").exists()


def test_zero_bytes_in_an_encoding_that_has_none_are_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    """A picture is not text, with any name."""
    Path("a.cal").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert main(["convert", "--from-encoding", "cp1252", "a.cal", "b.cal"]) == 2
    assert "CAL015" in capsys.readouterr().err


def archive(*names: str, first: bytes = b"") -> bytes:
    """A zip archive with these files in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as into:
        if first:
            into.writestr("mimetype", first)
        for name in names:
            into.writestr(name, "x" * 100)
    return made.getvalue()


_ODF = b"application/vnd.oasis.opendocument."
DOCUMENTS = {
    "docx": (archive("[Content_Types].xml", "_rels/.rels", "word/document.xml"), "a Word document"),
    "odt": (archive("content.xml", first=_ODF + b"text"), "a document of LibreOffice"),
    "xlsx": (archive("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"), "a spreadsheet"),
    "ods": (archive("content.xml", first=_ODF + b"spreadsheet"), "a spreadsheet"),
    "doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "an old Word or Excel"),
    "pdf": (b"%PDF-1.4\n1 0 obj\n", "a PDF"),
    "rtf": (b"{\\rtf1\\ansi cal 1\\par}", "(RTF)"),
    "zip": (archive("a.cal"), "a zip archive"),
}


@pytest.mark.parametrize("ending", DOCUMENTS)
@pytest.mark.parametrize("command", ["check", "replay", "fmt"])
def test_a_document_is_told_by_name(ending: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One finding, with any name of the file, and status 2."""
    raw, name = DOCUMENTS[ending]
    Path("a.cal").write_bytes(raw)
    assert main([command, "a.cal"]) == 2
    answer = capsys.readouterr()
    said = " ".join((answer.out + answer.err).split())
    assert said.count(" CAL015 ") == 1
    assert name in said


@pytest.mark.parametrize("form", ["csv", "json", "cal"])
def test_a_document_is_not_converted(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A spreadsheet is not a score sheet until it is saved as one; nothing is written."""
    Path("a.xlsx").write_bytes(DOCUMENTS["xlsx"][0])
    assert main(["convert", "--lang", "it", "a.xlsx", f"b.{form}"]) == 2
    assert "questo è un foglio di calcolo" in capsys.readouterr().err
    assert not Path(f"b.{form}").exists()


@pytest.mark.parametrize("fill", ["", "--fill"])
def test_formatting_keeps_every_byte(fill: str) -> None:
    """A byte outside UTF-8 stays, from a file and through standard input."""
    raw = SLIP.replace("seat C", "seat C  ; Niccol?").encode().replace(b"?", b"\xf2")
    Path("a.cal").write_bytes(raw)
    piped = shell(f"calarec fmt {fill} -", stdin=raw)
    assert piped.returncode == 0
    assert main(["fmt", *fill.split(), "a.cal"]) == 0
    assert piped.stdout == Path("a.cal").read_bytes()
    assert b"\xf2" in piped.stdout
    assert b"udc" not in piped.stdout


def test_differences_keep_every_byte() -> None:
    """A difference can be applied to the file that it was made of."""
    Path("a.cal").write_bytes(SLIP.replace("dealer\t", "dealer  ").encode() + b"; \xf2\n")
    shown = shell("calarec fmt --diff a.cal").stdout
    assert b"+dealer A\n" in shown
    assert b"\n ; \xf2\n" in shown
