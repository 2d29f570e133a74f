"""The rules of clubs that rule files could not express when they were asked for, and the lines that each needs now.

Counted here: how many of them rule files express without `agreed`, in how many lines; hands show each rule.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.wording.severities import Severity
from calarec.record_judge import examples as judged
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.bulk.house_rules import ATTESTED
from tests.rulesets.club_rules import MAX_LINES, RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.ruleset import Ruleset

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


_ENTRY: Final = re.compile(r"^(contracts|settle\.bonus|settle\.each|match\.next|standing)\.[^.]+")
_REFEREES: Final = Path(__file__).parents[2] / "docs" / "project" / "referees.md"


def _changed_keys(leaves: Mapping[str, Any]) -> set[str]:
    """The paths whose values are not those of pagat, without names of entries, order and unit."""
    parent = load_ruleset("pagat").leaves
    changed = (path for path, leaf in leaves.items() if path not in parent or parent[path][0] != leaf[0])
    return {
        _ENTRY.sub(r"\1", path)
        for path in changed
        if not path.startswith(("agreed.", "settle.pay_unit")) and "bonus_order" not in path
    }


@pytest.mark.parametrize("name", RULES)
def test_a_referee_settles_hands_of_a_ruleset_with_the_rule(name: str) -> None:
    """It has all keys of the rule, and the page on referees names its referee and its 2,000 hands."""
    settled_in = RULES[name]["settled_in"].split()
    ruleset = judged.check_rule_file(f"{name}.yaml", raw=_file(name)).ruleset
    assert ruleset is not None
    attested = (_changed_keys(load_ruleset(str(ATTESTED / f"{each}.yaml")).leaves) for each in settled_in)
    assert _changed_keys(ruleset.leaves) <= frozenset().union(*attested)
    page = _REFEREES.read_text("utf-8")
    for each in settled_in:
        (files,) = {row.split(" | ")[3] for row in page.splitlines() if f"`{each}`" in row and row.count(" | ") == 4}
        assert re.search(rf"{re.escape(files)}[^|]*\| [0-9]+ \| (2,0|1,99)", page), files
