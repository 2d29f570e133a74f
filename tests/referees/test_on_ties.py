"""Ties of a match, and matches that the lowest total wins: simulation, replay, pieces and a referee agree.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.match import Feats, Matching
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import check_files
from tests.referees.agreeing import FOLDER, hands, rules
from tests.referees.on_ties import RULES, HandWon, referee

if TYPE_CHECKING:
    from pathlib import Path

HANDS = hands(160)


@cache
def played(name: str) -> list[Any]:
    """Matches at a table of three, one after the other."""
    return list(simulate(rules(name), hands=HANDS, seed=2, seats=3))


def won(each: Any) -> HandWon:
    """A hand as the referee knows it."""
    labels, account = each.setting.labels, each.account
    winners = frozenset(labels[seat] for side in account.sides if side.wins for seat in side.seats)
    declarer = labels[account.declarer] if account.declarer >= 0 else None
    return HandWon(dict(zip(labels, account.payments, strict=True)), winners, declarer)


@pytest.mark.mass
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """After every hand: the end of the match and its winner; ties are decided."""
    evening, match, decided, longer = begin_totals(rules(name)), [], 0, 0
    for each in played(name):
        match.append(won(each))
        winners = referee(name, match)
        judged = evening.replay(each.hand).standing
        assert judged is not None
        for standing in (each.standing, judged):
            found = {each.setting.labels[seat] for seat in standing.winners}
            assert (standing.over, found) == (winners is not None, winners or set()), each.hand.name
        decided += bool(judged.decided) or len(judged.winners) > 1
        longer += len(match) > RULES[name][1] > 0
        match = [] if winners is not None else match
    assert decided
    assert longer or RULES[name][0] == "shared"


@pytest.mark.parametrize("name", RULES)
def test_the_same_is_found_in_pieces(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a line at the next match it is reported once, however it is cut."""
    monkeypatch.setenv("CALAREC_RULES", str(FOLDER))
    file = tmp_path / "evening.cal"
    file.write_text(write([replace(each.hand, new_match=False) for each in played(name)[:40]]), encoding="utf-8")
    whole, cut = (
        [(each.code, each.span[1:], each.message("en")) for part in parts for each in part.findings]
        for parts in (check_files([str(file)]), check_files([str(file)], size=900))
    )
    assert "CAL615" in {code for code, *_ in whole}
    assert cut == whole


CASES = (
    ("tie-declarer", (Feats(declared=True), Feats(won=4), Feats()), (0,)),
    ("tie-declarer", (Feats(), Feats(won=4), Feats(declared=True)), ()),
    ("tie-more-hands", (Feats(won=2, declared=True), Feats(won=3), Feats(won=9)), (1,)),
    ("tie-more-hands", (Feats(won=3), Feats(won=3), Feats()), ()),
    ("tie-first-there", (Feats(best=((1, 3), (4, 8))), Feats(best=((2, 9), (3, 11))), Feats(best=((1, 5),))), (1,)),
    ("tie-first-there", (Feats(best=((2, 8),)), Feats(best=((2, 9),)), Feats()), ()),
)


@pytest.mark.parametrize(("name", "feats", "winners"), CASES)
def test_who_comes_first_among_those_with_the_same_total(name: str, feats: Any, winners: tuple[int, ...]) -> None:
    """A and B have 8, C has less; where the rule decides nothing the match goes on."""
    standing = Matching().standing(rules(name), (8, 8, 5), deal=4, feats=feats)
    assert (standing.over, standing.winners) == (bool(winners), winners)
