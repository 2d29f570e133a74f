"""Words at any time are judged alike with and without cards: words, seats, rights."""

from __future__ import annotations

from typing import Final

import pytest

from calarec.core.base.frozen import replace
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game

pytestmark = pytest.mark.slow

CODES: Final = frozenset({"CAL212", "CAL213", "CAL215", "CAL219", "CAL530", "CAL531"})
_SCORES: Final = (rec.Dealer, rec.Out, rec.Bid, rec.Raise, rec.Call, rec.Fault, rec.Declare, rec.Signal, rec.End)


def said(rules: str) -> list[rec.Statement]:
    """Irregularities of every seat, claimed by every other, and words that no ruleset has."""
    words = [word for word, entry in game(rules).rules.standing.items() if entry.do == "fault"]
    found: list[rec.Statement] = [
        rec.Fault(seat, word, (), None, by) for word in words for seat in "ABC" for by in ("", *"ABCX")
    ]
    found += (rec.Fault("A", "foo"), rec.Fault("X", words[0]), rec.Signal("A", "foo"), rec.Declare("A", "foo", ()))
    return found


@pytest.mark.mass
@pytest.mark.parametrize("rules", IDS)
def test_the_same_is_told_with_cards_and_without(rules: str) -> None:
    """With an unnamed partner fewer findings are possible; all others are equal."""
    played = game(rules)
    for made in simulate(played, hands=2, seed=31):
        called = bool(made.hand.every(rec.Call))
        for each in said(rules):
            found = []
            for kinds in ((rec.Statement,), _SCORES):
                kept = [one for one in made.hand.statements if isinstance(one, kinds)]
                hand = replace(made.hand, statements=(*kept[:-1], each, kept[-1]), carried=None)
                told = begin_totals(played).replay(hand)
                found.append({one.code for one in told.findings if one.code in CODES})
                assert (told.verdict == "illegal") >= bool(found[-1])
            assert found[1] == found[0] or (called and found[1] < found[0]), (rules, each, found)


BID: Final = "cal 1\nrules {}\n{}hand 1\ndealer A\nbid B: {}\n{}\nend\n"
SOLO, CHIAMO = "solo C: sto-bene A: sto-bene", "chiamo C: sto-bene D: sto-bene E: sto-bene A: sto-bene"


@pytest.mark.parametrize(
    ("rules", "auction", "line", "codes", "verdict"),
    [
        ("tretre", SOLO, "fault C: revoke trick 4 claimed by B", [], "irregular"),
        ("tretre", SOLO, "fault C: revoke trick 13 claimed by B", ["CAL534"], "illegal"),
        ("tretre", SOLO, "fault C: revoke claimed by A", ["CAL531"], "illegal"),
        ("quintiglio", CHIAMO, "fault C: revoke claimed by A", [], "irregular"),
        ("quintiglio", CHIAMO, "fault C: revoke claimed by C", ["CAL531"], "illegal"),
        ("gelli-terziglio", "chiamo C: passo A: passo", "fault C: not-given-back", ["CAL530"], "illegal"),
        ("gelli-terziglio", "chiamo C: passo A: passo", "fault B: not-given-back", [], "irregular"),
    ],
)
def test_who_may_have_erred_and_who_may_claim_it(
    rules: str, auction: str, line: str, codes: list[str], verdict: str
) -> None:
    """A line that cannot be so is an error; one that can makes the hand irregular."""
    seats = "".join(f"seat {each}\n" for each in "ABCDE"[: 5 if rules == "quintiglio" else 3])
    (hand,) = parse_records(BID.format(rules, seats, auction, line))
    told = begin_totals(game(rules)).replay(hand)
    assert [each.code for each in told.findings if each.severity == "error"] == codes
    assert told.verdict == verdict
