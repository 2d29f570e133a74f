"""The compiled kernel agrees with the plain one: shipped rulesets, all tables."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.base import _kernel
from calarec.core.base.kernel import FACE, find_compiled_kernel, kernel_in_use
from calarec.core.engine.cards import bits
from calarec.solving.kernels import CompiledSearch, SearchPool, point_search
from calarec.solving.position import position_of
from calarec.solving.search import Allowance, PlayFacts, PointSearch, SpentError, Standing
from calarec.solving.solve import at_least, solve
from kernel.tests.agreement import plain, same, tables, thresholds
from tests.rulebooks import IDS, game
from tests.solving.endings import endings

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_KERNEL", raising=False)
    assert find_compiled_kernel() is _kernel


def test_it_is_the_one_that_runs() -> None:
    """The compiled kernel has the release of calarec, and reports it."""
    assert _kernel.FACE == FACE
    assert kernel_in_use() == f"compiled {calarec.__version__}"
    with plain():
        assert kernel_in_use() == "plain"


@pytest.mark.parametrize("id_", IDS)
def test_endings(id_: str) -> None:
    """Value, every card's worth and rank, and the line, in points and in payments."""
    of = game(id_)
    for seats in tables(of):
        for tricks in (1, 2, 3, 4, 5):
            for hand in endings(of, seats, tricks, 2, seed=11):
                same(hand, "points")
                if hand.state.declarer >= 0:
                    same(hand, "payment")


@pytest.mark.parametrize("id_", IDS)
def test_whole_deals(id_: str) -> None:
    """At the first lead, the kernels agree on the target."""
    of = game(id_)
    for hand in endings(of, tables(of)[0], of.rules.deal.hand - 3, 1, seed=5):
        thresholds(of, hand)


@pytest.mark.parametrize("seed", range(40))
def test_low_cards_do_not_decide(seed: int) -> None:
    """Below the cards on which an answer rests, cards of equal worth may change hands in any order."""
    rng = Random(f"low cards {seed}")
    suits, points = (0xFF, 0xFF00, 0xFF0000), tuple(int(card % 8 > 3) for card in range(24))
    cards = rng.sample(range(24), 18 if seed % 2 else 15)
    lazy = 1 if len(cards) > 15 and seed % 4 == 1 else 0
    ends = (8, 13, 18) if lazy else (len(cards) // 3, 2 * len(cards) // 3, len(cards))
    begins = (0, *ends[:2])
    holder = {card: place for place in range(3) for card in cards[begins[place] : ends[place]]}

    def ask(held: dict[int, int]) -> tuple[int, int]:
        hands = tuple(sum(1 << card for card, place in held.items() if place == of) for of in range(3))
        search = _kernel.Search(suits, points, hands, 1, True, 1, None, lazy)
        value, _ = search.ask(hands, 0, (), 0, 0, 6, lambda _: 1 << 30)
        return value, search.rests()

    value, rests = ask(holder)
    moved = dict(holder)
    for suit in suits:
        held = [card for card in holder if suit >> card & 1]
        low = [card for card in held if not rests & suit & ((2 << card) - 1)]
        for worth in {points[card] for card in low}:
            alike = [card for card in low if points[card] == worth]
            moved |= zip(alike, rng.sample([holder[card] for card in alike], len(alike)), strict=True)
    assert (ask(moved)[0] >= 6) == (value >= 6)
    assert len(moved) == len(cards)


def test_what_one_deal_has_shown_holds_in_others() -> None:
    """A search that goes on with other deals answers as one that begins with each."""
    pool, fresh, held = SearchPool(), 0, 0
    for number, (facts, owners, leader) in enumerate(_decks(60)):
        rng = Random(f"held {number}")
        for lazy in (0, rng.randrange(1 << facts.places)):
            of, hands = facts._replace(lazy=lazy), list(owners)
            for _ in range(12):
                _swap_cards(hands, rng)
                standing, own, aside = Standing(tuple(hands), leader), Allowance(), Allowance()
                target = rng.randint(1, max(1, sum(facts.points) // 2))
                search = pool.point_search(of, hands, aside)
                assert search is pool.compiled[of]
                wanted = point_search(of, hands, own).find_value(standing, target - 1, target)
                plainly = PointSearch(of, hands, Allowance()).find_value(standing, target - 1, target)
                answer = search.find_value(standing, target - 1, target) >= target
                assert answer is (wanted >= target) is (plainly >= target), (number, lazy, hands)
                fresh, held = fresh + own.nodes, held + aside.nodes
    assert held < fresh


def test_a_deal_that_cannot_be_held() -> None:
    """A hand without cards is left to the plain search."""
    facts = PlayFacts(2, (0xF,), (0, 0, 1, 1), 1, True, 1)
    pool = SearchPool()
    assert isinstance(pool.point_search(facts, (0b0011, 0b1100), Allowance()), CompiledSearch)
    assert isinstance(pool.point_search(facts, (0b0011, 0), Allowance()), PointSearch)
    core = pool.compiled[facts].core
    for owners in ((0b0011,), (0b0011, 0b0110), (0b0011, 1 << 4)):
        with pytest.raises(ValueError, match="not a deal"):
            core.hold(owners)


def _swap_cards(hands: list[int], rng: Random) -> None:
    """Exchange a card of one hand for one of another."""
    first, second = rng.sample(range(len(hands)), 2)
    cards = [1 << rng.choice(list(bits(hands[place]))) for place in (first, second)]
    hands[first] ^= sum(cards)
    hands[second] ^= sum(cards)


def _decks(count: int) -> Iterator[tuple[PlayFacts, tuple[int, ...], int]]:
    """Yield deals that no ruleset has: any suits, points, sides, places, free play."""
    for number in range(count):
        rng = Random(f"deck {number}")
        places = rng.randint(2, 8)
        suits, cards = [], 0
        for _ in range(rng.randint(1, 8)):
            ranks = min(rng.randint(1, 16), 64 - cards)
            if ranks:
                suits.append((1 << ranks) - 1 << cards)
                cards += ranks
        size = min(rng.randint(1, 3 if places > 3 else 4), cards // places)
        if not size:
            continue
        order = rng.sample(range(cards), places * size)
        owners = tuple(sum(1 << card for card in order[place * size :][:size]) for place in range(places))
        points = tuple(rng.choice((0, 0, 0, 1, 1, 3, 5)) for _ in range(cards))
        side = rng.randrange(1 << places)
        yield (
            PlayFacts(places, tuple(suits), points, side, rng.random() < 0.7, rng.randrange(5)),
            owners,
            rng.randrange(places),
        )


def test_decks_of_chance() -> None:
    """Random packs of up to eight places and suits, sixteen ranks and 64 cards agree."""
    found = 0
    for facts, owners, leader in _decks(400):
        standing = Standing(owners, leader)
        fast, slow = (point_search(facts, owners, Allowance()), PointSearch(facts, owners, Allowance()))
        assert isinstance(fast, CompiledSearch)
        for target in range(1, sum(facts.points) + facts.last + 1):
            assert (fast.find_value(standing, target - 1, target) >= target) == (
                slow.find_value(standing, target - 1, target) >= target
            ), (facts, owners, leader, target)
            found += 1
    assert found > 3000


def test_places_that_lay_cards_aside_while_they_play() -> None:
    """Random packs agree when hands have more cards than there are tricks.

    The last trick may be worth more than it was.
    """
    found = 0
    for number, (facts, owners, leader) in enumerate(_decks(400)):
        rng = Random(f"lazy {number}")
        free = (1 << len(facts.points)) - 1 & ~sum(owners)
        lazy = hands = 0
        more = list(owners)
        while free and hands < 3 and rng.random() < 0.8:
            place = rng.randrange(facts.places)
            more[place] |= free & -free
            free &= free - 1
            lazy |= 1 << place
            hands += 1
        standing, aside = Standing(tuple(more), leader), rng.randrange(3)
        asked = facts._replace(lazy=lazy)
        fast, slow = point_search(asked, more, Allowance()), PointSearch(asked, more, Allowance())
        assert isinstance(fast, CompiledSearch)
        for target in range(1, sum(facts.points) + facts.last + aside + 1):
            assert (fast.find_value(standing, target - 1, target, aside) >= target) == (
                slow.find_value(standing, target - 1, target, aside) >= target
            ), (asked, more, leader, target, aside)
            found += lazy > 0
    assert found > 1000


def test_a_pack_that_it_does_not_know_is_solved_by_the_plain_one() -> None:
    """Sixty-five cards do not fit into its masks."""
    suits = tuple((1 << 13) - 1 << 13 * nth for nth in range(5))
    facts = PlayFacts(2, suits, (1,) * 65, 1, must=True, last=0)
    search = point_search(facts, (1, 1 << 64), Allowance())
    assert isinstance(search, PointSearch)
    assert search.find_value(Standing((1, 1 << 64), 0), 0, 1) == 2


def test_what_is_allowed_is_not_exceeded() -> None:
    """The limits hold: of nodes exactly, of time within one grant; and a stop ends it."""
    (hand,) = endings(game("pagat"), 3, 12, 1)
    position = position_of(hand.game, hand.state)
    exact = solve(hand, cards=False)
    assert exact.value is not None
    for nodes in (1, 100, 5000):
        found = solve(hand, nodes=nodes)
        assert found.bounds.low <= exact.value <= found.bounds.high
        assert found.nodes <= nodes
    assert solve(hand, nodes=1).nodes == 1
    assert at_least(hand, 18, nodes=1) is None
    assert not solve(hand, seconds=0.0).is_exact

    class Stopped(Allowance):
        def grant(self, spent: int) -> int:
            if self.nodes:
                self.stop()
            return super().grant(spent)

    search = point_search(position.facts, position.owners, Stopped())
    with pytest.raises(SpentError):
        search.find_value(position.now.standing, exact.value, exact.value + 1)


def test_nonsense_is_refused() -> None:
    """By an error, with any arguments."""
    suits, points, owners = (3, 12), (1, 1, 0, 0), (1, 4)
    made = _kernel.Search(suits, points, owners, 1, True, 0)
    for wrong in (
        ((3, 13), points, owners, 1), ((3, 8), points, owners, 1), ((), points, owners, 1), (suits, (1,), owners, 1),
        (suits, (1, 1, 0, 99999), owners, 1), (suits, points, (1, 1), 1), (suits, points, (1, 16), 1),
        (suits, points, (0, 0), 1), (suits, points, (1,), 1), (suits, points, owners, 4),
        (suits, points, owners, -1), ((1,) * 9, points, owners, 1),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            _kernel.Search(*wrong, True, 0)  # type: ignore[call-arg]
    for rows in ((), (b"",), (b"ab", b"a"), (b"ab",), (b"abc", b"abc", b"abc")):
        with pytest.raises(ValueError):
            _kernel.Search(suits, points, owners, 1, True, 0, rows)
    for unequal in (((1, 6), 0), (owners, 1)):
        with pytest.raises(ValueError):
            _kernel.Search(suits, points, unequal[0], 1, True, 0, (b"aaa", b"aaa"), unequal[1])
    for lazy in (-1, 4):
        with pytest.raises(ValueError):
            _kernel.Search(suits, points, owners, 1, True, 0, None, lazy)
    for kind in ([3], None, (1, "x")):
        with pytest.raises(TypeError):
            _kernel.Search(suits, points, kind, 1, True, 0)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        _kernel.Search(suits, points, (1 << 64, 1), 1, True, 0)

    def grant(spent: int) -> int:
        return 10

    assert made.ask(owners, 0, (), 0, 0, 1, grant) == (1, 1)
    for moment in (
        (owners, 2, ()), (owners, -1, ()), ((1, 8), 0, ()), ((1, 0), 0, ()), ((0, 0), 0, ()), ((1,), 0, ()),
        (owners, 0, (0,)), ((0, 4), 0, (64,)), ((0, 4), 0, (3,)), ((0, 0), 0, (0, 2)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            made.ask(*moment, 0, 0, 1, grant)  # type: ignore[call-arg]
    with pytest.raises(RuntimeError):
        made.ask(owners, 0, (), 0, 0, 1, lambda spent: 0)
    with pytest.raises(ZeroDivisionError):
        made.ask(owners, 0, (), 0, 0, 1, lambda spent: 1 // 0)

    def again(spent: int) -> int:
        return made.ask(owners, 0, (), 0, 0, 1, grant)[0]

    with pytest.raises(RuntimeError, match="at work already"):
        made.ask(owners, 0, (), 0, 0, 1, again)
    assert made.ask(owners, 0, (), 0, 0, 1, grant) == (1, 1)
