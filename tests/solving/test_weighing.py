"""Losses of cards, against a minimax over every card at every moment."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.engine.game import Game
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.search import Allowance
from calarec.solving.solve import Bounds
from calarec.solving.weighing import HandWeighing, weigh
from tests.rulebooks import game
from tests.solving.endings import CHOSEN, chosen, endings
from tests.solving.minimax import Minimax, points, side_of

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.playing.hand import HandInPlay
    from calarec.solving.weighing import WeighedHand


def played_on(hand: HandInPlay, seed: str, most: int = 99) -> list[HandInPlay]:
    """The hand before each of some more cards, any legal ones, and after the last."""
    rng = Random(seed)
    found = [hand]
    while not found[-1].is_over and len(found) <= most:
        found.append(found[-1].apply(chosen(found[-1].legal()[0], rng)))
    return found


def cards_of(hands: list[HandInPlay]) -> list[int]:
    """The card played at each step, as a mask of one."""
    return [
        before.state.hands[before.state.turn] ^ after.state.hands[before.state.turn]
        for before, after in pairwise(hands)
    ]


def weighed(hands: list[HandInPlay], allowance: Allowance | None = None) -> WeighedHand:
    """The steps weighed."""
    return weigh(position_of(hands[0].game, hands[0].state), cards_of(hands), allowance or Allowance())


def agrees(hands: list[HandInPlay]) -> int:
    """Every figure is that of trying everything; answers how many cards decided the hand."""
    of: Game = hands[0].game
    found = weighed(hands)
    tried = [Minimax(of, points, each.state, each.events) for each in hands]
    values = [each.value() for each in tried]
    declared = hands[0].state.declarer >= 0
    needed = of.rules.settle.won_if.points_at_least or 0 if declared else -1
    side = side_of(hands[0].state)
    assert found.needed == (needed if declared else None)
    assert found.is_all_known
    assert (found.begun, found.ended) == (Bounds(values[0], values[0]), Bounds(values[-1], values[-1]))
    for each, hand, brute, before, after in zip(found.cards, hands, tried, values, values[1:], strict=False):
        mine = bool(side >> hand.state.turn & 1)
        every = brute.cards()
        own = of.cards.numbers[each.card]
        assert (each.before, each.after) == (Bounds(before, before), Bounds(after, after))
        assert each.gave == Bounds(abs(before - after), abs(before - after))
        assert every[own] == after
        assert each.decided == ((before >= needed) is mine and (after >= needed) is not mine)
        others = {value >= needed for card, value in every.items() if value != after}
        alone = bool(others) and others == {not mine} and (after >= needed) is mine
        assert not each.only or alone
        assert each.mark == (
            "??"
            if each.decided
            else "?"
            if abs(before - after) >= of.rules.pack.units_per_point
            else "!"
            if each.only
            else ""
        )
        if each.better:
            assert every[of.cards.numbers[each.better]] == before
        assert bool(each.better) == (before != after)
    return sum(each.decided for each in found.cards)


@pytest.mark.parametrize("id_", CHOSEN)
def test_what_cards_gave_away_is_what_trying_everything_says(id_: str) -> None:
    """At every number of seats, with partners and dummies, from the middle of tricks too."""
    for hand in endings(game(id_), CHOSEN[id_], 2 if CHOSEN[id_] > 4 else 3, 4, seed=21):
        if hand.state.declarer >= 0:
            agrees(played_on(hand, id_))


@pytest.mark.parametrize(("id_", "people"), [("tressette", 4), ("tressette-accusi", 4), ("tressette-in-due", 2)])
def test_without_a_declarer_points_alone_are_weighed(id_: str, people: int) -> None:
    """For the side of the first leader; nothing is decided, and no card is the only."""
    side_led = 0
    for hand in endings(game(id_), people, 4, 8, seed=5):
        assert agrees(played_on(hand, id_)) == 0
        side_led += hand.state.side_mask(hand.state.leader) != side_of(hand.state)
    assert side_led


def test_cards_that_decide_are_found() -> None:
    """Among hands that are near to what is needed there are some."""
    decided = sum(
        agrees(played_on(hand, f"{number}")) for number, hand in enumerate(endings(game("pagat"), 3, 3, 40, seed=3))
    )
    assert decided > 2


def test_the_only_card() -> None:
    """An exclamation mark means that every other card, equals left aside, loses what is held."""
    found = 0
    for number, hand in enumerate(endings(game("pagat"), 3, 3, 60, seed=9)):
        hands = played_on(hand, f"{number}")
        needed = 18
        for each, before in zip(weighed(hands).cards, hands, strict=False):
            mine = bool(side_of(before.state) >> before.state.turn & 1)
            brute = Minimax(hand.game, points, before.state, before.events)
            kept = [card for card, it in brute.cards().items() if (it >= needed) is mine]
            if len(kept) == 1 and len(before.legal()[0].cards) > 1 and not each.decided:
                assert each.only == (hand.game.cards.numbers[each.card] == kept[0])
                found += each.only
    assert found > 2


def test_a_target_between_whole_points_is_the_next_whole_point(tmp_path: Path) -> None:
    """If 17 thirds are needed and fractions dropped, 16 or 17 decides nothing."""
    file = tmp_path / "odd.yaml"
    file.write_text(
        "ruleset: odd\nversion: 1.0.0\ntitle: Odd\nextends: pagat\nset: {settle.won_if: {points_at_least: 17}}\n",
        "utf-8",
    )
    odd, near, decided = Game.from_ruleset(calarec.load_rules(str(file))), 0, 0
    for number, hand in enumerate(endings(odd, 3, 2, 150, seed=1)):
        if hand.state.declarer < 0:
            continue
        hands = played_on(hand, f"{number}")
        found = weighed(hands)
        account = settle_hand(odd, add_up(odd.cards, hands[-1].state.setting, hands[-1].events))
        assert found.needed is not None
        assert (found.ended.low >= found.needed) is account.sides[0].wins
        assert (found.ended.low // 3 * 3 >= 17) is account.sides[0].wins
        near += found.ended.low == 17
        for card in found.cards:
            before, after = (bounds.low // 3 * 3 >= 17 for bounds in (card.before, card.after))
            assert card.decided is (before is not after)
            decided += card.decided
    assert near
    assert decided


def test_contracts_that_are_won_by_few_points_are_left_alone(tmp_path: Path) -> None:
    """Losses of points are not defined there."""
    file = tmp_path / "few.yaml"
    file.write_text(
        "ruleset: few\nversion: 1.0.0\ntitle: Few\nextends: pagat\nset: {settle.won_if: {points_at_most: 10}}\n",
        "utf-8",
    )
    for hand in endings(Game.from_ruleset(calarec.load_rules(str(file))), 3, 3, 1):
        with pytest.raises(UnsolvableError, match=r"`settle\.won_if` says is not known"):
            weighed(played_on(hand, "z"))


def test_what_breaks_off_ends_with_what_could_be_had() -> None:
    """The last moment is worth what it is with best play."""
    for hand in endings(game("treccani"), 3, 3, 3, seed=2):
        hands = played_on(hand, "x", most=3)
        assert not hands[-1].is_over
        agrees(hands)
        assert weighed(hands).broken_off
    (hand,) = endings(game("treccani"), 3, 3, 1, seed=2)
    whole = weighed(played_on(hand, "x"))
    assert (whole.broken_off, whole.early) == (False, None)


def test_what_is_settled_early_gives_away_what_it_is_short_of_best_play() -> None:
    """By whichever side could have had more; the hand, if it could have won or lost it by playing on."""
    decided = []
    for number, hand in enumerate(endings(game("pagat"), 3, 3, 12, seed=8)):
        hands = played_on(hand, f"{number}", most=4)
        could = Minimax(hand.game, points, hands[-1].state, hands[-1].events).value()
        side = {hand.state.setting.labels[seat] for seat in range(3) if side_of(hand.state) >> seat & 1}
        for counted in (could - 5, could, could + 2, 17, 18):
            position = position_of(hand.game, hand.state)
            found = weigh(position, cards_of(hands), Allowance(), counted)
            assert found.early is not None
            assert (found.ended, found.early.could) == (Bounds(counted, counted), Bounds(could, could))
            assert found.early.gave == Bounds(abs(could - counted), abs(could - counted))
            assert found.early.own is (could >= counted)
            assert found.early.decided is ((could >= 18) is not (counted >= 18))
            assert {*found.side} == side
            assert {*found.others} == {"A", "B", "C"} - side
            assert not (found.early.decided and found.turning_card)
            decided.append(found.early.decided)
    assert 2 < sum(decided) < len(decided)


def test_cards_that_would_have_done_the_same_are_named() -> None:
    """They are worth the same, and neighbours among the cards that are left."""
    several = 0
    for number, hand in enumerate(endings(game("pagat"), 3, 3, 20, seed=4)):
        hands = played_on(hand, f"{number}")
        for each, before in zip(weighed(hands).cards, hands, strict=False):
            every = Minimax(hand.game, points, before.state, before.events).cards()
            numbers = hand.game.cards.numbers
            assert all(every[numbers[other]] == every[numbers[each.card]] for other in each.equals)
            assert all(before.state.hands[before.state.turn] >> numbers[other] & 1 for other in each.equals)
            several += bool(each.equals)
    assert several > 5


def test_what_is_not_found_out_is_told_as_bounds() -> None:
    """The true figures are between them, with any limit; won or lost comes first."""
    (hand,) = endings(game("pagat"), 3, 8, 1, seed=5)
    hands = played_on(hand, "y")
    exact = weighed(hands)
    for nodes in (1, 50, 500, 5000):
        found = weighed(hands, Allowance(nodes))
        for each, true in zip(found.cards, exact.cards, strict=True):
            for seen, real in ((each.before, true.before), (each.after, true.after), (each.gave, true.gave)):
                assert seen.low <= real.low <= real.high <= seen.high
            assert true.decided or not each.decided
    assert not weighed(hands, Allowance(1)).is_all_known


def test_what_cannot_be_weighed_says_why() -> None:
    """A card that may not be played, and a hand in which each plays for himself."""
    (hand,) = endings(game("pagat"), 3, 5, 1, seed=6)
    position = position_of(hand.game, hand.state)
    with pytest.raises(UnsolvableError, match="may not be played"):
        weigh(position, [1 << hand.state.hands[hand.state.turn - 1].bit_length() - 1], Allowance())
    alone = calarec.play(game("spazzatura"), 3, seed=1)
    while alone.state.step == "auction":
        alone = alone.apply(alone.legal()[0].move(alone.legal()[0].words[0]))
    with pytest.raises(UnsolvableError, match="only where two sides play"):
        weigh(position_of(alone.game, alone.state), [], Allowance())


def test_a_hand_that_is_weighed_bit_by_bit() -> None:
    """A few nodes at a time come to what all at once come to, and what is known on the way stays true."""
    most = 0
    for number, hand in enumerate(endings(game("pagat"), 3, 4, 5, seed=17)):
        hands = played_on(hand, f"{number}")
        whole, allowance = weighed(hands), Allowance()
        weighing = HandWeighing(position_of(hand.game, hand.state), cards_of(hands), allowance)
        portions, spent = 0, True
        while spent:
            portions += 1
            allowance.left = allowance.nodes + 20 * portions
            weighing.search_all_moments()
            found = weighing.weighed_hand()
            for card, exact in zip(found.cards, whole.cards, strict=True):
                assert card.before.low <= exact.before.low <= card.before.high
            spent = allowance.left == 0 or allowance.nodes > allowance.left
        assert found == whole
        assert weighing.known_moments == len(weighing.moments)
        most = max(most, portions)
    assert most > 1


def test_other_cards_of_a_later_moment() -> None:
    """Each has the value of brute force, and so has the line after it."""
    for number, hand in enumerate(endings(game("pagat"), 3, 3, 5, seed=23)):
        hands = played_on(hand, f"{number}")
        weighing = HandWeighing(position_of(hand.game, hand.state), cards_of(hands), Allowance())
        weighing.search_all_moments()
        for place, before in enumerate(hands[:-1]):
            numbers = before.game.cards.numbers
            every = Minimax(before.game, points, before.state, before.events).cards()
            assert {numbers[worth.card]: worth.value for worth in weighing.card_worths(place)} == every
            for card, value in every.items():
                line = weighing.line_after(place, 1 << card)
                other = before
                for played in (before.game.cards.names[card], *line):
                    moves = (move for legal in other.legal() for move in legal.moves())
                    other = other.apply(next(move for move in moves if move.get("card") == played))
                assert other.is_over
                assert Minimax(other.game, points, other.state, other.events).value() == value
