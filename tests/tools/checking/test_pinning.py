"""`calarec pin`: only what can be read is written, every evening of a file is pinned, and nothing else changes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from calarec.rule_files.load import load_ruleset
from calarec_tools.main import main
from tests.tools.checking.shell import shell
from tests.tools.evenings import evening

UNREADABLE = {
    "utf-16": ("cal 1\nrules pagat\n".encode("utf-16"), "CAL015"),
    "utf-16 without its mark": ("cal 1\nrules pagat\n".encode("utf-16-le"), "CAL015"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "CAL015"),
    "zero bytes": (b"cal\0 1\nrules\0 pagat\n\0\0", "CAL015"),
    "truncated": (gzip.compress(evening("pagat", 30).encode())[:2000], "CAL010"),
}


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_folder")]


def pin(rules: str = "pagat") -> str:
    """The line for the record."""
    ruleset = load_ruleset(rules)
    return f"rules {rules}@{ruleset.version} sha256:{ruleset.digest[:12]}"


@pytest.mark.parametrize("kind", [each for each in UNREADABLE if each != "truncated"])
def test_what_cannot_be_read_is_not_pinned(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, its code, and every byte as it was."""
    raw, code = UNREADABLE[kind]
    Path("a.cal").write_bytes(raw)
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 2
    assert code in capsys.readouterr().err
    assert Path("a.cal").read_bytes() == raw


@pytest.mark.mass
@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_through_standard_input(kind: str) -> None:
    """Unreadable input gives no output."""
    raw, code = UNREADABLE[kind]
    ended = shell("calarec pin - --rules pagat", stdin=raw)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert code.encode() in ended.stderr


def test_a_packed_record_comes_out_unpacked() -> None:
    """As with `fmt -`: standard input is read as it is, standard output is text."""
    text = evening("pagat", 2)
    ended = shell("calarec pin -", stdin=gzip.compress(text.encode()))
    assert ended.returncode == 0
    assert ended.stdout.decode() == shell("calarec pin -", stdin=text.encode()).stdout.decode()


def test_bytes_that_are_no_text_stay() -> None:
    """A comment in another encoding is left as it is."""
    raw = b"cal 1\nrules pagat\nseat A  ; Niccol\xf2\n"
    Path("a.cal").write_bytes(raw)
    assert main(["pin", "a.cal"]) == 0
    pinned = raw.replace(b"rules pagat", pin().encode())
    assert Path("a.cal").read_bytes() == pinned
    assert shell("calarec pin -", stdin=raw).stdout == pinned


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\ufeffseat A\nseat B\n", "\ufeff{pin}\nseat A\nseat B\n"),
        ("\ufeffcal 1\nseat A\n", "\ufeffcal 1\n{pin}\nseat A\n"),
        ("\ufeffrules pagat\nseat A\n", "\ufeff{pin}\nseat A\n"),
        ("\ufeff  cal 1\r\nseat A\r\n", "\ufeff  cal 1\r\n{pin}\r\nseat A\r\n"),
    ],
)
def test_a_mark_of_byte_order_stays_first(before: str, after: str) -> None:
    """Whatever is put in, and wherever."""
    Path("a.cal").write_bytes(before.encode())
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 0
    assert Path("a.cal").read_bytes().decode() == after.format(pin=pin())


HEAD = "; first\ncal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nend\n"


def test_every_evening_is_pinned() -> None:
    """A file of two evenings without rules has both of them afterwards, and pinning again changes nothing."""
    Path("a.cal").write_text(f"{HEAD}\n{HEAD}", encoding="utf-8")
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 0
    pinned = HEAD.replace("cal 1\n", f"cal 1\n{pin()}\n")
    assert Path("a.cal").read_text(encoding="utf-8") == f"{pinned}\n{pinned}"
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") == f"{pinned}\n{pinned}"


def test_each_evening_keeps_its_own_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """And is reported with them."""
    first, second = (HEAD.replace("cal 1\n", f"cal 1\nrules {each}\n") for each in ("pagat", "tretre"))
    Path("a.cal").write_text(first + second, encoding="utf-8")
    assert main(["pin", "a.cal"]) == 0
    text = Path("a.cal").read_text(encoding="utf-8")
    assert text == (first + second).replace("rules pagat", pin()).replace("rules tretre", pin("tretre"))
    told = capsys.readouterr().err
    assert pin().removeprefix("rules ") in told
    assert pin("tretre").removeprefix("rules ") in told


@pytest.mark.parametrize("first", [True, False])
def test_an_evening_without_rules_is_named(first: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a named ruleset nothing is written, and the evening's place is shown."""
    named = HEAD.replace("cal 1\n", "cal 1\nrules pagat\n")
    text = HEAD + named if first else named + HEAD
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["pin", "a.cal"]) == 2
    line = 2 if first else 12
    assert capsys.readouterr().err.splitlines()[0] == (
        f"calarec: a.cal:{line}: there is no `rules` line; give `--rules RULES`, and one is written."
    )
    assert Path("a.cal").read_text(encoding="utf-8") == text


def test_hands_before_the_first_version_line() -> None:
    """They are an evening too."""
    text = HEAD.replace("cal 1\n", "")
    Path("a.cal").write_text(text + HEAD, encoding="utf-8")
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8").count(pin()) == 2
