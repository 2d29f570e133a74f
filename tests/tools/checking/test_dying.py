"""Commands that write, struck at any moment: a file is the old one or the new one whole, and nothing else stays."""

from __future__ import annotations

import re
import signal
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.tools.checking.dying import as_anybody, counted, killed, no_larger, run, to_nobody
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

FIXABLE = re.sub("(?m)^rules .*", "rules pagat", evening("pagat", 2)).replace("\ndealer ", "\ndealer\t")
CLUB = "ruleset: club\nversion: 1.0.0\nextends: pagat@1.0.0\nset:\n  contracts.solo.stake: 3\nsource: house rule\n"
WRITING: dict[str, str] = {
    "fmt a.cal": "a.cal",
    "fmt --fill a.cal": "a.cal",
    "check --fix a.cal": "a.cal",
    "pin a.cal": "a.cal",
    "convert a.cal b.json": "b.json",
    "convert a.cal b.calpack.gz": "b.calpack.gz",
    "simulate --rules pagat --hands 3 -o b.cal": "b.cal",
    "new --rules pagat --players Anna,Bruno,Carla -o b.cal": "b.cal",
    "rules new club2 --from pagat -o b.yaml": "b.yaml",
    "rules freeze club.yaml -o b.yaml": "b.yaml",
}
"""Command lines and the file that each writes."""
OLD = {"a.cal": FIXABLE.encode(), "club.yaml": CLUB.encode()}
"""The files before a run, with old versions of those that commands overwrite."""
STRUCK = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGINT)
_LITTER = re.compile(r"\.(.+)\.[a-z0-9_]{8}\.part")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return the working folder of the command, and that of its streams."""
    here, beside = tmp_path / "here", tmp_path / "beside"
    here.mkdir()
    beside.mkdir()
    return here, beside


def begin(here: Path, command: str) -> None:
    """The files as they are before the command."""
    for file in here.iterdir():
        file.unlink()
    for name, raw in OLD.items():
        (here / name).write_bytes(raw)
    target = here / WRITING[command]
    if command.startswith(("convert", "simulate")):
        target.write_bytes(b"old\n")


def files(here: Path) -> dict[str, bytes]:
    """Return the contents of a folder."""
    return {file.name: file.read_bytes() for file in here.iterdir()}


def whole(command: str, here: Path, beside: Path) -> tuple[dict[str, bytes], dict[str, bytes], int, int]:
    """The files before and after a run that nothing happens to, its status, and how many moments it has."""
    begin(here, command)
    before, note = files(here), beside / "moments"
    ended = run(command.split(), here, beside, counted(note))
    assert ended.status in (0, 1), ended
    after = files(here)
    target = WRITING[command]
    assert after[target] != before.get(target)
    assert {**before, target: after[target]} == after
    return before, after, ended.status, int(note.read_text())


@pytest.mark.mass
@pytest.mark.parametrize("command", WRITING)
def test_killed_at_any_moment(command: str, folders: tuple[Path, Path]) -> None:
    """Old or new, never half; what is left of the attempt is called so, and the next run removes it and ends well."""
    here, beside = folders
    before, after, status, moments = whole(command, here, beside)
    target = WRITING[command]
    rng = Random(command)
    for struck in STRUCK:
        moment = rng.randint(1, moments)
        begin(here, command)
        died = run(command.split(), here, beside, killed(moment, struck))
        left = files(here)
        litter = [name for name in left if _LITTER.fullmatch(name)]
        rest = {name: raw for name, raw in left.items() if name not in litter}
        assert rest in (before, after), moment
        assert {found[1] for name in litter if (found := _LITTER.fullmatch(name))} <= {target}
        if struck == signal.SIGINT:
            assert (died.status, died.err) == (130, b"calarec: interrupted.\n"), moment
        else:
            assert (died.status, died.err) == (-struck, b""), moment
        if rest == before:
            assert run(command.split(), here, beside).status == status, moment
            assert files(here) == after, moment


@pytest.mark.mass
@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk(command: str, folders: tuple[Path, Path]) -> None:
    """From the first byte on or in the middle: the old file stays, no other is there, and the file is named."""
    here, beside = folders
    before, after, _, _ = whole(command, here, beside)
    target = WRITING[command]
    for size in (600, len(after[target]) // 2):
        begin(here, command)
        died = run(command.split(), here, beside, no_larger(size))
        if len(after[target]) > size:
            assert died.status == 2, died
            assert files(here) == before
            assert f"calarec: {target}: the file would become larger than it may be" in died.err.decode().splitlines()


@pytest.mark.parametrize("command", WRITING)
def test_a_folder_that_may_not_be_written_to(command: str, folders: tuple[Path, Path]) -> None:
    """It is reported, with the name of the file."""
    here, beside = folders
    begin(here, command)
    before = files(here)
    here.chmod(0o555)
    try:
        died = run(command.split(), here, beside, as_anybody)
        assert files(here) == before
    finally:
        here.chmod(0o755)
    assert died.status == 2
    assert WRITING[command] in died.err.decode()
    assert "you are not allowed to do that there" in died.err.decode()


@pytest.mark.mass
@pytest.mark.parametrize(
    "command",
    [
        "fmt - < a.cal", "check a.cal", "check a.cal --format json", "replay a.cal", "replay a.cal --json",
        "convert a.cal - --to jsonl", "convert a.cal - --to csv", "simulate --rules pagat --hands 30",
        "rules explain pagat", "rules freeze club.yaml", "rules list", "fmt --diff a.cal",
        "new --rules pagat --players A,B,C", "explain CAL512",
    ],
)  # fmt: skip
def test_nobody_reads(command: str, folders: tuple[Path, Path]) -> None:
    """Only the status shows it; no file is touched."""
    here, beside = folders
    begin(here, "fmt a.cal")
    words, _, stdin = command.partition(" < ")

    def first() -> None:
        to_nobody()
        if stdin:
            import os

            os.dup2(os.open(stdin, os.O_RDONLY), 0)

    died = run(words.split(), here, beside, first)
    assert died.status == 141
    assert b"calarec:" not in died.err
    assert files(here) == OLD
