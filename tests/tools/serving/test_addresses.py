"""The addresses for phones at the table, the keys in them, and a code for a camera."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from calarec_tools.desk.serving.access import Access, Keys
from calarec_tools.desk.serving.local_page import LocalPage, code_rows, code_text, local_page
from calarec_tools.desk.serving.messages import Request
from calarec_tools.desk.serving.page_server import PageServer
from calarec_tools.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ADDRESSES: Final = (
    "http://192.0.2.2:8137/?key=" + "0123456789abcdef" * 2,
    "http://192.168.178.123:65535/?key=" + "f" * 32,
    "http://[2001:db8::8a2e:370:7334]:8137/?key=" + "9" * 32,
)
BLOCKS: Final = {
    "3L": (1, 55),
    "3M": (1, 44),
    "4L": (1, 80),
    "4M": (2, 32),
    "5L": (1, 108),
    "5M": (2, 43),
    "6M": (4, 27),
}
"""Blocks, and the data of each, by version and level (ISO/IEC 18004, table 9)."""
LEVELS: Final = {1: "L", 0: "M", 3: "Q", 2: "H"}
MASKS: Final[tuple[Callable[[int, int], bool], ...]] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
"""The inverted modules, by the number of the mask (7.8.2)."""


def read_code(rows: list[str]) -> str:
    """The text of a code of versions 2 to 6, read as a camera reads it, by the standard."""
    size = len(rows)
    version = (size - 17) // 4
    around = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join(rows[row][column] for row, column in around), 2) ^ 0b101010000010010
    level, mask = LEVELS[form >> 13], MASKS[form >> 10 & 7]
    bits = "".join(
        str(int(rows[row][column]) ^ mask(row, column)) for row, column in _zigzag(size) if _is_data(size, row, column)
    )
    blocks, length = BLOCKS[f"{version}{level}"]
    words = [bits[start : start + 8] for start in range(0, 8 * blocks * length, 8)]
    text = "".join(word for block in range(blocks) for word in words[block::blocks])
    assert text[:4] == "0100"
    count = int(text[4:12], 2)
    return bytes(int(text[start : start + 8], 2) for start in range(12, 12 + 8 * count, 8)).decode()


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    """All modules, two columns at a time, upwards and downwards in turn."""
    columns = [column for column in range(size - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        for row in range(size) if turn % 2 else reversed(range(size)):
            yield from ((row, right), (row, right - 1))


def _is_data(size: int, row: int, column: int) -> bool:
    corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    aligned = size - 9 <= row <= size - 5 and size - 9 <= column <= size - 5
    return not corner and not aligned and 6 not in (row, column)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_camera_reads_the_address(address: str) -> None:
    """The code of the page, and that of the terminal, which is drawn light on dark with a margin on each side."""
    rows = code_rows(address)
    assert read_code(rows) == address
    halves = {"█": "00", "▀": "01", "▄": "10", " ": "11"}
    lines = [[halves[block] for block in line] for line in code_text(rows).splitlines()]
    drawn = ["".join(block[half] for block in line) for line in lines for half in (0, 1)]
    assert [row[2:-2] for row in drawn[2 : 2 + len(rows)]] == rows
    assert not any("1" in margin for margin in (*drawn[:2], *drawn[2 + len(rows) :]))
    assert not any("1" in row[:2] + row[-2:] for row in drawn)


def test_only_a_shared_page_has_addresses_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine alone there are none; for others there are two, with a code each that leads there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with local_page(tmp_path / "kept", "127.0.0.1", 0) as page:
        assert page.addresses_with_codes() == {"addresses": []}
        keys = page.server.access.keys
        shared = LocalPage(page.server, "192.0.2.2", page.folder, ())
        told = shared.addresses_with_codes()["addresses"]
    assert [each["role"] for each in told] == ["write", "watch"]
    port = page.server.port
    for each, key in zip(told, (keys.write, keys.watch), strict=True):
        assert each["address"] == f"http://192.0.2.2:{port}/?key={key}"
        assert read_code(each["rows"]) == each["address"]


def test_the_terminal_warns_and_shows_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With any other host than this machine, and with none of its own names."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(PageServer, "serve", lambda server: None)
    monkeypatch.setattr(LocalPage, "warm_up", lambda page: None)
    called = ["page", "--no-open", "--port", "0", "--folder", str(tmp_path / "kept"), "--host"]
    assert main([*called, "127.0.0.1"]) == 0
    alone = capsys.readouterr().err
    assert main([*called, "0.0.0.0"]) == 0
    shared = capsys.readouterr().err
    assert "Nothing that is sent is encrypted." not in alone
    assert "Nothing that is sent is encrypted." in shared
    written = next(line for line in shared.splitlines() if line.startswith("To write on another device: "))
    assert code_text(code_rows(written.rpartition(": ")[2])) in shared
    assert "█" not in alone


def test_a_name_that_was_given_is_a_host() -> None:
    """`--host` may be a name of this machine: what is asked for by it is answered, another name is not."""
    access = Access(Keys("a" * 32, "b" * 32), 8137, "table.local")
    hosts = ("table.local:8137", "192.0.2.2:8137", "other.local:8137", "table.local")
    asked = [Request("GET", "/", "", {"host": host}) for host in hosts]
    assert [access.is_for_us(each, "192.0.2.2") for each in asked] == [True, True, False, False]
