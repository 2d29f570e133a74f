"""The rules of clubs that rule files could not express when they were asked for, and the lines that each needs now.

Counted here: how many of them rule files express without `agreed`, in how many lines; hands show each rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.wording.severities import Severity
from calarec.record_judge import examples as judged
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

RULES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("club_rules.yaml").read_text(encoding="utf-8")
)
MAX_LINES: Final = 8
OF_RULES, SAID = 31, 26
KEPT_BY_HAND: Final = {"handicap", "cut", "nulla", "one-by-one", "one-ace-aside"}


def _file(name: str) -> bytes:
    rule = RULES[name]
    body = "".join(f"    {line}\n" for line in rule["holds"].splitlines())
    head = f"ruleset: {name}\nversion: 1.0.0\nextends: pagat\ntitle: {rule['title']}\n"
    return f"{head}{rule['lines']}examples:\n  holds: |\n{body}".encode()


def _find_codes(ruleset: Ruleset, example: str) -> list[str]:
    """The codes of all that is found in an example, notes included."""
    totals = begin_totals(Game.from_ruleset(ruleset))
    records = parse_records(judged.record_text(ruleset, example)[0])
    return [finding.code for hand in records for finding in totals.replay(hand).findings]


def _find_match(ruleset: Ruleset, example: str) -> dict[str, Any]:
    """Return the `match` of `replay --json` after the last hand of an example."""
    totals = begin_totals(Game.from_ruleset(ruleset))
    judged_hands = [totals.replay(hand) for hand in parse_records(judged.record_text(ruleset, example)[0])]
    found: dict[str, Any] = as_json(judged_hands[-1])["ruling"]["match"]
    return found


def test_so_many_rules_are_expressed() -> None:
    """All but those that are kept by hand, each in a few lines."""
    by_hand = {name for name, rule in RULES.items() if rule.get("agreed")}
    assert (len(RULES), len(RULES) - len(by_hand), by_hand) == (OF_RULES, SAID, KEPT_BY_HAND)
    for name, rule in RULES.items():
        assert len(rule["lines"].splitlines()) <= MAX_LINES, name
        assert ("agreed." in rule["lines"]) == (name in by_hand), name


@pytest.mark.parametrize("name", RULES)
def test_a_rule_can_be_stated_and_shown(name: str) -> None:
    """Its file is right with its example; the parent rules differently, unless the rule is kept by hand."""
    rule = RULES[name]
    loaded = judged.check_rule_file(f"{name}.yaml", raw=_file(name))
    assert [found for found in loaded.findings if found.severity is Severity.ERROR] == []
    assert loaded.ruleset is not None
    parent = load_ruleset("pagat")
    if "breaks" in rule:
        assert rule["finds"] not in _find_codes(loaded.ruleset, rule["holds"])
        assert rule["finds"] not in _find_codes(parent, rule["breaks"])
        assert rule["finds"] in _find_codes(loaded.ruleset, rule["breaks"])
    elif "match" in rule:
        ours, theirs = (_find_match(ruleset, rule["holds"]) for ruleset in (loaded.ruleset, parent))
        assert _find_codes(loaded.ruleset, rule["holds"]) == []
        assert {key: ours.get(key) for key in rule["match"]} == rule["match"]
        assert not rule["match"].keys() & theirs.keys()
    elif not rule.get("agreed"):
        assert _find_codes(loaded.ruleset, rule["holds"]) == []
        assert _find_codes(parent, rule["holds"])
