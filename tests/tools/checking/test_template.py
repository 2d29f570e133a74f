"""What the template of an evening shows is what a hand of its ruleset needs."""

from __future__ import annotations

import re

import pytest

from calarec.notation import parse
from calarec.rulesets.load import load_rules
from calarec.simulation import simulate
from calarec_tools.main import main

RULES = ("pagat", "treccani", "tretre", "gelli-terziglio", "gelli-bellora", "american-1900", "terziglio-31")


def template(rules: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that the comments of a new record show."""
    seats = load_rules(rules).rules.table.seats[0]
    assert main(["new", "--rules", rules, "--players", ",".join("VWXYZ"[:seats])]) == 0
    lines = capsys.readouterr().out.split("\n")
    return [line[1:].strip() for line in lines if line.startswith(";  ")]


def verbs(lines: list[str]) -> list[str]:
    """Their verbs from the monte to the first trick, the bids being one."""
    found = [line.split()[0] for line in lines if line.strip()]
    return [verb for verb in found if verb in ("monte", "call", "table-card", "give", "take", "discard")]


@pytest.mark.parametrize("rules", RULES)
def test_the_template_shows_what_a_whole_hand_writes(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand of that contract in which everything happens has the same lines in the same order."""
    shown = template(rules, capsys)
    word = next(line.split(": ")[1] for line in shown if line.startswith("bid "))
    written = [
        verbs([line.strip() for line in each.hand.lines or _lines(each.hand)])
        for each in simulate(load_rules(rules), hands=300, seed=5)
        if each.account.contract == word
    ]
    assert verbs(shown[4:]) in written


def _lines(hand: object) -> list[str]:
    from calarec.notation.writer import write

    return write([hand]).split("\n")  # type: ignore[list-item]


@pytest.mark.parametrize("rules", RULES)
def test_every_line_of_the_template_can_be_read(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With cards in the place of the dots."""
    lines = [re.sub("…", "__", line) for line in template(rules, capsys)]
    for line in lines:
        (hand,) = parse(f"cal 1\n\nhand 1\n{line}\nend\n")
        assert not hand.broken, line
    assert [line.split()[0] for line in lines[:4]] == ["bid", "result", "score", "total"]


def test_the_template_says_total_and_how_to_fill(capsys: pytest.CaptureFixture[str]) -> None:
    """In Italian too."""
    assert main(["new", "--rules", "pagat", "--players", "Anna,Bruno,Carla", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert ";   total A: 2 B: -1 C: -1\n" in said
    assert "che scrive `calarec fmt --fill`" in said
