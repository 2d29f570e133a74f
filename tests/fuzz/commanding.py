"""Any command line ends well."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from calarec_tools.cli.commands import LISTED
from calarec_tools.cli.declare import Command, CommandGroup
from tests.fuzz.commands import called, folder
from tests.fuzz.materials import ODD, mangled, record, records
from tests.fuzz.target import Drawn, Target
from tests.rulebooks import RULES

if TYPE_CHECKING:
    from random import Random

_FILES: Final = (
    "a.cal",
    "b.cal.gz",
    "c.json",
    "club.yaml",
    "sheet.csv",
    "none.cal",
    ".",
    "a",
    "-",
    "*.cal",
    "out",
    "out.cal",
)
_VALUES: Final = (
    "pagat", "tretre", "pagat@1.0.0", "nowhere", "0", "1", "2", "3", "-1", "9" * 30, "deal", "auction", "exchange", "A",
    "it", "en", "cal", "json", "packed", "csv", "CAL512", "RUL101", "cal512", "solo", "settle.bonus.cappotto",
    "Anna,Bruno,Carla", "2025-11-02", "2025-13-40", "random", "sensible", "cp1252", "utf-16", "concise", "sarif", "",
    "--", "=", "sha256:00",
)  # fmt: skip
_HEAVY: Final = ("--hands", "-n", "--aim", "--jobs", "-j", "--try")
_LIGHT: Final = ("0", "1", "2", "-1", "x", "settle.bonus.nope")
"""Values of options that may cause much work: only small ones."""


@cache
def every_command() -> dict[tuple[str, ...], Command]:
    """Every command by the words that name it."""
    return {
        (name, *([one.name] if isinstance(listed, CommandGroup) else [])): one.import_declaration()
        for listed in LISTED
        for name in [listed.name]
        for one in (listed.listed if isinstance(listed, CommandGroup) else (listed,))
    }


def draw(rng: Random) -> Drawn:
    """Words, one a line, and the content of the file `a.cal`."""
    path, command = rng.choice(list(every_command().items()))
    flags = [flag for option in command.options for flag in option.flags]
    words = [*path, *(rng.choice((*_FILES, *_VALUES)) for _ in range(rng.randint(0, 2)))]
    for _ in range(rng.randint(0, 4)):
        flag = (
            rng.choice((*flags, "--lang", "--help")) if rng.random() < 0.9 else rng.choice(("--nope", "-z", "--", "-"))
        )
        value = (
            rng.choice(("0", "1", "2", "-1", "x", "settle.bonus.nope"))
            if flag in _HEAVY
            else rng.choice((*_FILES, *_VALUES))
        )
        words += rng.choice(([flag], [flag, value], [f"{flag}={value}"]))
    if rng.random() < 0.2:
        words[rng.randrange(len(words))] += rng.choice([each for each in ODD if each not in "\0\n\r" and each >= " "])
    if path == ("rules", "check"):
        words.append("club.yaml")  # without a name all shipped rulesets are checked
    elif rng.random() < 0.2:
        rng.shuffle(words)
    text = record(rng)
    return Drawn(mangled(text, rng, records()) if rng.random() < 0.5 else text, tuple(words))


def hold(drawn: Drawn) -> None:
    """A status of 0, 1 or 2; a refusal has text; no escape sequence; inputs stay."""
    words = [str(each) for each in drawn.more]
    files = {
        "a.cal": drawn.raw,
        "c.json": b"{}",
        "club.yaml": (RULES / "pagat.yaml").read_bytes(),
        "sheet.csv": b"n,A,B\n1,0,0\n",
    }
    with folder(files) as here:
        ended = called(words, drawn.raw)
        left = {file.name: file.read_bytes() for file in here.iterdir() if file.is_file()}
    assert ended.status in (0, 1, 2), ended
    if ended.status == 2:
        assert ended.err
    said = ended.err.decode("utf-8", "replace")
    assert "Traceback" not in said
    assert not [each for each in said if not each.isprintable() and each != "\n"], ended
    writes = {"fmt", "check", "pin", "convert", "simulate", "new", "rules", "enter"} & set(words)
    asked = {after for word, after in pairwise(words) if word in ("-o", "--output")}
    asked |= {word.partition("=")[2] for word in words if word.startswith("--output=")}
    asked |= {word[2:] for word in words if word.startswith("-o")} | {
        word[3:] for word in words if word.startswith("-o=")
    }
    if not writes:
        assert {name: raw for name, raw in left.items() if name not in asked} == {
            name: raw for name, raw in files.items() if name not in asked
        }
    # What a run has done is kept by `--parts` under the same ending.
    assert not [name for name in left if name.startswith(".") and name.endswith(".part")]


COMMANDS = Target(
    "commands",
    "Any command line ends with 0, 1 or 2 and no traceback; a refusal says why; no control character of a stranger's "
    "reaches standard error; what is only read stays, and no draft is left behind.",
    draw,
    hold,
    50,
)
