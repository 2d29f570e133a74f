"""Knowledge is exact: on a small pack it agrees with brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from calarec.core.engine.cards import bits
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.shards import examples
from tests.unknown_cards.brute import Way, deals, fits, ways
from tests.unknown_cards.certainties import hold_certainties, is_given_up
from tests.unknown_cards.damage import corrupted, damaged
from tests.unknown_cards.small import again, bound, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

MOST_DEALS = 60


def _hand(
    seed: int, *, calls: bool = True, uncalled: bool = False, of: Callable[[], Game] = tiny
) -> tuple[Hand, Random]:
    """A simulated hand with much left out, `uncalled` all calls too, of which the deals can be counted."""
    game, rng = of(), Random(seed)
    simulated = next(iter(simulate(game, hands=1, seed=seed, bot="random")))
    hand = damaged(simulated.hand, rng, calls=calls)
    if uncalled:
        hand = replace(hand, statements=tuple(each for each in hand.statements if not isinstance(each, rec.Call)))
    some = list(islice(deals(game, simulated.setting, hand.statements), MOST_DEALS + 1))
    assume(len(some) <= MOST_DEALS)
    return hand, rng


def _replayed(hand: Hand, game: Game) -> tuple[Judgement, set[Way]]:
    replayed = begin_totals(game).replay(hand)
    assert replayed.setting is not None
    return replayed, ways(game, replayed.setting, hand.statements)


@given(st.integers(0, 10**9))
@settings(max_examples=examples(40), deadline=None)
def test_what_is_left_out_is_found_again(seed: int) -> None:
    """`forced` marks exactly the hands with one possible way, `possible` the others."""
    _found_again(seed, tiny)


@given(st.integers(0, 10**9), st.sampled_from([drawn, trumped]))
@example(21_269, trumped)  # nobody can tell who draws first behind the last trick
@example(2730, trumped)  # a card is shown behind the last trick, for which another need not have drawn
@example(1_001_403, trumped)  # two are shown there that may have been drawn then or before
@example(3942, drawn)
@example(1_002_277, drawn)  # the second to draw behind the last trick is written, and not the first
@settings(max_examples=examples(40), deadline=None)
def test_what_was_drawn_is_found_again(seed: int, of: Callable[[], Game]) -> None:
    """With drawn cards, none is played or held before its draw; and with trumps."""
    _found_again(seed, of)


@given(st.integers(0, 10**9))
@settings(max_examples=examples(25), deadline=None)
def test_what_may_not_be_laid_aside_was_not(seed: int) -> None:
    """The same with cards that are never discarded: gaps and impossible cards."""
    _found_again(seed, never)
    _never_possible(seed, never)


@given(st.integers(0, 10**9))
@example(5)  # a rule decides between two ways
@example(73)
@example(187)
@settings(max_examples=examples(20), deadline=None)
def test_what_binds_by_the_own_cards_was_kept(seed: int) -> None:
    """The same where some hands may not pass, some cards are not led first, and of some only one is laid aside."""
    _found_again(seed, bound)
    _never_possible(seed, bound)


@given(st.integers(0, 10**9))
@example(163)
@settings(max_examples=examples(25), deadline=None)
def test_who_leads_first_may_have_held_a_card(seed: int) -> None:
    """The same if the holder of a card leads first: the lead shows its place."""
    _found_again(seed, holder)
    _never_possible(seed, holder)


@given(st.integers(0, 10**9), st.sampled_from([tiny, again, partners]))
@settings(max_examples=examples(40), deadline=None)
def test_what_was_called_is_found_again(seed: int, of: Callable[[], Game]) -> None:
    """The same with unwritten calls, of one card or of two."""
    _found_again(seed, of, uncalled=True)
    _never_possible(seed, of, uncalled=True)


def _found_again(seed: int, of: Callable[[], Game], *, uncalled: bool = False) -> None:
    hand, _ = _hand(seed, of=of, uncalled=uncalled)
    replayed, every = _replayed(hand, of())
    assume(every)  # a card may be shown of which the trick is cut away before which it was drawn
    assume(not is_given_up(replayed))
    expected = ("forced", "complete") if len(every) == 1 else ("possible",)
    assert replayed.knowledge in expected
    hold_certainties(replayed, every)
    _with_room_for_the_rest(replayed, every, of())


@given(st.integers(0, 10**9))
@example(72_458)  # the second of two takes up a card that the first has laid aside, and plays it
@settings(max_examples=examples(40), deadline=None)
def test_what_cannot_be_is_never_called_possible(seed: int) -> None:
    """With a card written wrong: legal if and only if there is a way in which it is legal."""
    _never_possible(seed, tiny)


@given(st.integers(0, 10**9), st.sampled_from([drawn, trumped]))
@example(2417, drawn)
@settings(max_examples=examples(40), deadline=None)
def test_what_cannot_have_been_drawn_is_never_called_possible(seed: int, of: Callable[[], Game]) -> None:
    """The same where cards are drawn in the play, and with trumps."""
    _never_possible(seed, of)


def _never_possible(seed: int, of: Callable[[], Game], *, uncalled: bool = False) -> None:
    hand, rng = _hand(seed, calls=False, of=of, uncalled=uncalled)
    hand = corrupted(hand, rng, of().cards.names)
    replayed, every = _replayed(hand, of())
    assume(not is_given_up(replayed))
    legal = replayed.verdict in ("legal", "incomplete") and replayed.knowledge != "impossible"
    assert legal == bool(every)
    assert legal or any(each.severity == "error" for each in replayed.findings)


def _with_room_for_the_rest(replayed: Judgement, every: set[Way], game: Game) -> None:
    """A deduced deal leaves, in every way, blanks that can hold the cards that it does not name."""
    cards = game.cards
    assert replayed.setting is not None
    for line in replayed.deduced:
        verb, *names = line.replace(":", "").split()
        if verb not in ("deal", "monte"):
            continue
        seat = replayed.setting.labels.index(names.pop(0)) if verb == "deal" else -1
        named = sum(1 << cards.numbers[name] for name in names if "_" not in name)
        blanks = [name for name in names if "_" in name]
        for way in every:
            there = way.hands[seat] if seat >= 0 else way.piles[0]
            assert named & ~there == 0
            assert fits(game, blanks, tuple(bits(there & ~named)))


SHOWN = """cal 1
seat A
seat B
seat C

hand
dealer A
deal B: 2b Rb Rs
deal C: Ab __ As
deal A: 3b 7s __
monte 7b 3_ 2s
bid B: turns C: swap
call C: 6s
give A: closed 6s to C
show C: 7b
discard C: closed __ __ _s to monte
 1 B: 2b Ab 3b
show A: 6b 7s
 2 A: 7s Rs 6s
show A: 6b
 3 B: Rb 2s 6b
end
"""


def test_a_card_shown_before_the_play_may_be_laid_aside() -> None:
    """A card that was shown need not be played: it may have been discarded."""
    (hand,) = parse_records(SHOWN)
    replayed, every = _replayed(hand, tiny())
    assert (replayed.verdict, replayed.knowledge) == ("legal", "forced")
    assert len(every) == 1
    assert "discard C: closed 7b As 3s to monte" in replayed.deduced
