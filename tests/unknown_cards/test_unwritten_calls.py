"""Hands of which calls, or cards of calls, are not written: a legal one has no error, and is paid as it was."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from calarec.core.records.model import Hand

HOUSES = {
    "two partners": "rulesets/attested/two-called.yaml",
    "two partners whom all know": "rulesets/attested/two-called-open.yaml",
    "two partners of twelve cards": "unknown_cards/rules/partners.yaml",
    "another call after an own card": "unknown_cards/rules/again.yaml",
}
AIMS = {"two partners": "contracts.chiamo", "two partners whom all know": "contracts.chiamo"}
"""Aims for rulesets in which cards are called only rarely."""


def thinned(hand: Hand, rng: Random) -> Hand:
    """The hand without some of its calls, deals and exchanges, with blanks in calls and tricks."""
    seats = [each.label for each in hand.session.seats]
    unknown = set(rng.sample(seats, rng.randint(0, len(seats) - 1)))
    said: list[rec.Statement] = []
    for each in hand.statements:
        match each:
            case rec.Call() if rng.random() < 0.6:
                if rng.random() < 0.4:
                    card = rng.choice((each.card, each.card[0] + "_", "_" + each.card[1], "__"))
                    said.append(each._replace(card=card, found=rng.choice((each.found, ""))))
            case rec.Deal() if each.seat in unknown:
                pass
            case rec.Give() | rec.Take() | rec.Discard() if rng.random() < 0.25:
                pass
            case rec.Trick() if rng.random() < 0.1:
                said.append(each._replace(cards=tuple(rng.choice((card, "__")) for card in each.cards)))
            case rec.Result() | rec.Score() if not unknown:
                pass
            case rec.Total():
                pass
            case _:
                said.append(each)
    return replace(hand, statements=tuple(said))


@pytest.mark.mass
@pytest.mark.parametrize("house", HOUSES)
def test_a_legal_hand_is_not_accused(house: str) -> None:
    """Nor paid otherwise, whatever of it is not written."""
    game, rng = Game.from_ruleset(load_ruleset(str(ROOT / "tests" / HOUSES[house]))), Random(house)
    settled = 0
    for each in simulate(game, hands=40, seed=7, bot="random", aim=AIMS.get(house)):
        if not each.hand.every(rec.Call):
            continue
        text = write([thinned(each.hand, rng)])
        (hand,) = parse_records(text)
        judged = begin_totals(game).replay(hand)
        assert [one.code for one in judged.findings if one.severity == "error"] == [], text
        assert judged.verdict != "illegal", text
        if judged.account is not None and judged.account.payments:
            settled += 1
            assert judged.account.payments == each.account.payments, text
    assert settled >= 12


ONE_OF_TWO = """cal 1
rules two-called
seat A
seat B
seat C
seat D
seat E
seat F

hand 12
dealer F
deal A: 2b 2s As Fc 6c 3d
deal C: 3b Rb 4s 4c 2d Fd
deal D: 4b Cs 5s 2c Rc Rd
deal F: Fb Rs 6s 3c Cc Ad
monte Ab 7b 6b 7c
bid A: chiamo B: sto-bene C: sto-bene D: sto-bene E: sto-bene F: sto-bene
call A: 5s with D
 1 A: 3d 7d Fd Rd 6d Ad
 2 A: 2b 5c Rb 4b 5b Fb
 3 A: 6c Ac 4c 2c Cd 3c
 4 F: Cc Fc 5d 3b Rc 4d
 5 D: 5s 3s Rs As Fs 4s
 6 E: Cb 6s 2s 7s 2d Cs
score A: +1 D: +1 E: +1 B: -1 C: -1 F: -1
end
"""


def test_of_one_call_that_is_written_another_partner_may_be_there() -> None:
    """With E beside D the payments are right; that D alone were the partner was taken for known."""
    (hand,) = parse_records(ONE_OF_TWO)
    judged = begin_totals(Game.from_ruleset(load_ruleset(str(ROOT / "tests" / HOUSES["two partners"])))).replay(hand)
    assert [each.code for each in judged.findings if each.severity == "error"] == []
    assert judged.account is not None
    assert judged.account.payments == (1, -1, -1, 1, 1, -1)


CLAIMED = """cal 1
rules two-called-open
seat A
seat B
seat C
seat D
seat E

hand 4
dealer D
deal C: 5b Cs 5s 7c 5c 2d 7d 4d
bid E: passo A: chiamo B: sto-bene C: sto-bene D: sto-bene E: sto-bene
call A: 2s with D
 1 E: 4b Rb Ab 5b 2b
 2 D: __ 7b 4s __ __
 3 D: 5d Cd 3d Fd 7d
 4 A: 3c 2c 5c 6d 6c
 5 A: 3s 7s 5s Fs 6s
 6 A: 4c Ac 7c Rd Fc
 7 B: Cb Cs 2s Cc Rc
claim A: points {points} accepted
end claimed
"""


@pytest.mark.parametrize(("points", "refused"), [(15, False), (35, False), (2, True)])
def test_points_are_claimed_by_whoever_may_be_of_a_side(points: int, refused: bool) -> None:
    """Fifteen are too many if B, who won a trick, plays with A and D; else possible."""
    (hand,) = parse_records(CLAIMED.format(points=points))
    judged = begin_totals(
        Game.from_ruleset(load_ruleset(str(ROOT / "tests" / HOUSES["two partners whom all know"])))
    ).replay(hand)
    assert ("CAL521" in [each.code for each in judged.findings]) is refused


EVERY_HIGH_CARD = ROOT / "records" / "conformance" / "foster" / "half-remembered-unsettled.cal"


def test_who_holds_every_card_that_may_be_called_has_called_none() -> None:
    """Foster: only threes and twos are called, and never an own card; also where the deal is not written."""
    rules = load_ruleset("foster")
    text = EVERY_HIGH_CARD.read_text("utf-8")
    (dealt,) = [line for line in text.splitlines(keepends=True) if line.startswith("deal C")]
    for told in (text, text.replace(dealt, "")):
        (hand,) = parse_records(told)
        judged = begin_totals(Game.from_ruleset(rules)).replay(hand)
        assert judged.verdict == "legal"
        assert [finding.code for finding in judged.findings] == []
        assert not any("call" in line for line in judged.deduced)


def test_who_lacks_one_of_them_has_called_it() -> None:
    """Another seat was dealt a two, which was called and given without a line."""
    rules = load_ruleset("foster")
    text = EVERY_HIGH_CARD.read_text("utf-8")
    deals = [line for line in text.splitlines() if line.startswith("deal")]
    for line in deals:
        text = text.replace(line, line.replace("2s", "??").replace("Ks", "2s").replace("??", "Ks"))
    (hand,) = parse_records(text)
    judged = begin_totals(Game.from_ruleset(rules)).replay(hand)
    assert judged.verdict == "legal"
    assert [line for line in judged.deduced if "2s" in line] == ["call C: 2s", "give B: 2s to C"]
