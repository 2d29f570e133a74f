"""Fixes for numbers in impossible places: the needed unit, or a fitting key."""

from __future__ import annotations

from typing import Final

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import check_rules

_HEAD: Final = "ruleset: club\nversion: 1.0.0\nextends: pagat\nsource: house rule\n"
_NUMBERS: Final = (
    # what is written, code and wording, what the help names, what the fix writes
    ("contracts.solo.stake: 1/2", "RUL203.payment_finer", ("`1/2x`", "`settle.pay_unit: 1/2`"), ""),
    ("contracts.solo.stake: 2.5", "RUL203.payment_finer", ("`2 1/2x`", "`settle.pay_unit: 1/2`"), ""),
    ("contracts.solo.stake: 2,5", "RUL203.payment_finer", ("`2 1/2x`", "`settle.pay_unit: 1/2`"), ""),
    ("contracts.solo.stake: 0.25", "RUL203.payment_finer", ("`1/4x`", "`settle.pay_unit: 1/4`"), ""),
    ("contracts.solo.stake: 3.0", "RUL203.payment", (), "3x"),
    ("contracts.solo.stake: 1/2x", "RUL211.finer", ("`1x`", "`settle.pay_unit: 1/2`"), ""),
    ("contracts.solo.stake: 1/11x", "RUL211", ("`1x`",), ""),
    ("settle.won_if.points_at_least: 6.33", "RUL203.points", (), "6 1/3p"),
    ("settle.won_if.points_at_least: 5.5", "RUL203.points_finer", ("`5 1/2p`", "`pack.unit: 1/6`"), ""),
    ("settle.won_if.points_at_least: 5 1/2p", "RUL211.finer", ("`5 1/3p`", "`5 2/3p`", "`pack.unit: 1/6`"), ""),
    ("match.until.deals: 31p", "RUL203.other", ("`match.until.points`", "`31`"), ""),
    ("settle.bonus.cappotto.times: 2x", "RUL203.other",
     ("`settle.bonus.cappotto.instead`", "`settle.bonus.cappotto.plus`", "`2`"), ""),
    ("standing.revoke.pay_each: 3p", "RUL211.other", ("`standing.revoke.move_points`", "`3x`"), ""),
    ("match.until.minutes: 90 min", "RUL203.digits", ("`90`",), "90"),
    ("deal.hand: 12p", "RUL203.bare", ("`12`",), "12"),
    ("table.seats: 3p", "RUL203.list", ("`[3]`",), "[3]"),
)  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize(("written", "wanted", "named", "put"), _NUMBERS)
def test_a_number_is_offered_as_it_can_be(written: str, wanted: str, named: tuple[str, ...], put: str) -> None:
    """The cause, and no fix that leads to another error."""
    found = check_rules("club.yaml", raw=f"{_HEAD}set:\n  {written}\n".encode()).findings
    (told,) = (each for each in found if each.severity == "error")
    assert f"{told.code}.{told.wording}".rstrip(".") == wanted
    for lang in LANGUAGES:
        assert all(each in told.help(lang) for each in named), told.help(lang)
    assert (told.fix.edits[0].text if told.fix is not None else "") == put


def test_the_unit_that_is_offered_makes_the_number_right() -> None:
    """The stakes of the parent are then worth less, which is reported."""
    for number in ("1/2x", "2 1/2x"):
        text = f"{_HEAD}set:\n  contracts.solo.stake: {number}\n  settle.pay_unit: 1/2\n"
        found = check_rules("club.yaml", raw=text.encode()).findings
        assert not [each for each in found if each.severity == "error" and each.code != "RUL511"]
        assert "RUL521" in {each.code for each in found}


_ANSWERS: Final[tuple[tuple[str, set[str], set[str]], ...]] = (
    ("set: {contracts.solo.raises: [solo]}\n", {"RUL403"}, {"RUL415", "RUL429"}),
    ("add:\n  settle.bonus.never: {when: {tricks: 0, tricks_at_least: 2}, times: 2}\n", {"RUL505", "RUL509"}, set()),
    ("set: {steps.ask.gets: partner}\n", {"RUL407", "RUL515"}, set()),
)


@pytest.mark.parametrize(("changes", "told", "untold"), _ANSWERS)
def test_one_answer_does_not_contradict_or_hide_another(changes: str, told: set[str], untold: set[str]) -> None:
    """A raise in a circle is not allowed as well; a bonus that nothing tries may be impossible besides."""
    codes = {each.code for each in check_rules("club.yaml", raw=(_HEAD + changes).encode()).findings}
    assert told <= codes
    assert not untold & codes


def test_a_step_that_needs_a_card_is_taken_out_where_a_partner_is_sought() -> None:
    """Another call before it would undo what was meant."""
    found = check_rules("club.yaml", raw=(_HEAD + "set: {steps.ask.gets: partner}\n").encode()).findings
    (told,) = (each for each in found if each.code == "RUL407")
    assert "take `hand-over` out" in told.help("en")
    assert "gets: card" not in told.help("en")


def test_another_number_is_no_slip_of_a_source() -> None:
    """009 is another text than 004; a misspelt name is offered still."""
    for source, wording in (('"009"', ""), ("project defalt", "near")):
        text = _HEAD.replace("house rule", source) + "set: {match.until.points: 31}\n"
        (told,) = (each for each in check_rules("club.yaml", raw=text.encode()).findings if each.code == "RUL141")
        assert told.wording == wording
