"""Hands after the end of a match are remarked once, by all ways of judging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.bulk.filter import Verifier
from calarec.core.judge.judgement import Judgement
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Finding

LATE = "CAL615"


def late(found: Iterable[Finding]) -> list[tuple[int, object, str]]:
    """Line, last hand of the match and rule of each remark."""
    return [
        (each.span.line, each.args["name"], each.rule.path if each.rule else "") for each in found if each.code == LATE
    ]


def slowly(text: str, rules: str) -> list[Finding]:
    """All findings of hands that are replayed one by one."""
    session = RecordJudge(load_ruleset(rules))
    return [each for hand in parse_records(text) for each in session.replay(hand).findings]


def quickly(text: str, rules: str) -> tuple[list[Finding], int]:
    """All findings of hands that are verified, and how many passed."""
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(load_ruleset(rules)))
    found = [each for verdict in verifier.verify([text]) if isinstance(verdict, Judgement) for each in verdict.findings]
    return found, verifier.passed


@pytest.fixture(params=["treccani", "short-11"])
def rules(request: pytest.FixtureRequest) -> str:
    """A ruleset with an end."""
    return str(request.param)


def test_a_match_that_is_followed_by_match_is_not_remarked(rules: str) -> None:
    """Each of the matches ends, and the next begins anew."""
    text = evening(rules, 40)
    assert text.count("\nmatch") > 1
    assert late(slowly(text, rules)) == []
    assert late(quickly(text, rules)[0]) == []


def test_each_match_is_remarked_once_and_the_same_both_ways(rules: str) -> None:
    """With one of the `match` lines missing, one hand is reported, with the last one."""
    text = evening(rules, 40)
    number = text[: text.index("\nmatch")].rpartition("\nhand ")[2].split("\n")[0]
    wrong = "\n".join(
        line for line in text.replace("\nmatch\n", "\n\n", 1).split("\n") if not line.startswith("total ")
    )
    remarks = late(slowly(wrong, rules))
    line = 1 + wrong.split("\n").index(f"hand {int(number) + 1}")
    assert remarks == [(line, number, "match.until.points")]
    found, passed = quickly(wrong, rules)
    assert late(found) == remarks
    assert passed > 20


def test_totals_that_are_carried_anew_open_the_match_again(rules: str) -> None:
    """`carried` replaces the sums that were added up."""
    text = evening(rules, 40)
    people = [line.split()[1] for line in text.split("\n") if line.startswith("seat ")]
    carried = "carried " + " ".join(f"{seat}: 0" for seat in people)
    again = text.replace("\nmatch\n", f"\n{carried}\n", 1)
    assert carried in again
    assert late(slowly(again, rules)) == []
