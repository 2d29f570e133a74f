"""Sources of records: files, packed files, standard input, encodings, and nothing."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation import Text, parse_records, read_records
from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.source import UNREADABLE_CODES, read_chunks
from tests.notation import corpus

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = (corpus.HERE / "valid" / "sample.cal").read_bytes()


def codes(source: object) -> list[str]:
    """The codes of the findings that belong to no hand."""
    records = read_records(source)  # type: ignore[arg-type]
    list(records)
    return [one.code for one in records.findings]


def test_a_file_may_be_named_opened_or_handed_over(tmp_path: Path) -> None:
    """A path as text or `Path`, an open binary or text file, a text: the same hands."""
    path = tmp_path / "a.cal"
    path.write_bytes(SAMPLE)
    wanted = parse_records(SAMPLE.decode())[0].statements
    with path.open("rb") as binary, path.open(encoding="utf-8", newline="") as text:
        for source in (str(path), path, binary, text, io.BytesIO(SAMPLE), Text(SAMPLE.decode())):
            assert next(iter(read_records(source))).statements == wanted


def test_standard_input_is_a_dash() -> None:
    """`-` reads what comes through a pipe, packed or not."""
    code = "from calarec.core.notation import read_records; print(len(list(read_records('-'))))"
    for given in (SAMPLE, gzip.compress(SAMPLE)):
        done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, check=True)
        assert done.stdout.strip() == b"1"


def test_packed_files_are_read_as_they_are(tmp_path: Path) -> None:
    """`.gz` and `.zst`, known by their first bytes, whatever they are called."""
    import zstandard

    for name, packed in (("a.gz", gzip.compress(SAMPLE)), ("b", zstandard.compress(SAMPLE))):
        path = tmp_path / name
        path.write_bytes(packed)
        records = read_records(path)
        assert len(list(records)) == 1
        assert records.findings == []


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_truncated_archive_is_one_finding(tmp_path: Path, kind: str) -> None:
    """The hands before the damage are read; then one error reports the break."""
    import zstandard

    many = SAMPLE + (b"\n" + SAMPLE[SAMPLE.index(b"hand 7") :]) * 2000
    packed = gzip.compress(many) if kind == "gzip" else zstandard.compress(many)
    path = tmp_path / "a"
    path.write_bytes(packed[: len(packed) // 2])
    records = read_records(path)
    hands = list(records)
    codes_found = {one.code for one in records.findings}
    assert "CAL010" in codes_found
    assert codes_found <= {"CAL010", "CAL014"}
    assert kind == "zstd" or len(hands) > 100


def test_frames_of_zstd_follow_one_another() -> None:
    """Archives that were appended to."""
    import zstandard

    packed = zstandard.compress(SAMPLE) + zstandard.compress(SAMPLE)
    assert len(list(read_records(io.BytesIO(packed)))) == 2


def test_a_damaged_archive_is_one_finding(tmp_path: Path) -> None:
    """Bytes changed in the middle are no traceback."""
    packed = bytearray(gzip.compress(SAMPLE))
    packed[40:60] = b"x" * 20
    path = tmp_path / "a.gz"
    path.write_bytes(packed)
    assert "CAL010" in codes(path)


def test_what_cannot_be_opened_is_one_finding(tmp_path: Path) -> None:
    """No such file, a folder, a name that no file can have, an unknown encoding."""
    for source in (tmp_path / "none.cal", tmp_path, "a\0b"):
        assert codes(source) == ["CAL001"]
        assert set(codes(source)) <= UNREADABLE_CODES
    path = tmp_path / "a.cal"
    path.write_bytes(SAMPLE)
    records = read_records(path, encoding="klingon")
    assert list(records) == []
    assert [one.code for one in records.findings] == ["CAL001"]


def test_what_is_no_text_is_one_finding(tmp_path: Path) -> None:
    """UTF-16, pictures: one error, not one for every line."""
    for data in (SAMPLE.decode().encode("utf-16"), b"\x89PNG\0\0\0" * 50):
        path = tmp_path / "a.cal"
        path.write_bytes(data)
        assert codes(path) == ["CAL015"]


@pytest.mark.parametrize(
    ("data", "wording"),
    [
        (b'{"format": "cal-json/1", "hands": [\n', "json"),
        (b'\xef\xbb\xbf{\n  "format":"cal-json/1"}', "json"),
        (b"calpack 1\n%cal 1\n", "packed"),
        (b"hand,dealer,Anna,Bruno\n1,Anna,1,-1\n", "table"),
        (b"mano;Anna;Bruno;Carla\r\n1;1;-2;1\r\n", "table"),
    ],
)
def test_another_form_is_one_finding(tmp_path: Path, data: bytes, wording: str) -> None:
    """It names the form, so that a caller can name the remedy."""
    path = tmp_path / "a"
    for each in (data, gzip.compress(data)):
        path.write_bytes(each)
        records = read_records(path)
        assert list(records) == []
        assert [(one.code, one.wording) for one in records.findings] == [("CAL015", wording)]
    assert set(codes(path)) <= UNREADABLE_CODES


@pytest.mark.parametrize(
    "data",
    [
        b"Anna, Bruno, Carla, Dino\nlunedi, martedi, giovedi, sabato\nhand 1\nend\n",
        b"; a, b, c, d\n; e, f, g, h\nhand 1\nend\n",
        b";;;;;;;;;\n;;;;;;;;;\nmano 1\n",
        b"Anna, Bruno, Carla\nlunedi\n",
        b'{"hands": 1}\n',
        b"calpacks 1\n",
        b"one, two, three, four",
        b"",
    ],
)
def test_what_may_be_a_record_is_read_as_one(tmp_path: Path, data: bytes) -> None:
    """Whatever is wrong with it: commas make no table."""
    path = tmp_path / "a.cal"
    path.write_bytes(data)
    assert "CAL015" not in codes(path)


def test_half_a_letter_at_the_end_is_told(tmp_path: Path) -> None:
    """A file in a named encoding, cut within a letter, is not taken for whole."""
    path = tmp_path / "a.cal"
    path.write_bytes(SAMPLE.decode().encode("utf-16") + b"\n")
    records = read_records(path, encoding="utf-16")
    list(records)
    assert [one.code for one in records.findings] == ["CAL015"]


def test_old_encodings_are_read_when_they_are_named(tmp_path: Path) -> None:
    """Never guessed: without the name a finding, with it the text."""
    path = tmp_path / "a.cal"
    path.write_bytes('cal 1\nseat A "Niccolò"\n\nhand 1\nend\n'.encode("cp1252"))
    records = read_records(path)
    hands = list(records)
    assert [one.code for one in hands[0].findings] == ["CAL002"]
    assert next(iter(read_records(path, encoding="cp1252"))).session.people == {"A": "Niccolò"}
    path.write_bytes('cal 1\nseat A "Niccolò"\n\nhand 1\nend\n'.encode("utf-16"))
    assert codes(path) == ["CAL015"]


def test_what_is_shown_of_a_line_that_is_no_text_has_a_sign_for_each_byte() -> None:
    """Also in the report on the end of the file, without text that the reader adds."""
    for last, column in ((b"end", 4), (b"end \xff\xfe", 7)):
        records = read_records(io.BytesIO(b"hand\nnote \xff\n" + last))
        list(records)
        (found,) = [one for one in records.findings if one.code == "CAL014"]
        assert found.span.column == column
        assert found.excerpt is not None
        assert found.excerpt.lines == ("hand", "note \ufffd", last.decode("utf-8", "replace"))


def test_bytes_that_are_no_text_spoil_one_hand() -> None:
    """The hands before and after are whole."""
    data = b'cal 1\n\nhand 1\nend\n\nhand 2\nnote "\xe8"\nend\n\nhand 3\nend\n'
    assert [hand.broken for hand in read_records(io.BytesIO(data))] == [False, True, False]


def test_pieces_do_not_matter() -> None:
    """A text cut anywhere gives the same blocks."""
    text = SAMPLE.decode() + "\nhand 8\ndealer A\n\nhand 9\nend\n; over\n"
    whole = list(cut_into_blocks(iter([text])))
    lines = text.splitlines(keepends=True)
    for size in (1, 2, 3, 7):
        pieces = ["".join(lines[at : at + size]) for at in range(0, len(lines), size)]
        assert list(cut_into_blocks(iter(pieces))) == whole
    assert "".join(block.before + block.text for block in whole) == text
    ends = [0]
    for block in whole:
        ends.append(ends[-1] + block.before.count("\n") + block.text.count("\n"))
        assert block.line == ends[-2] + 1


def test_memory_does_not_grow_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is never in memory whole, nor are its hands."""
    monkeypatch.setattr("calarec.core.notation.source._CHUNK_BYTES", 1 << 14)
    monkeypatch.setattr("calarec.core.notation.source.FIRST_BYTES", 1 << 14)

    path = tmp_path / "a.cal"
    hand = SAMPLE[SAMPLE.index(b"\nhand 7") :]
    path.write_bytes(SAMPLE[: SAMPLE.index(b"\nhand 7")] + hand * 1500)
    tracemalloc.start()
    for _hand in read_records(path):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < path.stat().st_size / 2


def test_a_hand_without_end_cannot_fill_the_memory() -> None:
    """A hand that goes on and on is let go, and what follows is read."""
    text = "cal 1\n\nhand 1\n" + 'note "going on"\n' * 400_000 + "end\n\nhand 2\ndealer A\nend\n"
    records = read_records(Text(text))
    hands = list(records)
    assert hands[0].broken
    assert hands[-1].name == "2"
    assert not hands[-1].broken


def test_chunks_end_with_lines() -> None:
    """Whatever the sizes of what is read, a piece ends where a line ends."""
    data = SAMPLE * 3000
    for piece in read_chunks(io.BytesIO(data), "utf-8", []):
        assert piece.endswith("\n")
