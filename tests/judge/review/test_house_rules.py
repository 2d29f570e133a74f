"""Mistakes of authors of a first house rule, and answers that would fix them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec import load_rules
from calarec.rule_files.load import RulesetError, check_rules
from tests.judge.review.table import house

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("lines", "code", "help_en", "help_it"),
    [
        (("set:", "  contracts:", "    solo:", "      stake: 3"), "RUL202", "`contracts.solo.stake: …`", "sostituisce"),
        (("set:", "  contracts.solo: {stake: 3}"), "RUL202", "`contracts.solo.stake: …`", "`contracts.solo.stake: …`"),
        (("set:", "  contracts:", "    solo: {raises: []}"), "RUL202", "`contracts.solo.raises: …`", "sostituisce"),
        (("add:", "  contracts.bella: {stake: 3}"), "RUL202", "cannot be played without", "non si può giocare"),
        (("set:", "contracts.solo.stake: 3"), "RUL101", "two spaces further in", "due spazi più a destra"),
        (("set:", "  - contracts.solo.stake: 3"), "RUL106", "`contracts.solo.stake: 3`", "due spazi più a destra"),
        (("set:", "  match.points: 31"), "RUL121", "`match.until.points`", "`match.until.points`"),
    ],
)
def test_the_help_says_how_to_mend_it(
    tmp_path: Path, lines: tuple[str, ...], code: str, help_en: str, help_it: str
) -> None:
    """A section written out, a map where one rule is meant, a lost indent, a list, a key in the wrong place."""
    with pytest.raises(RulesetError) as refused:
        load_rules(house(tmp_path, "pagat", *lines))
    (finding,) = [each for each in refused.value.findings if each.code == code]
    assert help_en in finding.help("en")
    assert help_it in finding.help("it")


def test_a_line_end_in_a_value_does_not_break_the_message(tmp_path: Path) -> None:
    """One finding, one line."""
    with pytest.raises(RulesetError) as refused:
        load_rules(house(tmp_path, "pagat", "set:", '  contracts.solo.leader: "\\n"', '  table: "\\n"'))
    for finding in refused.value.findings:
        assert "\n" not in finding.message("en") + finding.message("it")


def test_a_default_said_again_needs_no_source(tmp_path: Path) -> None:
    """`contracts.*.raises: []` touches contracts that had none; a house rule is never asked for its source."""
    rules = house(tmp_path, "pagat", "set:", "  contracts.*.raises: []")
    assert "RUL701" not in [finding.code for finding in check_rules(str(rules)).findings]
