"""Evenings with one damaged line, and what must hold of their findings."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.core.notation.writer import write_hands
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

RULES = tuple(SHIPPED)
BY_TOTALS = frozenset({"CAL307", "CAL612", "CAL613", "CAL614", "CAL615", "CAL804"})
"""Findings of a hand that another causes: totals, turn to deal, match, new rules."""


class Told(NamedTuple):
    """A hand's report: its lines, findings, and its ruling without other hands."""

    first: int
    last: int
    findings: tuple[tuple[str, int, int], ...]
    ruling: str


def replay_hands(text: str, damaged: int = 0) -> list[Told]:
    """Every hand of a record.

    What is found of the `damaged` line belongs to no ruling: between hands it is reported with the next.
    """
    session, found = RecordJudge(), []
    for hand in read_records(Text(text, "x.cal")):
        try:
            replayed = session.replay(hand)
            findings, said = replayed.findings, as_json(replayed)
        except NoRulesError as error:
            findings, said = (*hand.findings, *error.findings), {}
        codes = tuple((each.code, each.span.line, each.span.column) for each in findings)
        found.append(Told(hand.line, hand.last_line, codes, _alone(said, damaged)))
    return found


def _alone(said: dict[str, Any], damaged: int) -> str:
    """A ruling without totals, the match, and findings about totals or a line."""
    ruling = {key: value for key, value in said.get("ruling", {}).items() if key not in ("totals", "match", "stated")}
    ruling["diagnostics"] = [
        each for each in ruling.get("diagnostics", ()) if each["code"] not in BY_TOTALS and each["line"] != damaged
    ]
    return json.dumps({**said, "ruling": ruling}, sort_keys=True)


@cache
def evenings(rules: str) -> str:
    """Two evenings of a few hands, a match in each but the first; the second goes by other rules."""
    other = RULES[(RULES.index(rules) + 5) % len(RULES)]
    one = [made.hand for made in simulate(load_ruleset(rules), hands=3, seed=3)]
    two = [made.hand for made in simulate(load_ruleset(other), hands=2, seed=4)]
    return "".join(write_hands(one)) + "\n" + "".join(write_hands(two))


def misspelt(line: str, random: Random) -> str:
    """Double a letter of the first word."""
    verb, blank, rest = line.lstrip().partition(" ")
    at = random.randrange(len(verb))
    return verb[:at] + verb[at] + verb[at:] + blank + rest


def halve_line(line: str, random: Random) -> str:
    """Keep only the first words of a line."""
    words = line.split(" ")
    return " ".join(words[: random.randrange(1, len(words))]) if len(words) > 1 else line + line


def with_nul(line: str, random: Random) -> str:
    """Insert a zero byte."""
    at = random.randrange(len(line))
    return line[:at] + "\0" + line[at:]


def rubbish(line: str, random: Random) -> str:
    """Replace every character."""
    return "".join(random.choice("%&/()=+*") for _ in line)


def with_more(line: str, random: Random) -> str:
    """Append a word."""
    return f"{line} {random.choice(('and', '3', 'Xx', ':', '??'))}"


WAYS: tuple[Callable[[str, Random], str], ...] = (misspelt, halve_line, with_nul, rubbish, with_more)


def reach(lines: list[str], at: int) -> tuple[int, int]:
    """The first and last line of what a line touches: its hand, or all hands of its evening that come after it."""
    starts = [number for number, line in enumerate(lines, 1) if line.split(" ")[0] in ("hand", "cal")]
    ends = [number for number, line in enumerate(lines, 1) if line.split(" ")[0] == "end"]
    hand = next((end for end in ends if end >= at), len(lines))
    first = max((start for start in starts if start <= at), default=1)
    if lines[first - 1].startswith("hand") and at <= hand:
        return first, hand
    evenings_begin = [number for number, line in enumerate(lines, 1) if line.startswith("cal ") and number > at]
    return at, min(evenings_begin, default=len(lines) + 1) - 1


def hold(rules: str, at: int, line: str) -> None:
    """With this line in the place of another: findings in its hand alone, every other ruling the same to the byte."""
    whole = evenings(rules)
    lines = whole.rstrip("\n").split("\n")
    before = _known(rules)
    damaged = [*lines]
    damaged[at - 1] = line
    first, last = reach(lines, at)
    for hand in replay_hands("\n".join(damaged) + "\n", at):
        outside = [each for each in hand.findings if not first <= each[1] <= last]
        known = before[hand.first].findings if hand.first in before else ()
        added = [each for each in outside if each not in known and each[0] not in BY_TOTALS]
        assert added == [], (at, line, lines[at - 1], first, last, hand)
        if not (first <= hand.first <= last or first <= hand.last <= last):
            assert hand.ruling == before[hand.first].ruling, (at, line, lines[at - 1], first, last, hand)


@cache
def _known(rules: str) -> dict[int, Told]:
    return {each.first: each for each in replay_hands(evenings(rules))}
