"""Rulesets that change a game in many places: the engine and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import agreed, hands, rules, to_the_end, untold
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_changes import ASKED, AT_SIX, RULES, referee

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

HANDS = hands(60)


@pytest.mark.mass
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Auction, exchange, tricks, points, bonus and payments, some hands irregular."""
    contracts = set()
    for _, hand in agreed(rules(name), lambda given: referee(given, name), HANDS):
        contracts.add(hand["ruling"]["contract"])
    assert len(contracts) >= 3


def aimed(name: str, aim: str, count: int = 12) -> Iterator[dict[str, Any]]:
    """Hands in which something happens, played to their end, that engine and referee settle alike; as JSON."""
    for bot in ("sensible", "random"):
        for each in to_the_end(simulate(rules(name), hands=count, seed=8, bot=bot, aim=aim)):
            judged = begin_totals(rules(name)).replay(untold(each.hand))
            assert not judged.findings
            hand = as_json(judged)
            ours, theirs = comparable_parts(hand, referee(for_the_referee(hand), name))
            assert ours == theirs, hand
            yield hand


def codes(name: str, text: str) -> list[str]:
    """Return the findings on the first hand of a text."""
    return [found.code for found in begin_totals(rules(name)).replay(parse_records(text)[0]).findings]


def test_who_shares_in_turn_finds_what_the_first_left() -> None:
    """One takes some or none, and lays as many back; the other may take these too, and need not take what is left."""
    taken, again, left = set(), 0, 0
    for hand in aimed("doubled", "contracts.scegliete", 40):
        moves = [move for move in hand["moves"] if move["do"] in ("take", "discard")]
        taken.add(tuple(len(move["cards"]) for move in moves if move["do"] == "take"))
        back = {card for move in moves[:2] if move["do"] == "discard" for card in move["cards"]}
        again += any(move["do"] == "take" and back & set(move["cards"]) for move in moves[2:])
        left += sum(len(move["cards"]) for move in moves if move["do"] == "take") < len(hand["monte"])
    assert any(not min(each) for each in taken)
    assert any(sum(each) > 4 for each in taken)
    assert again
    assert left


def test_the_first_speaker_alone_is_bound_after_a_pass() -> None:
    """Then another player may bid chiamo, and he may not."""
    evening, said = begin_totals(rules("bound-eldest")), []
    for each in simulate(rules("bound-eldest"), hands=400, seed=5, bot="random"):
        hand = as_json(evening.replay(each.hand))
        if hand["carry"]:
            said.append([one["bid"] for one in hand["auction"]])
    assert said
    assert not [words for words in said if words[0] == "chiamo"]
    assert [words for words in said if "chiamo" in words[1:]]


@pytest.mark.parametrize(("contract", "paid"), [("chiamo", AT_SIX), ("chiedo", ASKED)])
@pytest.mark.parametrize(("where", "place"), [("in_pile", "pile"), ("in_hand", "hand")])
def test_what_a_card_pays_that_lay_elsewhere(
    contract: str, paid: dict[str, tuple[int, int]], where: str, place: str
) -> None:
    """Won and lost; no partner is in it, and all five opponents pay or are paid."""
    step = "partner" if contract == "chiamo" else "ask"
    met = set()
    for hand in aimed("late-partner", f"steps.{step}.{where}.then", 10):
        ruling = hand["ruling"]
        assert (ruling["contract"], ruling["partner"]) == (contract, None)
        amount = ruling["payments"][ruling["declarer"]]
        pays = paid[place][0 if amount > 0 else 1] * (2 if ruling["bonus"] else 1)
        assert sorted(ruling["payments"].values())[1:-1] == [-pays if amount > 0 else pays] * 4
        met.add(amount > 0)
    assert met == {True, False}


@pytest.mark.parametrize(("name", "seat"), [("open-declarer", "A"), ("open-declarer", "B"), ("open-table", "A")])
def test_before_somebody_declares_nobody_is_his_opponent_or_he_himself(name: str, seat: str) -> None:
    """During the auction no player may show a card that only one side may show."""
    (each,) = simulate(rules(name), hands=1, seed=3, seats=rules(name).people[0], aim="contracts.solo")
    lines = [line for line in write([untold(each.hand)]).splitlines() if not line.startswith("show ")]
    card = next(line for line in lines if line.startswith(f"deal {seat}")).split()[-1]
    at = next(n for n, line in enumerate(lines) if line.startswith("bid "))
    assert codes(name, "\n".join(lines) + "\n") == []
    assert codes(name, "\n".join([*lines[:at], f"show {seat}: {card}", *lines[at:]]) + "\n") == ["CAL540"]


def test_points_that_are_nobodys() -> None:
    """Points in the monte are lost; five points and a third count five."""
    lost, near = 0, 0
    for bot in ("sensible", "random"):
        for each in to_the_end(simulate(rules("open-declarer"), hands=150, seed=3, bot=bot)):
            ruling = as_json(begin_totals(rules("open-declarer")).replay(untold(each.hand)))["ruling"]
            lost += 0 < sum(side["points"] for side in ruling["sides"]) < 35
            near_it = [
                side["wins"] for side in ruling["sides"]
                if ruling["declarer"] in side["seats"] and side["points"] in (16, 17)
            ]  # fmt: skip
            near += len(near_it)
            assert not any(near_it)
    assert lost
    assert near


def test_each_bonus_of_the_open_table() -> None:
    """Twelve tricks of the winners, less than two points of the declarer, one trick against solo."""
    met = {hand["ruling"]["bonus"] for hand in aimed("open-table", "contracts.solo", 120)}
    assert met == {None, "sweep", "weak", "few"}


def test_a_card_laid_open_is_written_so() -> None:
    """Face down it breaks these rules."""
    (each,) = simulate(rules("two-back"), hands=1, seed=2, aim="contracts.chiedo")
    text = write([untold(each.hand)])
    line = next(one for one in text.splitlines() if one.startswith("table-card"))
    assert "open" in line
    assert codes("two-back", text) == []
    assert codes("two-back", text.replace(line, line.replace("open", "closed"))) == ["CAL437"]
