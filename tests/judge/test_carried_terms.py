"""Claimed points and terms of irregularities, declarations and doubling are read by meaning under other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

_CLAIM = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer A
bid B: solo C: passo A: passo
claim B: points {} accepted
end claimed
"""


def replay_under(text: str, rules: str) -> list[Judgement]:
    """The hands of a record under rules that are asked for."""
    judge = RecordJudge(load_ruleset(rules))
    return [judge.replay(hand) for hand in parse_records(text)]


def notes(judgement: Judgement) -> str:
    """Return the notes on names that are read as others."""
    return " ".join(each.message() for each in judgement.findings if each.code == "CAL808")


@pytest.mark.parametrize(("claimed", "note"), [("8p", "`points 8p` as `points 24p`"), ("24", "")])
def test_claimed_points_are_counted_in_the_units_of_the_other_rules(claimed: str, note: str) -> None:
    """Eight points of `pagat` are 24 of its 35 thirds; `thirty-five` counts a third as a point."""
    (judgement,) = replay_under(_CLAIM.format(claimed), "thirty-five")
    assert judgement.account is not None
    assert judgement.account.sides[0].points == 24
    assert note in notes(judgement)
    assert ("points" in notes(judgement)) == bool(note)


_HOUSE = """ruleset: {id}
version: 1.0.0
extends: latin-pack
title: {{en: {id}}}
pack: {{unit: 1/3, points: {{"3": 1, "2": 1, A: 3, R: 1, C: 1, F: 1}}, last_trick: 3}}
source: house rule
table: {{seats: [3], direction: counterclockwise}}
piles: {{monte: {{dealt: 4, won_by: last_trick}}}}
deal: {{hand: 12, packets: 4}}
auction:
  first: eldest
  chances: once
  ladder: [solo]
  ends: top_bid
  words: {{passo: {{when: always, leaves: true}}}}
contracts: {{solo: {{stake: 2, leader: eldest}}}}
doubling: {{words: {{{double}: {{by: opponents}}, {redouble}: {{by: declarer, after: {double}}}}}}}
play: {{follow: must, wins: highest_of_suit_led, next_leader: winner}}
standing:
  {fault}: {{do: fault, by: anyone, claimed_by: other_side, before: end, pay_each: 1}}
  {meld}: {{do: declare, meld: {{ranks: "{ranks}", of: suit}}, after_trick: 0, until_trick: 1, match: 3}}
all_pass: {{do: redeal, dealer: next}}
settle: {{won_if: {{of: declarer, points_at_least: 6p}}, pay: each_opponent}}
match: {{counts: payments, dealer: next}}
"""

_TERMS = """cal 1
rules ours
seat A
seat B
seat C

hand 1
dealer A
bid B: solo C: passo A: passo
double C: contro
double B: ribatto
declare B: venezia
fault A: rifiuto claimed by B
result B: won
score B: +10 A: -6 C: -4
end
"""


def test_terms_are_read_as_their_counterparts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong card, a declaration of the same cards and a word by which as much more is paid."""
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
    ours = {"double": "contro", "redouble": "ribatto", "fault": "rifiuto", "meld": "venezia", "ranks": "32A"}
    theirs = {"double": "kontra", "redouble": "rekontra", "fault": "revoke", "meld": "napoletana", "ranks": "A32"}
    for name, terms in (("ours", ours), ("theirs", theirs)):
        (tmp_path / f"{name}.yaml").write_text(_HOUSE.format(id=name, **terms), encoding="utf-8")
    (own,), (other,) = replay_under(_TERMS, "ours"), replay_under(_TERMS, "theirs")
    assert [each.code for each in other.findings if each.severity == "error"] == [
        each.code for each in own.findings if each.severity == "error"
    ]
    assert own.account is not None
    assert other.account is not None
    assert other.account.payments == own.account.payments
    for old, new in (("rifiuto", "revoke"), ("venezia", "napoletana"), ("contro", "kontra"), ("ribatto", "rekontra")):
        assert f"`{old}` as `{new}`" in notes(other)


def test_an_irregularity_of_another_kind_is_no_counterpart() -> None:
    """The turned stock of `foster` is nothing that the other rules know."""
    record = "cal 1\nrules foster\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nfault B: turned-stock\nend void\n"
    (judgement,) = replay_under(record, "gelli-terziglio")
    assert "turned-stock` as" not in notes(judgement)


_RESULT = """cal 1
rules {}
seat A
seat B
seat C

hand 1
dealer A
bid B: {}
result B: {}
end
"""


@pytest.mark.parametrize(
    ("own", "bid", "result", "other", "points", "note"),
    [
        # Eight whole points of thirds are 24, 25 or 26 of thirty-five: no line of these rules can say so.
        ("pagat", "solo", "8p", "thirty-five", None, "`8p` as `24–26`"),
        ("pagat", "solo", "24", "thirty-five", 24, ""),
        ("pagat", "solo", "8p", "twenty-one", None, ""),
        ("thirty-five", "solo", "20p", "pagat", 20, "`20p` as `20`"),
        ("thirty-five", "solo", "20p", "thirty-five-eldest-leads", 20, ""),
    ],
)
def test_whole_points_of_a_result_are_read_in_the_units_of_the_other_rules(
    own: str, bid: str, result: str, other: str, points: int | None, note: str
) -> None:
    """Inexact whole points remain open; exact ones are counted."""
    (ruling,) = replay_under(_RESULT.format(own, bid, result), other)
    told = [side.points for side in ruling.account.sides] if ruling.account is not None else []
    assert told[:1] == ([points] if points else [None] * bool(told))
    assert (ruling.account is None) == (note.endswith("26`"))
    assert all(finding.severity != "error" for finding in ruling.findings)
    assert note in notes(ruling)
    assert bool(note) == ("`" + result + "`" in notes(ruling))
