"""Entries removed from lists, and entries added to them, with their origins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from pathlib import Path

TAKEN = "  contracts.scegliete: off"
LADDER = "  auction.ladder: [chiedo, solo, solissimo, arcisolo, dividete]"


@pytest.mark.parametrize(
    ("lines", "place"),
    [((TAKEN,), 5), ((TAKEN, LADDER), 6), ((LADDER, TAKEN), 5)],
    ids=["left to the list", "written after it", "written before it"],
)
def test_a_list_that_lost_an_entry_is_said_by_the_file_that_took_it_out(lines: tuple[str, ...], place: int) -> None:
    """The ladder is at its own line if there is one, else at that of `off`."""
    text = "ruleset: club\nversion: 1.0.0\nextends: tretre\nset:\n" + "\n".join(lines) + "\n"
    ruleset = check_rules("club.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    assert ruleset.rules.auction.ladder == ("chiedo", "solo", "solissimo", "arcisolo", "dividete")
    origin = ruleset.origin("auction.ladder")
    assert origin is not None
    assert (origin.layer, origin.line, origin.source) == ("club", place, "house rule")


def test_a_list_that_lost_nothing_is_its_parents() -> None:
    """In pagat scegliete is raised to and is in no ladder; its raises have lost it."""
    text = "ruleset: club\nversion: 1.0.0\nextends: pagat\nset:\n  contracts.scegliete: off\n"
    ruleset = check_rules("club.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    ladder, raises = ruleset.origin("auction.ladder"), ruleset.origin("contracts.solissimo.raises")
    assert ladder is not None
    assert raises is not None
    assert (ladder.layer, raises.layer, raises.line) == ("pagat", "club", 5)


def test_an_order_that_nobody_wrote_stays_that_of_the_file(tmp_path: Path) -> None:
    """Removing a bonus from a parent without an order states no order."""
    files = {
        "club": "extends: pagat\nset: {settle.bonus_order: off}\n",
        "less": "extends: club\nset: {settle.bonus.stramazzo: off}\n",
        "more": "extends: less\nadd:\n  settle.bonus.few: {when: {of: losers, tricks: 1}, times: 2}\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(f"ruleset: {name}\nversion: 1.0.0\n{text}", "utf-8")
    ruleset = check_rules(str(tmp_path / "more.yaml")).ruleset
    assert ruleset is not None
    assert ruleset.rules.settle.bonus_order == ("cappotto", "few")


@pytest.mark.parametrize(
    ("entry", "wording"),
    [
        ("standing.exchange2: {do: fault, by: anyone, claimed_by: other_side, before: end, pay_each: 2}", "add"),
        ("standing.exchange-2: {do: fault, by: anyone, claimed_by: other_side, before: end, pay_each: 2}", "add"),
        ("steps.bury2: {do: discard, to: monte, cards: down_to_dealt}", "add"),
        ("piles.monte2: {won_by: last_trick}", "add"),
        ("settle.bonus.cappotto2: {when: {of: losers, tricks: 0}, times: 2}", "add"),
        ("settle.bonus.capotto: {when: {of: losers, tricks: 0}, times: 2}", "near_or_add"),
        ("standing.exchnage: {do: fault, by: anyone, claimed_by: other_side, before: end}", "near_or_add"),
        ("contracts.solo.stake2: 4", "near"),
    ],
)
def test_a_second_one_is_no_slip_for_the_first(entry: str, wording: str) -> None:
    """A number behind a name makes it one more of its kind: it is moved to `add`, and not put in the other's place."""
    text = f"ruleset: club\nversion: 1.0.0\nextends: tretre\nset:\n  {entry}\n"
    found = check_rules("club.yaml", raw=text.encode()).findings[0]
    assert (found.code, found.wording) == ("RUL121", wording)
    assert found.fix is not None
    lines = text.splitlines(keepends=True)
    edits = sorted(found.fix.edits, key=lambda each: (each.span.line, each.span.column), reverse=True)
    for each in edits:
        line, column, last, end = each.span[1:5]
        assert line == last
        lines[line - 1] = lines[line - 1][: column - 1] + each.text + lines[line - 1][end - 1 :]
    mended = check_rules("club.yaml", raw="".join(lines).encode())
    if wording == "add":
        assert mended.ruleset is not None
        assert "add:" in "".join(lines)
    assert not [each for each in mended.findings if each.code == "RUL121"]
