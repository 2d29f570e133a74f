"""The template of an evening shows the lines that a hand of its ruleset needs."""

from __future__ import annotations

import re

import pytest

from calarec.core.mechanisms.rules import resolve_table_size
from calarec.core.notation import parse_records
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids, rule_folders
from calarec.simulation import simulate
from calarec_tools.main import main

pytestmark = pytest.mark.slow

RULES = ("pagat", "treccani", "tretre", "gelli-terziglio", "gelli-bellora", "american-1900", "terziglio-31")


def template(rules: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that the comments of a new record show."""
    seats = load_ruleset(rules).rules.table.seats[0]
    assert main(["new", "--rules", rules, "--players", ",".join("TUVWXYZ"[:seats])]) == 0
    lines = capsys.readouterr().out.split("\n")
    return [line[1:].strip() for line in lines if line.startswith(";  ")]


def verbs(lines: list[str]) -> list[str]:
    """Their verbs from the monte to the first trick, the bids being one."""
    found = [line.split()[0] for line in lines if line.strip()]
    return [verb for verb in found if verb in ("monte", "call", "table-card", "give", "take", "discard")]


@pytest.mark.mass
@pytest.mark.parametrize("rules", RULES)
def test_the_template_shows_what_a_whole_hand_writes(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand of that contract in which everything happens has the same lines in the same order."""
    shown = template(rules, capsys)
    word = next(line.split(": ")[1] for line in shown if line.startswith("bid "))
    written = [
        verbs([line.strip() for line in each.hand.lines or _lines(each.hand)])
        for each in simulate(load_ruleset(rules), hands=300, seed=5)
        if each.account.contract == word
    ]
    assert verbs(shown[4:]) in written


def _lines(hand: object) -> list[str]:
    from calarec.core.notation.writer import write

    return write([hand]).split("\n")  # type: ignore[list-item]


@pytest.mark.parametrize("rules", RULES)
def test_every_line_of_the_template_can_be_read(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With cards in the place of the dots."""
    lines = [re.sub("…", "__", line) for line in template(rules, capsys)]
    for line in lines:
        (hand,) = parse_records(f"cal 1\n\nhand 1\n{line}\nend\n")
        assert not hand.broken, line
    assert [line.split()[0] for line in lines[:4]] == ["bid", "result", "score", "total"]


def test_the_template_says_total_and_how_to_fill(capsys: pytest.CaptureFixture[str]) -> None:
    """In Italian too."""
    assert main(["new", "--rules", "pagat", "--players", "Anna,Bruno,Carla", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert ";   total A: 2 B: -1 C: -1\n" in said
    assert "che scrive `calarec fmt --fill`" in said


@pytest.mark.parametrize("rules", known_ids(rule_folders()))
def test_the_template_shows_how_cards_are_written(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every rank and suit of the pack, in both languages; one hand dealt out, every card once, without a finding."""
    rules_of_file = load_ruleset(rules).rules
    pack = resolve_table_size(rules_of_file, rules_of_file.table.seats[0]).pack
    people = ",".join("TUVWXYZ"[: load_ruleset(rules).rules.table.seats[0]])
    for lang, begins in (("en", "; A card is its rank"), ("it", "; Una carta è il suo valore")):
        assert main(["new", "--rules", rules, "--players", people, "--lang", lang]) == 0
        said = capsys.readouterr().out
        [start] = [n for n, line in enumerate(said.split("\n")) if line.startswith(begins)]
        told = " ".join(said.split("\n")[start : start + 3])
        words = re.findall(r"(?<![\w`])(\w)(?= [^\W\d]|[,.])", told)
        assert {*pack.ranks, *pack.suits} <= {*words}
    shown = [line for line in template(rules, capsys) if line.startswith(("deal ", "monte "))]
    seats = [line.split()[1] for line in shown if line.startswith("deal ")]
    assert len(set(seats)) == len(seats)
    cards = [card for line in shown for card in line.split()[1:] if not card.endswith(":")]
    assert len(set(cards)) == len(cards) == len(pack.ranks) * len(pack.suits) - len(pack.without)
    assert all(card[0] in pack.ranks and card[1] in pack.suits for card in cards)


def test_the_called_card_of_the_example_is_where_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """The second seat holds what the first calls and is given."""
    lines = template("pagat", capsys)
    [called] = [line.split()[2] for line in lines if line.startswith("call A: ")]
    [held] = [line.split()[2:] for line in lines if line.startswith("deal B: ")]
    assert called in held
    assert f"give B: {called} to A" in lines


def test_a_hand_that_nobody_sits_behind_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Two play with three hands: the third has its line, its cards, and no letter."""
    assert main(["new", "--rules", "a-due", "--players", "Anna,Bruno"]) == 0
    text = capsys.readouterr().out
    assert '\nseat A "Anna"\nseat B "Bruno"\ndummy C\n' in text
    assert ";    1 A: __ __ __ > A\n" in text
    assert '`seat D "…" after B`' in text
    (hand,) = parse_records(text)
    assert [each.seat for each in hand.session.dummies] == ["C"]
