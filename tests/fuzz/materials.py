"""Sources of inputs: existing records and rule files, and ways to spoil a text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.core.notation.writer import write_hands
from calarec.simulation import simulate
from tests.house.tree import ROOT
from tests.notation import corpus
from tests.rulebooks import IDS, RULES, game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

ODD: Final = (
    "\0", "\r", "\r\n", "\n", "\t", "\x0b", "\x0c", "\x1b[2J", "\x85", "\xa0", "\u2028", "\u202e", "\u200b", "\ufeff",
    "\udc80", "\udcff", "e\u0301", "😀", '"', "\\", "\\u{202e}", ";", ":", "!", "%", "_", "-0", "+", "~", "'", ",",
)  # fmt: skip
NUMBERS: Final = (
    "0",
    "-1",
    "1",
    "00",
    "007",
    "999999999",
    "-999999999",
    "1" * 40,
    "1e9",
    "1/3",
    "3p",
    "0x10",
    "²",
    "٣",
)


@cache
def records() -> tuple[str, ...]:
    """Texts of records, sound and unsound, the long ones left out."""
    files = [*corpus.ALL, *sorted((ROOT / "records").glob("*/*.cal")), *sorted((ROOT / "tests/judge").rglob("*.cal"))]
    return tuple(text for text in map(corpus.text, files) if len(text) < 20_000)


@cache
def rule_files() -> tuple[str, ...]:
    """Texts of rule files: shipped ones, right ones and wrong ones of the tests."""
    files = [*sorted(RULES.glob("*.yaml")), *sorted((ROOT / "tests").rglob("*.yaml"))]
    return tuple(corpus.text(file) for file in files)


@cache
def _simulated(ruleset: str, hands: int, seed: int, irregular: bool) -> str:
    made = simulate(game(ruleset), hands=hands, seed=seed, bot="random", irregular=irregular)
    return "".join(write_hands(each.hand for each in made))


def evening(rng: Random, hands: int = 4) -> str:
    """A simulated evening, the same few dozens again and again."""
    return _simulated(rng.choice(IDS), hands, rng.randrange(3), rng.random() < 0.3)


def record(rng: Random) -> str:
    """A record of the corpora or a simulated one."""
    return evening(rng, rng.randint(1, 3)) if rng.random() < 0.5 else rng.choice(records())


def mangled(text: str, rng: Random, others: Sequence[str], times: int = 4) -> str:
    """The text, spoilt in a few places."""
    for _ in range(rng.randint(1, times)):
        text = rng.choice(WAYS)(text, rng, rng.choice(others))
    return text


def _line_gone(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _line_twice(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return "\n".join(lines)


def _line_of_other(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(other.split("\n")))
    return "\n".join(lines)


def _lines_turned(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def _word_of_other(text: str, rng: Random, other: str) -> str:
    words = re.findall(r"[^\s:]+", rng.choice((text, other))) or ["x"]
    return _put(text, rng, r"[^\s:]+", rng.choice(words))


def _number(text: str, rng: Random, other: str) -> str:
    return _put(text, rng, r"\d+", rng.choice(NUMBERS))


def _card(text: str, rng: Random, other: str) -> str:
    return _put(text, rng, r"\b[0-9A-Z_][a-z_]\b", rng.choice(("__", "_b", "3_", "3b", "Zz", "10b", "3B", "b3")))


def _seat(text: str, rng: Random, other: str) -> str:
    return _put(text, rng, r"\b[A-G]\b", rng.choice("ABCDEFGHa"))


def _odd(text: str, rng: Random, other: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ODD) + text[at:]


def _gone(text: str, rng: Random, other: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 2, 30)) :]


def _cut(text: str, rng: Random, other: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _together(text: str, rng: Random, other: str) -> str:
    return text + other if rng.random() < 0.5 else text.rstrip("\n") + other


def _much(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines[at] = rng.choice((lines[at] * 50, f"{lines[at]}\n" * 50, "(" * 300, "[" * 300, '"' * 99, "- " * 300))
    return "\n".join(lines)


def _put(text: str, rng: Random, pattern: str, new: str) -> str:
    places = [found.span() for found in re.finditer(pattern, text)]
    if not places:
        return text + new
    start, end = rng.choice(places)
    return text[:start] + new + text[end:]


WAYS: Final[tuple[Callable[[str, Random, str], str], ...]] = (
    _line_gone, _line_twice, _line_of_other, _lines_turned, _word_of_other, _word_of_other, _number, _number, _card,
    _card, _seat, _odd, _odd, _gone, _cut, _together, _much,
)  # fmt: skip
