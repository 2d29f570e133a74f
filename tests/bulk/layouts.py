"""Layouts in which people write records: what is read in silence, what is reported once, what has a note."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[str, Random], str]


def double_spaces(line: str, rng: Random) -> str:
    """Some spaces twice."""
    return re.sub(r"(?<=\S) (?=\S)", lambda _: " " * rng.choice((1, 1, 2, 3)), line)


def add_marks(line: str, rng: Random) -> str:
    """Marks on some cards of tricks."""
    if not re.match(r" ?[0-9]+ [A-Z]:", line):
        return line
    return re.sub(r"(?<=[0-9A-Z][a-z])(?= |$)", lambda _: rng.choice(("", "", "!", "?", "!?")), line)


def add_comment(line: str, rng: Random) -> str:
    """A comment at the end of some lines."""
    return line + rng.choice(("", "", " ; così è andata", ";; fine", '  ;- "no"')) if line else line


SILENT: Final[dict[str, Change]] = {
    "spaces between": double_spaces,
    "spaces before": lambda line, rng: " " * rng.choice((0, 2)) + line,
    "spaces after": lambda line, rng: line + " " * rng.choice((0, 1)),
    "unpadded": lambda line, _: re.sub(r"^ (?=[0-9])", "", line),
    "comments": add_comment,
    "lines of comments": lambda line, rng: line + rng.choice(("", "", "\n; e così", "\n  ;; però")),
    "marks": add_marks,
}
"""Changes that are read silently on any line, in a hand and between hands."""
IN_HANDS: Final[dict[str, Change]] = {
    "empty lines": lambda line, rng: line + rng.choice(("", "\n", "\n  \n")),
    "notes": lambda line, rng: line + rng.choice(("", '\nnote "bella  mano; davvero"', '\nnote "x" ; y')),
    "custom lines": lambda line, rng: line + rng.choice(("", "\nx-tavolo 3", '\nx-vino "rosso"')),
}
REPORTED: Final[dict[str, Change]] = {
    "line ends of Windows": lambda line, _: line + "\r",
    "tabs": lambda line, _: re.sub("(?<=[a-z:]) ", "\t", line),
    "wide spaces": lambda line, _: re.sub("(?<=[a-z:]) ", "\u00a0", line),
}
"""Changes that are reported once for a file."""
NOTED: Final[dict[str, Change]] = {
    "glued colons": lambda line, rng: re.sub("([A-Z]:) ", rng.choice((r"\1", r"\1 ")), line),
    "glued first colons": lambda line, _: re.sub("^([ 0-9a-z]+ [A-Z]:) ", r"\1", line),
    "glued comments": lambda line, rng: line + rng.choice((" ;così è andata", ";ok", "\n;perché")),
    "openness left out": lambda line, rng: re.sub("(?<=: )(open|closed) ", rng.choice((r"\1 ", "")), line),
    "bids of two words": lambda line, _: line.replace("-", " ") if line.startswith("bid") else line,
}
"""Changes with a note on each line."""
EVERY: Final = SILENT | IN_HANDS | REPORTED | NOTED


def laid_out(text: str, names: tuple[str, ...], seed: str) -> str:
    """A text with other layouts; of several, each line gets one."""
    rng, lines, in_hand = Random(seed), [], False
    for line in text.split("\n"):
        in_hand = (in_hand or line.startswith("hand")) and not line.startswith("end")
        name = rng.choice(names)
        quoted = '"' in line and name not in REPORTED
        lines.append(line if quoted or (name in IN_HANDS and not in_hand) else EVERY[name](line, rng))
    return "\n".join(lines)
