"""Worlds that agree with what a seat knows: those that trying every deal and every unseen move finds, no others."""

from __future__ import annotations

from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.cards import bits
from calarec.core.engine.events import project
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Outcome
from calarec.playing.dealing import deal
from calarec.rule_files.load import load_ruleset
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.search import Allowance
from calarec.solving.solve import solve
from calarec.solving.worlds import Interval, SeenWorlds, mean_within, normal_mean, seen_by, wilson_share
from tests.rulebooks import game
from tests.solving.endings import chosen, endings
from tests.solving.small_packs import small

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.events import Glimpse
    from calarec.core.engine.state import State

pytestmark = pytest.mark.slow

_AT_END = """\
ruleset: at-end
version: 1.0.0
title: At the end
extends: quartiglio
set:
  pack.suits: bs
  pack.ranks: "32A7"
  pack.points: {"3": 1, "2": 1, A: 3}
  pack.aliases: {}
  deal.hand: 2
  deal.packets: 1
  settle.won_if.points_at_least: 5
  steps.partner.revealed: at_end
  auction.ladder: [chiamo]
  contracts.chiedo: off
  contracts.solo: off
  steps.lay: off
  steps.ask: off
  steps.swap: off
  steps.take-tabled: off
  piles.tabled: off
"""

Steps = "list[tuple[Action, tuple[ev.Event, ...]]]"


def played(of: Game, rng: Random) -> tuple[Outcome, State, list[tuple[Action, tuple[ev.Event, ...]]]] | None:
    """A hand by chance up to some card of its play: its beginning, its state, and its steps; None if all passed."""
    setting = of.seat(tuple("ABCDEFG"[: of.people[0]]), 0)
    begun = start(of, setting, *deal(of, setting, rng))
    state, steps = begun.state, []
    cards = rng.randrange(4)
    while state.step != "play" or cards:
        cards -= state.step == "play"
        offers = [each for each in legal(of, state) if each.do != "raise" and each.size]
        if state.is_over or not offers:
            return None
        action = rng.choice(list(rng.choice(offers).actions()))
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        steps.append((action, answer.events))
        state = answer.state
    return None if state.is_over else (begun, state, steps)


def deals(of: Game, state: State, seat: int) -> Iterator[State]:
    """Every deal in which the seat has its cards."""
    rest = list(bits(of.cards.full & ~state.hands[seat]))
    places = [each for each in state.setting.active if each != seat]

    def lay(left: list[int], nth: int, hands: dict[int, int]) -> Iterator[State]:
        if nth == len(places):
            every = [hands.get(each, state.hands[each]) for each in range(len(state.hands))]
            first = next((pile for pile, cards in enumerate(state.piles) if cards), -1)
            piles = [sum(1 << card for card in left) if pile == first else 0 for pile in range(len(state.piles))]
            yield start(of, state.setting, every, piles).state
            return
        from itertools import combinations

        for cards in combinations(left, of.rules.deal.hand):
            others = [card for card in left if card not in cards]
            yield from lay(others, nth + 1, hands | {places[nth]: sum(1 << card for card in cards)})

    yield from lay(rest, 0, {})


def tried(
    of: Game, seat: int, begun: Outcome, steps: list[tuple[Action, tuple[ev.Event, ...]]]
) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return the holders of all cards and partners in all hands alike to the seat."""

    def look(events: tuple[ev.Event, ...]) -> tuple[Glimpse, ...]:
        return project(events, 1 << seat)

    reached = set(deals(of, begun.state, seat))
    for action, events in steps:
        after = set()
        for state in reached:
            kind = type(action)
            # What the seat sees is the same move; of what it does not see every choice is tried.
            for offer in legal(of, state):
                if offer.seat != action.seat:
                    continue
                for other in offer.actions():
                    if type(other) is not kind or (isinstance(action, PlayAction) and other != action):
                        continue
                    answer = apply(of, state, other)
                    if isinstance(answer, Outcome) and look(answer.events) == look(events):
                        after.add(answer.state)
        reached = after
    return {(state.hands, state.piles, state.partners) for state in reached}


def several(worlds: SeenWorlds, rng: Random, number: int) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """As much of so many worlds."""
    return {(each.hands, each.piles, each.partners) for each in (worlds.draw_world(rng) for _ in range(number))}


@pytest.mark.mass
@pytest.mark.parametrize(
    ("base", "more"),
    [
        ("pagat", {}), ("pagat", {"steps.bury.never": "A"}), ("tretre", {}), ("cavendish", {}), ("foster", {}),
        ("gelli-terziglio", {}),
    ],
)  # fmt: skip
def test_the_worlds_are_those_that_look_the_same(tmp_path: Path, base: str, more: dict[str, object]) -> None:
    """In small packs: every one of them is drawn, and nothing else is; they are counted right."""
    of = small(tmp_path, base, ranks="32A7", hand=2, dealt=2, needed=5, more=more)
    solved = 0
    for number in range(200):
        rng = Random(f"{base} {number}")
        found = played(of, rng)
        if found is None or found[1].declarer == NOBODY:
            continue
        begun, state, steps = found
        events = (*begun.events, *(each for _, happened in steps for each in happened))
        for seat in state.setting.active:
            expected = tried(of, seat, begun, steps)
            worlds = SeenWorlds(of, state, events, seat)
            drawn = {
                (each.hands, each.piles, each.partners)
                for each in (worlds.draw_world(rng) for _ in range(40 * len(expected)))
            }
            assert drawn == expected, (base, number, seat)
            orders = prod(factorial(cards.bit_count()) for cards in (*state.hands, *state.piles))
            assert worlds.world_count == len(expected) * orders
            assert worlds.different == len(expected)
            every = [
                (each.hands, each.piles, each.partners) for each in worlds.draw_worlds(len(expected), number, once=True)
            ]
            assert len(every) == len(expected)
            assert set(every) == expected
        solved += 1
        if solved == 8:
            break
    assert solved == 8


def test_who_has_played_the_called_card_is_the_partner(tmp_path: Path) -> None:
    """Known or not, and so in every world; before that any possible holder."""
    file = tmp_path / "at-end.yaml"
    file.write_text(_AT_END, "utf-8")
    of = Game.from_ruleset(load_ruleset(str(file)))
    silent = 0
    for number in range(14):
        rng = Random(f"at the end {number}")
        found = played(of, rng)
        if found is None or found[1].declarer == NOBODY:
            continue
        begun, state, steps = found
        events = (*begun.events, *(each for _, happened in steps for each in happened))
        silent += bool(state.partners) and any(state.called in trick for trick in (state.trick, *_cards(state)))
        assert not state.known
        for seat in state.setting.active:
            expected = tried(of, seat, begun, steps)
            worlds = SeenWorlds(of, state, events, seat)
            drawn = several(worlds, rng, 400)
            assert drawn <= expected
            assert {each[2] for each in drawn} == {each[2] for each in expected}, (number, seat)
    assert silent > 1


def _cards(state: State) -> list[tuple[int, ...]]:
    return [won.cards for won in state.tricks]


def test_all_worlds_are_equally_likely(tmp_path: Path) -> None:
    """By a sum of squares over many draws."""
    of = small(tmp_path, "pagat", ranks="32A7", hand=2, dealt=2, needed=5)
    found = next(
        each for each in (played(of, Random(f"even {n}")) for n in range(99)) if each and each[1].declarer >= 0
    )
    begun, state, steps = found
    events = (*begun.events, *(each for _, happened in steps for each in happened))
    expected = tried(of, 0, begun, steps)
    worlds, rng = SeenWorlds(of, state, events, 0), Random(1)
    counts = dict.fromkeys(expected, 0)
    for _ in range(200 * len(expected)):
        drawn = worlds.draw_world(rng)
        counts[drawn.hands, drawn.piles, drawn.partners] += 1
    square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert square < len(expected) + 6 * (2 * len(expected)) ** 0.5


@pytest.mark.parametrize(("id_", "seats"), [("quintiglio", 5), ("pagat", 3), ("quadriglio", 4), ("settiglio", 7)])
def test_what_a_seat_sees_of_a_world_is_what_it_saw(id_: str, seats: int) -> None:
    """Its own cards, sizes, played cards; a secret partner holds the called card."""
    of = game(id_)
    for hand in endings(of, seats, 4, 3, seed=8):
        state = hand.state
        if state.declarer < 0:
            continue
        for seat in state.setting.active:
            world = SeenWorlds(of, state, hand.events, seat).draw_world(Random(3))
            assert world.hands[seat] == state.hands[seat]
            assert [each.bit_count() for each in (*world.hands, *world.piles)] == [
                each.bit_count() for each in (*state.hands, *state.piles)
            ]
            assert sum(world.hands) + sum(world.piles) == sum(state.hands) + sum(state.piles)
            assert world.tricks == state.tricks
            if world.partners and not state.known and world.partners != state.partners:
                assert world.hands[world.partners.bit_length() - 1] >> state.called & 1
            assert position_of(of, world).turn == hand.legal()[0].seat


def test_the_worth_of_what_is_seen() -> None:
    """The same for the same seed; with one open pair, it is the mean of both ways."""
    of, exact = game("pagat"), 0
    for hand in endings(of, 3, 3, 8, seed=2):
        state = hand.state
        if state.declarer < 0:
            continue
        seat = state.turn
        asked = [
            seen_by(of, state, hand.events, seat, worlds=30, seed=seed, allowance=Allowance()) for seed in (5, 5, 6)
        ]
        assert asked[0] == asked[1]
        drawn = SeenWorlds(of, state, hand.events, seat)
        every = drawn.different <= 30
        exact += every
        assert asked[0].every == every
        number = asked[0].worlds
        assert number == (drawn.different if every else 30)
        mine = state.side_mask(state.declarer) >> seat & 1
        sums: dict[str, list[int]] = {}
        best: dict[str, int] = {}
        for world in drawn.draw_worlds(30, 5, once=True):
            worth = {each.card: each.value or 0 for each in solve(position_of(of, world)).moves}
            top = max(worth.values()) if mine else min(worth.values())
            for name, value in worth.items():
                sums.setdefault(name, []).append(value)
                best[name] = best.get(name, 0) + (value == top)
        for card in asked[0].cards:
            assert card.wins is not None
            assert card.mean.value == sum(sums[card.card]) / number
            assert card.wins.value == sum((each >= 18) == mine for each in sums[card.card]) / number
            assert card.best.value == best[card.card] / number
            for figure in (card.wins, card.best, card.mean):
                assert (figure.low == figure.high) is every
                assert figure.low <= figure.value <= figure.high
        order = [each.wins.value for each in asked[0].cards if each.wins]
        assert order == sorted(order, reverse=True)
    assert 0 < exact < 4


_SIDES = """\
ruleset: two-sides
version: 1.0.0
title: Two sides
extends: tressette
set:
  pack.suits: bs
  pack.ranks: "32A7"
  pack.points: {"3": 1, "2": 1, A: 3}
  pack.aliases: {}
  deal.hand: 2
  deal.packets: 1
"""


def brute(of: Game, state: State, seat: int) -> int:
    """Return the result of a seat's side, over all cards of all players."""
    side = of_side(state, seat)
    if state.is_over:
        last = of.rules.pack.last_trick if state.tricks[-1].winner in side else 0
        return last + sum(of.cards.points[card] for won in state.tricks if won.winner in side for card in won.cards)
    values = [brute(of, after, seat) for after in played_on(of, state).values()]
    return max(values) if state.turn in side else min(values)


def of_side(state: State, seat: int) -> tuple[int, ...]:
    """Return a seat and the one across."""
    return seat, (seat + 2) % len(state.setting.labels)


def played_on(of: Game, state: State) -> dict[str, State]:
    """The state after each card that may be played."""
    found = {}
    for action in legal(of, state)[0].actions():
        answer = apply(of, state, action)
        assert isinstance(action, PlayAction)
        assert isinstance(answer, Outcome)
        found[of.cards.names[action.card]] = answer.state
    return found


def test_without_a_declarer_the_points_of_the_own_side_are_counted(tmp_path: Path) -> None:
    """Compared with every deal that looks the same, and every card in it."""
    file = tmp_path / "two-sides.yaml"
    file.write_text(_SIDES, "utf-8")
    of = Game.from_ruleset(load_ruleset(str(file)))
    led = 0
    for number in range(6):
        found = played(of, Random(f"sides {number}"))
        assert found is not None
        begun, state, steps = found
        if len(state.tricks) == 2:
            continue
        events = (*begun.events, *(each for _, happened in steps for each in happened))
        led += of_side(state, state.turn) != of_side(state, (state.tricks or (state,))[0].leader)
        worlds = [state._replace(hands=hands, piles=piles) for hands, piles, _ in tried(of, state.turn, begun, steps)]
        asked = seen_by(of, state, events, state.turn, worlds=1000, seed=1, allowance=Allowance())
        assert (asked.worlds, asked.every, asked.needed) == (len(worlds), True, None)
        assert set(asked.side) == {state.setting.labels[seat] for seat in of_side(state, state.turn)}
        values = [
            {card: brute(of, after, state.turn) for card, after in played_on(of, world).items()} for world in worlds
        ]
        for each in asked.cards:
            assert each.wins is None
            assert each.mean.value == pytest.approx(sum(one[each.card] for one in values) / len(worlds))
            assert each.best.value == sum(one[each.card] == max(one.values()) for one in values) / len(worlds)
        assert {each.card for each in asked.cards} == set(values[0])
        means = [each.mean.value for each in asked.cards]
        assert means == sorted(means, reverse=True)
    assert led > 1


def test_few_worlds_that_agree_are_not_certain() -> None:
    """Two worlds leave room for others: as much as Wilson's interval for none seen."""
    unseen = wilson_share(0, 2).high
    assert mean_within([3, 3], 0, 7)[:] == pytest.approx((3, 3 - 3 * unseen, 3 + 4 * unseen))
    low, high = mean_within([4] * 50, 0, 33)[1:]
    assert (round(low, 2), round(high, 2)) == (3.71, 6.07)
    assert mean_within([0, 0, 0], 0, 33)[1] == 0
    assert mean_within([0, 33], 0, 33)[1:] == (0, 33)
    assert mean_within([0, 2] * 5000, 0, 3)[1:] == normal_mean([0, 2] * 5000)[1:]


def test_who_does_not_play_has_no_answer() -> None:
    """And neither has a hand without a declarer, nor one without time."""
    of = game("pagat")
    hand = next(each for each in endings(of, 3, 3, 9, seed=2) if each.state.declarer >= 0)
    other = next(each for each in hand.state.setting.active if each != hand.state.turn)
    with pytest.raises(UnsolvableError, match="who plays there"):
        seen_by(of, hand.state, hand.events, other, worlds=1, seed=1, allowance=Allowance())
    with pytest.raises(UnsolvableError, match="did not suffice"):
        seen_by(of, hand.state, hand.events, hand.state.turn, worlds=1, seed=1, allowance=Allowance(nodes=1))
    alone = calarec.play(game("spazzatura"), 3, seed=1)
    while alone.state.step == "auction":
        alone = alone.apply(
            chosen(alone.legal()[0], Random(1))
            if not alone.legal()[0].words
            else alone.legal()[0].move(alone.legal()[0].words[0])
        )
    with pytest.raises(UnsolvableError, match="plays alone"):
        seen_by(alone.game, alone.state, alone.events, alone.state.turn, worlds=1, seed=1, allowance=Allowance())


def test_contracts_that_are_won_by_few_points_are_left_alone(tmp_path: Path) -> None:
    """A seat that must avoid points gets no odds of winning with them."""
    file = tmp_path / "few.yaml"
    file.write_text(
        "ruleset: few\nversion: 1.0.0\ntitle: Few\nextends: pagat\nset: {settle.won_if: {points_at_most: 10}}\n",
        "utf-8",
    )
    of = Game.from_ruleset(calarec.load_rules(str(file)))
    hand = next(each for each in endings(of, 3, 3, 9, seed=2) if each.state.declarer >= 0)
    with pytest.raises(UnsolvableError, match=r"`settle\.won_if` says is not known"):
        seen_by(of, hand.state, hand.events, hand.state.turn, worlds=1, seed=1, allowance=Allowance())


def test_figures() -> None:
    """Wilson's interval at the ends and in the middle, as tables have it; a mean of like figures has no width."""
    assert [round(each, 3) for each in wilson_share(0, 10)] == [0.0, 0.0, 0.278]
    assert [round(each, 3) for each in wilson_share(10, 10)] == [1.0, 0.722, 1.0]
    assert [round(each, 3) for each in wilson_share(5, 10)] == [0.5, 0.237, 0.763]
    assert normal_mean([3, 3, 3]) == Interval(3, 3, 3)
    assert normal_mean([4]) == Interval(4, 4, 4)
    low, high = normal_mean([0, 2] * 50)[1:]
    assert (round(low, 2), round(high, 2)) == (0.8, 1.2)
