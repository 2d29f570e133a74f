"""Bonuses that apply to any play, in hands without cards, need not be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.rulebooks import game
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

HEAD = 'cal 1\nrules dealt\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'
HAND = "hand 1\ndealer {dealer}\nbid {bids}\n{lines}end\n"
BIDS = {"A": "B: passo C: passo A: chiamo", "B": "C: passo A: chiamo B: passo"}
ADDED = """add:
  settle.bonus.of-the-deal: {when: {of: winners, has: dealer}, plus_stakes: 1}
"""
IN_ORDER = """add:
  settle.bonus.of-the-deal: {when: {of: winners, has: dealer}, times: 2}
set:
  settle.bonus_order: [cappotto, stramazzo, of-the-deal]
"""


def judged(tmp_path: Path, lines: str, *, rules: str = ADDED, dealer: str = "B") -> Judgement:
    """A hand of chiamo that A has bid, at Pagat's table with a bonus for winners who have the deal."""
    file = tmp_path / "dealt.yaml"
    file.write_text("ruleset: dealt\nversion: 1.0.0\nextends: pagat\n" + rules, "utf-8")
    text = HAND.format(dealer=dealer, bids=BIDS[dealer], lines=lines)
    (found,) = played(text, load_ruleset(str(file)), head=HEAD)
    return found


@pytest.mark.mass
@pytest.mark.parametrize("rules", [ADDED, IN_ORDER])
@pytest.mark.parametrize(
    ("dealer", "lines", "payments"),
    [
        ("B", "result A: 10 B+C: 25\n", (-4, 2, 2)),
        ("B", "result A: lost\n", (-4, 2, 2)),
        ("B", "result A: won\n", (2, -1, -1)),
        ("A", "result A: won\n", (4, -2, -2)),
        ("A", "result A: lost\n", (-2, 1, 1)),
    ],
)
def test_who_has_the_deal_is_known(
    tmp_path: Path, rules: str, dealer: str, lines: str, payments: tuple[int, ...]
) -> None:
    """A bonus for the deal is certain; a sweep of a side is not."""
    found = judged(tmp_path, lines, rules=rules, dealer=dealer)
    assert found.account is not None
    assert found.account.payments == payments
    (note,) = found.findings
    assert note.code == "CAL323"
    assert "stramazzo" in note.message()
    assert "of the deal" not in note.message()
    surely = abs(payments[1]) == 2
    assert ("a further bonus" in note.message(), "altri premi" in note.message("it")) == (surely, surely)
    reasons = [text_in(each.says, "en") for each in found.account.because if ".bonus." in each.rule]
    effect = "+1" if rules == ADDED else "×2"
    assert reasons == [f"of the deal: what is written shows it: {effect}"] * surely


def test_a_bonus_of_one_side_does_not_say_who_has_won(tmp_path: Path) -> None:
    """Without a result nothing is settled, though only one side can have won without a bonus."""
    found = judged(tmp_path, "")
    assert found.account is None
    assert [each.code for each in found.findings] == ["CAL322"]


def test_of_a_claimed_hand_the_deal_is_known_too(tmp_path: Path) -> None:
    found = judged(tmp_path, "result A: 10 B+C: 25\n").account
    text = HAND.format(dealer="B", bids=BIDS["B"], lines="result A: 10 B+C: 25\n").replace("\nend\n", "\nend claimed\n")
    (claimed,) = played(text, load_ruleset(str(tmp_path / "dealt.yaml")), head=HEAD)
    assert found is not None
    assert claimed.account is not None
    assert claimed.account.payments == found.payments == (-4, 2, 2)


def test_where_a_result_stands_no_result_is_asked_for(tmp_path: Path) -> None:
    """One side has no point; only the score shows which."""
    found = judged(tmp_path, "result A: 0\n")
    assert found.account is None
    (note,) = found.findings
    assert (note.code, note.help()) == ("CAL322", "a `score` line would settle it")


def test_bonuses_that_pay_the_same_are_named_together() -> None:
    """Aperta doubles for cappotto and for stramazzo: without a point it is one of them, and the payments are known."""
    (hand,) = parse_records(
        "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo\nresult B: 35 A+C: 0\nend\n"
    )
    ruling = begin_totals(game("aperta")).replay(hand)
    assert ruling.account is not None
    assert ruling.account.payments == (-4, 8, -4)
    assert ruling.account.bonuses == ()
    reasons = {reason.rule: reason.says for reason in ruling.account.because}
    said = {lang: text_in(reasons["settle.bonus"], lang) for lang in ("en", "it")}
    assert said["en"] == "cappotto or stramazzo: the payments are the same"
    assert said["it"] == "cappotto o stramazzo: i pagamenti sono gli stessi"
