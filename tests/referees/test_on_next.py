"""Rules of the match that change its next hand: simulation, replay, pieces and an independent referee agree.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import check_files
from tests.referees.agreeing import FOLDER, hands, rules
from tests.referees.comparison import for_the_referee
from tests.referees.on_next import RULES, Match
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.simulation.run import Simulated

HANDS = hands(80)
SEATS = "ABC"


@cache
def simulate_evening(name: str) -> list[Simulated]:
    """An evening of several matches."""
    return list(simulate(rules(name), hands=HANDS, seed=4, bot={"A": "sensible", "B": "random", "C": "sensible"}))


def _drop_statements(hand: rec.Hand, *kinds: type) -> rec.Hand:
    return replace(hand, statements=tuple(line for line in hand.statements if not isinstance(line, kinds)))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Hand after hand, without lines on what it inherits: payments and the end."""
    evening, match, applied, ended = begin_totals(rules(name)), Match(name, SEATS), set[str](), 0
    for each in simulate_evening(name):
        judged = evening.replay(_drop_statements(each.hand, rec.Carry))
        assert not [finding for finding in judged.findings if finding.severity == "error"], write([each.hand])
        hand, terms = as_json(judged), match.terms()
        stated = (hand["carry"] or {}).get("match", [])
        assert {term["rule"].removeprefix("match.next."): term["seats"] for term in stated} == terms
        answer = match.judge(for_the_referee(hand))
        assert answer["legal"], answer["why_not"]
        paid = {seat: hand["ruling"]["payments"].get(seat, 0) for seat in SEATS}
        assert paid == {seat: answer["payments"].get(seat, 0) for seat in SEATS}, write([each.hand])
        applied |= terms.keys()
        match.add(answer)
        assert judged.standing is not None
        assert judged.totals is not None
        assert judged.standing.over == match.is_over(judged.totals)
        if judged.standing.over:
            match, ended = Match(name, SEATS), ended + 1
    assert applied == {name for name in RULES[name] if name != "deals"}
    assert ended


@pytest.mark.parametrize("name", RULES)
def test_a_hand_alone_is_settled_as_in_its_evening(name: str) -> None:
    """Every hand can be cut out of its record, with its cards and without: `carry` lines have what it inherits."""
    for each in simulate_evening(name)[:60]:
        for hand in (_drop_statements(each.hand, rec.Total), _drop_statements(each.hand, rec.Total, *CARDS)):
            judged = begin_totals(rules(name)).replay(hand)
            assert not [finding for finding in judged.findings if finding.severity == "error"], write([hand])
            assert judged.account is not None
            assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_the_same_is_found_in_pieces(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third hand is left out: what that leads to is the same however the file is cut."""
    monkeypatch.setenv("CALAREC_RULES", str(FOLDER))
    file = tmp_path / "evening.cal"
    kept = [each.hand for number, each in enumerate(simulate_evening(name)[:40]) if number % 3]
    file.write_text(write(kept), encoding="utf-8")
    whole, cut = (
        [(each.code, each.span[1:], each.message("en")) for part in parts for each in part.findings]
        for parts in (check_files([str(file)]), check_files([str(file)], size=900))
    )
    assert whole
    assert cut == whole


@pytest.mark.parametrize("name", RULES)
def test_the_compiled_filter_leaves_them_to_the_engine(name: str) -> None:
    """The filter passes no hand that depends on an earlier one."""
    assert not compiled_rules(rules(name)).can_be_served


LOST = "bid A: chiamo\nresult A: 17 B+C: 18\nscore A: -2 B: +1 C: +1\nend\n"


def _replay_evening(*hand_lines: str) -> list[Any]:
    text = "cal 1\nseat A\nseat B\nseat C\n\n" + "\n".join(
        f"hand {number}\ndealer {'ABC'[(number + 1) % 3]}\n{lines}" for number, lines in enumerate(hand_lines, 1)
    )
    evening = begin_totals(rules("streaks"))
    return [evening.replay(hand) for hand in parse_records(text)]


def test_another_carry_line_is_an_error() -> None:
    """With what the hands before lead to; the right line is none."""
    doubled = LOST.replace("-2", "-4").replace("+1", "+2")
    for line, codes in (("", []), ("carry bad-luck A\n", []), ("carry bad-luck B\n", ["CAL325", "CAL616"])):
        last = _replay_evening(LOST, LOST, line + doubled)[-1]
        assert [finding.code for finding in last.findings] == codes
    assert _replay_evening(LOST, LOST, "carry bad-luck B\n" + doubled)[-1].findings[0].args["due"] == "bad-luck A"


@pytest.mark.parametrize(("line", "code"), [("carry bad-lukc A", "CAL220"), ("carry bad-luck D", "CAL215")])
def test_a_rule_or_a_seat_that_is_unknown(line: str, code: str) -> None:
    """Neither is passed over: it would change what is paid."""
    assert code in [finding.code for finding in _replay_evening(f"{line}\n{LOST}")[0].findings]


def test_a_contract_is_barred_in_a_hand_alone() -> None:
    """A contract is barred only for the player that the line names."""
    game = rules("one-solo")
    for seat, codes in (("A", ["CAL405"]), ("B", [])):
        text = f"cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\ncarry one-solo {seat}\nbid A: solo\nresult A: won\n"
        (hand,) = parse_records(f"{text}score A: +4 B: -2 C: -2\nend\n")
        assert [finding.code for finding in begin_totals(game).replay(hand).findings] == codes


def test_a_hand_after_one_without_a_result_is_not_guessed() -> None:
    """A `carry` line or a `score` line settles it."""
    bare = "bid A: chiamo\nresult A: 17 B+C: 18\nend\n"
    unsettled = "bid A: chiamo\nend\n"
    for lines, is_settled in ((bare, False), ("carry bad-luck A\n" + bare, True), (LOST, True)):
        last = _replay_evening(LOST, LOST, unsettled, lines)[-1]
        assert (last.account is not None) == is_settled
        assert [finding.code for finding in last.findings if finding.code == "CAL322"] == ["CAL322"] * (not is_settled)
