"""Every slip of a large corpus is found where it is, and nothing else is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records.model import Score
from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import all_codes
from calarec.record_judge.gaps import begin_totals
from tests.judge.damage.bases import OWN, SHIPPED, Base, rules_of, sheet
from tests.judge.damage.corpus import DAMAGES, cases
from tests.judge.damage.located_findings import findings_of, found_in, places_of
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Finding

CASES = cases()
CANNOT_OCCUR = frozenset({"CAL502", "CAL516"})
"""A record from a text cannot have it: the notation reports it before."""
ELSEWHERE = frozenset(f"CAL3{number}" for number in range(10, 40)) | {
    "CAL219", "CAL560", "CAL561", "CAL563", "CAL564", "CAL565",  # declarations: tests/judge/test_declarations.py
    "CAL414", "CAL415", "CAL416",  # words by which more is paid: tests/judge/test_doubling.py
    "CAL427", "CAL518",  # trumps: tests/referees/test_on_trumps.py
    "CAL519",  # cards that may not be led: tests/referees/test_on_table_limits.py
    "CAL439",  # cards that are never laid aside: tests/referees/test_on_never.py
    "CAL620", "CAL621",  # rules that are kept by hand: tests/referees/test_on_agreed.py
    "CAL619",  # who is out of a match: tests/referees/test_on_out.py
    "CAL428", "CAL429",  # cards passed to neighbours: tests/referees/test_on_passed.py
}  # fmt: skip
"""Codes with tests of their own: of unknown facts, or of rules that no base has."""


@pytest.mark.mass
@pytest.mark.parametrize("name", [damage.__name__ for damage in DAMAGES])
def test_a_slip_is_found_where_it_is_and_brings_no_others(name: str) -> None:
    """Code, line and column are those that the damage itself has worked out; there is no second finding."""
    mine = [case for case in CASES if case.name.endswith(f"-{name}")]
    assert mine, "fits no hand"
    wrong = {}
    for case in mine:
        findings = findings_of(case.text, case.rules)
        if (found := places_of(findings)) != case.damage.expected:
            wrong[case.name] = (case.damage.expected, found)
        _can_be_said(findings)
    assert wrong == {}


def _can_be_said(findings: Iterable[Finding]) -> None:
    """In every language: its words find all their values; nothing is called by the path of a rule."""
    for finding in findings:
        for lang in LANGUAGES:
            text = f"{finding.message(lang)}|{finding.help(lang)}"
            assert "steps." not in text
            assert "{" not in text
            assert "None" not in text


def test_a_line_written_twice_leaves_the_hand_settled() -> None:
    """A repeated line does nothing, and the rest of the hand continues from there."""
    twice = [case for case in CASES if case.name.endswith("-done_twice") and case.rules in IDS]
    assert len(twice) > 10
    for case in twice:
        (hand,) = parse_records(case.text, "twice.cal")
        replayed = begin_totals(game(case.rules)).replay(hand)
        assert replayed.verdict == "illegal"
        assert replayed.account is not None
        assert replayed.setting is not None
        (stated,) = (each.amounts for each in hand.statements if isinstance(each, Score))
        seats = replayed.setting.labels
        assert dict(stated) == dict(zip(seats, replayed.account.payments, strict=True))


@pytest.mark.parametrize("base", [*SHIPPED, *OWN], ids=str)
def test_the_hands_are_legal_before_they_are_damaged(base: Base) -> None:
    """An undamaged hand raises nothing, not even a note."""
    text = "\n".join(sheet(base).lines) + "\n"
    assert found_in(text, rules_of(base)) == []


def test_every_code_is_among_the_damages_twice() -> None:
    """All codes of CAL2xx to CAL6xx that a text can be guilty of, in many rulesets, in hundreds of ways."""
    counts = Counter(code for case in CASES for code, _, _ in case.damage.expected)
    wanted = {code for code in all_codes() if "CAL2" <= code[:4] <= "CAL6"} - CANNOT_OCCUR - ELSEWHERE
    assert {code for code in wanted if counts[code] < 2} == set()
    assert len(CASES) >= 200
    assert len({case.rules for case in CASES}) >= 5
