"""The search for a witness repeats no work, and distinguishes rules that differ."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.notation import parse_records
from calarec.record_judge.carrying import Translation
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.simulation import simulate
from calarec.simulation.bots import aim_of
from calarec_tools.archive import witnesses
from calarec_tools.archive.witnesses import MAX_JUDGED_HANDS, WitnessSearch, find_plainest_run, with_rules

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand
    from calarec_tools.archive.witnesses import WitnessedRule


def test_rules_taken_over_are_another_ruleset_each_time() -> None:
    """A translation is kept by id and digest: that of the first rules taken over once served all others."""
    comparison = compare(load_ruleset("pagat"), load_ruleset("thirty-five"))
    changes = differing_rules(comparison)
    taken = [made for each in changes if (made := with_rules(comparison.left, each.differences, 0)) is not None]
    assert len({each.digest for each in taken}) == len({str(each.hashed) for each in taken}) > 2
    renamed = [bool(Translation.from_rulesets(comparison.left, each).names["rank"]) for each in taken]
    assert renamed.count(True) == 1  # of these rules only the second names of the cards are names


def test_a_name_that_a_rule_takes_away_is_missed_in_every_order() -> None:
    """Hands are put into the names of the ruleset that takes over: K is a king there before the rule is taken over."""
    comparison = compare(load_ruleset("pagat"), load_ruleset("thirty-five"))
    changes = differing_rules(comparison)
    change = next(each for each in changes if any(found.path == "pack.aliases.K" for found in each.differences))
    found = WitnessSearch(comparison).find_witness(change)
    assert found.witness is not None
    finding = found.witness.rulings[1].finding
    assert (found.witness.other, finding and finding.code) == ("thirty-five", "CAL217")


def test_a_run_is_made_and_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rules that steer to the same hands share them; kept runs keep their rulings."""
    made: Counter[tuple[str, object]] = Counter()
    judged: Counter[tuple[int, int]] = Counter()
    kept = []
    ruling = witnesses.ruling

    def counting_simulate(game: Any, **wishes: Any) -> Any:
        aim = wishes.get("aim")
        made[game.ruleset.id, (aim and aim_of(game, aim).bonus, wishes["seed"], wishes.get("bot"))] += 1
        return simulate(game, **wishes)

    def counting_ruling(ruleset: Ruleset, run: Any, owners: Any, **more: Any) -> Any:
        kept.append((ruleset, run))  # so that no id is given twice
        judged[id(ruleset), id(run)] += 1
        return ruling(ruleset, run, owners, **more)

    monkeypatch.setattr(witnesses, "simulate", counting_simulate)
    monkeypatch.setattr(witnesses, "ruling", counting_ruling)
    monkeypatch.setattr(witnesses, "POOL_HANDS", 4)
    comparison = compare(load_ruleset("pagat"), load_ruleset("twenty-one"))
    search = WitnessSearch(comparison)
    change = next(
        each for each in differing_rules(comparison) if any("stramazzo" in found.path for found in each.differences)
    )
    found = search.find_witness(change)
    assert found.tried > 0
    aimed = {key: count for key, count in made.items() if key[1][0] == "stramazzo"}  # type: ignore[index]
    assert set(aimed.values()) == {1}
    own = {id(comparison.left), id(comparison.right)}
    twice = {run for (ruleset, run), count in judged.items() if ruleset in own and count > 1}
    assert len(twice) <= 2  # the run that shows it, and its plain form, once more when they are reported


def _match_of_numbered_hands(count: int) -> tuple[Hand, ...]:
    """A run of so many hands, each with its number and an assertion."""
    hands = "".join(f"\nhand {number}\ndealer A\nbid B: chiamo\nresult B: 18\nend\n" for number in range(1, count + 1))
    return tuple(parse_records(f"cal 1\nseat A\nseat B\nseat C\n{hands}"))


@pytest.mark.parametrize("needed", [(), (1,), (17,), (3, 40), (1, 2, 30, 59)])
def test_of_a_long_match_few_hands_are_left(needed: tuple[int, ...]) -> None:
    """Only needed hands and the last one stay; halves are left out first, so few are judged."""
    names = [str(number) for number in needed]
    found = find_plainest_run(_match_of_numbered_hands(60), lambda run: set(names) <= {hand.name for hand in run})
    assert [hand.name for hand in found.run] == [*names, "60"]
    assert found.is_plainest


def test_a_run_that_cannot_be_shortened_with_few_judgements_is_kept() -> None:
    """The search ends, and says that it was given up; what it has left out stays out."""
    judged = []

    def shows(run: tuple[Hand, ...]) -> bool:
        judged.append(len(run))
        return {str(number) for number in range(1, 81, 2)} <= {hand.name for hand in run}

    run = _match_of_numbered_hands(80)
    found = find_plainest_run(run, shows)
    assert not found.is_plainest
    assert sum(judged) <= MAX_JUDGED_HANDS
    assert {hand.name for hand in found.run} <= {hand.name for hand in run}


_LAST_ROUND = """  match.until: {deals: 12}
  match.next: {double-end: {when: {round: last}, times: 2}}
"""
_STREAK = """  match.until: {deals: 12}
  match.next: {streak: {when: {lost_in_a_row: 2}, times: 3}}
"""


def _find_witnesses(folder: Path, left: str, right: str) -> list[WitnessedRule]:
    """Find a witness of each difference between two rulesets that change the same one."""
    for name, changes in (("left", left), ("right", right)):
        text = f"ruleset: {name}\nversion: 1.0.0\nextends: pagat\nset:\n{changes}"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    comparison = compare(*(load_ruleset(str(folder / f"{name}.yaml")) for name in ("left", "right")))
    search = WitnessSearch(comparison)
    return [search.find_witness(change) for change in differing_rules(comparison)]


def test_rules_that_no_file_may_have_together_show_nothing(tmp_path: Path) -> None:
    """Without its number of deals a match has no last round: such rules are not taken over."""
    found = _find_witnesses(tmp_path, _LAST_ROUND, "  match.until: {points: 50}\n")
    taken_over = [each.witness.rulesets[1] for each in found if each.witness is not None and each.witness.other]
    assert taken_over
    for ruleset in taken_over:
        tree = {"ruleset": "both", "version": "1.0.0", **ruleset.hashed}
        checked = check_rules("both.yaml", raw=json.dumps(tree, default=dict).encode())
        assert checked.ruleset is not None, checked.findings


def test_a_rule_of_the_match_is_not_shown_by_its_name(tmp_path: Path) -> None:
    """The others pay less by the same play; that they lack a rule of this name shows nothing."""
    found = _find_witnesses(tmp_path, _LAST_ROUND, _STREAK)
    assert len(found) == 2
    for each in found:
        assert each.witness is not None
        assert all(ruling.allowed for ruling in each.witness.rulings)
        assert each.witness.rulings[0].paid != each.witness.rulings[1].paid
