"""Parts of runs that were broken off: damaged, swapped, and forged with a checksum that is right."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from calarec.rule_files.cache import sha256
from calarec_tools.archive.archive_rows import RowsWanted, shard_rows
from calarec_tools.archive.runs import running
from calarec_tools.archive.runs.kept_classes import KEPT_CLASSES
from calarec_tools.archive.runs.part_values import NoPartError, from_text
from calarec_tools.archive.runs.parts import PART_SUFFIX
from calarec_tools.archive.runs.shards import evening_shards
from tests.fuzz.commands import called
from tests.fuzz.materials import mangled, record, records
from tests.fuzz.secret_files import SECRET, folder_beside_secret, hold_well_ended
from tests.fuzz.target import Drawn, Target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.fuzz.commands import Ended

_SHARD_BYTES: Final = 700
"""So small that a record of a few hands has several parts."""
_CHECK: Final = ("check", "a.cal", "--format", "json", "-j", "1")
_BUILD: Final = ("archive", "build", "a.cal", "-o", "a.duckdb", "-j", "1")
_ASK: Final = ("archive", "export", "a.duckdb", "out", "--to", "jsonl")
_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1, 2**63, 10**400, -(10**30), 1.5, 1e308, float("nan"), "", "A", "Z", "CAL510", "CAL999", "\0",
    "\udc80", "x" * 5000, "{x}", "{x:is|are}", [], [[]], {}, {"list": []}, {"dict": []}, {"set": [1]},
    {"Fraction": [1, 3]}, {"bytes": "AA=="}, {"Words": ["{x}", "", []]}, {"Phrase": ["figures",
    [1]]}, {"Ruleset": "{}"}, {"Counter": []},
)  # fmt: skip


def draw(rng: Random) -> Drawn:
    """A record, what becomes of its parts, and which command is asked."""
    text = record(rng)
    if rng.random() < 0.3:
        text = mangled(text, rng, records())
    way = rng.choice(tuple(WAYS)) if rng.random() < 0.5 else "forged"
    return Drawn(text, (way, rng.randrange(10**6), rng.choice(("check", "check", "build"))))


def hold(drawn: Drawn) -> None:
    """The command ends well, and its answer is the one without parts unless a part was forged."""
    way, number, command = drawn.more
    with folder_beside_secret() as work, patch.object(running, "TARGET_SHARD_BYTES", _SHARD_BYTES):
        (work / "a.cal").write_bytes(drawn.raw)
        kept = work / "kept"
        kept.mkdir(mode=0o700)
        ask = _checked if command == "check" else _built
        plain = ask(work, parts=False)
        if command == "check":
            assert ask(work, parts=True) == plain
        else:
            _keep_rows(kept)
        WAYS[str(way)](kept, Random(int(number)))
        for _ in range(2):
            again = ask(work, parts=True)
            if way != "forged":
                assert again == plain


def _checked(_work: Path, *, parts: bool) -> Ended:
    ended = called([*_CHECK, *(("--parts", "kept") if parts else ())])
    hold_well_ended(ended)
    return ended


def _built(work: Path, *, parts: bool) -> tuple[int, dict[str, bytes]]:
    """The status of a build, and what the archive then contains."""
    ended = called([*_BUILD, *(("--parts", "kept") if parts else ())])
    hold_well_ended(ended)
    if ended.status == 2:
        assert not (work / "a.duckdb").exists() or b"a.cal" in ended.err, ended
    if not (work / "a.duckdb").exists():
        return ended.status, {}
    hold_well_ended(called(_ASK), statuses=(0,))
    (work / "a.duckdb").unlink()
    return ended.status, {file.name: file.read_bytes() for file in (work / "out").iterdir()}


def _keep_rows(kept: Path) -> None:
    """Keeps rows as a build does that is broken off before it loads them."""
    try:
        for shard in evening_shards("a.cal"):
            list(shard_rows(shard, wanted=RowsWanted(), folder=str(kept)))
    except Exception:
        return  # what is wrong with the record is reported by the build itself


def _files(kept: Path) -> list[Path]:
    return sorted(file for file in kept.iterdir() if file.is_file())


def _forge(kept: Path, rng: Random) -> None:
    """Changes values of parts and rows, and makes the checksums right again."""
    for file in _files(kept):
        if file.suffix != PART_SUFFIX or rng.random() < 0.3:
            continue
        stamp, value = json.loads(file.read_bytes().partition(b"\n")[2])
        holder = [value]
        for _ in range(rng.choice((3, 10, 30))):
            try:
                changed = json.loads(json.dumps(holder))
            except RecursionError:
                break
            _change(changed, rng)
            # Most changes fit no field, and a part with one of them is not read any further.
            if _can_be_read(changed[0]) or rng.random() < 0.01:
                holder = changed
        for rows in _files(kept):
            if rows.suffix == ".csv" and rng.random() < 0.7 and rows.name.startswith(file.stem):
                _spoil(rows, rng)
                table = rows.name.split(".")[1]
                holder[0] = _with_hash(holder[0], table, sha256(rows.read_bytes()))
        text = json.dumps([stamp, holder[0]]).encode()
        file.write_bytes(sha256(text).encode() + b"\n" + text)


def _can_be_read(value: Any) -> bool:
    try:
        from_text(json.dumps(value))
    except NoPartError:
        return False
    return True


def _with_hash(value: Any, table: str, digest: str) -> Any:
    """The part of rows with the hash of a file of rows."""
    if isinstance(value, dict) and isinstance(value.get("dict"), list):
        pairs = [pair for pair in value["dict"] if isinstance(pair, list) and pair[:1] != [table]]
        return {"dict": [*pairs, [table, digest]]}
    return value


def _change(holder: list[Any], rng: Random) -> None:
    """Changes one value somewhere below: another value, one of elsewhere, gone, twice, deeper, of another class."""
    places = _places(holder)
    container, key = rng.choice(places)
    other = rng.choice(places)
    match rng.randrange(7):
        case 0 | 1:
            container[key] = rng.choice(_VALUES)
        case 2:
            container[key] = json.loads(json.dumps(other[0][other[1]]))
        case 3 if isinstance(container, list) and container is not holder:
            del container[key]
        case 4 if isinstance(container, list) and container is not holder:
            container.insert(key, container[key])
        case 5:
            for _ in range(rng.choice((1, 100))):
                container[key] = rng.choice(([container[key]], {"list": [container[key]]}))
        case _ if isinstance(container, dict):
            container[rng.choice((*KEPT_CLASSES, "tuple", "list", "dict", "x"))] = container.pop(key)
        case _:
            _nudge(container, key, rng)


def _nudge(container: Any, key: Any, rng: Random) -> None:
    """Changes a value within its type."""
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int | float):
        container[key] = value + rng.choice((1, -1, 1000, -(10**6), 10**20))
    elif isinstance(value, str):
        container[key] = rng.choice((value[1:], value + "x", value[::-1], value.upper(), SECRET[:0]))


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value as its container and key."""
    found: list[tuple[Any, Any]] = []
    pending = [value]
    while pending:
        container = pending.pop()
        for key in range(len(container)) if isinstance(container, list) else list(container):
            found.append((container, key))
            if isinstance(container[key], list | dict) and container[key]:
                pending.append(container[key])
    return found


def _spoil(file: Path, rng: Random) -> None:
    """Changes the bytes of a file."""
    raw = bytearray(file.read_bytes())
    place = rng.randrange(len(raw) + 1)
    match rng.randrange(5):
        case 0:
            raw[place:place] = rng.randbytes(rng.choice((1, 3, 100)))
        case 1:
            del raw[place:]
        case 2 if place < len(raw):
            raw[place] = (raw[place] + rng.randrange(1, 256)) % 256
        case 3:
            raw[place:place] = rng.choice((b",", b'"', b"\n", b"\0", b"1e999", b'""', b"\xff", b"x" * 9))
        case _:
            raw += b"," * rng.choice((1, 30)) + b"\n"
    file.write_bytes(raw)


def _damage(kept: Path, rng: Random) -> None:
    for file in _files(kept):
        if rng.random() < 0.7:
            before = file.read_bytes()
            _spoil(file, rng)
            if file.suffix == ".csv" and file.read_bytes() == before:
                file.unlink()


def _swap(kept: Path, rng: Random) -> None:
    files = [file for file in _files(kept) if file.suffix == PART_SUFFIX]
    contents = [file.read_bytes() for file in files]
    rng.shuffle(contents)
    for file, raw in zip(files, contents, strict=True):
        file.write_bytes(raw)


def _replace(kept: Path, rng: Random) -> None:
    """Put a link, a foreign file, foreign JSON or nothing in the place of parts."""
    for file in _files(kept):
        file.unlink()
        match rng.randrange(5):
            case 0:
                file.symlink_to("../../secret.txt")
            case 1:
                file.write_bytes(b"{}")
                file.chmod(0o666)
            case 2:
                text = b"[" * 200_000 if rng.random() < 0.5 else json.dumps([0, rng.choice(_VALUES)]).encode()
                file.write_bytes(sha256(text).encode() + b"\n" + text)
            case 3:
                file.write_bytes(b"")
            case _:
                pass


WAYS: Final[dict[str, Callable[[Path, Random], None]]] = {
    "forged": _forge, "damaged": _damage, "swapped": _swap, "replaced": _replace,
}  # fmt: skip

PARTS: Final = Target(
    "parts",
    "Whatever is wrong with what `--parts` keeps, `check` and `archive build` end with 0, 1 or 2 and no traceback, and "
    "the answer is the one without parts, unless somebody has changed a part and made its checksum right again.",
    draw,
    hold,
    3,
)
