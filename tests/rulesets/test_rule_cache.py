"""The cache: what it keeps holds exactly as long as the bytes it rests on, and nothing that goes wrong matters."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.rule_files import cache
from calarec.rule_files.kept import from_payload, to_payload
from calarec.rule_files.load import check_rules, load_ruleset
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

FOLDERS = ("/rules",)
PAYLOAD = {"title": "perché", "leaves": [[1, None, True], "x"]}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "deep" / "cache"
    monkeypatch.setenv("CALAREC_CACHE", str(folder))
    (tmp_path / "child.yaml").write_bytes(b"child")
    (tmp_path / "parent.yaml").write_bytes(b"parent")
    return tmp_path


def keep(place: Path, payload: object = PAYLOAD, asked: str = "child") -> bool:
    files = [(str(place / name), (place / name).read_bytes()) for name in ("child.yaml", "parent.yaml")]
    return cache.can_store_entry(
        "tree", asked, FOLDERS, files=files, absent=[str(place / "nearer.yaml")], payload=payload
    )


def load(asked: str = "child") -> object:
    return cache.load_entry("tree", asked, FOLDERS)


def entries(place: Path) -> list[Path]:
    return sorted((place / "deep" / "cache").iterdir())


def test_what_is_kept_comes_back(place: Path) -> None:
    assert load() is None
    assert keep(place)
    assert load() == PAYLOAD
    assert cache.load_entry("program", "child", FOLDERS) is None
    assert cache.load_entry("tree", "parent", FOLDERS) is None
    assert cache.load_entry("tree", "child", ("/elsewhere",)) is None


@pytest.mark.parametrize("name", ["child.yaml", "parent.yaml"])
def test_a_changed_byte_in_any_file_of_the_chain_counts(place: Path, name: str) -> None:
    keep(place)
    (place / name).write_bytes(b"# " + (place / name).read_bytes())
    assert load() is None


def test_a_file_that_is_gone_counts(place: Path) -> None:
    keep(place)
    (place / "parent.yaml").unlink()
    assert load() is None


def test_a_file_that_would_now_be_found_first_counts(place: Path) -> None:
    keep(place)
    (place / "nearer.yaml").write_bytes(b"")
    assert load() is None


def test_the_working_folder_counts(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path names another file elsewhere."""
    keep(place)
    monkeypatch.chdir(place)
    assert load() is None


@pytest.mark.parametrize("version", ["calarec", "format", "python"])
def test_versions_count(place: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    keep(place)
    match version:
        case "calarec":
            monkeypatch.setattr("calarec.core.base.version.__version__", "99.0.0")
        case "format":
            monkeypatch.setattr(cache, "CACHE_FORMAT", 99)
        case _:
            monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert load() is None


def test_a_damaged_entry_is_no_entry(place: Path) -> None:
    keep(place)
    (entry,) = entries(place)
    body = entry.read_bytes()
    for damage in (b"", body[:-5], body.replace(b"true", b"null"), b"[1]", b"\xff" * 100, body[10:], body + b" "):
        assert damage != body
        entry.write_bytes(damage)
        assert load() is None
    keep(place)
    assert load() == PAYLOAD


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_is_no_entry(place: Path, kind: str) -> None:
    """Whatever is in its place is left there, and nothing waits for it."""
    keep(place)
    (entry,) = entries(place)
    entry.unlink()
    if kind == "folder":
        entry.mkdir()
    elif kind == "pipe":
        os.mkfifo(entry)
    else:
        entry.symlink_to(place / "child.yaml")
    assert load() is None
    assert keep(place) is (kind != "folder")
    assert load() == (None if kind == "folder" else PAYLOAD)
    assert len(entries(place)) == 1


@pytest.mark.parametrize(
    "entry", [[], {}, {"stamp": 1, "files": 3, "absent": []}, {"files": ["x"], "absent": []}, None]
)
def test_an_entry_of_another_shape_is_no_entry(place: Path, entry: object) -> None:
    """Even one whose checksum is right."""
    keep(place)
    (file,) = entries(place)
    text = json.dumps(entry).encode()
    file.write_bytes(cache.sha256(text).encode() + b"\n" + text)
    assert load() is None


def test_the_folder_is_made_for_its_owner_alone(place: Path) -> None:
    keep(place)
    assert (place / "deep" / "cache").stat().st_mode & 0o777 == 0o700
    assert entries(place)[0].stat().st_mode & 0o777 == 0o600


def test_a_folder_that_others_may_write_to_is_not_used(place: Path) -> None:
    keep(place)
    (place / "deep" / "cache").chmod(0o777)
    assert load() is None
    assert not keep(place)


def test_an_entry_that_others_may_write_to_is_not_used(place: Path) -> None:
    keep(place)
    entries(place)[0].chmod(0o666)
    assert load() is None


def test_a_folder_of_somebody_else_is_not_used(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(place)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert load() is None
    assert not keep(place)


def test_links_are_not_followed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(place)
    (entry,) = entries(place)
    entry.rename(place / "moved")
    entry.symlink_to(place / "moved")
    assert load() is None
    (place / "link").symlink_to(place / "deep" / "cache")
    monkeypatch.setenv("CALAREC_CACHE", str(place / "link"))
    assert not keep(place)


@pytest.mark.parametrize("kind", ["a file", "below a file", "a null", "off"])
def test_a_folder_that_cannot_be_is_harmless(place: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    folder = {"a file": place / "child.yaml", "below a file": place / "child.yaml" / "x", "off": "off"}.get(kind, "")
    monkeypatch.setenv("CALAREC_CACHE", str(folder))
    if kind == "a null":
        monkeypatch.setattr(cache, "cache_folder", lambda: "a\0b")
    assert not keep(place)
    assert load() is None


def test_a_folder_that_cannot_be_written_is_harmless(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "no")

    keep(place)
    monkeypatch.setattr(os, "replace", refuse)
    assert not keep(place, "other")
    assert len(entries(place)) == 1, "the draft is gone"
    monkeypatch.undo()
    monkeypatch.setenv("CALAREC_CACHE", str(place / "deep" / "cache"))
    assert load() == PAYLOAD


def test_folders_by_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CALAREC_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "/x/cache")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.cache_folder() == os.path.join("/x/cache", "calarec")  # noqa: PTH118
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.cache_folder() == str(tmp_path / ".cache" / "calarec")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.cache_folder() == str(tmp_path / "Library" / "Caches" / "calarec")


def test_there_are_never_too_many_entries(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    for number in range(6):
        assert keep(place, asked=f"r{number}")
    assert len(entries(place)) == 3
    assert load("r5") == PAYLOAD
    assert load("r0") is None


def test_other_files_in_the_folder_are_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 0)
    keep(place)
    mine = place / "deep" / "cache" / "mine.txt"
    mine.write_text("x")
    keep(place)
    assert entries(place) == [mine]


def _hammer(place: Path, number: int) -> None:
    for _ in range(40):
        keep(place, {"from": number, "long": "x" * 20_000})


def test_two_writers_never_make_half_an_entry(place: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_hammer, args=(place, number)) for number in (1, 2)]
    keep(place, {"from": 1, "long": "x" * 20_000})
    for writer in writers:
        writer.start()
    seen = []
    while any(writer.is_alive() for writer in writers):
        seen.append(load())
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    for found in [*seen, load()]:
        assert isinstance(found, dict)
        assert found["long"] == "x" * 20_000
    assert len(entries(place)) == 1


def test_the_warm_way_is_light(place: Path) -> None:
    """Asking the cache imports neither yaml nor jsonschema nor pathlib nor dataclasses."""
    keep(place)
    code = (
        "import sys; from calarec.rule_files import cache; "
        f"assert cache.load_entry('tree', 'child', {FOLDERS!r}) is not None; "
        "heavy = {'yaml', 'jsonschema', 'pathlib', 'dataclasses', 'pickle', 'inspect', 'difflib'}; "
        "print(*sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=_environment()
    )
    assert run.stdout.strip() == ""


def _environment() -> dict[str, str]:
    package = os.path.dirname(os.path.dirname(calarec.__file__))  # noqa: PTH120
    return {**os.environ, "PYTHONPATH": package}


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "none": lambda kept: None,
    "a list": lambda kept: [],
    "an empty map": lambda kept: {},
    "a text": lambda kept: "pagat",
    "no leaves": lambda kept: {key: value for key, value in kept.items() if key != "leaves"},
    "a title in one language": lambda kept: {**kept, "title": ["Calabresella"]},
    "a title that is a number": lambda kept: {**kept, "title": 3},
    "sources that are a list": lambda kept: {**kept, "sources": []},
    "a source that is a text": lambda kept: {**kept, "sources": {"001": "abcd"}},
    "words that are numbers": lambda kept: {**kept, "words": {"suits": {"b": 3}}},
    "leaves without a value": lambda kept: {**kept, "leaves": [["deal.hand"]]},
    "leaves without a place": lambda kept: {**kept, "leaves": [["deal.hand", 12, None]]},
    "places that are texts": lambda kept: {**kept, "leaves": [["deal.hand", 12, ["f", "1", "1", "", "", None]]]},
    "layers that are numbers": lambda kept: {**kept, "layers": [1, 2]},
    "removed that is a text": lambda kept: {**kept, "removed": "x"},
    "no tree": lambda kept: {**kept, "tree": None},
    "an empty tree": lambda kept: {**kept, "tree": {}},
    "another tree": lambda kept: {**kept, "tree": {**kept["tree"], "deal": {**kept["tree"]["deal"], "hand": 11}}},
    "another tree that is hashed": lambda kept: {**kept, "hashed": {**kept["hashed"], "match": {}}},
    "rules that are not shown": lambda kept: {**kept, "tree": {**kept["tree"], "match": {}}},
    "no tree that is hashed": lambda kept: {key: value for key, value in kept.items() if key != "hashed"},
    "another digest": lambda kept: {**kept, "digest": "0" * 64},
    "a digest that is none": lambda kept: {**kept, "digest": 7},
}  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("wrong", WRONG)
def test_a_payload_that_is_no_ruleset_is_not_there(place: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """With any content of an entry, the rule file is read and the entry written again."""
    rules = load_ruleset("pagat")
    kept = json.loads(json.dumps(to_payload(rules)))
    assert from_payload(kept, rules.rulesets_with_contract) == rules
    made = WRONG[wrong](kept)
    monkeypatch.setattr(cache, "load_entry", lambda *asked: made)
    assert load_ruleset("pagat") == rules


def test_what_is_kept_of_a_rule_file_lies_on_the_disk(place: Path) -> None:
    """A text from an editor instead of the file leaves no entry; the file leaves one."""
    house = place / "house.yaml"
    house.write_text("ruleset: house\nversion: 1.0.0\nextends: pagat\n", "utf-8")
    assert check_rules(str(house), raw=house.read_bytes() + b"title: typed\n").ruleset is not None
    assert not (place / "deep" / "cache").exists()
    assert check_rules(str(house)).ruleset is not None
    assert len(entries(place)) == 1


def test_where_nobody_can_say_who_we_are_the_folder_is_ours(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser and on Windows there is one user."""
    monkeypatch.delattr(os, "geteuid")
    assert keep(place)
    assert load() == PAYLOAD


def test_what_was_read_before_is_not_decoded_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yet every byte it rests on is looked at, each time."""
    keep(place)
    (entry,) = entries(place)
    kept = load()
    monkeypatch.setattr(json, "loads", None)
    assert load() is kept
    for file in (entry, place / "child.yaml", place / "parent.yaml"):
        body = file.read_bytes()
        file.write_bytes(body + b" ")
        assert load() is None
        file.write_bytes(body)
        assert load() is kept
    (place / "nearer.yaml").write_bytes(b"")
    assert load() is None
    (place / "nearer.yaml").unlink()
    assert load() is kept


def test_every_folder_whose_changes_count_is_there() -> None:
    """A folder that was renamed would leave entries of older code standing."""
    package = ROOT / "interpreter" / "calarec"
    assert [room for room in cache.STAMPED_ROOMS if not any((package / room).glob("*.py"))] == []
