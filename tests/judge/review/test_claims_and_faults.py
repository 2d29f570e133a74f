"""Claims and irregularities at their edges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.engine.actions import ClaimAction, FaultAction
from calarec.core.engine.events import project
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply
from calarec.core.engine.state import NOBODY, State
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.notation import parse_records
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.judge.review.table import Table, house
from tests.records.shelf import RECORDS

if TYPE_CHECKING:
    from pathlib import Path


def three_tricks(state: State) -> bool:
    return len(state.tricks) == 3


@pytest.mark.parametrize("points", [-1, 36, 1000])
def test_more_or_fewer_points_than_can_be_had_cannot_be_claimed(points: int) -> None:
    """A claim of points names a number that the tricks already won leave possible."""
    table = Table("pagat", seats=3)
    table.goes_on(three_tricks, "solo")
    answer = apply(table.game, table.state, ClaimAction(table.state.declarer, points=points, accepted=True))
    assert isinstance(answer, Refusal)
    assert answer.code == "CAL521"
    assert answer.anyway is None


def test_every_number_that_can_be_had_may_be_claimed() -> None:
    """From what the side has in its tricks to all that the others have not: no more is refused than must be."""
    table = Table("pagat", seats=3)
    table.goes_on(three_tricks, "solo")
    declarer = table.state.declarer
    points = table.game.cards.points
    own = sum(points[card] for trick in table.state.tricks if trick.winner == declarer for card in trick.cards)
    theirs = sum(points[card] for trick in table.state.tricks if trick.winner != declarer for card in trick.cards)
    for claimed in range(-1, 37):
        answer = apply(table.game, table.state, ClaimAction(declarer, points=claimed, accepted=True))
        assert isinstance(answer, Outcome) == (own <= claimed <= 35 - theirs)


def test_a_refused_claim_does_not_tell_which_cards_are_out_of_play() -> None:
    """The hand goes on after it, and an opponent must not learn from the log what the declarer buried."""
    table = Table("pagat", seats=3)
    table.goes_on(three_tricks, "solo")
    table.does(ClaimAction(table.state.declarer, accepted=False))
    seen = [glimpse.event for glimpse in project(table.events, 1 << table.state.opponents()[0])]
    claimed = [event for event in seen if isinstance(event, ev.Claimed)]
    assert [event.rest for event in claimed] == [0]


@pytest.mark.parametrize(("owner", "to"), [("declarer", 1), ("nobody", NOBODY)])
def test_a_claim_of_the_rest_leaves_a_pile_to_whom_the_rules_give_it(tmp_path: Path, owner: str, to: int) -> None:
    """`won_by: declarer` and `nobody` hold for claimed hands as for played ones."""
    table = Table(house(tmp_path, "pagat", "set:", f"  piles.monte.won_by: {owner}"), seats=3)
    table.goes_on(three_tricks, "solo")
    assert table.state.declarer == 1
    table.does(ClaimAction(table.state.opponents()[0], accepted=True))
    assert [event.seat for event in table.events if isinstance(event, ev.PileWon)] == [to]


def test_a_fault_that_voids_the_deal_voids_it_after_the_last_trick_too() -> None:
    """003:19 with `before: end`: the deal claimed for a slip is paid 1 to each and not settled besides."""
    table = Table("tretre", seats=3)
    table.goes_on(lambda _: False, "solo", "sto-bene")
    assert table.state.outcome == "played"
    table.does(FaultAction(0, "exchange", by=1))
    assert table.state.outcome == "void"
    assert table.account().payments == (-2, 1, 1)


@pytest.mark.parametrize("deal", ["void", "goes_on"])
def test_who_plays_a_dummy_pays_for_it_whatever_becomes_of_the_deal(tmp_path: Path, deal: str) -> None:
    """`pay_each: 3` for a fault in the dummy's hand is paid by the dummy's player."""
    lines = (
        "add:",
        f"  standing.spilt: {{do: fault, claimed_by: anyone, pay_each: 3, deal: {deal}, contract: unchanged}}",
    )
    table = Table(house(tmp_path, "a-due", *lines), seats=2)
    table.goes_on(lambda state: state.declarer != NOBODY and len(state.tricks) == 3, "solo")
    dummy, declarer = table.setting.dummies[0], table.state.declarer
    player = table.state.controller(dummy)
    assert len({dummy, declarer, player}) == 3
    table.does(FaultAction(dummy, "spilt"))
    table.goes_on(lambda _: False, "solo")
    without = Table(house(tmp_path, "a-due"), seats=2)
    without.goes_on(lambda _: False, "solo")
    played = without.account().payments if deal == "goes_on" else (0, 0, 0)
    paid = tuple(after - before for after, before in zip(table.account().payments, played, strict=True))
    assert paid == tuple({declarer: 3, player: -3}.get(seat, 0) for seat in range(3))


@pytest.mark.parametrize("offender", ["declarer", "opponent"])
def test_who_loses_by_a_fault_counts_no_points_in_the_difference(tmp_path: Path, offender: str) -> None:
    """All thirty-five are then between the sides, however well or badly the offender had played."""
    lines = ("add:", "  standing.slip: {do: fault, by: anyone, claimed_by: anyone, before: end, contract: lost}")
    table = Table(house(tmp_path, "cavendish", *lines), seats=3, seed=4)
    table.goes_on(lambda _: False, "play")
    declarer, opponents = table.state.declarer, table.state.opponents()
    played = table.account()
    assert played.bonus == ""
    assert abs(played.payments[opponents[0]]) not in (0, 35)
    table.does(FaultAction(declarer if offender == "declarer" else opponents[0], "slip"))
    account = table.account()
    sign = -1 if offender == "declarer" else 1
    assert account.payments == tuple(70 * sign if seat == declarer else -35 * sign for seat in range(3))
    assert [side.points for side in account.sides] == [side.points for side in played.sides]
    assert any("no points" in text_in(each.says, "en") for each in account.because if each.rule == "settle.pay")


def test_a_void_deal_before_anybody_plays_it_costs_the_offender_alone(tmp_path: Path) -> None:
    """In the auction the dummy has no player yet: the two players pay each other."""
    lines = ("add:", "  standing.spilt: {do: fault, claimed_by: anyone, pay_each: 3, deal: void}")
    table = Table(house(tmp_path, "a-due", *lines), seats=2)
    table.does(FaultAction(0, "spilt"))
    assert table.account().payments == (-3, 3, 0)


@pytest.mark.parametrize("offender", ["declarer", "opponent"])
def test_who_sits_out_with_the_opponents_is_paid_when_the_declarer_errs(tmp_path: Path, offender: str) -> None:
    """At four the dealer of foster shares with opponents; their payments stay apart."""
    lines = ("add:", "  standing.spilt: {do: fault, by: anyone, claimed_by: anyone, pay_each: 3, deal: void}")
    table = Table(house(tmp_path, "foster", *lines), seats=4)
    table.goes_on(lambda state: state.declarer != NOBODY, "play")
    (dealer,) = table.setting.out
    erring = table.state.declarer if offender == "declarer" else table.state.opponents()[0]
    table.does(FaultAction(erring, "spilt"))
    paid = {0, 1, 2, 3} - {erring} - ({dealer} if offender == "opponent" else set())
    expected = tuple(3 if seat in paid else -3 * len(paid) if seat == erring else 0 for seat in range(4))
    assert table.account().payments == expected


def test_a_partner_is_no_opponent_of_the_declarer(tmp_path: Path) -> None:
    """A fault that opponents alone can commit cannot be claimed against the declarer's partner."""
    lines = ("add:", "  standing.peek: {do: fault, by: opponents, claimed_by: anyone, contract: lost}")
    table = Table(house(tmp_path, "quintiglio", *lines), seats=5, seed=2)
    table.goes_on(three_tricks, "chiamo", "sto-bene")
    assert table.state.partners
    answer = apply(table.game, table.state, FaultAction(table.state.partners.bit_length() - 1, "peek"))
    assert isinstance(answer, Refusal)
    assert answer.code == "CAL530"
    opponent = table.state.opponents()[0]
    assert isinstance(apply(table.game, table.state, FaultAction(opponent, "peek")), Outcome)


@pytest.mark.parametrize("points", [0, 1, 7])
def test_points_that_are_claimed_hold_the_pile_of_the_last_trick(points: int) -> None:
    """Claimed points include the pile of the last trick, and no side has it."""
    table = Table("pagat", seats=3)
    table.goes_on(three_tricks, "solissimo")
    declarer = table.state.declarer
    own = [trick for trick in table.state.tricks if trick.winner == declarer]
    have = sum(table.game.cards.points[card] for trick in own for card in trick.cards)
    table.does(ClaimAction(declarer, points=have + points, accepted=True))
    assert [event for event in table.events if isinstance(event, ev.PileWon)] == []
    mine, theirs = table.account().counted_sides
    assert (mine.points, theirs.points) == (have + points, 35 - have - points)
    assert mine.cards == have
    assert mine.cards <= mine.points
    assert theirs.cards <= theirs.points


def test_a_pile_of_the_declarer_is_in_the_least_that_he_can_claim(tmp_path: Path) -> None:
    """`won_by: declarer`: the pile is his; fewer points cannot be claimed."""
    table = Table(house(tmp_path, "pagat", "set:", "  piles.monte.won_by: declarer"), seats=3)
    table.goes_on(three_tricks, "solo")
    state, cards = table.state, table.game.cards
    own = [trick for trick in state.tricks if trick.winner == state.declarer]
    least = cards.worth(sum(state.piles)) + sum(cards.points[card] for trick in own for card in trick.cards)
    assert cards.worth(sum(state.piles))
    opponent = state.opponents()[0]
    for points in range(36):
        mine = apply(table.game, state, ClaimAction(state.declarer, points=points, accepted=True))
        theirs = apply(table.game, state, ClaimAction(opponent, points=points, accepted=True))
        lost = sum(cards.points[card] for trick in state.tricks if trick not in own for card in trick.cards)
        assert isinstance(mine, Outcome) == (least <= points <= 35 - lost)
        assert isinstance(theirs, Outcome) == (lost <= points <= 35 - least)
    table.does(ClaimAction(state.declarer, points=least, accepted=True))
    mine_, theirs_ = table.account().counted_sides
    assert (mine_.points, mine_.cards, theirs_.points) == (least, least, 35 - least)


@pytest.mark.parametrize(("moved", "counts"), [(9, 0), (10, 0), (11, -1)])
def test_a_fraction_below_nothing_is_dropped_like_any_other(tmp_path: Path, moved: int, counts: int) -> None:
    """A third or two below zero are dropped, three are a point."""
    lines = (
        "set:", "  settle.pay: difference", "  settle.pay_unit: 1/3", "  contracts.*.stake: 1",
        "  settle.bonus.stramazzo: off", f"  standing.revoke.move_points: {moved}",
    )  # fmt: skip
    text = (RECORDS / "pagat" / "first.cal").read_text("utf-8")
    text = re.sub("(?m)^(result|score|total) .*\n", "", text).replace("rules pagat@1.0.0", "rules club")
    fault, below = "fault A: revoke trick 3 claimed by B\n", (8 - moved)
    found = {}
    for name, more in (("paid", lines), ("points", ("set:", "  match.counts: card_points", lines[-1]))):
        game = Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", *more))))
        stated = f"result B: {27 + moved} A+C: {counts}p\n"
        (hand,) = parse_records(text.replace('note "Carla: we', fault + stated + 'note "Carla: we'))
        found[name] = begin_totals(game).replay(hand)
        assert [each.code for each in found[name].findings if each.severity == "error"] == []
    account = found["paid"].account
    assert account is not None
    assert [side.points for side in account.sides] == [27 + moved, below]
    own = (27 + moved) // 3 - counts
    assert account.payments == (-3 * own, 6 * own, -3 * own)
    assert found["points"].totals == {"A": counts, "B": (27 + moved) // 3, "C": counts}
