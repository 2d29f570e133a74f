"""Under rules that are not the record's own nothing that rests on them is mended unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec_tools.archive.runs.running import check_files
from tests.judge.damage.written_hand import HAND

if TYPE_CHECKING:
    from pathlib import Path

WRONG = HAND.replace(" 1 B: 3s 2s 4s", " 1 B: 3s 2s 4s > C").replace(
    "score B: +2 A: -1 C: -1", "score B: +2 A: -1 C: +1"
)


def fixes(file: Path, text: str, rules: str | None = None) -> dict[str, bool]:
    """The codes that have fixes, and whether those are safe."""
    file.write_text(text, encoding="utf-8")
    found = [each for part in check_files([str(file)], rules=rules) for each in part.findings]
    return {each.code: each.fix.safe for each in found if each.fix is not None}


@pytest.mark.parametrize(
    ("pin", "rules", "safe"),
    [
        ("rules pagat", None, True),
        ("rules pagat", "pagat", True),
        ("rules pagat@9.9.9", None, False),
        ("rules pagat@1.0.0 sha256:000000000000", None, False),
        ("rules our-house", "pagat", False),
        ("rules cavendish", "pagat", False),
    ],
)
def test_a_fix_that_rests_on_other_rules_is_not_safe(
    tmp_path: Path, pin: str, rules: str | None, *, safe: bool
) -> None:
    """Payments and winners are right only under the rules that were played; a misplaced blank always is one."""
    text = WRONG.replace("rules pagat", pin).replace("dealer A\n", "dealer  A\n").replace("seat C ", "seat C\u00a0")
    found = fixes(tmp_path / "a.cal", text, rules)
    assert found["CAL514"] is safe
    notation = {code: each for code, each in found.items() if code[:4] in ("CAL0", "CAL1")}
    assert notation
    assert all(notation.values())


def test_a_hand_later_in_the_file_is_under_other_rules_too(tmp_path: Path) -> None:
    """The note on the rules is printed once; its effects hold for all hands."""
    head, hand = WRONG.split("hand 7")
    text = head.replace("rules pagat", "rules cavendish") + "hand 7" + hand + "\nhand 8" + hand
    file = tmp_path / "a.cal"
    file.write_text(text, encoding="utf-8")
    found = [each for part in check_files([str(file)], rules="pagat") for each in part.findings]
    assert sum(each.code == "CAL806" for each in found) == 1
    assert [each.code for each in found if each.fix and each.fix.safe] == []


def test_a_rule_file_that_changes_is_read_again_by_the_next_run(tmp_path: Path) -> None:
    """Within one process, such as an editor's: each run uses the file as it is then."""
    rules, record = tmp_path / "club.yaml", tmp_path / "x.cal"
    record.write_text(
        "cal 1\nseat A\nseat B\nseat C\nhand 1\ndealer A\n"
        "bid B: solo C: passo A: passo\nresult B: won A+C: lost\nscore B: +4 A: -2 C: -2\nend\n"
    )
    found = []
    for stake in (2, 3, 2):
        rules.write_text(
            "ruleset: club\nversion: 1.0.0\nextends: pagat@1.0.0\nsource: house rule\n"
            f"set:\n  contracts.solo.stake: {stake}\n"
        )
        parts = check_files([str(record)], rules=str(rules))
        found.append([each.code for part in parts for each in part.findings])
    assert found == [[], ["CAL321"], []]
