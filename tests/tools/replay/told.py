"""The samples of `replay`, and the way in which each is printed."""

from __future__ import annotations

import os
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HERE = ROOT / "tests" / "tools" / "replay"
_CACHE = TemporaryDirectory()
_DIGEST = re.compile(r"(?<= )[0-9a-f]{12}\b")


class Sample(NamedTuple):
    """A command line and the form of its output; `words` follow the record and its ruleset."""

    name: str
    record: str
    rules: str
    words: tuple[str, ...] = ()
    width: int = 80
    colour: bool = False

    @property
    def golden(self) -> Path:
        """The file with its output."""
        return HERE / "told" / f"{self.name}.txt"


SAMPLES = (
    Sample("plain-60", "plain", "pagat", width=60),
    Sample("plain-80", "plain", "pagat"),
    Sample("plain-120", "plain", "pagat", width=120),
    Sample("plain-pipe", "plain", "pagat", width=0),
    Sample("plain-80-colour", "plain", "pagat", colour=True),
    Sample("plain-60-it", "plain", "pagat", ("--lang", "it"), width=60),
    Sample("plain-80-it", "plain", "pagat", ("--lang", "it")),
    Sample("plain-seat-exchange", "plain", "pagat", ("--view", "C", "--until", "exchange")),
    Sample("plain-seat-trick-it", "plain", "pagat", ("--view", "A", "--until", "10", "--lang", "it")),
    Sample("plain-deal", "plain", "pagat", ("--until", "deal")),
    Sample("plain-auction-it", "plain", "pagat", ("--until", "auction", "--lang", "it")),
    Sample("plain-seat", "plain", "pagat", ("--view", "B")),
    Sample("quarrel-80", "quarrel", "pagat"),
    Sample("quarrel-80-it-colour", "quarrel", "pagat", ("--lang", "it"), colour=True),
    Sample("quarrel-seat", "quarrel", "pagat", ("--hand", "1", "--view", "B")),
    Sample("claims-80", "claims", "club"),
    Sample("claims-60-it", "claims", "club", ("--lang", "it"), width=60),
    Sample("seven-60", "seven", "settiglio", width=60),
    Sample("seven-120-it", "seven", "settiglio", ("--lang", "it"), width=120),
    Sample("shares-80", "shares", "tretre"),
    Sample("shares-seat-it", "shares", "tretre", ("--view", "C", "--until", "exchange", "--lang", "it")),
    Sample("all-pass-80", "all-pass", "spazzatura"),
    Sample("all-pass-80-it", "all-pass", "spazzatura", ("--lang", "it")),
    Sample("two-80", "two", "a-due"),
    Sample("two-80-it", "two", "a-due", ("--lang", "it")),
)


class Said(NamedTuple):
    """The output of a command, and its status."""

    out: str
    err: str
    status: int


def run(*words: str, width: int = 0, colour: bool = False, lang: str = "en") -> Said:
    """Runs a command line at the root of the repository."""
    names = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANG", "CALAREC_RULES")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    kept |= {"LANG": lang, "CALAREC_CACHE": _CACHE.name}
    kept |= {"COLUMNS": str(width)} if width else {}
    kept |= {"FORCE_COLOR": "1"} if colour else {}
    out, err = StringIO(), StringIO()
    here = os.getcwd()  # noqa: PTH109
    os.chdir(ROOT)
    try:
        with patch.dict(os.environ, kept, clear=True), redirect_stdout(out), redirect_stderr(err):
            status = main(words)
    finally:
        os.chdir(here)
    return Said(out.getvalue(), err.getvalue(), status)


def told(sample: Sample) -> str:
    """Return the output of `replay` for a sample, without the digest of its rules."""
    record, rules = (f"tests/tools/replay/{name}" for name in (f"{sample.record}.cal", f"rules/{sample.rules}.yaml"))
    said = run("replay", record, "--rules", rules, *sample.words, width=sample.width, colour=sample.colour)
    assert said.err == ""
    return _DIGEST.sub("·" * 12, said.out)
