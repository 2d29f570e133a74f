"""Optional parts of a rule file.

They are the order of bonuses, by default that of the file, and every key with only one possible value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.mechanisms.fields import PART_KINDS, Kind, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names
from calarec.rule_files.compose import compose
from calarec.rule_files.freeze import freeze_ruleset
from calarec.rule_files.load import check_rules
from calarec.rule_files.vocabulary import MechanismVocabulary

if TYPE_CHECKING:
    from pathlib import Path

ORDER = "  settle.bonus_order: [cappotto, stramazzo, poor, rich]\n"
ADDED = """add:
  settle.bonus.poor: {when: {of: losers, tricks: 5}, times: 2}
  settle.bonus.more: {when: {of: losers, tricks: 3}, plus: 2}
  settle.bonus.rich: {when: {of: winners, tricks: 6}, instead: 9}
"""


def written(folder: Path, name: str, changes: str, parent: str = "pagat") -> Any:
    """Write a file that changes its parent, and check it."""
    file = folder / f"{name}.yaml"
    file.write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: {parent}\n{changes}", encoding="utf-8")
    return check_rules(str(file))


def test_without_an_order_the_order_of_the_file_counts(tmp_path: Path) -> None:
    """Without it the ruleset is as with that order; bonuses that add are in none."""
    without = written(tmp_path, "without", f"set:\n  settle.bonus_order: off\n{ADDED}")
    named = written(tmp_path, "named", f"set:\n{ORDER}{ADDED}")
    assert without.ruleset.rules.settle.bonus_order == ("cappotto", "stramazzo", "poor", "rich")
    assert without.ruleset.digest == named.ruleset.digest
    assert {each.code for each in without.findings} == {each.code for each in named.findings}


def test_a_child_adds_behind_what_its_parent_has(tmp_path: Path) -> None:
    """The order is made again after every file; a written one stays, gaps reported."""
    written(tmp_path, "parent", "set:\n  settle.bonus_order: off\n")
    child = written(tmp_path, "child", ADDED, parent="parent")
    assert child.ruleset.rules.settle.bonus_order == ("cappotto", "stramazzo", "poor", "rich")
    stays = written(tmp_path, "stays", ADDED)
    assert stays.ruleset.rules.settle.bonus_order == ("cappotto", "stramazzo")
    assert [each.code for each in stays.findings].count("RUL509") == 2


@pytest.mark.parametrize("changes", [f"set:\n  settle.bonus_order: off\n{ADDED}", "set:\n  play: off\n"])
def test_frozen_it_stays_the_same(tmp_path: Path, changes: str) -> None:
    """Freezing writes the omitted parts, with the same digest."""
    found = written(tmp_path, "club", changes)
    assert found.ruleset is not None
    text = freeze_ruleset(compose(str(tmp_path / "club.yaml"), MechanismVocabulary()), MechanismVocabulary())
    frozen = tmp_path / "frozen" / "club.yaml"
    frozen.parent.mkdir()
    frozen.write_text(text, encoding="utf-8")
    again = check_rules(str(frozen)).ruleset
    assert again is not None
    assert again.digest == found.ruleset.digest


def one_valued() -> list[tuple[str, bool]]:
    """Every parameter with one possible word, and whether it may be left out."""
    found: list[tuple[str, bool]] = []

    def walk(part: Any, path: str) -> None:
        for each in params_of(part):
            shape = shape_of(each.type)
            if shape.kind == "word" and len(shape.words) == 1:
                found.append((f"{path}.{each.name}", not each.required))
            inner = shape.item if shape.kind in PART_KINDS else None
            if shape.kind in ("list", "map") and shape_of(shape.item).kind == "part":
                inner = shape_of(shape.item).item
            if inner is not None:
                walk(inner, f"{path}.{each.name}")

    for section in SECTIONS:
        if section not in FAMILIES and section != "all_pass":
            walk(find_mechanism(Kind.SECTION, section).params, section)
    for kind in (Kind.STEP, Kind.STANDING, Kind.ALL_PASS):
        for name in mechanism_names(kind):
            walk(find_mechanism(kind, name).params, f"{kind}.{name}")
    return found


def test_what_has_one_possible_value_may_be_left_out() -> None:
    found = one_valued()
    assert "play.wins" in dict(found)
    assert [path for path, optional in found if not optional] == []
