"""Every command that writes, on a failing disk: the old file stays."""

from __future__ import annotations

import errno
import functools
import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.writer import write_hands
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from calarec.simulation import witness as composing
from calarec_tools.archive.witnesses import WitnessSearch
from calarec_tools.cli import commands
from calarec_tools.cli.declare import CommandGroup
from calarec_tools.main import main
from tests.tools.checking.failing_disk import FailingDisk
from tests.tools.checking.folder import SLIP
from tests.tools.evenings import evening
from tests.tools.solve.small import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from calarec_tools.cli.declare import Listed

SOUND: Final = 10**9
"""No command does so much; a disk that fails then does not fail."""
REASONS: Final = {errno.ENOSPC: "the disk is full", errno.EIO: "the disk cannot be read or written"}
WRITING: Final = {
    "check --fix": ("check --fix a.cal", "a.cal"),
    "check --fix --unsafe": ("check --fix --unsafe a.cal", "a.cal"),
    "check --parts": ("check b.cal --parts parts --jobs 1", "parts"),
    "fmt": ("fmt a.cal", "a.cal"),
    "fmt --fill": ("fmt --fill a.cal", "a.cal"),
    "pin": ("pin --update a.cal", "a.cal"),
    "repair": ("repair wrong.cal --apply 1", "wrong.cal"),
    "annotate": ("annotate --write small.cal --rules small.yaml", "small.cal"),
    "convert": ("convert b.cal out.json", "out.json"),
    "convert, packed": ("convert b.cal out.jsonl.gz", "out.jsonl.gz"),
    "convert, a folder": ("convert season out --from cal --to json --jobs 1", "out"),
    "convert, a table": ("convert season out.csv --to csv --jobs 1", "out.csv"),
    "simulate": ("simulate --rules pagat --hands 2 -o out.cal", "out.cal"),
    "sheet": ("sheet b.cal -o out.html", "out.html"),
    "sheet --site": ("sheet b.cal --site out", "out"),
    "witness": ("witness b.cal -o out.cal", "out.cal"),
    "view": ("view b.cal -o out.html", "out.html"),
    "stats": ("stats b.cal --csv -q winners -o out.csv", "out.csv"),
    "new": ("new --rules pagat --players Anna,Bruno,Carla -o out.cal", "out.cal"),
    "dedup": ("dedup b.cal c.cal --write out", "out"),
    "rules new": ("rules new mine --from pagat", "mine.yaml"),
    "rules freeze": ("rules freeze pagat -o out.yaml", "out.yaml"),
    "rules measure": ("rules measure pagat --hands 3 -o out.txt", "out.txt"),
    "rules check": ("rules check foster --witness out", "out"),
    "rules diff": ("rules diff twenty-one no-stramazzo --witness -o out", "out"),
    "page": ("page --export out", "out"),
    "archive build": ("archive build season -o out.duckdb --jobs 1", "out.duckdb"),
    "archive export": ("archive export old.duckdb out --to csv", "out"),
    "--install-completion": ("--install-completion bash", ".bash"),
}
"""Every command that writes, and what its message names, if it does not name a file in the cache or a temporary one."""
ELSEWHERE: Final = ("enter",)
"""Writes too, but is tested below: its session goes on."""
ONLY_READING: Final = (
    "replay", "solve", "identify", "rescore", "coverage", "archive query", "rules list", "rules show", "rules explain",
    "rules ask", "rules schema", "explain", "lsp", "doctor",
)  # fmt: skip


FOUND: Final[dict[object, Any]] = {}


class Finished(NamedTuple):
    """A command that has ended: its status, its output, and every file there is now."""

    status: int
    said: str
    files: Mapping[str, bytes]


def files() -> dict[str, bytes]:
    """Every file below the folder."""
    return {str(each): each.read_bytes() for each in Path().rglob("*") if each.is_file()}


def restore(before: Mapping[str, bytes]) -> None:
    """Restore the content of the folder."""
    import shutil

    for each in Path().iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    for name, data in before.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


@pytest.fixture(autouse=True)
def _season(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path) -> None:
    """Records in a folder of their own, which is home too, and a cache that has what is needed."""
    for name in ("home", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("CALAREC_CACHE", str(cache))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(
        composing, "witness", remember_results(composing.witness, lambda rules, found: (rules.id, str(found)))
    )
    of = remember_results(WitnessSearch.find_witness, lambda _, change: tuple(each.path for each in change.differences))
    monkeypatch.setattr(WitnessSearch, "find_witness", of)
    monkeypatch.setattr("calarec_tools.desk.site.files.pyodide_folder", lambda _: Path())
    monkeypatch.setattr(
        "calarec_tools.desk.site.files.site_files", lambda _: {"sw.js": b"1", "in/a.js": b"2", "b": b"3"}
    )
    monkeypatch.chdir(tmp_path / "home")
    text = evening("pagat", 2)
    restore(
        {
            "a.cal": SLIP.encode(),
            "b.cal": text.encode(),
            "c.cal": text.encode(),
            "wrong.cal": text.replace(": +", ": +1", 1).encode(),
            "season/1.cal": text.encode(),
            "season/2.cal": evening("pagat", 1, 5).encode(),
            ".bashrc": b"export MINE=1\n",
            "small.yaml": SMALL.encode(),
            "small.cal": small_hand().encode(),
        }
    )


def remember_results(find: Callable[..., Any], key: Callable[..., object]) -> Callable[..., Any]:
    """Cache slow searches: only writing is tested."""

    def finding(*given: Any) -> Any:
        name = find.__qualname__, key(*given)
        if name not in FOUND:
            FOUND[name] = find(*given)
        return FOUND[name]

    return finding


@functools.cache
def small_hand() -> str:
    """A record of a hand that is quickly solved."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small.yaml").write_text(SMALL, encoding="utf-8")
        made = simulate(load_ruleset(str(Path(folder, "small.yaml"))), hands=1, seed=1)
        return "".join(write_hands(each.hand for each in made))


@pytest.fixture(scope="module", name="cache")
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a cache for rules between the runs."""
    return tmp_path_factory.mktemp("cache")


def run(words: str, disk: FailingDisk, capsys: pytest.CaptureFixture[str]) -> Finished:
    """Runs a command on a disk."""
    with pytest.MonkeyPatch.context() as patched:
        disk.install(patched)
        try:
            status = main(words.split())
        except SystemExit as ended:  # typer ends so
            status = int(ended.code or 0)
    said = capsys.readouterr()
    assert "a mistake in calarec" not in said.err
    return Finished(status, said.err, files())


@pytest.mark.mass
@pytest.mark.parametrize("number", REASONS)
@pytest.mark.parametrize("name", WRITING)
def test_the_old_file_survives_every_failure(
    name: str, number: int, tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2, the file and the reason; what there was is there, whole, and nothing is left half written."""
    words, target = WRITING[name]
    if name.startswith("archive"):
        made = "old" if name == "archive export" else "out"
        assert main(f"archive build season/1.cal -o {made}.duckdb --jobs 1".split()) == 0
    before = files()
    assert run(words, FailingDisk(SOUND, number), capsys).status in (0, 1)
    old = {each: b"old" for each in files() if each not in before and not each.startswith(("parts", ".bash"))}
    if name not in ("rules new", "rules freeze", "new"):  # These do not replace what somebody has written.
        before |= old
    restore(before)
    sound = FailingDisk(SOUND, number)
    clean = run(words, sound, capsys).files
    assert clean != before
    assert len(sound.done) >= 4
    for turn in range(len(sound.done)):
        restore(before)
        failing = FailingDisk(turn, number, broken=number == errno.EIO)
        found = run(words, failing, capsys)
        what = f"{turn}: {failing.refused}: {found.said}"
        is_kept_only = failing.refused_file.startswith(str(cache)) and not name.startswith("archive")
        if found.status != 2 and (failing.refused in ("", "mkdir") or is_kept_only):
            # It was tried once more, or nothing that was asked for depends on it.
            assert found.files.keys() == clean.keys(), what
            continue
        assert found.status == 2, what
        lines = [line for line in found.said.splitlines() if line.endswith(f": {REASONS[number]}")]
        assert lines, what
        assert any(each in lines[0] for each in (target, str(tmp_path / "temporary"), str(cache))), what
        assert not found.files.keys() - clean.keys() - before.keys(), what
        for each, data in before.items():
            assert found.files.get(each) in (data, clean[each]), what
        assert not list((tmp_path / "temporary").iterdir()), what


def paths(listed: Iterable[Listed | CommandGroup], before: str = "") -> Iterator[str]:
    """Every command by its words."""
    for each in listed:
        if isinstance(each, CommandGroup):
            yield from paths(each.listed, f"{each.name} ")
        else:
            yield before + each.name


def test_every_command_is_tried_or_only_reads() -> None:
    """A new command is put into one of the lists."""
    tried = {each.split(" --")[0].split(",")[0] for each in WRITING} - {"--install-completion"}
    assert sorted([*tried, *ELSEWHERE, *ONLY_READING]) == sorted(paths(commands.LISTED))


@pytest.mark.parametrize("words", ["check a.cal", "rules explain pagat", "replay b.cal"])
def test_a_cache_that_cannot_be_written_changes_no_answer(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failed cache does not change the answer."""
    monkeypatch.setenv("CALAREC_CACHE", "off")
    status = main(words.split())
    told = capsys.readouterr()
    for turn in range(12):
        monkeypatch.setenv("CALAREC_CACHE", str(tmp_path / f"cache-{turn}"))
        with pytest.MonkeyPatch.context() as patched:
            disk = FailingDisk(turn, errno.ENOSPC, broken=True)
            disk.install(patched)
            assert main(words.split()) == status, disk.refused
        assert capsys.readouterr() == told
        if not disk.refused:
            break
    else:
        raise AssertionError("more is written than was thought")


@pytest.mark.parametrize("number", REASONS)
def test_an_evening_that_is_entered_survives_every_failure(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The session goes on; the record is in its file in the end, or the disk is broken and it is printed."""
    typed = "Anna, Bruno, Carla\nAnna\nBruno chiamo won\nCarla chiamo lost\n"
    words = ["enter", "out.cal", "--rules", "pagat"]
    for _ in range(2):  # The first time something may be cached.
        Path("out.cal").unlink(missing_ok=True)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        sound = FailingDisk(SOUND, number)
        assert run(" ".join(words), sound, capsys).status == 0
    whole = Path("out.cal").read_text("utf-8")
    assert whole.count("\nend\n") == 2
    for turn in range(len(sound.done)):
        for broken in (False, True):
            Path("out.cal").unlink(missing_ok=True)
            monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
            with pytest.MonkeyPatch.context() as patched:
                disk = FailingDisk(turn, number, broken=broken)
                disk.install(patched)
                assert main(words) == (2 if broken else 0), f"{turn}: {disk.refused}"
            told = capsys.readouterr()
            if broken:
                assert whole in told.out
                assert told.err.splitlines()[0] == f"calarec: out.cal: {REASONS[number]}"
            else:
                assert Path("out.cal").read_text("utf-8") == whole
