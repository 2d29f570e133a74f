"""Names are carried over by meaning: a contract with a partner is not a solo."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.carrying import Translation
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from tests.records.shelf import FILES, name
from tests.rulebooks import SHIPPED

DEALT = ("seat A", "seat B", "seat C", "", "hand 1", "dealer A")


def codes(text: str, rules: str) -> list[str]:
    """Return the codes of a record's findings under a ruleset."""
    judge = RecordJudge(load_ruleset(rules))
    return [each.code for hand in parse_records(text) for each in judge.replay(hand).findings]


@pytest.mark.mass
@pytest.mark.parametrize("other", SHIPPED)
@pytest.mark.parametrize("own", SHIPPED)
def test_contracts_are_taken_for_others_with_a_call_alike(own: str, other: str) -> None:
    """004: the soloist exchanges nothing and pays for it; a game in which a card is asked for is another."""
    left, right = load_ruleset(own).rules, load_ruleset(other).rules
    for old, new in Translation.from_rulesets(load_ruleset(own), load_ruleset(other)).names.get("contract", {}).items():
        one, two = ([rules.steps[step].do for step in rules.contracts[contract].steps]
                    for rules, contract in ((left, old), (right, new)))  # fmt: skip
        assert ("call" in one) == ("call" in two)


def test_a_game_alone_is_not_taken_for_an_exchange() -> None:
    """`solissimo` of twenty-one is nothing that quadriglio has; `scambio` of quadriglio is nothing of twenty-one."""
    table = "cal 1\nrules {}\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer A\nbid {}\nresult B: won\nend\n"
    assert "CAL210" in codes(table.format("twenty-one", "B: solissimo C: pass D: pass"), "quadriglio")
    assert "CAL210" in codes(table.format("quadriglio", "B: scambio C: passo D: passo A: passo"), "twenty-one")


@pytest.mark.parametrize("rules", ["pagat", "spazzatura"])
def test_two_cards_that_were_dealt_are_not_one(rules: str) -> None:
    """A deal with K and R of one suit is none of rules under which both letters are the king."""
    file = next(each for each in FILES if name(each).endswith("thirty-five/chiamo-won.cal"))
    lines = file.read_text("utf-8").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("rules"))
    assert codes(text, rules) == ["CAL808"]


def test_rules_for_other_tables_are_asked_last() -> None:
    """003: at three `chiedo` is a bid of tretre; other tables prove nothing here."""
    text = "\n".join(
        (
            "cal 1",
            *DEALT,
            "bid B: chiedo C: sto-bene A: sto-bene",
            "result B: won",
            "score B: +2 A: -1 C: -1",
            "end",
            "",
        )
    )
    assert codes(text, "pagat") == ["CAL808"]
