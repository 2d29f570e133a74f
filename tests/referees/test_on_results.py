"""Next dealer and seats that sit out, by result: all ways and a referee agree.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import check_files
from tests.referees.agreeing import FOLDER, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_results import RULES, follow, referee
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from pathlib import Path

HANDS = hands(80)


@cache
def simulate_evening(name: str, seats: int) -> list[Any]:
    """An evening at a table of so many, some hands irregular."""
    return list(simulate(rules(name), hands=HANDS // 2, seed=4, seats=seats, irregular=True))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str, seats: int) -> None:
    """Hand after hand: dealer, seat that sits out, payments, and next dealer."""
    evening, due, out, turns = begin_totals(rules(name)), "A", ["A"] if seats == 4 else [], set[int]()
    for each in simulate_evening(name, seats):
        judged = evening.replay(each.hand)
        assert not [finding for finding in judged.findings if finding.severity == "error" or finding.code == "CAL307"]
        hand = as_json(judged)
        assert (hand["dealer"], hand["out"]) == (due, out), each.hand.name
        answer = referee(for_the_referee(hand))
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        due, out = follow(name, hand, answer)
        assert evening.turn.due_seat == due, each.hand.name
        turns.add((hand["seats"].index(due) - hand["seats"].index(hand["dealer"])) % seats)
    assert (turns == {1}) == (RULES[name][0] == "next")


@pytest.mark.parametrize("name", RULES)
def test_scores_alone_lead_to_the_same_seats(name: str) -> None:
    """Without cards and lines for it, the same seats deal and sit out."""
    evening = begin_totals(rules(name))
    for each in simulate_evening(name, 4):
        said = tuple(line for line in each.hand.statements if not isinstance(line, (*CARDS, rec.Out)))
        judged = evening.replay(replace(each.hand, statements=said))
        assert not [finding for finding in judged.findings if finding.severity == "error" or finding.code == "CAL307"]
        assert judged.setting is not None
        assert judged.setting.out == each.setting.out, write([each.hand])


@pytest.mark.parametrize("name", RULES)
def test_a_hand_alone_is_settled_as_in_its_evening(name: str) -> None:
    """Every hand can be cut out of its record: the `out` line has what it inherits."""
    for each in simulate_evening(name, 4):
        said = tuple(line for line in each.hand.statements if not isinstance(line, rec.Total))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not [finding for finding in judged.findings if finding.severity == "error"]
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_the_same_is_found_in_pieces(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third hand is left out: what that leads to is the same however the file is cut."""
    monkeypatch.setenv("CALAREC_RULES", str(FOLDER))
    file = tmp_path / "evening.cal"
    kept = [each.hand for number, each in enumerate(simulate_evening(name, 4)[:40]) if number % 3]
    file.write_text(write(kept), encoding="utf-8")
    whole, cut = (
        [(each.code, each.span[1:], each.message("en")) for part in parts for each in part.findings]
        for parts in (check_files([str(file)]), check_files([str(file)], size=900))
    )
    assert whole
    assert cut == whole
