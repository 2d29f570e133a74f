"""A pot from hand to hand: right and wrong statements, and an unsettled hand.

And a monte that stays.
"""

from __future__ import annotations

from typing import Any

import pytest

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees.agreeing import rules
from tests.rulebooks import game

HEAD = "cal 1\nseat A\nseat B\nseat C\n"
PASSED = "bid B: passo C: passo A: passo\nscore A: -1 B: -1 C: -1\nend\n"
WON = "bid C: solo A: passo B: passo\nresult C: won\n"


def judged(*hands: str, name: str = "pot") -> list[Any]:
    """The rulings on these hands; each begins with the lines after its dealer."""
    dealers = "ABC"
    text = HEAD + "".join(f"\nhand {n}\ndealer {dealers[(n - 1) % 3]}\n{said}" for n, said in enumerate(hands, 1))
    totals = begin_totals(rules(name))
    return [totals.replay(hand) for hand in parse_records(text)]


def payments(ruling: Any) -> Any:
    """Return the payments."""
    return as_json(ruling)["ruling"]["payments"]


def codes(ruling: Any) -> list[str]:
    """Return the codes of a hand's findings, without notes."""
    return [each.code for each in ruling.findings if each.severity != "note"]


@pytest.mark.parametrize("carry", ["", "carry pot +3\n", "carry all-pass\ncarry pot +3\n"])
def test_who_wins_takes_it(carry: str) -> None:
    """Three put in one each; a won solo brings 2 from each and the three."""
    first, second = judged(PASSED, f"{carry}{WON}score C: +7 A: -2 B: -2\ntotal A: -3 B: -3 C: 6\nend\n")
    assert (codes(first), codes(second)) == ([], [])
    assert payments(first) == {"A": -1, "B": -1, "C": -1}
    assert payments(second) == {"A": -2, "B": -2, "C": 7}
    assert as_json(second)["carry"]["pot"] == 3


def test_what_lies_there_is_said_with_what_was_put_in() -> None:
    """Three after the first hand without a bid, six after the second."""
    for number, ruling in enumerate(judged(PASSED, PASSED), 1):
        (said,) = (each.says for each in ruling.account.because if each.rule == "all_pass.pot.each")
        assert text_in(said, "en") == f"each player puts 1 into the pot, which then has {3 * number}"
        assert ruling.account.payments == (-1, -1, -1)


def test_opponents_divide_what_can_be_divided() -> None:
    """Opponents take two of three in the pot, and one stays for the next hand."""
    lost = WON.replace("won", "lost")
    _, second, third = judged(
        PASSED, f"{lost}score C: -4 A: +3 B: +3\nend\n",
        "bid A: solo B: passo C: passo\nresult A: won\nscore A: +5 B: -2 C: -2\nend\n",
    )  # fmt: skip
    assert (codes(second), codes(third)) == ([], [])
    assert as_json(third)["carry"] == {"piles": [], "only": [], "binds": "everyone", "pot": 1}
    assert payments(third)["A"] == 5


def test_another_amount_is_told_and_settled_as_it_is_written() -> None:
    """The line has the fix; the payments follow the line."""
    _, second = judged(PASSED, f"carry pot +2\n{WON}score C: +6 A: -2 B: -2\nend\n")
    assert codes(second) == ["CAL325"]
    (told,) = (each for each in second.findings if each.code == "CAL325")
    assert told.fix is not None
    assert told.fix.edits[0].text == "+3"
    assert payments(second)["C"] == 6


def test_rules_without_a_pot_know_none() -> None:
    """Under the parent's rules the line is reported."""
    won = "bid B: solo C: passo A: passo\nresult B: won\nscore B: +4 A: -2 C: -2\n"
    (ruling,) = judged(f"carry pot +3\n{won}end\n", name="forced")
    assert codes(ruling) == ["CAL220"]


def test_after_a_hand_that_nobody_can_settle_a_line_tells() -> None:
    """After an unsettled hand the score is believed, until a line states the pot."""
    broken = "bid B: passo C: solo A: pas so\nscore A: 1\nend abandoned\n"
    _, _, third, fourth = judged(
        PASSED, broken, "bid A: solo B: passo C: passo\nresult A: won\nscore A: +9 B: -2 C: -2\nend\n",
        "carry pot +1\nbid B: solo C: passo A: passo\nresult B: won\nscore B: +5 A: -2 C: -2\nend\n",
    )  # fmt: skip
    assert codes(third) == []
    assert payments(third)["A"] == 9
    assert codes(fourth) == []
    assert payments(fourth)["B"] == 5


@pytest.mark.parametrize(("ends", "paid"), [
    ("{tricks}result B: won\nend\n", None),
    ("fault C: revoke claimed by B\nend void\n", {"A": 2, "B": 2, "C": -4}),
])  # fmt: skip
def test_where_nobody_knows_what_lies_there_a_hand_is_not_settled(ends: str, paid: dict[str, int] | None) -> None:
    """With any tricks; the cost of a void deal does not depend on the pot."""
    house = (
        "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: pagat\nset:\n"
        "  all_pass: {do: carry_on, pot: {each: 1, to: winner}}\n"
        "  standing.revoke.deal: void\n  standing.revoke.pay_each: 2\n"
    )
    ruleset = check_rules("house.yaml", raw=house.encode()).ruleset
    assert ruleset is not None
    played = write([next(iter(simulate(rules("pot"), hands=1, seed=2, aim="contracts.solo"))).hand]).split("\n")
    first, last = (next(at for at, each in enumerate(played) if each.startswith(word)) for word in (" 1 ", "result"))
    tricks = "\n".join([*played[first:last], ""])
    before = "\n".join([*played[played.index("dealer A") : first], ""])
    broken = "dealer A\nbid B: passo C: solo A: pas so\nscore A: 1\nend abandoned\n"
    totals = begin_totals(Game.from_ruleset(ruleset))
    _, ruling = (
        totals.replay(hand)
        for hand in parse_records(f"{HEAD}\nhand 1\n{broken}\nhand 2\n{before}{ends.format(tricks=tricks)}")
    )
    assert ruling.setting is not None
    assert ruling.setting.carry.pot is None
    assert payments(ruling) == paid


def test_after_a_pass_more_is_paid_in_the_next_deal_alone() -> None:
    """Twice as much, however many passed hands went before; then once again."""
    seats = "ABCDE"
    passed = "bid B: passo C: passo D: passo E: passo A: passo\nscore A: -2 B: -2 C: -2 D: -2 E: -2\nend\n"
    text = "cal 1\n" + "".join(f"seat {seat}\n" for seat in seats)
    text += f"\nhand 1\ndealer A\n{passed}\nhand 2\ndealer B\n{passed}"
    for number in (3, 4):
        text += f"\nhand {number}\ndealer {seats[number - 1]}\nbid {seats[number % 5]}: solo\nend\n"
    totals = begin_totals(rules("pot-declarer"))
    rulings = [totals.replay(hand) for hand in parse_records(text)]
    assert [each.setting.carry.times if each.setting else 0 for each in rulings] == [1, 2, 2, 1]


def test_what_lay_on_the_table_when_all_passed_lies_there_in_the_next_hand() -> None:
    """Treccani: cards are dealt around the same monte; a played hand leaves none."""
    of = game("treccani")
    passed = next(each.hand for each in simulate(of, hands=1, seed=1, aim="all_pass"))
    (monte,) = (each for each in passed.statements if isinstance(each, rec.Monte))
    evening = begin_totals(of)
    assert evening.replay(passed).outcome == "all_pass"
    assert evening.inherited.piles == ((0, sum(1 << of.cards.numbers[name] for name in monte.cards)),)
    played = next(each.hand for each in simulate(of, hands=1, seed=1, aim="contracts.solo"))
    evening.replay(played)
    assert not evening.inherited.piles


@pytest.mark.parametrize(
    ("total", "after"),
    [
        ("total A: -3 B: -3 C: 6\n", "total A: -4 B: -4 C: 5\n"),  # C has won, and taken three
        ("total A: 2 B: -5 C: 2\n", "total A: 1 B: -6 C: 1\n"),  # B has lost; one cannot be divided, and stays
    ],
)
def test_totals_after_an_unsettled_hand_need_not_keep_their_sum(total: str, after: str) -> None:
    """A side has taken what it may from the pot; from then on the totals keep the sum."""
    passed = "bid A: passo B: passo C: passo\n"
    rulings = judged(PASSED, f"{total}end\n", f"{passed}{after}end\n")
    assert [codes(ruling) for ruling in rulings] == [[], [], []]
