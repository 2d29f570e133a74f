"""Wrong use and unlucky files: one clear line, the right status, no damaged and no half-written file."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.main import main
from calarec_tools.output.files import progress
from tests.house.tree import ROOT
from tests.tools.checking.folder import SLIP, everything
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from collections.abc import Callable


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_folder")]


def said(capsys: pytest.CaptureFixture[str], status: int, words: str, *lines: str) -> None:
    """Runs a command that must fail with this status and exactly these lines on standard error."""
    assert main(words.split()) == status
    captured = capsys.readouterr()
    assert captured.err.splitlines() == list(lines)
    assert "Traceback" not in captured.out + captured.err


@pytest.mark.parametrize("command", ["check", "fmt", "pin"])
def test_no_such_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there is named, and nothing else happens."""
    said(capsys, 2, f"{command} nope.cal", "calarec: `nope.cal`: there is no such file or folder.")


@pytest.mark.parametrize("command", ["check", "fmt", "pin"])
def test_a_folder_without_records(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder is probably the wrong one."""
    Path("empty").mkdir()
    Path("empty", "notes.txt").write_text("hello", encoding="utf-8")
    Path("empty", ".hidden.cal").write_text("cal 1\n", encoding="utf-8")
    line = "calarec: `empty`: there is no record in this folder (a file ending in .cal, .cal.gz or .cal.zst)."
    said(capsys, 2, f"{command} empty", line)


def test_a_pattern_that_nothing_fits(capsys: pytest.CaptureFixture[str]) -> None:
    """A pattern is tried where the shell has left it."""
    said(capsys, 2, "check *.cal", "calarec: `*.cal`: no record fits this pattern.")


def test_what_is_there_is_checked_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """One wrong path does not keep the others from being checked; the status shows it."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["check", "a.cal", "nope.cal"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "2 hands, 1 file: 2 legal; nothing found.\n"
    assert captured.err == "calarec: `nope.cal`: there is no such file or folder.\n"


@pytest.mark.parametrize("command", ["check a.cal", "fmt --fill a.cal", "pin a.cal", "new --players A,B,C"])
def test_an_unknown_ruleset(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With what was probably meant."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main([*command.split(), "--rules", "pagatt"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert "`pagatt`" in line
    assert "`pagat`" in line
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP


def test_a_ruleset_with_errors(capsys: pytest.CaptureFixture[str]) -> None:
    """The first error in one line, with its place, and how many more there are."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("mine.yaml").write_text("ruleset: mine\nversion: 1.0.0\nextends: pagat\nset: {play.follow: often}\n",
                                 encoding="utf-8")  # fmt: skip
    assert main(["check", "a.cal", "--rules", "./mine.yaml"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith("calarec: ./mine.yaml:4:")
    assert "RUL" in line


def test_a_record_without_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """The message has the place, and a command that lists rulesets; once for a file."""
    Path("a.cal").write_text(evening("pagat", 3).replace("\nrules ", "\n; rules "), encoding="utf-8")
    assert main(["check", "a.cal"]) == 2
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert line.startswith("calarec: a.cal:7: the record has no `rules` line, and no --rules was given (")
    assert "`calarec identify`" in line
    assert "`calarec rules list`" in line
    assert captured.out == "3 hands, 1 file: 3 without a ruleset; nothing found.\n"


def test_the_record_names_an_unknown_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """It is a finding at its `rules` line, printed once."""
    Path("a.cal").write_text(evening("pagat", 3).replace("rules pagat", "rules pagatt"), encoding="utf-8")
    assert main(["check", "a.cal", "--format", "concise"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("a.cal:2:1: CAL803 ")


def test_each_evening_that_names_an_unknown_ruleset_is_named_by_its_own_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also where the evening before names the same one."""
    one = evening("pagat", 2).replace("rules pagat", "rules pagatt")
    Path("a.cal").write_text(one + one, encoding="utf-8")
    assert main(["check", "a.cal", "--format", "concise"]) == 1
    lines = one.count("\n")
    assert [line.split(": CAL803")[0] for line in capsys.readouterr().out.splitlines()] == [
        "a.cal:2:1",
        f"a.cal:{lines + 2}:1",
    ]


@pytest.mark.mass
@pytest.mark.parametrize(
    "words", ["replay --json", "repair --json", "annotate --json --seconds 1", "solve --json --at 11"]
)
def test_the_evening_behind_an_unknown_ruleset_is_looked_at(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason for the first is printed once; the second has only its own findings."""
    slip = re.sub("\nscore .*", "\nscore A: +7 B: -7 C: 0", evening("pagat", 2), count=1)
    Path("b.cal").write_text(slip, encoding="utf-8")
    alone = main([*words.split(), "b.cal"])
    said = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert said
    before = evening("pagat", 2).replace("rules pagat", "rules pagatt")
    Path("a.cal").write_text(f"{before}\n{slip}", encoding="utf-8")
    assert alone < main([*words.split(), "a.cal"]) == 2
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert line.startswith("calarec: a.cal:2:1: the record names the ruleset `pagatt`, and there is none of that name")
    found = [json.loads(each) for each in captured.out.splitlines()]
    assert [each["hand"] for each in found] == [each["hand"] for each in said]
    assert [len(each.get("diagnostics", ())) for each in found][1:] == [
        len(each.get("diagnostics", ())) for each in said
    ][1:]


UNREADABLE = {
    "bytes": (b"cal 1\nrules pagat\nhand 1\ndealer \xff\xfe\nend\n", "CAL002"),
    "utf-16": ("cal 1\n".encode("utf-16"), "CAL015"),
    "truncated": (gzip.compress(evening("pagat", 30).encode())[:2000], "CAL010"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "CAL015"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, one finding for it, and the other file is checked."""
    raw, code = UNREADABLE[kind]
    Path("a.cal").write_bytes(raw)
    Path("b.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["check", "a.cal", "b.cal", "--format", "concise"]) == 2
    captured = capsys.readouterr()
    assert sum(code in line for line in captured.out.splitlines()) == 1
    assert "2 files" in captured.err


KEEPING = ("fmt a.cal",)
"""Commands that keep unreadable bytes, and so may continue."""
FORMS = ("jsonl", "json", "calpack", "csv", "cal")


@pytest.mark.parametrize("kind", UNREADABLE)
@pytest.mark.parametrize("command", ["fmt a.cal", "check --fix a.cal", *(f"convert a.cal b.{to}" for to in FORMS)])
def test_what_cannot_be_read_is_not_written(kind: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The file stays byte for byte as it was, and no new file is beside it."""
    raw, _ = UNREADABLE[kind]
    if kind == "bytes" and command in KEEPING:
        return
    Path("a.cal").write_bytes(raw)
    assert main(command.split()) == 2
    assert Path("a.cal").read_bytes() == raw
    assert everything() == ["a.cal"]
    assert "Traceback" not in capsys.readouterr().err


WRITING = ["fmt a.cal", "check --fix a.cal", "pin --update a.cal", "fmt --fill a.cal"]


def _failing(error: BaseException) -> Callable[..., Any]:
    def fail(*_values: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, status 2; the old file is whole, and no part of a new one stays behind."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    monkeypatch.setattr("os.fsync", _failing(OSError(errno.ENOSPC, "No space left on device")))
    assert main(command.split()) == 2
    assert "calarec: a.cal: the disk is full" in capsys.readouterr().err.splitlines()
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP
    assert everything() == ["a.cal"]


@pytest.mark.parametrize("command", WRITING)
def test_interrupted_while_writing(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C in the middle: status 130; the old file is whole, and no part of a new one stays behind."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    monkeypatch.setattr("os.fsync", _failing(KeyboardInterrupt()))
    assert main(command.split()) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "calarec: interrupted."
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP
    assert everything() == ["a.cal"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_while_checking(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends the check and its processes."""
    Path("a.cal").write_text(with_slips("pagat", 12), encoding="utf-8")
    monkeypatch.setattr(progress.Progress, "show_progress", _failing(KeyboardInterrupt()))
    assert main(["check", "a.cal", "--jobs", jobs]) == 130
    assert capsys.readouterr().err.splitlines() == ["calarec: interrupted."]


def test_a_reader_that_leaves(tmp_path: Path) -> None:
    """`check … | head`: no traceback, and the status that shells give."""
    Path("a.cal").write_text(with_slips("pagat", 40) * 20, encoding="utf-8")
    command = subprocess.Popen(
        [sys.executable, "-m", "calarec_tools.main", "check", "a.cal", "--jobs", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert command.stdout is not None
    command.stdout.readline()
    command.stdout.close()
    _, err = command.communicate()
    assert command.returncode == 141
    assert err == b""


def test_standard_input_is_not_mended(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be written back; its findings are printed."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    with Path("a.cal").open("rb") as stream:
        monkeypatch.setattr("sys.stdin", type("In", (), {"buffer": stream})())
        assert main(["check", "-", "--fix", "--format", "concise"]) == 2
    captured = capsys.readouterr()
    assert captured.err.splitlines()[0] == "calarec: standard input cannot be written back; name a file."
    assert "CAL005" in captured.out


def test_a_compressed_file_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither mended nor formatted; whatever it is called."""
    for name in ("a.cal.gz", "a.cal"):
        packed = gzip.compress(SLIP.encode())
        Path(name).write_bytes(packed)
        for command in ("fmt", "check --fix", "pin"):
            assert main([*command.split(), name]) == 2
            assert Path(name).read_bytes() == packed
        Path(name).unlink()
    assert capsys.readouterr().err.count("is compressed and is not written back") == 6


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("new --players A,B,C", "which rules? Give `--rules RULES`."),
        ("new --rules pagat", "who plays? Give `--players Anna,Bruno,Carla`, in order of play."),
        ("new --rules pagat --players Anna,Bruno", "`pagat` is for 3 / 4, not for 2."),
        ("new --rules pagat --players Anna,Bruno,Anna", "two players are called Anna; add an initial."),
        ("new --rules pagat --players A,B,C --date 2.11.2025", "`--date` is a day like 2025-11-02, not `2.11.2025`."),
        ("new --rules pagat --players A,B,C -o a.cal", "`a.cal` is there already; it is not written over."),
        ("convert a.cal a.cal", "`a.cal` would be written over itself."),
        ("convert a.cal b.doc", "`b.doc`: its ending names no form; give `--to cal|json|jsonl|packed|csv`."),
        ("convert nope.cal b.json", "CAL001 there is no file `nope.cal`"),
        ("convert . b", "`.` is a folder; so the destination must be one too, and `--to` must be given."),
        ("check --jobs -1 a.cal", "`--jobs` is a number from 0 up."),
        ("solve a.cal --seconds -3", "`--seconds` is a number from 1 up."),
        ("solve a.cal --seconds 0", "`--seconds` is a number from 1 up."),
        ("rules check pagat --hands -3", "`--hands` is a number from 0 up."),
        ("new --rules pagat --players A,B,C --hands 1001", "`--hands` is a number from 0 to 1000."),
        (
            "sheet a.cal -o a.pdf",
            "`a.pdf`: its ending names no form; give `--format text|markdown|csv|html|svg|json|score-sheet`.",
        ),
        ("sheet a.cal -o a", "`a`: its ending names no form"),
        ("fmt --check --diff a.cal", "`--check` and `--diff` change nothing; give one of them."),
    ],
)  # fmt: skip
def test_wrong_words(words: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each wrong use has its own line, and changes nothing."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(words.split()) == 2
    first = capsys.readouterr().err.splitlines()
    assert len(first) == 1
    assert line in first[0]
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP
    assert everything() == ["a.cal"]


@pytest.mark.parametrize("name", ["Nic\udcf2", "An\nna", "An\u2028na", "a" * 201, "\x1b[1mAnna"])
@pytest.mark.parametrize(("lang", "words"), [("en", "cannot be a player's name"), ("it", "non può essere il nome")])
def test_names_that_are_no_text(name: str, lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that can be printed, and no file."""
    command = ["new", "--rules", "pagat", "--players", f"Anna,{name},Carla", "-o", "a.cal", "--lang", lang]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert said.rstrip("\n").isprintable()
    assert everything() == []


def test_names_of_people_are_names() -> None:
    """Whatever letters they have."""
    words = ["new", "--rules", "pagat", "--players", "Niccolò,张三,Anna Maria d'Este", "-o", "a.cal"]
    assert main(words) == 0
    assert 'seat B "张三"' in Path("a.cal").read_text(encoding="utf-8")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("line", ['note "' + "x" * 9990 + '";c', 'note "x";' + "c" * 9990])
def test_a_line_that_formatting_would_make_too_long(line: str, end: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It stays as it is, and can still be read; the others are formatted."""
    text = f"cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer  A\n{line}\nend\n"
    Path("a.cal").write_bytes(text.replace("\n", end).encode())
    assert main(["fmt", "a.cal"]) == 0
    assert "mistake in calarec" not in capsys.readouterr().err
    assert Path("a.cal").read_text(encoding="utf-8") == text.replace("dealer  A", "dealer A")
    assert main(["fmt", "--check", "a.cal"]) == 0
