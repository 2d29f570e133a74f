"""Cards under another letter of the pack: a hand with errors has equal findings."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import find_repairs
from calarec.simulation import simulate
from tests.bulk.damage import damaged
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Callable

_FRENCH = {"R": "K", "C": "Q", "F": "J"}
_LINES: dict[str, Callable[[str], bool]] = {
    "tricks": lambda line: line[:2].strip().isdigit(),
    "moves": lambda line: line.startswith(("give", "take", "discard", "call", "table-card", "show")),
    "deal": lambda line: line.startswith(("deal ", "monte ")),
    "all": lambda line: not line.startswith(("dealer", "hand")),
}


def _in_french(text: str, where: str) -> str:
    """The text with kings, knights and jacks by their French letters, in some of its lines."""
    lines = text.splitlines(keepends=True)
    return "".join(
        re.sub(r"(?<= )([RCF])(?=[bscd_][ \n])", lambda found: _FRENCH[found[1]], line) if _LINES[where](line) else line
        for line in lines
    )


def _said(name: str, text: str) -> list[object]:
    """Return the ruling and the findings with places for each hand."""
    session = RecordJudge(game(name).ruleset)
    said: list[object] = []
    for judged in map(session.replay, parse_records(text)):
        found = sorted((each.code, each.wording, str(each.span)) for each in judged.findings)
        ruling = as_json(judged)["ruling"]
        said.append((found, {key: value for key, value in ruling.items() if key != "diagnostics"}))
    return said


_KINDS = ("other card", "swap cards", "exchange", "drop", "seat", "double", "blank", "trick number", "tail")


@pytest.mark.mass
@pytest.mark.parametrize("where", _LINES)
@pytest.mark.parametrize("name", ["pagat", "treccani", "gelli-terziglio", "sestiglio", "quintiglio", "short-11"])
def test_of_damaged_hands_the_same_is_said(name: str, where: str) -> None:
    """In sources 002 and 004 French cards mean Italian ones (`pack.aliases`)."""
    rng = Random(f"{name} {where}")
    hands = "".join(write_hands(each.hand for each in simulate(game(name), hands=24, seed=rng.randrange(1000))))
    text = damaged(hands, rng, every=1, kinds=_KINDS)
    other = _in_french(text, where)
    assert other != text
    assert _said(name, other) == _said(name, text)


_CARDS = ("deal B", "deal C", "monte", "give", "discard", " 1 ", " 5 ", " 9 ")


@pytest.mark.parametrize("begins", _CARDS)
def test_it_is_mended_alike_and_no_other_line_is_touched(begins: str) -> None:
    """A card that is another one; all are called by French letters, and what is not changed stays so."""
    hand = _in_french(_plain(begins), "all")
    rng = Random(begins)
    line = next(each for each in hand.splitlines() if each.startswith(begins))
    own = re.findall(r"[^ _][bscd](?= |$)", line)
    others = [name for name in re.findall(r"(?<= )[^ _][bscd](?=[ \n])", hand) if name not in own]
    wrong = line.replace(rng.choice(own), rng.choice(others))
    offered = _mended(hand.replace(line, wrong))
    assert offered
    for lines in offered:
        assert (
            sum(
                one != other
                for one, other in zip(lines, parse_records(hand.replace(line, wrong))[0].lines, strict=True)
            )
            <= 2
        )
    plain = _mended(_in_italian(hand.replace(line, wrong)))
    assert _in_italian("\n".join(offered[0]) + "\n") == "\n".join(plain[0]) + "\n"


def _in_italian(text: str) -> str:
    back = {french: italian for italian, french in _FRENCH.items()}
    return re.sub(r"(?<= )[KQJ](?=[bscd_][ \n])", lambda found: back[found[0]], text)


def _plain(begins: str) -> str:
    """A hand in which such a line names cards."""
    for seed in range(100):
        text = "".join(write_hands(each.hand for each in simulate(game("pagat"), hands=1, seed=seed)))
        if f"\n{begins}" in text:
            return text
    raise LookupError(begins)


def _mended(text: str) -> list[tuple[str, ...]]:
    judge = begin_totals(game("pagat"))
    (hand,) = parse_records(text)
    return [each.new_lines for each in find_repairs(judge.replay(hand), begin_totals(game("pagat")), nodes=300).offered]
